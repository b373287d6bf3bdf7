"""Takes a picture of every page, in all sizes, languages and themes.

Somebody looks at them one by one; nothing is compared. What is found: no page is wider than its window, no text is cut
off, broken within a word, lies on another or, in a picture, is too small. ``ONLY=match-klunker`` takes those in whose
name that is found, as a regular expression: ``ONLY='de/home-360'``.
"""

import argparse
import base64
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from domain.kernel.languages import LANGUAGES
from tests.browser.furnishing import furnish, is_plain, visitors
from tests.browser.measures import ALL
from tests.browser.site_pages import pages_of
from tests.browser.test_pages import FLAGS
from tests.service.programs import serving

SIZES: Final = ((360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 900), (1920, 1080))
"""Phones, one of them held sideways, a tablet held both ways, and screens."""
THEMES: Final = ("light", "dark")
FOLDER: Final = Path(".pictures")


def take(driver: webdriver.Chrome, address: str, name: str, folder: Path, only: re.Pattern[str]) -> Iterator[str]:
    """The pictures of a page, in the driver's language: each window by light and in the dark, and the whole page."""
    for width, height in SIZES:
        if not only.search(f"{folder.name}/{name}-{width}"):
            continue
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": min(width, height) < 700}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        driver.get(address)
        for theme in THEMES:
            features = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
            shoot(driver, folder / f"{name}-{width}-{theme}.png", whole=False)
        shoot(driver, folder / f"{name}-{width}-whole.png", whole=True)
        yield from (f"{name} at {width}: {flaw}" for measure in ALL for flaw in driver.execute_script(measure))


def shoot(driver: webdriver.Chrome, file: Path, *, whole: bool) -> None:
    """A picture of what is in the window, or of the whole page, which has no bar to scroll by."""
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": whole})
    asked: dict[str, Any] = {}
    if whole:  # else it is as wide as the page was beside its bar
        width = max(driver.execute_script("return [innerWidth, document.documentElement.scrollWidth]"))
        size = driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        asked = {"captureBeyondViewport": True, "clip": {**size, "width": width, "scale": 1}}
    shot: dict[str, Any] = driver.execute_cdp_cmd("Page.captureScreenshot", asked)
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
    only, wrong = re.compile(os.environ.get("ONLY", "")), list[str]()
    with tempfile.TemporaryDirectory() as data, serving(Path(data), "--demo") as service:
        api, base = service.client(), f"http://127.0.0.1:{service.port}"
        more, who = furnish(api), visitors(api)
        driver = webdriver.Chrome(options=options, service=Service(chromedriver))
        try:
            driver.execute_cdp_cmd("Network.enable", {})
            for language in LANGUAGES:
                into = folder / language
                into.mkdir(parents=True, exist_ok=True)
                for name, path in (*pages_of(api), *more):
                    headers = {"Accept-Language": language} | who(name)
                    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
                    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": is_plain(name)})
                    wrong += [f"{language}: {flaw}" for flaw in take(driver, base + path, name, into, only)]
        finally:
            driver.quit()
    print(json.dumps(wrong, indent=1, ensure_ascii=False), f"The pictures are in {folder}.", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.browser.screens", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where the pictures go (%(default)s)")
    sys.exit(main(parser.parse_args().folder))
