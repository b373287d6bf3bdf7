"""Recording in a real browser on a phone: by taps, without a network, by two at once, by keys, by links and forms."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpx
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.recorder import Recorder, compact, driver_log, offline, opened, same_end, sample
from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, SAMPLES, open_match, played, problem

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

MOST_TAPS: Final = {"chess": 3.0, "klunker": 3.0, "halunken": 3.0, "dschunke": 4.0, "sheet": 3.5}
WHOLE: Final = ("klunker-3-open", "halunken-standard-4", "dschunke-two-fixed-open")
OTHERS: Final = sorted({path.stem for path in SAMPLES.glob("*.json")} - set(WHOLE))

WHILE_CATCHING_UP: Final = """
const [match, done] = arguments;
(async () => {
  const { Sender } = await import(new URL("sending.js", document.querySelector("script[type=module]").src));
  const sent = [];
  const post = async (path, { actions }) => {
    sent.push(actions[0]);
    return { ok: true, status: 201, json: async () => ({ version: sent.length }) };
  };
  let caughtUp = 0;
  const changed = async () => { if ((caughtUp += 1) === 1) await sender.confirm("second", "the second"); };
  const service = { post, momentOf: async (at) => new Date(at) };
  const page = { service, version: 1, changed, render() {} };
  const sender = new Sender({ match, viewer: "nobody", played_on: "2026-01-17" }, page);
  await sender.confirm("first", "the first");
  done([sent, sender.queued.length, caughtUp]);
})();
"""
"""Confirms a second action while the page takes in that the first one was recorded."""


# --- whole matches ---


@pytest.mark.parametrize("name", [*WHOLE, *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def test_a_whole_match_is_recorded_by_taps(browser: Browser, api: httpx.Client, name: str) -> None:
    record_whole(browser, api, name, at_once=True)


@pytest.mark.long
@pytest.mark.parametrize("name", [*WHOLE, *OTHERS])
def test_with_confirmations_it_takes_hardly_more(browser: Browser, api: httpx.Client, name: str) -> None:
    record_whole(browser, api, name, at_once=False)


def record_whole(browser: Browser, api: httpx.Client, name: str, *, at_once: bool) -> None:
    """Record a sample by taps: the end is the same, and a step takes few taps."""
    told = sample(name)
    match = opened(api, told)
    recorder = Recorder(browser, match)
    if at_once:
        browser.click("#at-once")
    for wire in told["actions"]:
        recorder.record(wire)
    same_end(api, told, match)
    taps = recorder.taps / len(told["actions"])
    print(f"{name}: {recorder.taps} taps, {len(told['actions'])} steps: {taps:.2f} a step, at once: {at_once}")
    assert taps <= MOST_TAPS[told["game"]]
    if at_once:
        browser.verify()
    else:  # an action that is confirmed quickly is recorded before it is tried, and then refused as a second one
        driver_log(browser)


# --- a lost connection ---


def test_what_is_confirmed_without_a_connection_is_recorded_later(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    recorder = Recorder(browser, match)
    recorder.record(DEAL)
    offline(browser, on=True)
    recorder.choose(FIRST)
    browser.until(lambda: "No connection" in recorder.message, "the message")
    assert "Player 0: fill the showcase" in browser.text("#outbox")
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 1
    offline(browser, on=False)
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2, "the action")
    browser.until(lambda: recorder.version == 3, "the newest table")
    assert not browser.find("#outbox").is_displayed()
    for wire in ROUND[1:4]:
        recorder.record(wire)
    driver_log(browser)


def test_what_is_confirmed_while_the_page_catches_up_is_sent_at_once(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    Recorder(browser, match)
    browser.driver.set_script_timeout(20)
    found = browser.driver.execute_async_script(WHILE_CATCHING_UP, str(match["id"]))
    assert found == [["first", "second"], 0, 2]


def test_without_a_connection_people_go_on_and_the_end_is_the_same(browser: Browser, api: httpx.Client) -> None:
    told = sample("klunker-3-open")
    match = opened(api, told)
    played(api, match, *told["actions"][:30])
    recorder = Recorder(browser, match)
    recorder.record(told["actions"][30])
    time.sleep(1)  # what was there to choose before is asked for meanwhile
    offline(browser, on=True)
    recorder.choose(told["actions"][31])
    if recorder.shows("confirm"):
        recorder.tap("confirm")
    browser.until(lambda: browser.attribute("#record", "data-state") == "cut-off", "the connection is lost")
    for wire in told["actions"][32:45]:
        recorder.guess(wire)
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 31
    offline(browser, on=False)
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["step"] == 45, "all is sent")
    browser.until(lambda: recorder.choices["step"] == 45, "the newest table")
    assert not browser.find("#outbox").is_displayed()
    for wire in told["actions"][45:]:
        recorder.record(wire)
    same_end(api, told, match)
    driver_log(browser)


def test_what_waits_is_there_when_the_page_is_opened_again(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    recorder = Recorder(browser, match)
    offline(browser, on=True)
    recorder.choose(FIRST)
    browser.until(lambda: "No connection" in recorder.message, "the message")
    browser.driver.get("about:blank")
    offline(browser, on=False)
    Recorder(browser, match)
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2, "the action")
    driver_log(browser)


# --- two who record ---


def test_who_is_second_is_told_and_nothing_is_doubled(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    recorder = Recorder(browser, match)
    recorder.tap(f"/jewels={compact('shoes')}")
    played(api, match, FIRST)
    browser.until(lambda: recorder.version == 3, "the table of the other")
    assert "Somebody else" in recorder.message
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2
    recorder.record(ROUND[1])
    driver_log(browser)


def test_an_action_on_an_older_table_is_kept_and_offered_again(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    recorder = Recorder(browser, match)
    offline(browser, on=True)
    recorder.choose(FIRST)
    browser.until(lambda: "No connection" in recorder.message, "the message")
    played(api, match, FIRST)
    offline(browser, on=False)
    browser.until(lambda: "Not recorded" in browser.text("#outbox"), "what became of it")
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2
    script = "return document.querySelector('#outbox [data-key^=drop]').dataset.key"
    recorder.tap(browser.driver.execute_script(script))
    browser.until(lambda: not browser.find("#outbox").is_displayed(), "it is dropped")
    driver_log(browser)


# --- undo and fix ---


def test_a_step_is_undone(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, FIRST)
    recorder = Recorder(browser, match)
    browser.click("#undo button")
    browser.until(lambda: recorder.message == "Undone.", "the message")
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 1
    browser.until(lambda: recorder.version == 4, "the table before")
    recorder.record(FIRST)


def test_an_earlier_move_is_fixed_after_a_look_at_what_comes_of_it(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, *ROUND[:4])
    recorder = Recorder(browser, match)
    recorder.tap("fix-2")
    recorder.tap(f"/jewels={compact('shoes')}")
    recorder.tap(f"/jewels={compact('shoes')}")
    recorder.tap("done")
    browser.until(lambda: "All 3 later steps stay valid." in browser.text("#choices"), "what would come of it")
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == 6
    recorder.tap("change")
    browser.until(lambda: recorder.message == "Changed.", "the change")
    step = api.get(f"{MATCHES}/{match['id']}/replay/steps/2").json()
    assert step["played"]["action"]["jewels"] == ["shoes", "shoes"]


def test_a_fix_after_which_a_move_cant_be_tells_which_and_why(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, *ROUND[:4])
    recorder = Recorder(browser, match)
    recorder.tap("fix-2")
    for _ in range(3):
        recorder.tap(f"/jewels={compact('tiara')}")
    recorder.tap("done")
    browser.until(lambda: "Step 5 would then be impossible (K4.1)" in browser.text("#choices"), "what would come of it")
    recorder.tap("prefix")
    browser.until(lambda: recorder.message == "Changed.", "the change")
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 4


# --- without a mouse, without script ---


def test_a_move_is_recorded_by_keyboard(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    recorder = Recorder(browser, match)
    for _ in range(60):
        browser.press(Keys.TAB)
        if browser.driver.switch_to.active_element.get_attribute("data-key") == f"/jewels={compact('shoes')}":
            break
    browser.press(Keys.ENTER)
    browser.until(lambda: recorder.shows("done"), "the list")
    for _ in range(60):
        browser.press(Keys.TAB)
        if browser.driver.switch_to.active_element.get_attribute("data-key") == "done":
            break
    browser.press(Keys.ENTER)
    browser.until(lambda: recorder.version == 3, "the action")


def test_everything_is_named_and_large_enough_for_a_finger(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    Recorder(browser, match)
    script = (
        "return [...document.querySelectorAll('#choices button, #choices a')].filter(one => !one.textContent.trim()"
        " || one.getBoundingClientRect().height < 44).map(one => one.outerHTML)"
    )
    assert browser.driver.execute_script(script) == []
    browser.verify()


@contextmanager
def without_script(browser: Browser) -> Iterator[None]:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_without_script_links_and_forms_do_the_same(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    path = f"/matches/{match['id']}/record"
    with without_script(browser):
        browser.open(path)
        follow(browser, "Fill the showcase")
        follow(browser, "shoes")
        follow(browser, "Done")
        browser.click("#choices form button")
        browser.until(lambda: browser.driver.current_url.endswith(path), "the page after the action")
        assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2
        browser.click("#undo button")
        browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["step"] == 1, "the step is undone")


def follow(browser: Browser, label: str) -> None:
    links = browser.driver.find_elements(By.CSS_SELECTOR, "#choices a")
    next(link for link in links if link.text.startswith(label)).click()


def test_a_match_is_ended_and_removed(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    Recorder(browser, match)
    browser.click("details summary")
    browser.click("[value=conclude]")
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["status"] == "finished", "the end")
    browser.click("details summary")
    browser.click("[value=reopen]")
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["status"] == "playing", "it goes on")
    browser.click("details summary")
    browser.click("a[href$='/remove']")
    browser.went_to(f"/matches/{match['id']}/remove")
    browser.click("[name=sure]")
    browser.click("main form button")
    browser.went_to("/")
    problem(api.get(f"{MATCHES}/{match['id']}"), 404, "not-found")
