"""Recording in a real browser on a phone: by taps, without a network, by two at once, by keys, by links and forms."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.domain.games.choosing import value_at
from tests.service.conftest import running_service
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, SAMPLES, open_match, played, problem, whole

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

PHONE: Final = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
MOST_TAPS: Final = {"klunker": 3.0, "halunken": 3.0, "dschunke": 4.0}
WHOLE: Final = ("klunker-3-open", "halunken-standard-4", "dschunke-two-fixed-open")
VERBS: Final = {
    "deal": "Deal the cards",
    "stock": "Fill the showcase",
    "store": "Store a card",
    "pass": "Pass",
    "buy": "Buy a showcase",
    "decline": "Buy nothing",
    "sell": "Sell a set",
}
OTHERS: Final = sorted({path.stem for path in SAMPLES.glob("*.json")} - set(WHOLE))


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture
def browser(driver: webdriver.Chrome, api: httpx.Client) -> Iterator[Browser]:  # noqa: F811
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    opened = Browser(driver, str(api.base_url).rstrip("/"))
    opened.open("/sign-in")
    opened.find("#token").send_keys(api.headers["authorization"].partition(" ")[2], Keys.ENTER)
    opened.went_to("/")
    driver.execute_script("localStorage.clear()")
    yield opened
    offline(opened, on=False)
    opened.open("/")


def offline(browser: Browser, *, on: bool) -> None:
    conditions = {"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.driver.execute_cdp_cmd("Network.enable", {})
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


class Recorder:
    """Somebody who records a match by taps, and counts them."""

    def __init__(self, browser: Browser, match: dict[str, Any]) -> None:
        self.browser = browser
        self.match = match
        self.taps = 0
        self.wire: Any = None
        browser.open(f"/matches/{match['id']}/record")
        browser.until(lambda: browser.find("#record").get_attribute("data-version"), "the script")

    @property
    def version(self) -> int:
        return int(self.browser.find("#record").get_attribute("data-version") or 0)

    @property
    def message(self) -> str:
        return self.browser.text("#message")

    @property
    def choices(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.browser.text("#data"))["choices"]
        return told

    def tap(self, key: str) -> None:
        script = "return [...document.querySelectorAll('[data-key]')].find(one => one.dataset.key === arguments[0])"
        found: list[Any] = []

        def there() -> bool:
            found[:] = [self.browser.driver.execute_script(script, key)]
            return found[0] is not None and found[0].is_enabled()

        def tapped() -> bool:
            try:
                if not there():
                    return False
                found[0].click()
            except StaleElementReferenceException:  # the page was just drawn anew
                return False
            return True

        try:
            self.browser.until(tapped, f"the button {key}")
        except TimeoutException:
            raise AssertionError(f"{self.wire}: no button {key}, but {self.browser.text('#choices')}") from None
        self.taps += 1

    def shows(self, key: str) -> bool:
        """Whether there is such a button among the choices."""
        script = "return [...document.querySelectorAll('#choices [data-key]')].map(one => one.dataset.key)"
        return key in self.browser.driver.execute_script(script)

    def choose(self, wire: dict[str, Any]) -> None:
        """Put an action together, up to where it is confirmed."""
        wire = self.wire = json.loads(json.dumps(wire))
        choices = self.choices
        if self.shows(f"i-am-{wire.get('seat')}"):
            self.tap(f"i-am-{wire['seat']}")
        number, way = way_to(choices, wire)
        shown = [one for one in choices["choices"] if choices["chosen"] is None or one["seat"] == wire["seat"]]
        choice = choices["choices"][number]
        if "slot" not in choice or len(shown) > 3 or sum("slot" in one for one in shown) > 1:
            self.tap(f"verb-{number}")
        for place, (slot, value) in enumerate(way):
            last = place == len(way) - 1
            if slot["kind"] == "multiset":
                self._fill(slot, value, last=last)
            elif value is None:
                self.tap("skip")
            elif place == 0 or len(self._left(slot, way[:place])) > 1 or slot.get("optional"):
                self.tap(f"{slot['pointer']}={compact(value)}")

    def _fill(self, slot: dict[str, Any], value: list[str] | None, *, last: bool) -> None:
        if value is None:
            self.tap("skip")
            return
        for item in value:
            self.tap(f"{slot['pointer']}={compact(item)}")
        if last or not all(len(value) >= fits["most"] for fits in slot["fits"]):
            self.tap("done")

    @staticmethod
    def _left(slot: dict[str, Any], before: list[Any]) -> list[Any]:
        gone = [value for other, value in before if slot.get("pool") and other.get("pool") == slot["pool"]]
        return [option for option in slot["options"] if option["value"] not in gone]

    def guess(self, wire: dict[str, Any]) -> None:
        """Put an action together and confirm it without a connection, when nobody tells what is legal."""
        self.tap_verb(VERBS[wire["type"]])
        if "seat" in wire:
            self.tap(f"/seat={wire['seat']}")
        for field, value in wire.items():
            if field == "hands":
                for seat, hand in enumerate(value):
                    self._list(f"/hands/{seat}", hand)
            elif field == "jewels":
                self._list("/jewels", value)
            elif field not in {"type", "seat"}:
                self.tap(f"/{field}={compact(value)}")
        if self.shows("confirm"):
            self.tap("confirm")

    def _list(self, at: str, items: list[str]) -> None:
        for item in items:
            self.tap(f"{at}={compact(item)}")
        self.tap("done")

    def tap_verb(self, label: str) -> None:
        script = (
            "return [...document.querySelectorAll('[data-key^=verb]')]"
            ".find(one => one.textContent === arguments[0])?.dataset.key"
        )
        self.browser.until(lambda: self.browser.driver.execute_script(script, label), f"the verb {label}")
        self.tap(self.browser.driver.execute_script(script, label))

    def record(self, wire: dict[str, Any]) -> None:
        """Put an action together and confirm it."""
        version = self.version
        self.choose(wire)
        if self.shows("confirm"):
            self.tap("confirm")
        self.browser.until(lambda: self.version > version, f"{wire} is recorded: {self.message}")


def way_to(choices: dict[str, Any], wire: dict[str, Any]) -> tuple[int, list[tuple[dict[str, Any], Any]]]:
    """The verb that leads to an action, and what to pick for each slot."""
    for number, choice in enumerate(choices["choices"]):
        made, way = json.loads(json.dumps(choice["action"])), list[tuple[dict[str, Any], Any]]()
        place = choice.get("slot")
        while place is not None:
            slot = choices["slots"][place]
            value = value_at(wire, slot["pointer"])
            if not isinstance(value, str | int | list | dict):
                if not slot.get("optional"):
                    break
                way.append((slot, None))
                place = slot.get("then")
                continue
            if slot["kind"] == "multiset":
                place, taken = slot.get("then"), value
            else:
                option = next((one for one in slot["options"] if alike(one["value"], value)), None)
                if option is None:
                    break
                place, taken = option.get("then"), option["value"]
            way.append((slot, taken))
            put(made, slot["pointer"], value)
        else:
            if made == wire:
                return number, way
    raise AssertionError(f"{wire} can't be put together from {choices}")


def alike(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return sorted(one) == sorted(other)
    return bool(one == other)


def put(wire: Any, pointer: str, value: Any) -> None:
    *way, last = pointer.split("/")[1:]
    for part in way:
        wire = wire[int(part)] if isinstance(wire, list) else wire.setdefault(part, {})
    wire[int(last) if isinstance(wire, list) else last] = value


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def sample(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text())
    return told


def seats_of(told: dict[str, Any]) -> list[dict[str, str]]:
    return [{"name": f"Player {seat}"} for seat in range(told["seats"])]


def opened(api: httpx.Client, told: dict[str, Any]) -> dict[str, Any]:
    return open_match(api, game=told["game"], options=told["options"], seats=seats_of(told))


def same_end(api: httpx.Client, told: dict[str, Any], match: dict[str, Any]) -> None:
    """The table is as if the actions had been sent."""
    sent = whole(api, told["actions"], seats=seats_of(told), game=told["game"], options=told["options"])
    one, other = (api.get(f"{MATCHES}/{each['id']}/state").json() for each in (sent, match))
    assert one["pending"]["type"] == "finished"
    assert {**one, "version": 0} == {**other, "version": 0}


# --- whole matches ---


@pytest.mark.parametrize("name", [*WHOLE, *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def test_a_whole_match_is_recorded_by_taps(browser: Browser, api: httpx.Client, name: str) -> None:
    told = sample(name)
    match = opened(api, told)
    recorder = Recorder(browser, match)
    browser.find("#at-once").click()
    for wire in told["actions"]:
        recorder.record(wire)
    same_end(api, told, match)
    taps = recorder.taps / len(told["actions"])
    print(f"{name}: {recorder.taps} taps, {len(told['actions'])} steps: {taps:.2f} a step")
    assert taps <= MOST_TAPS[told["game"]]
    browser.verify()


# --- a lost connection ---


def test_what_is_confirmed_without_a_connection_is_recorded_later(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    recorder = Recorder(browser, match)
    recorder.record(DEAL)
    offline(browser, on=True)
    recorder.choose(FIRST)
    browser.until(lambda: "No connection" in recorder.message, "the message")
    assert "Fill the showcase" in browser.text("#outbox")
    assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 1
    offline(browser, on=False)
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2, "the action")
    browser.until(lambda: recorder.version == 3, "the newest table")
    assert not browser.find("#outbox").is_displayed()
    for wire in ROUND[1:4]:
        recorder.record(wire)
    driver_log(browser)


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
    browser.until(lambda: browser.find("#record").get_attribute("data-state") == "cut-off", "the connection is lost")
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


def driver_log(browser: Browser) -> None:
    """Forget what the browser complained of: requests that it couldn't send."""
    browser.driver.get_log("browser")


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
    browser.find("#undo button").click()
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
    browser.until(lambda: "All 3 later moves stand." in browser.text("#choices"), "what would come of it")
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
    browser.until(lambda: "Move 5 can’t be then (K4.1)" in browser.text("#choices"), "what would come of it")
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
        browser.find("#choices form button").click()
        browser.until(lambda: browser.driver.current_url.endswith(path), "the page after the action")
        assert api.get(f"{MATCHES}/{match['id']}").json()["step"] == 2
        browser.find("#undo button").click()
        browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["step"] == 1, "the step is undone")


def follow(browser: Browser, label: str) -> None:
    links = browser.driver.find_elements(By.CSS_SELECTOR, "#choices a")
    next(link for link in links if link.text.startswith(label)).click()


def test_a_match_is_ended_and_removed(browser: Browser, api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    Recorder(browser, match)
    browser.find("details summary").click()
    browser.find("[value=conclude]").click()
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["status"] == "finished", "the end")
    browser.find("details summary").click()
    browser.find("[value=reopen]").click()
    browser.until(lambda: api.get(f"{MATCHES}/{match['id']}").json()["status"] == "playing", "it goes on")
    browser.find("details summary").click()
    browser.find("a[href$='/remove']").click()
    browser.went_to(f"/matches/{match['id']}/remove")
    browser.find("[name=sure]").click()
    browser.find("main form button").click()
    browser.went_to("/")
    problem(api.get(f"{MATCHES}/{match['id']}"), 404, "not-found")
