"""Lines of variations in a real browser: links and forms are followed in place, without loading a page."""

import json

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from domain.registry import GAMES
from tests.browser.recorder import sign_in
from tests.browser.test_pages import Browser, Table, driver, table, window
from tests.domain.games.choosing import WRITTEN
from tests.domain.games.support import sample_of, support_of
from tests.service.scenes import MATCHES, whole

__all__ = ["driver", "table"]

pytestmark = pytest.mark.slow

MOST_LINKS = 40
WRITING = "#choices form.written [name=items]"
CONFIRMING = "#choices form[method=post] .main"
ACTION = "return document.querySelector('#choices form[method=post] [name=action]')?.value"
THERE = "return document.querySelector(arguments[0]) !== null"


def moved(browser: Browser, *, write: bool = False, click: str = "") -> None:
    """Writes or clicks, and waits for what follows."""
    before = browser.driver.current_url
    if write:
        browser.find(WRITING).send_keys(WRITTEN[0], Keys.ENTER)
    else:
        browser.click(click)
    browser.until(lambda: browser.driver.current_url != before, f"what follows {click or 'a text'}")


def followed(browser: Browser, number: int) -> str:
    """From a verb by the first link of each page, or a text, to the action that can be confirmed; its type."""
    moved(browser, click=f"#choices .options li:nth-child({number}) a")
    for _ in range(MOST_LINKS):
        if action := browser.driver.execute_script(ACTION):
            return str(json.loads(action)["type"])
        write, done = (browser.driver.execute_script(THERE, there) for there in (WRITING, "#choices a.main"))
        moved(browser, write=write, click="#choices a.main" if done else "#choices .options a")
    raise AssertionError(number)


@pytest.mark.parametrize("key", GAMES)
def test_a_line_is_begun_and_goes_on_in_place(driver: webdriver.Chrome, table: Table, key: str) -> None:
    sample = sample_of(key)
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    match = whole(table.api, sample["actions"], seats=seats, game=key, options=sample["options"])
    with window(driver, table, "wide") as browser:
        sign_in(browser, table.token)
        browser.open(f"/matches/{match['id']}/vary?step={len(sample['actions']) // 2}")
        driver.execute_script("window.stayed = true")
        for _ in range(2):
            number = 1
            while followed(browser, number) in support_of(key).ENDINGS:
                number += 1
                moved(browser, click="#choices .actions a:last-child")
            moved(browser, click=CONFIRMING)
            assert f"/matches/{match['id']}/variations/" in driver.current_url
        assert driver.execute_script("return window.stayed")
    (line,) = table.api.get(f"{MATCHES}/{match['id']}/variations").json()["items"]
    assert line["standing"] == 2
