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
from tests.browser.test_pages import FLAGS
from tests.browser.test_text_boxes import MEASURE
from tests.service.programs import serving

SIZES: Final = ((360, 640), (390, 844), (768, 1024), (1280, 900), (1920, 1080))
THEMES: Final = ("light", "dark")
FOLDER: Final = Path(".pictures")


def pages(api: httpx.Client) -> Iterator[tuple[str, str]]:
    """The name and path of each page."""
    yield from (("home", "/"), ("matches", "/matches"), ("games", "/games"), ("people", "/players"))
    yield from (("new-match", "/matches/new"), ("sign-in", "/sign-in"), ("join", "/join"), ("not-found", "/nowhere"))
    for key in GAMES:
        yield f"game-{key}", f"/games/{key}"
        for match in api.get("/api/v1/matches", params={"game": key, "limit": 1}).json()["items"]:
            path = f"/matches/{match['id']}"
            for place in range(5):
                yield f"match-{key}-{place}", f"{path}?step={match['step'] * place // 4}"
            yield f"share-{key}", f"{path}/share?step=3"
            yield f"embed-{key}", f"/embed{path}?step={match['step'] // 2}"
            yield f"vary-{key}", f"{path}/vary?step={match['step'] // 2}"
            yield f"record-{key}", f"{path}/record"
            yield f"person-{key}", f"/players/{match['seats'][0]['player']['id']}"


def take(driver: webdriver.Chrome, base: str, name: str, path: str, folder: Path) -> Iterator[str]:
    """The pictures of a page, in the driver's language; gives what is wrong."""
    for width, height in SIZES:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        driver.get(base + path)
        for theme in THEMES:
            features = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
            shot: dict[str, Any] = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": False})
            (folder / f"{name}-{width}-{theme}.png").write_bytes(base64.b64decode(shot["data"]))
        wide = driver.execute_script("return document.scrollingElement.scrollWidth")
        if wide > width:
            yield f"{name} at {width}: {wide} wide"
        yield from (f"{name} at {width}: {flaw}" for flaw in driver.execute_script(MEASURE))


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
        driver = webdriver.Chrome(options=options, service=Service(chromedriver))
        try:
            driver.execute_cdp_cmd("Network.enable", {})
            for language in LANGUAGES:
                headers = {"Accept-Language": language, "Authorization": f"Bearer {service.token}"}
                driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
                into = folder / language
                into.mkdir(parents=True, exist_ok=True)
                for name, path in pages(api):
                    if only in name:
                        wrong += [f"{language}: {flaw}" for flaw in take(driver, base, name, path, into)]
        finally:
            driver.quit()
    print(json.dumps(wrong, indent=1, ensure_ascii=False), f"The pictures are in {folder}.", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
