"""Finding one's way without script: what a newcomer looks for is three taps away, and every page is light and sound."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

import service.web
from service.http.discovery import handlers_in
from tests.browser.accessibility import findings
from tests.browser.site_pages import pages_of
from tests.browser.test_pages import SIZES, Browser, driver  # noqa: F401  # a fixture
from tests.service.api.importing import some_imports
from tests.service.conftest import running_service
from tests.service.scenes import BASE, MATCHES, THREE, known, make_player, open_match, whole
from tests.service.sheets import sheet

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

MOST_BYTES: Final = 150_000
"""What a page takes with everything it loads, as it is sent."""

MOST_TAPS: Final = 3

NOWHERE: Final = "/nowhere"

PREVIEW: Final = "/matches/{match_id:uuid}/preview.png"

NO_PAGES: Final = {
    "/static/{name:str}",
    "/games/{game:str}/picture",
    "/join/{code:str}",
    "/statistics/matches.csv",
    PREVIEW,
}
"""What else is asked for with GET: files, a picture, a table, and a way in that leads on."""


class Site(NamedTuple):
    """A service, and what there is to be found."""

    api: httpx.Client
    ada: str
    bruno: str
    last_friday: dict[str, Any]
    series: str


@pytest.fixture(scope="module")
def site(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as api:
        people = [make_player(api, name) for name in ("Ada", "Bruno", "Chiara")]
        earlier = whole(api, seats=known(*people), place="Bologna", played_on="2026-01-09")
        friday = whole(api, seats=known(*people), place="Bologna", played_on="2026-01-16")
        open_match(api)
        sheet(api, "Catan", ["10", "7.5"], seats=known(*people[:2]))
        line = {"step": 1, "actions": [THREE["actions"][1]], "audience": "public"}
        assert api.post(f"{MATCHES}/{friday['id']}/variations", json=line).status_code == 201
        body = {"game": "klunker", "players": [one["id"] for one in people], "matches": [earlier["id"]]}
        series = api.post(f"{BASE}/series", json=body).json()
        for path in (
            MATCHES,
            f"{BASE}/games/klunker/leaderboard",
            f"{BASE}/games/klunker/statistics",
            f"{BASE}/series",
        ):
            assert api.get(path, params={"after_position": series["position"]}).status_code == 200
        some_imports(api)
        yield Site(api, people[0]["id"], people[1]["id"], friday, series["id"])


@contextmanager
def signed_in(driver: webdriver.Chrome, site: Site) -> Iterator[None]:  # noqa: F811
    """As the recorder, to whom no page is closed."""
    with signed_in_as(driver, site.api.headers["authorization"]):
        yield


@contextmanager
def signed_in_as(driver: webdriver.Chrome, authorization: str) -> Iterator[None]:  # noqa: F811
    """As whoever a header stands for."""
    headers = {"Authorization": authorization}
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": headers})
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})


@contextmanager
def window(driver: webdriver.Chrome, base: str, size: str) -> Iterator[Browser]:  # noqa: F811
    width, height = SIZES[size]
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    yield Browser(driver, base.rstrip("/"))


@pytest.fixture(params=sorted(SIZES))
def browser(driver: webdriver.Chrome, site: Site, request: pytest.FixtureRequest) -> Iterator[Browser]:  # noqa: F811
    """A browser without script and without a cache."""
    driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        with window(driver, str(site.api.base_url), request.param) as opened:
            yield opened
            opened.verify()
    finally:
        driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.fixture
def recorder(browser: Browser, site: Site) -> Iterator[None]:
    """Signs it in."""
    with signed_in(browser.driver, site):
        yield


def pages(site: Site) -> list[str]:
    """All of them that are there, and what a newcomer looks for, with filters."""
    filtered = (
        "/matches?game=klunker&place=Bologna",
        "/games/klunker/leaderboard?sort=rating",
        f"/players/{site.ada}/against/{site.bruno}",
        f"/statistics?player={site.ada}",
    )
    return [*(path for _, path in pages_of(site.api) if path != NOWHERE), *filtered]


def test_every_page_is_among_them(site: Site) -> None:
    asked = {path.partition("?")[0] for path in pages(site)}
    missed = {
        template
        for handler in handlers_in(service.web)
        for template in handler.paths
        if "GET" in handler.http_methods and not any(re.fullmatch(_pattern(template), path) for path in asked)
    }
    assert missed == NO_PAGES


def _pattern(template: str) -> str:
    return re.sub(r"\{[^}]*\}", "[^/]+", template)


def tap(browser: Browser, *selectors: str) -> None:
    """Follows links from the home page, as many as a newcomer may need."""
    browser.open("/")
    assert len(selectors) <= MOST_TAPS
    for selector in selectors:
        found = browser.find(selector)
        assert found.is_displayed()
        found.click()


def test_what_a_newcomer_looks_for_is_three_taps_away(browser: Browser, site: Site) -> None:
    tap(browser, ".sections a[href='/games']", "a[href='/games/klunker']")
    leader = site.api.get(f"{BASE}/games/klunker/leaderboard").json()["items"][0]["player"]["name"]
    assert browser.text(".leaders tbody tr:first-child th") == leader
    tap(browser, f"a[href='/players/{site.ada}']", f"a[href='/players/{site.ada}/against/{site.bruno}']")
    assert "Bruno" in browser.text("h1")
    cards = browser.driver.find_elements(By.CSS_SELECTOR, ".card")
    matches = {
        card.find_element(By.CSS_SELECTOR, "h3").text: card.find_element(By.CSS_SELECTOR, "dd").text for card in cards
    }
    assert matches["Klunker"] == "2"
    tap(browser, ".sections a[href='/games']", "a[href='/games/klunker']", "a[href='/games/klunker/rules']")
    assert browser.find("[id='K6.4']").is_displayed()
    browser.open("/")
    assert "Fri 16 January 2026" in browser.text(f"a.match[href='/matches/{site.last_friday['id']}']")
    tap(browser, f"a.match[href='/matches/{site.last_friday['id']}']")
    assert browser.text(".about time") == "16\u00a0January 2026"


@pytest.mark.usefixtures("recorder")
def test_every_page_is_light_and_its_links_are_large_enough(browser: Browser, site: Site) -> None:
    for path in pages(site):
        browser.driver.get_log("performance")
        browser.open(path)
        assert sent(browser) < MOST_BYTES, path
        small = [
            link.get_attribute("outerHTML")
            for link in browser.driver.find_elements(By.CSS_SELECTOR, "a, button, select, summary, input")
            if link.is_displayed() and 0 < link.size["height"] < 24 and link.get_attribute("class") != "skip"
        ]
        assert small == [], path


def sent(browser: Browser) -> int:
    """The bytes of all answers, as they came over the wire."""
    log = "\n".join(line["message"] for line in browser.driver.get_log("performance"))
    return sum(int(number) for number in re.findall(r'"Network\.loadingFinished".*?"encodedDataLength":(\d+)', log))


@pytest.mark.usefixtures("recorder")
def test_the_keyboard_gets_everywhere(browser: Browser, site: Site) -> None:
    for path in pages(site):
        if path.startswith("/embed"):
            continue  # it stands in somebody else's page, without the site around it
        browser.open(path)
        browser.press(Keys.TAB)
        assert browser.driver.switch_to.active_element.get_attribute("class") == "skip", path
        browser.press(Keys.ENTER)
        browser.press(Keys.TAB)
        inside = browser.driver.switch_to.active_element
        assert inside.find_elements(By.XPATH, "ancestor::main") or inside.find_elements(By.XPATH, "ancestor::footer")


def test_language_and_theme_are_switched_without_script(browser: Browser, site: Site) -> None:
    browser.open("/games/klunker")
    choose(browser, "it")
    browser.until(lambda: browser.attribute("html", "lang") == "it", "the page in Italian")
    assert browser.driver.current_url.endswith("/games/klunker")

    def background() -> str:
        return str(browser.find("body").value_of_css_property("background-color"))

    choose(browser, "dark")
    browser.until(lambda: background() == "rgba(20, 23, 26, 1)", "the page in the dark")
    choose(browser, "light")
    browser.until(lambda: background() == "rgba(246, 243, 236, 1)", "the page in the light")


def is_gone(element: WebElement) -> bool:
    """Whether an element isn't in its page any more; between two pages the driver says so in its own words."""
    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    except WebDriverException as error:
        if "does not belong to the document" not in str(error):
            raise
        return True
    return False


def choose(browser: Browser, value: str) -> None:
    """Pushes a switch, and waits for the page that comes of it."""
    before = browser.find("html")
    browser.click(f"button[value={value}]")
    WebDriverWait(browser.driver, 30).until(lambda _: is_gone(before))
    browser.until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, "footer"), "the page")


def test_filters_are_a_form_that_stays_in_the_address(browser: Browser, site: Site) -> None:
    browser.open("/matches")
    browser.click(".filters summary")
    browser.find("#filter-place").send_keys("bolo", Keys.ENTER)
    browser.until(lambda: "place=bolo" in browser.driver.current_url, "the filter is in the address")
    browser.until(lambda: len(browser.driver.find_elements(By.CSS_SELECTOR, "a.match")) == 2, "two matches")
    browser.click(".chips a")
    browser.until(lambda: browser.driver.current_url.endswith("/matches"), "no filter any more")


@pytest.mark.parametrize("size", sorted(SIZES))
def test_axe_finds_nothing_on_any_page(driver: webdriver.Chrome, site: Site, size: str) -> None:  # noqa: F811
    with window(driver, str(site.api.base_url), size) as browser, signed_in(driver, site):
        found = {path: broken for path in (*pages(site), NOWHERE) if (broken := _findings(browser, path))}
        assert found == {}


@pytest.mark.parametrize("size", sorted(SIZES))
def test_axe_finds_nothing_where_nobody_is_signed_in(driver: webdriver.Chrome, site: Site, size: str) -> None:  # noqa: F811
    with window(driver, str(site.api.base_url), size) as browser:
        found = {
            path: broken for path in ("/", f"/matches/{site.last_friday['id']}") if (broken := _findings(browser, path))
        }
        assert found == {}


def _findings(browser: Browser, path: str) -> list[str]:
    browser.open(path)
    return findings(browser)
