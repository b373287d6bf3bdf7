"""Recording and getting in without a mouse or without sight: axe finds nothing, and rounds are recorded by keys."""

import json
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from domain.registry import GAMES
from tests.browser.accessibility import findings
from tests.browser.recorder import Recorder, compact, driver_log, opened, sample, way_to
from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.service.scenes import BASE, DEAL, FIRST, MATCHES, ROUND, open_match, played, whole

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

SAMPLE_OF: Final = {
    "klunker": "klunker-3-open",
    "halunken": "halunken-standard-4",
    "dschunke": "dschunke-two-fixed-open",
}
MOST_TABS: Final = 250
FOCUS_STAYS: Final = """
const { activeElement } = document;
return activeElement === document.body || document.getElementById("choices").contains(activeElement);
"""
WAY_TO: Final = """
const found = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === arguments[0]);
if (!found || found.disabled) return null;
if (found === document.activeElement) return "here";
const isBefore = document.activeElement.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING;
return isBefore ? "back" : "on";
"""


@pytest.fixture
def browser(browser: Browser) -> Iterator[Browser]:
    """It may have been kept from loading something, which its log tells."""
    yield browser
    browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    browser.open("/")
    driver_log(browser)


# --- axe ---


def test_nothing_is_found_while_somebody_chooses(browser: Browser, api: httpx.Client) -> None:
    for key, name in SAMPLE_OF.items():
        told = sample(name)
        match = opened(api, told)
        played(api, match, *told["actions"][:20])
        recorder = Recorder(browser, match)
        assert findings(browser) == [], key
        recorder.choose(told["actions"][20])
        assert findings(browser) == [], key


def test_nothing_is_found_at_the_keypad(browser: Browser, api: httpx.Client) -> None:
    told = sample("sheet-catan-3")
    recorder = Recorder(browser, opened(api, told))
    number, way = way_to(recorder.choices, told["actions"][0])
    assert findings(browser) == []
    recorder.tap(f"verb-{number}")
    for slot, value in way[:-1]:
        recorder.tap(f"{slot['pointer']}={compact(value)}")
    assert browser.find("#choices .keypad").is_displayed()
    assert findings(browser) == []
    recorder.tap("key-7")
    recorder.tap("done")
    browser.until(lambda: "Player 0: 7 under" in browser.text("#log"), "what was written")


def test_nothing_is_found_while_hands_are_dealt(browser: Browser, api: httpx.Client) -> None:
    recorder = Recorder(browser, open_match(api))
    recorder.tap(f"/hands/0={compact('shoes')}")
    assert findings(browser) == []


def test_nothing_is_found_behind_the_curtain(browser: Browser, api: httpx.Client) -> None:
    told = sample("halunken-standard-4")
    match = opened(api, told)
    recorder = Recorder(browser, match)
    for wire in told["actions"]:
        if recorder.shows("i-am-0"):
            break
        recorder.record(wire)
    assert findings(browser) == []
    recorder.tap("i-am-0")
    assert findings(browser) == []


def test_nothing_is_found_while_others_are_waited_for(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"}, visibility="private")
    seat = (api.get(f"{MATCHES}/{match['id']}").json()["pending"]["seats"][0] + 1) % 3
    invitation = {"role": "seat", "match": match["id"], "seat": seat}
    browser.open(f"/join/{api.post(f'{BASE}/invitations', json=invitation).json()['code']}")
    assert findings(browser) == []
    browser.click("main button")
    browser.went_to(f"/matches/{match['id']}")
    assert Recorder(browser, match).choices["choices"] == []
    assert findings(browser) == []


def test_nothing_is_found_while_a_move_is_fixed(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, *ROUND[:4])
    recorder = Recorder(browser, match)
    recorder.tap("fix-2")
    browser.until(lambda: recorder.shows("leave"), "the choices")
    assert findings(browser) == []
    for _ in range(2):
        recorder.tap(f"/jewels={compact('shoes')}")
    recorder.tap("done")
    browser.until(lambda: recorder.shows("change"), "what would come of it")
    assert findings(browser) == []


def test_nothing_is_found_when_something_waits_or_is_refused(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    recorder = Recorder(browser, match)
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/actions"]})
    recorder.choose(FIRST)
    browser.until(lambda: browser.attribute("#record", "data-state") == "cut-off", "the connection is lost")
    assert findings(browser) == []
    played(api, match, FIRST)
    browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    browser.until(lambda: "Not recorded" in browser.text("#outbox"), "what became of it")
    assert findings(browser) == []


def test_nothing_is_found_when_the_match_has_ended(browser: Browser, api: httpx.Client) -> None:
    Recorder(browser, whole(api))
    assert findings(browser) == []


def test_nothing_is_found_on_the_way_in(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    for path in (
        "/matches/new",
        *(f"/matches/new?game={key}" for key in GAMES),
        f"/matches/{match['id']}/phones",
        "/invite",
    ):
        browser.open(path)
        assert findings(browser) == [], path
    browser.click("main form button")
    browser.until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, ".qr svg"), "the code")
    assert findings(browser) == []
    browser.open(f"/matches/{match['id']}/phones")
    browser.click("main form button")
    browser.until(lambda: len(browser.driver.find_elements(By.CSS_SELECTOR, ".qr svg")) == 3, "the codes")
    assert findings(browser) == []
    for path in ("/join", "/sign-in"):
        browser.open(path)
        assert findings(browser) == [], path
    browser.open("/join")
    browser.find("#code").send_keys("WRONG1", Keys.ENTER)
    browser.until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, "[role=alert]"), "that the code is wrong")
    assert findings(browser) == []


# --- keys ---


class ByKeys(Recorder):
    """Somebody who records with the Tab and Enter keys alone, and sees what has the focus."""

    def tap(self, key: str) -> None:
        self.browser.until(lambda: self._way_to(key) is not None, f"the button {key}")
        for _ in range(MOST_TABS):
            way = self._way_to(key)
            if way == "here":
                break
            if way == "back":
                webdriver.ActionChains(self.browser.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(
                    Keys.SHIFT
                ).perform()
            else:
                self.browser.press(Keys.TAB)
        else:
            pytest.fail(f"{key} isn't reached by the Tab key")
        outline = "const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);"
        assert self.browser.driver.execute_script(f"{outline} return outlineStyle !== 'none' && outlineWidth !== '0px'")
        self.browser.press(Keys.ENTER)
        self.taps += 1

    def _way_to(self, key: str) -> Any:
        """Where the button is from what has the focus: here, back or on; None if there is none."""
        return self.browser.driver.execute_script(WAY_TO, key)


def first_round(api: httpx.Client, told: dict[str, Any]) -> int:
    """How many steps the first round takes."""
    match = whole(
        api,
        told["actions"],
        game=told["game"],
        options=told["options"],
        seats=[{"name": f"Player {n}"} for n in range(told["seats"])],
    )
    chapters = api.get(f"{MATCHES}/{match['id']}/replay/chapters").json()["items"]
    second: int = min(part["first_step"] for part in chapters if part["chapter"].get("round", 0) > 1)
    return second - 1


@pytest.mark.parametrize("key", sorted(SAMPLE_OF))
def test_a_round_is_recorded_by_keys(browser: Browser, api: httpx.Client, key: str) -> None:
    told = sample(SAMPLE_OF[key])
    steps = first_round(api, told)
    match = opened(api, told)
    recorder = ByKeys(browser, match)
    for step, wire in enumerate(told["actions"][:steps], start=1):
        recorder.record(wire)
        browser.until(lambda: browser.driver.execute_script(FOCUS_STAYS), "the focus stays where one goes on")
        line = browser.text(f"#log [data-step='{step}']")
        assert line
        if "hidden-table" not in str(browser.attribute("#record", "class")):
            said = line.removesuffix("Fix")
            assert recorder.message == said, "it isn't announced"
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == steps
    live = browser.driver.find_elements(By.CSS_SELECTOR, "#message[role=status], #prompts[aria-live=polite]")
    assert len(live) == 2


def test_the_choices_come_soon_by_tab_and_in_their_order(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    Recorder(browser, match)
    browser.driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")
    reached = list[str]()
    for _ in range(40):
        browser.press(Keys.TAB)
        key = browser.driver.switch_to.active_element.get_attribute("data-key")
        if key is None and reached:
            break
        reached += [key] if key else []
    script = "return [...document.querySelectorAll('#choices button:not(:disabled)')].map(one => one.dataset.key)"
    assert reached == browser.driver.execute_script(script)
    assert json.loads(browser.text("#data"))["choices"]["step"] == 1
