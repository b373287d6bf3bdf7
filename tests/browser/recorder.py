"""Somebody who records a match on a phone: taps what leads to an action, with a connection or without."""

import json
from typing import Any, Final

import httpx
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.keys import Keys

from tests.browser.test_pages import Browser
from tests.domain.games.choosing import value_at
from tests.service.scenes import MATCHES, SAMPLES, open_match, whole

PHONE: Final = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
VERBS: Final = {
    "deal": "Deal the cards",
    "stock": "Fill the showcase",
    "store": "Store a card",
    "pass": "Pass",
    "buy": "Buy a showcase",
    "decline": "Buy nothing",
    "sell": "Sell a set",
}


def phone_of(driver: webdriver.Chrome, base: str) -> Browser:
    """A window of the size of a phone, in which nobody is signed in, and nothing of what was before goes on."""
    driver.get("about:blank")
    driver.get_log("browser")
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    return Browser(driver, base.rstrip("/"))


def sign_in(browser: Browser, token: str) -> None:
    browser.open("/sign-in")
    browser.find("#token").send_keys(token, Keys.ENTER)
    browser.went_to("/")
    browser.driver.execute_script("localStorage.clear()")


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
        browser.until(lambda: browser.attribute("#record", "data-version"), "the script")

    @property
    def version(self) -> int:
        return int(self.browser.attribute("#record", "data-version") or 0)

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
            elif slot["kind"] == "text":
                self.browser.find("[data-key=written]").send_keys(value)
                self.tap("done")
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
        is_full = bool(value) and all(len(value) >= fits["most"] for fits in slot["fits"])
        if not is_full or (last and not self.browser.find("#at-once").is_selected()):
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
            ".find(one => one.textContent.replace(one.querySelector('.hint')?.textContent ?? '', '') === arguments[0])"
            "?.dataset.key"
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
            if slot["kind"] in {"multiset", "text"}:
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


def driver_log(browser: Browser) -> None:
    """Forget what the browser complained of: requests that it couldn't send."""
    browser.driver.get_log("browser")
