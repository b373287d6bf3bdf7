"""``python -m tests.browser.screens [folder]`` takes a picture of every page, in all sizes, languages and themes.

Somebody looks at them one by one; nothing is compared. What is found: no page is wider than its window, and no text of
a board leaves it or lies on another. ``ONLY=match-klunker`` takes the pages whose name has that in it.
"""

import base64
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from tests.browser.screenshots import Table
from tests.browser.site_pages import pages_of
from tests.browser.test_pages import FLAGS
from tests.browser.test_text_boxes import MEASURE
from tests.service.programs import serving
from tests.service.scenes import BASE, MATCHES

SIZES: Final = ((360, 640), (390, 844), (768, 1024), (1280, 900), (1920, 1080))
THEMES: Final = ("light", "dark")
FOLDER: Final = Path(".pictures")


def furnish(api: httpx.Client) -> None:
    """What the demonstration lacks: matches that go on, a series, and a variation of a match of each game."""
    Table(api)
    for key in GAMES:
        ended = api.get(MATCHES, params={"game": key, "status": "finished", "limit": 1}).json()["items"][0]
        variations = f"{MATCHES}/{ended['id']}/variations"
        steps = api.get(f"{MATCHES}/{ended['id']}/history", params={"limit": 1000}).json()["items"]
        move = next(step for step in steps[len(steps) // 2 :] if step["action"].get("seat") is not None)
        body = {"step": move["step"] - 1, "actions": [move["action"]], "title": "What if?", "audience": "public"}
        assert api.post(variations, json=body).status_code == 201
        players = [seat["player"]["id"] for seat in ended["seats"]]
        body = {"game": key, "title": "Evenings", "players": players, "matches": [ended["id"]]}
        opened = api.post(f"{BASE}/series", json=body)
        assert opened.status_code == 201
    seen = {"after_position": opened.json()["position"]}
    assert {api.get(path, params=seen).status_code for path in (MATCHES, f"{BASE}/series")} == {200}


def take(driver: webdriver.Chrome, base: str, name: str, path: str, folder: Path) -> Iterator[str]:
    """The pictures of a page, in the driver's language: each window by light and in the dark, and the whole page."""
    for width, height in SIZES:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        driver.get(base + path)
        for theme in THEMES:
            features = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
            shoot(driver, folder / f"{name}-{width}-{theme}.png", whole=False)
        shoot(driver, folder / f"{name}-{width}-whole.png", whole=True)
        wide = driver.execute_script("return document.scrollingElement.scrollWidth")
        if wide > width:
            yield f"{name} at {width}: {wide} wide"
        yield from (f"{name} at {width}: {flaw}" for flaw in driver.execute_script(MEASURE))


def shoot(driver: webdriver.Chrome, file: Path, *, whole: bool) -> None:
    """A picture of what is in the window, or of the whole page."""
    shot: dict[str, Any] = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": whole})
    file.write_bytes(base64.b64decode(shot["data"]))


def main(folder: Path) -> int:
    """Take them all."""
    browser, chromedriver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not (browser and chromedriver):
        sys.exit("It needs Chromium and chromedriver.")
    options = Options()
    options.binary_location = browser
    for flag in FLAGS:
        options.add_argument(flag)
    only, wrong = os.environ.get("ONLY", ""), []
    with tempfile.TemporaryDirectory() as data, serving(Path(data), "--demo") as service:
        api, base = service.client(), f"http://127.0.0.1:{service.port}"
        furnish(api)
        driver = webdriver.Chrome(options=options, service=Service(chromedriver))
        try:
            driver.execute_cdp_cmd("Network.enable", {})
            for language in LANGUAGES:
                headers = {"Accept-Language": language, "Authorization": f"Bearer {service.token}"}
                driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
                into = folder / language
                into.mkdir(parents=True, exist_ok=True)
                for name, path in pages_of(api):
                    if only in name:
                        wrong += [f"{language}: {flaw}" for flaw in take(driver, base, name, path, into)]
        finally:
            driver.quit()
    print(json.dumps(wrong, indent=1, ensure_ascii=False), f"The pictures are in {folder}.", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
