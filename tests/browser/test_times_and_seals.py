"""The script of the recording page tells when actions were put together, and changes what is sealed with a reason."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import httpx
import pytest

from tests.browser.recorder import Recorder, compact, offline, sign_in
from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.service.results import arbiter, make_token
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, open_match, played

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

WRONG_CLOCK: Final = "const real = Date.now; Date.now = () => real() + 400 * 86400 * 1000;"
"""A phone that is in the next year."""
MINUTE: Final = timedelta(minutes=1)


def times_of(api: httpx.Client, match: dict[str, Any]) -> list[datetime | None]:
    """When each action was played, as far as that was told."""
    events = api.get(f"{MATCHES}/{match['id']}/events").json()["items"]
    told = (one.get("played_at") for one in events if one["type"] == "played")
    return [None if one is None else datetime.fromisoformat(one) for one in told]


def test_each_action_has_the_time_at_which_it_was_put_together(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    begun = datetime.now(UTC)
    recorder = Recorder(browser, match)
    recorder.record(DEAL)
    offline(browser, on=True)
    recorder.choose(FIRST)
    browser.until(lambda: "No connection" in recorder.message, "the message")
    put_together = datetime.now(UTC)
    browser.until(lambda: datetime.now(UTC) > put_together + timedelta(seconds=3), "a while")
    offline(browser, on=False)
    browser.until(lambda: recorder.version == 3, "the newest table")
    dealt, first = times_of(api, match)
    assert dealt is not None
    assert first is not None
    assert begun - timedelta(seconds=2) < dealt < first < put_together + timedelta(seconds=2)
    assert [one["step"] for one in api.get(f"{MATCHES}/{match['id']}/thinking-time").json()["actions"]] == [2]
    browser.open(f"/matches/{match['id']}")
    assert "Thinking time" in browser.text("main")


def test_a_phone_with_a_wrong_clock_tells_the_time_of_the_service(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    script = {"source": WRONG_CLOCK}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", script)
    try:
        recorder = Recorder(browser, match)
        recorder.record(DEAL)
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    (told,) = times_of(api, match)
    assert told is not None
    assert abs(told - datetime.now(UTC)) < MINUTE


def test_a_match_of_another_day_has_no_times(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api, played_on="2024-05-01")
    Recorder(browser, match).record(DEAL)
    assert times_of(api, match) == [None]


def test_an_arbiter_changes_what_is_sealed_with_a_reason(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, *ROUND[:3])
    assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).is_success
    assert api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "gone"}, headers=arbiter(api)).is_success
    recorder = Recorder(browser, match)
    assert not browser.driver.find_elements("css selector", "#undo:not([hidden]), [data-key=fix-4]")
    browser.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    sign_in(browser, make_token(api, role="arbiter")["token"])
    recorder = Recorder(browser, match)
    recorder.tap("fix-4")
    recorder.tap(f"/jewels={compact('gold_teeth')}")
    recorder.tap("done")
    assert api.get(f"{MATCHES}/{match['id']}/changes").json()["items"] == []
    browser.find("#ruling input").send_keys("È stata l’altra")
    recorder.tap(f"/jewels={compact('gold_teeth')}")
    recorder.tap("done")
    recorder.tap("change")
    path = f"{MATCHES}/{match['id']}/changes"
    browser.until(lambda: len(api.get(path).json()["items"]) == 1, f"the change: {recorder.message}")
    (change,) = api.get(path).json()["items"]
    assert change["reason"] == "È stata l’altra"
    assert api.get(f"{MATCHES}/{match['id']}").json()["result"]["status"] == "sealed"
