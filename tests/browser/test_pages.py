"""The pages in a real browser, on a phone and on a wide screen: by keys, slider and list, signed in and not.

Each test also holds that nothing came from another host, that the browser complained of nothing, and that nothing is
wider than the window.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from domain.registry import GAMES
from tests.browser.measures import WIDER_THAN_THE_WINDOW
from tests.service.conftest import running_service
from tests.service.scenes import DEAL, FIRST, MATCHES, SAMPLES, open_match, played, whole

pytestmark = pytest.mark.slow

FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
SIZES: Final = {"phone": (360, 740), "wide": (1200, 900)}
NASTY: Final = "<script>document.title='owned'</script>" + "W" * 41
COMMENT: Final = "Why *not* the tiara? <img src=x onerror=\"document.title='owned'\">"


class Table(NamedTuple):
    """A service with a match that has ended, one that is being played, and what it takes to look at them."""

    api: httpx.Client
    ended: dict[str, Any]
    running: dict[str, Any]

    @property
    def token(self) -> str:
        return self.api.headers["authorization"].partition(" ")[2]


class Browser:
    """A window of the browser, with what the tests ask of it."""

    def __init__(self, driver: webdriver.Chrome, base: str) -> None:
        self.driver = driver
        self.base = base

    def open(self, path: str) -> None:
        self.driver.get(self.base + path)

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        """Clicks what is there in the end: a page may put another button in the place of the one just found."""

        def clicked() -> bool:
            self.find(selector).click()
            return True

        self.until(clicked, f"something to click at {selector}")

    def text(self, selector: str) -> str:
        """Found and read in one go, so that it can't be replaced in between."""
        script = "return document.querySelector(arguments[0])?.textContent"
        content: str | None = self.driver.execute_script(script, selector)
        if content is None:
            raise NoSuchElementException(selector)
        return content.strip()

    def attribute(self, selector: str, name: str) -> str | None:
        """What an attribute says, which is nothing for one that is just set; None without it or such an element."""
        script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1])"
        value: str | None = self.driver.execute_script(script, selector, name)
        return value

    def press(self, *keys: str) -> None:
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def until(self, holds: Callable[[], Any], what: str) -> None:
        """Waits; what is replaced while it is looked at is looked at again."""
        ignored = [StaleElementReferenceException]
        WebDriverWait(self.driver, 30, poll_frequency=0.02, ignored_exceptions=ignored).until(lambda _: holds(), what)

    def shows(self, step: int, sentence: str) -> None:
        """Waits until `step` is shown in every place."""
        self.until(lambda: self.attribute("#replay", "data-step") == str(step), f"step {step}")
        assert self.text("#step-now") == self.find("#step").get_property("value") == str(step)
        assert self.text("#sentence") == sentence
        assert self.text("[aria-current=step]") == sentence
        assert (f"step {step}" if step else "set-up") in self.text("#board svg")
        assert urlsplit(self.driver.current_url).query.split("&")[0] == f"step={step}"

    def move(self, step: int) -> WebElement:
        """A step in the list of moves, which is in a sheet on a phone."""
        opener = self.find("#open-moves")
        if opener.is_displayed():
            opener.click()
        return self.find(f"#moves [data-step='{step}']")

    def went_to(self, path: str) -> None:
        self.until(lambda: urlsplit(self.driver.current_url).path == path, path)

    def verify(self) -> None:
        """Nothing is wider than the window, from another host, or amiss."""
        assert self.driver.execute_script(WIDER_THAN_THE_WINDOW) == []
        log = [json.loads(line["message"])["message"] for line in self.driver.get_log("performance")]
        asked = [one["params"]["request"]["url"] for one in log if one["method"] == "Network.requestWillBeSent"]
        assert [url for url in asked if not url.startswith((self.base, "data:"))] == []
        assert [line for line in self.driver.get_log("browser") if line["level"] in {"WARNING", "SEVERE"}] == []
        assert "owned" not in self.driver.title


@pytest.fixture(scope="module")
def table(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as api:
        seats = [{"name": NASTY}, {"name": "Åsa 🃏"}, {"name": "عَدِيّ"}]
        ended = whole(api, seats=seats, place="Bologna")
        for content in (
            {"kind": "comment", "text": COMMENT},
            {"kind": "glyphs", "glyphs": [5]},
            {"kind": "marks", "marks": [{"type": "arrow", "from": "deck", "to": "seat:0", "colour": "red"}]},
        ):
            noted = {"step": 2, "content": content, "audience": "public"}
            assert api.post(f"{MATCHES}/{ended['id']}/annotations", json=noted).status_code == 201
        running = open_match(api)
        played(api, running, DEAL)
        for key in sorted(set(GAMES) - {"klunker"}):
            sample = json.loads(min(SAMPLES.glob(f"{key}-*.json")).read_text())
            players = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
            whole(api, sample["actions"], seats=players, game=key, options=sample["options"])
        assert api.get(MATCHES, params={"after_position": ended["position"]}).status_code == 200
        yield Table(api, ended, running)


@pytest.fixture(scope="module")
def driver(chromium: str, chromedriver: str) -> Iterator[webdriver.Chrome]:
    with driving(chromium, chromedriver) as driven:
        yield driven


@contextmanager
def driving(chromium: str, chromedriver: str, *flags: str) -> Iterator[webdriver.Chrome]:
    """A browser of its own, with `flags` after those that all have."""
    options = Options()
    options.binary_location = chromium
    for flag in (*FLAGS, *flags):
        options.add_argument(flag)
    options.enable_bidi = True  # for several people, each with cookies of their own
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = Service(chromedriver)
    driven = webdriver.Chrome(options=options, service=service)
    try:
        yield driven
    finally:
        driven.quit()
        if isinstance(driven.command_executor, RemoteConnection):
            driven.command_executor.close()  # the driver leaves its connections to the garbage collector


@contextmanager
def window(driver: webdriver.Chrome, table: Table, size: str) -> Iterator[Browser]:
    width, height = SIZES[size]
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"},
    )
    browser = Browser(driver, str(table.api.base_url).rstrip("/"))
    yield browser
    browser.verify()


@pytest.fixture(params=sorted(SIZES))
def browser(driver: webdriver.Chrome, table: Table, request: pytest.FixtureRequest) -> Iterator[Browser]:
    with window(driver, table, request.param) as opened:
        yield opened


def sentences(table: Table) -> list[str]:
    """What led to each step of the match that has ended."""
    pages = [table.api.get(f"{MATCHES}/{table.ended['id']}/replay", params={"limit": 1000}).json()]
    assert pages[0]["next_cursor"] is None
    return ["The set-up", *(frame["played"]["sentence"] for frame in pages[0]["items"][1:])]


def test_a_match_is_found_and_gone_through_with_keys_to_its_end(browser: Browser, table: Table) -> None:
    told = sentences(table)
    last = len(told) - 1
    browser.open("/")
    browser.click(f"a.match[href$='{table.ended['id']}']")
    browser.went_to(f"/matches/{table.ended['id']}")
    browser.press(Keys.HOME)
    browser.shows(0, told[0])
    for step in range(1, 6):
        browser.press(Keys.ARROW_RIGHT)
        browser.shows(step, told[step])
    browser.press(Keys.ARROW_LEFT)
    browser.shows(4, told[4])
    browser.press(*[Keys.ARROW_RIGHT] * (last - 4))
    browser.shows(last, told[last])
    browser.press(Keys.ARROW_RIGHT)
    browser.shows(last, told[last])
    scores = {one["seat"]: one for one in table.api.get(f"{MATCHES}/{table.ended['id']}").json()["standings"]}
    for seat, standing in scores.items():
        assert browser.text(f"[data-score='{seat}']") == str(standing["score"])
        assert browser.find(f"[data-winner='{seat}']").is_displayed() is standing["winner"]


def test_keys_of_one_character_can_be_turned_off(browser: Browser, table: Table) -> None:
    browser.open(f"/matches/{table.ended['id']}?step=2")
    browser.until(lambda: browser.find("#play").is_displayed(), "the script")
    browser.press("?")
    assert browser.attribute("#help", "open") is not None
    browser.click("#letters")
    browser.press("?", "p")
    assert browser.attribute("#help", "open") is not None
    assert browser.attribute("#replay", "data-step") == "2"
    browser.open(f"/matches/{table.ended['id']}?step=3")
    assert not browser.find("#letters").is_selected()
    browser.driver.execute_script("localStorage.clear()")


def test_slider_list_and_phases_jump(browser: Browser, table: Table) -> None:
    told = sentences(table)
    chapters = table.api.get(f"{MATCHES}/{table.ended['id']}/replay/chapters").json()["items"]
    browser.open(f"/matches/{table.ended['id']}?step=0")
    browser.find("#step").send_keys(Keys.END)
    browser.shows(len(told) - 1, told[-1])
    browser.driver.execute_script(
        "const slider = document.getElementById('step'); slider.value = 7; slider.dispatchEvent(new Event('input'))"
    )
    browser.shows(7, told[7])
    browser.move(3).click()
    browser.shows(3, told[3])
    browser.press(Keys.PAGE_DOWN)
    following = min(part["first_step"] for part in chapters if part["first_step"] > 3)
    browser.shows(following, told[following])
    browser.press(Keys.PAGE_UP)
    before = max(part["first_step"] for part in chapters if part["first_step"] < following)
    browser.shows(before, told[before])
    browser.click("[data-go=last]")
    browser.shows(len(told) - 1, told[-1])


def test_another_viewer_knows_less(browser: Browser, table: Table) -> None:
    browser.open(f"/matches/{table.ended['id']}?step=1")
    before = browser.text("#sentence")
    Select(browser.find("#viewer")).select_by_value("seat:1")
    browser.until(lambda: "viewer=seat%3A1" in browser.driver.current_url, "the viewer")
    assert browser.text("#sentence") != before
    assert "step=1" in browser.driver.current_url
    expected = table.api.get(f"{MATCHES}/{table.ended['id']}/replay/steps/2", params={"viewer": "seat:1"}).json()
    browser.press(Keys.ARROW_RIGHT)
    browser.shows(2, expected["played"]["sentence"])


def test_a_comment_is_read_and_one_is_written_after_signing_in(browser: Browser, table: Table) -> None:
    path = f"/matches/{table.ended['id']}"
    browser.open(f"{path}?step=1")
    assert not browser.find("#notes").text
    browser.press(Keys.ARROW_RIGHT)
    browser.until(lambda: "Why not the tiara?" in browser.find("#notes").text, "the comment")
    assert browser.text("#notes em") == "not"
    assert browser.find("#notes .sign").is_displayed()
    for place in ("#notes", "#moves [data-notes='2']"):
        assert browser.text(f"{place} .sign").startswith("!? interesting move (")
    browser.until(lambda: "from Deck to" in browser.text("#board svg"), "the mark")
    label = browser.driver.find_element(By.XPATH, "//*[@id='board']//*[local-name()='text'][.='#1']")
    assert label.is_displayed()
    browser.click("#comments a[href='/sign-in']")
    browser.went_to("/sign-in")
    browser.find("#token").send_keys(table.token, Keys.ENTER)
    browser.went_to(path)
    browser.until(lambda: browser.attribute("#replay", "data-step") == "2", "back at the step")
    browser.press(Keys.ARROW_RIGHT)
    browser.click("#comments > details > summary")
    browser.find("#text").send_keys("Well **played**")
    scrolled = browser.driver.execute_script("return scrollY")
    browser.click("#comments > details form[data-note] button")
    browser.until(lambda: "Well played" in browser.find("#notes").text, "the comment")
    assert browser.text("#notes strong") == "played"
    assert abs(browser.driver.execute_script("return scrollY") - scrolled) < 200, "one stays where one is"
    assert "step=3" in browser.driver.current_url
    browser.open("/")
    browser.click("form[action='/sign-out'] button")
    browser.until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, "nav a[href='/sign-in']"), "signed out")
    browser.open(path)
    assert "Well played" not in browser.driver.page_source


@pytest.mark.parametrize("size", ["phone"])
def test_a_match_is_followed_while_it_is_played(driver: webdriver.Chrome, table: Table, size: str) -> None:
    with window(driver, table, size) as browser:
        path = f"/matches/{table.running['id']}"
        browser.open(path)
        assert browser.text("#step-last") == "1"
        played(table.api, table.running, FIRST)
        browser.until(lambda: browser.text("#step-now") == "2", "the new step")
        assert browser.text("#sentence") == browser.text("[aria-current=step]")
        assert "step 2" in browser.text("#board svg")
        browser.press(Keys.HOME)
        browser.until(lambda: browser.attribute("#replay", "data-step") == "0", "the first step")
        played(table.api, table.running, {"type": "stock", "seat": 1, "jewels": ["earrings"]})
        browser.until(lambda: browser.text("#news") != "", "the announcement")
        assert browser.text("#step-now") == "0"
        browser.click("#news a")
        browser.until(lambda: browser.attribute("#replay", "data-step") == "3", "the newest step")
        browser.open("/")  # ends the stream


def test_every_game_fits_the_window(browser: Browser, table: Table) -> None:
    for key in sorted(GAMES):
        listed = table.api.get(MATCHES, params={"game": key, "status": "finished", "limit": 1}).json()["items"]
        browser.open(f"/matches/{listed[0]['id']}?step={listed[0]['step'] // 2}")
        assert browser.find("#board svg").is_displayed()
        browser.verify()


def test_everything_can_be_reached_by_keyboard_and_is_named(browser: Browser, table: Table) -> None:
    browser.open(f"/matches/{table.ended['id']}?step=1")
    unnamed = browser.driver.execute_script(
        "return [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]"
        ".filter(one => !(one.labels?.length || one.getAttribute('aria-label') || one.textContent.trim()))"
        ".map(one => one.outerHTML)"
    )
    assert unnamed == []
    browser.press(Keys.TAB)
    assert browser.driver.switch_to.active_element.get_attribute("class") == "skip"
    reached = []
    for _ in range(40):
        browser.press(Keys.TAB)
        reached.append(browser.driver.switch_to.active_element.get_attribute("data-go"))
    assert [way for way in reached if way][:6] == ["first", "part-back", "back", "on", "part-on", "last"]
    outline = browser.driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
