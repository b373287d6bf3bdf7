"""Screenshots of recording and getting in, as docs/at-the-table.md shows them: ``python -m tests.browser.screenshots``.

With ``--all FOLDER`` every one goes there instead, on a phone and on a wide screen, by light and in the dark, in
English and in Italian, to be looked at.
"""

import argparse
import base64
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Final

import httpx

from tests.browser.recorder import Recorder, sample, sign_in
from tests.browser.test_pages import Browser, driving
from tests.service.database.test_embedded import clean_up
from tests.service.programs import Service
from tests.service.scenes import known, make_player, open_match, played

DOCUMENTED: Final = Path(__file__).parents[2] / "docs" / "screenshots"
SHOWN: Final = ("new-match", "phones", "record")
"""What docs/at-the-table.md shows."""

SIZES: Final = {"phone": (390, 844), "wide": (1280, 900)}
SCHEMES: Final = ("light", "dark")
LANGUAGES: Final = ("en", "it")


class Table:
    """A service with people, and a match of each game that goes on."""

    def __init__(self, api: httpx.Client) -> None:
        self.api = api
        people = [make_player(api, name) for name in ("Ada", "Bruno", "Chiara", "Davide")]
        self.matches: dict[str, dict[str, Any]] = {}
        for key, name, steps in (
            ("dschunke", "dschunke-standard-4-open", 60),
            ("halunken", "halunken-standard-4", 31),
            ("klunker", "klunker-3-open", 19),
        ):
            told = sample(name)
            seats = known(*people[: told["seats"]])
            self.matches[key] = open_match(api, game=key, options=told["options"], seats=seats, place="Bologna")
            played(api, self.matches[key], *told["actions"][:steps])


def _record(key: str) -> Callable[[Browser, Table], None]:
    def shown(browser: Browser, table: Table) -> None:
        Recorder(browser, table.matches[key])

    return shown


def _opened(path: str, press: str = "", wait: str = "h1") -> Callable[[Browser, Table], None]:
    def shown(browser: Browser, table: Table) -> None:
        browser.open(path.format(match=table.matches["klunker"]["id"]))
        if press:
            browser.click(press)
        browser.until(lambda: browser.driver.find_elements("css selector", wait), wait)

    return shown


SCENES: Final[dict[str, Callable[[Browser, Table], None]]] = {
    "record": _record("klunker"),
    "record-halunken": _record("halunken"),
    "record-dschunke": _record("dschunke"),
    "new-match": _opened("/matches/new?game=klunker"),
    "phones": _opened("/matches/{match}/phones", "main form button", ".qr svg"),
    "invite": _opened("/invite", "main form button", ".qr svg"),
    "join": _opened("/join"),
}


@contextmanager
def table() -> Iterator[tuple[Browser, Table]]:
    chromium, chromedriver = (shutil.which(name) for name in ("chromium", "chromedriver"))
    assert chromium, "it takes chromium"
    assert chromedriver, "it takes chromedriver"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        service = Service(data)
        try:
            with service.client() as api, driving(chromium, chromedriver, "--hide-scrollbars") as driver:
                browser = Browser(driver, f"http://127.0.0.1:{service.port}")
                sign_in(browser, service.token)
                yield browser, Table(api)
        finally:
            service.kill()
            clean_up(data)


def shoot(browser: Browser, at: Table, scene: str, size: str, scheme: str, language: str, *, whole: bool) -> bytes:
    """A PNG of the window, or of the whole page."""
    width, height = SIZES[size]
    driver = browser.driver
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
    SCENES[scene](browser, at)
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole})
    return base64.b64decode(shot["data"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="FOLDER")
    folder = parser.parse_args().all
    with table() as (browser, at):
        if folder is None:
            DOCUMENTED.mkdir(exist_ok=True)
            for scene in SHOWN:
                picture = shoot(browser, at, scene, "phone", "light", "en", whole=False)
                (DOCUMENTED / f"{scene}.png").write_bytes(picture)
            return
        folder.mkdir(parents=True, exist_ok=True)
        for scene, size, scheme, language in product(SCENES, SIZES, SCHEMES, LANGUAGES):
            picture = shoot(browser, at, scene, size, scheme, language, whole=True)
            (folder / f"{scene}-{size}-{scheme}-{language}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
