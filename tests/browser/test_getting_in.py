"""A phone gets in by a code, opens a match, shows its seats' codes and removes it: by keys alone, without script."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.browser.test_pages import SIZES, Browser, driver  # noqa: F401  # a fixture
from tests.service.conftest import running_service
from tests.service.scenes import BASE, MATCHES, known, make_player, whole

pytestmark = pytest.mark.slow

MOST_TABS = 80


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as client:
        match = whole(client, seats=known(*(make_player(client, name) for name in ("Ada", "Bruno", "Chiara"))))
        assert client.get(MATCHES, params={"after_position": match["position"]}).status_code == 200
        yield client


@pytest.fixture
def phone(driver: webdriver.Chrome, api: httpx.Client) -> Iterator[Browser]:  # noqa: F811
    width, height = SIZES["phone"]
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        yield Browser(driver, str(api.base_url).rstrip("/"))
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def tab_to(browser: Browser, selector: str) -> None:
    """Goes on with the Tab key until what `selector` names has the focus."""
    wanted = browser.find(selector)
    for _ in range(MOST_TABS):
        if browser.driver.switch_to.active_element == wanted:
            return
        browser.press(Keys.TAB)
    pytest.fail(f"{selector} isn't reached by the Tab key")


def push(browser: Browser, selector: str) -> None:
    tab_to(browser, selector)
    browser.press(Keys.ENTER)


def test_a_phone_joins_by_a_code_and_opens_a_match(phone: Browser, api: httpx.Client) -> None:
    code = api.post(f"{BASE}/invitations", json={"role": "recorder"}).json()["code"]
    phone.open("/join")
    tab_to(phone, "#code")
    phone.press("WRONG", "1", Keys.ENTER)
    phone.until(lambda: phone.driver.find_elements(By.CSS_SELECTOR, "[role=alert]"), "that the code is wrong")
    phone.driver.get_log("browser")  # complains of the status
    phone.open(f"/join/{code}")
    push(phone, "main button")
    phone.went_to("/")
    assert phone.text(".visitor bdi") == "Recorder"
    phone.verify()

    push(phone, "a[href='/matches/new']")
    phone.went_to("/matches/new")
    push(phone, "a[href='/matches/new?game=klunker']")
    phone.until(lambda: phone.driver.find_elements(By.ID, "name-4"), "the form")
    picked = [Select(phone.find(f"#player-{row}")).first_selected_option.text for row in range(5)]
    assert picked == ["Ada", "Bruno", "Chiara", "nobody", "nobody"]
    phone.verify()

    tab_to(phone, "#name-3")
    phone.press("ada")
    push(phone, "button[value=open]")
    phone.until(lambda: phone.driver.find_elements(By.NAME, "answer-3"), "the question")
    phone.driver.get_log("browser")  # here, too
    tab_to(phone, "input[name=answer-3]")
    phone.press(Keys.ARROW_DOWN)
    assert phone.find("input[name=answer-3][value=new]").is_selected()
    phone.verify()
    push(phone, "button[value=open]")
    phone.until(lambda: "/matches/new" not in phone.driver.current_url, "the match")
    match_id = phone.driver.current_url.rpartition("/")[2]
    match = api.get(f"{MATCHES}/{match_id}").json()
    assert [seat["player"]["name"] for seat in match["seats"]] == ["Ada", "Bruno", "Chiara", "ada"]
    assert match["options"]["dealing"] == "secret"

    push(phone, f"a[href='/matches/{match_id}/phones']")
    phone.went_to(f"/matches/{match_id}/phones")
    push(phone, "main button")
    phone.until(lambda: len(phone.driver.find_elements(By.CSS_SELECTOR, ".qr svg")) == 4, "the codes")
    assert all(picture.size["width"] > 100 for picture in phone.driver.find_elements(By.CSS_SELECTOR, ".qr svg"))
    phone.verify()

    phone.open(f"/matches/{match_id}/remove")
    tab_to(phone, "input[name=sure]")
    phone.press(Keys.SPACE)
    push(phone, "main button")
    phone.went_to("/")
    assert api.get(f"{MATCHES}/{match_id}").status_code == 404
    push(phone, "form[action='/sign-out'] button")
    phone.until(lambda: phone.driver.find_elements(By.CSS_SELECTOR, "nav a[href='/sign-in']"), "signed out")
    phone.verify()


def test_a_phone_becomes_the_hand_of_its_seat(phone: Browser, api: httpx.Client) -> None:
    seats = known(*(make_player(api, name) for name in ("Dina", "Ezio", "Fina")))
    opening = {"game": "klunker", "seats": seats, "options": {"dealing": "server"}, "visibility": "private"}
    match = api.post(MATCHES, json=opening).json()
    invitation = {"role": "seat", "match": match["id"], "seat": 1}
    phone.open(f"/join/{api.post(f'{BASE}/invitations', json=invitation).json()['code']}")
    push(phone, "main button")
    phone.went_to(f"/matches/{match['id']}")
    assert phone.text(".visitor bdi") == "Ezio"
    hands = [
        api.get(f"{MATCHES}/{match['id']}/replay/steps/1.svg", params={"viewer": f"seat:{seat}"}).text
        for seat in range(3)
    ]
    told = [text.partition("<desc")[2].partition("</desc>")[0].partition(">")[2] for text in hands]
    page = phone.driver.page_source.replace("&nbsp;", "\N{NO-BREAK SPACE}")
    assert told[1] in page
    assert told[0] not in page
    assert told[2] not in page
    phone.verify()
