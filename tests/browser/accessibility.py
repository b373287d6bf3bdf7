"""What axe-core (axe/axe.min.js 4.14.1, MPL-2.0) finds wrong with a page as the browser has it."""

from functools import cache
from pathlib import Path
from typing import Final

from tests.browser.test_pages import Browser

AXE: Final = Path(__file__).parent / "axe" / "axe.min.js"
_RUN: Final = """
const done = arguments[0];
axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => done(violations.flatMap(
  ({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(" ")}: ${node.failureSummary}`))));
"""


@cache
def _axe() -> str:
    return AXE.read_text()


def findings(browser: Browser) -> list[str]:
    """Every rule that the page breaks, where, and why, by light and in the dark."""
    found = list[str]()
    for scheme in ("light", "dark"):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.driver.execute_script(_axe())
        found += [f"{scheme}: {one}" for one in browser.driver.execute_async_script(_RUN)]
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    return found
