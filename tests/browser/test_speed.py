"""How long a tap takes until its answer is on the screen, over whole matches, and how much the page loads.

``make test-long ARGS="tests/browser/test_speed.py -s -n 0"`` prints the figures of every game and variant.
"""

import gzip
from typing import Final

import httpx
import pytest

from tests.browser.recorder import Recorder, opened, same_end, sample
from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.service.scenes import SAMPLES, played

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

MOST_MILLISECONDS: Final = 150
MOST_BYTES: Final = 100_000
SHORTEST: Final = 16.0
"""Milliseconds below which a browser doesn't tell how long an event took (W3C Event Timing)."""

NAMES: Final = sorted(path.stem for path in SAMPLES.glob("*.json"))

WATCH: Final = """
window.taps = [];
window.recorded = [];
let tapped = 0;
addEventListener("click", (event) => { tapped = event.timeStamp; }, true);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === "click") taps.push(entry.duration);
}).observe({ type: "event", durationThreshold: 16 });
const record = document.getElementById("record");
let { version } = record.dataset;
new MutationObserver(() => {
  if (record.dataset.version === version) return;
  ({ version } = record.dataset);
  requestAnimationFrame(() => setTimeout(() => recorded.push(performance.now() - tapped)));
}).observe(record, { attributes: true });
"""


def share(values: list[float], part: float) -> float:
    """The value that `part` of the others don't exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


@pytest.mark.long
@pytest.mark.parametrize("at_once", [False, True], ids=["confirmed", "at once"])
@pytest.mark.parametrize("name", NAMES)
def test_a_taps_answer_is_on_the_screen_at_once(browser: Browser, api: httpx.Client, name: str, at_once: bool) -> None:
    told = sample(name)
    match = opened(api, told)
    recorder = Recorder(browser, match)
    if at_once:
        browser.click("#at-once")
    browser.driver.execute_script(WATCH)
    for wire in told["actions"]:
        recorder.record(wire)
    measured: list[float] = browser.driver.execute_script("return taps")
    taps = [*measured, *[SHORTEST] * (recorder.taps - len(measured))]
    recorded: list[float] = browser.driver.execute_script("return recorded")
    steps = len(told["actions"])
    print(
        f"\n{name}{', at once' if at_once else ''}: {recorder.taps / steps:.2f} taps a step;"
        f" answer to a tap: median {share(taps, 0.5):.0f} ms, p95 {share(taps, 0.95):.0f} ms;"
        f" recorded and shown: median {share(recorded, 0.5):.0f} ms, p95 {share(recorded, 0.95):.0f} ms"
    )
    same_end(api, told, match)
    assert len(recorded) == steps
    assert share(taps, 0.95) <= MOST_MILLISECONDS


LOADED: Final = """
return performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
  .map(({ name }) => new URL(name)).filter(({ pathname }) => !pathname.startsWith("/api/"))
  .map(({ pathname, search }) => pathname + search);
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["klunker-5-secret", "halunken-standard-4", "dschunke-standard-4-open"])
def test_the_recording_page_is_small(browser: Browser, api: httpx.Client, name: str) -> None:
    """The page near the end of a match with all its files, compressed as a proxy does it (RFC 1952)."""
    told = sample(name)
    match = opened(api, told)
    played(api, match, *told["actions"][:-2])
    Recorder(browser, match)
    addresses: list[str] = browser.driver.execute_script(LOADED)
    loaded = {address: api.get(address, headers={"Accept": "text/html"}).content for address in addresses}
    sizes = {address: len(gzip.compress(content)) for address, content in loaded.items()}
    total, files = sum(sizes.values()), sum(size for path, size in sizes.items() if path.startswith("/static/"))
    print(f"\n{name}: {total} bytes compressed, {files} of them files; {sum(map(len, loaded.values()))} as they are")
    assert len(sizes) > 10
    assert total < MOST_BYTES
