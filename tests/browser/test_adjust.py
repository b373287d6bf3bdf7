"""A slip that stands is recorded on the page: by what there is to adjust, and where an action is refused."""

import json
from collections.abc import Callable
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By

from domain.games.klunker import GAME
from domain.kernel.viewer import RECORDER
from tests.browser.recorder import Recorder
from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.service.api.test_slips import ToldSlip, captain_too_far, opened, three_for_four
from tests.service.scenes import MATCHES, open_match, played
from tests.service.slips import slip

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def tap(browser: Browser, label: str) -> None:
    """The link or button that begins so, once it is there."""

    def tapped() -> bool:
        try:
            found = browser.driver.find_elements(By.CSS_SELECTOR, "main a.button, main button")
            wanted = next((one for one in found if one.is_displayed() and one.text.startswith(label)), None)
            if wanted is not None:
                wanted.click()
        except StaleElementReferenceException:  # the page before is still going
            return False
        return wanted is not None

    browser.until(tapped, f"{label}, among: {browser.text('main')[:2000]}")


def test_a_match_with_a_slip_is_recorded_to_its_true_end_on_the_page(browser: Browser, api: httpx.Client) -> None:
    slipped, match = slip(), open_match(api, options={"dealing": "open"})
    (change,) = slipped.changes
    played(api, match, *slipped.before)
    browser.open(f"/matches/{match['id']}/record")
    tap(browser, "Adjust the table")
    for label in (
        "Move cards",
        f"From Player {change['from']['seat']}’s showcase",
        *(jewel.replace("_", " ") for jewel in change["jewels"]),
        "Done",
        f"to Player {change['to']['seat']}’s hand",
    ):
        tap(browser, label)
    browser.find("input[name=reason]").send_keys("It came from the showcase.")
    browser.verify()
    tap(browser, "Record it so")
    browser.went_to(f"/matches/{match['id']}/record")
    assert browser.text("#log li").startswith("As it was played (It came from the showcase.): From Player")
    recorder = Recorder(browser, match)
    browser.click("#at-once")
    for wire in (slipped.stored, *slipped.after):
        recorder.record(wire)
    state = api.get(f"{MATCHES}/{match['id']}/state").json()
    assert state["pending"]["type"] == "finished"
    assert [one["score"] for one in state["standings"]] == [one.score for one in GAME.standings(slipped.end, RECORDER)]
    assert state["irregular_steps"] == [len(slipped.before) + 1]
    browser.open(f"/matches/{match['id']}?step={len(slipped.before) + 1}")
    assert "As it was played" in browser.text("#sentence")
    browser.verify()


def test_what_was_refused_is_recorded_as_it_was_played(browser: Browser, api: httpx.Client) -> None:
    slipped, match = slip(), open_match(api, options={"dealing": "open"})
    played(api, match, *slipped.before)
    query = urlencode({"action": json.dumps(slipped.stored)})
    browser.open(f"/matches/{match['id']}/record/adjust?{query}")
    assert "can’t have" in browser.text("#message") or "can't have" in browser.text("#message")
    browser.verify()
    tap(browser, "Record it so, and then what was refused")
    browser.went_to(f"/matches/{match['id']}/record")
    assert api.get(f"{MATCHES}/{match['id']}").json()["irregular_steps"] == [len(slipped.before) + 1]


@pytest.mark.parametrize("make", [three_for_four, captain_too_far])
def test_slips_of_other_games_are_adjusted_on_the_page(
    browser: Browser, api: httpx.Client, make: Callable[[], ToldSlip]
) -> None:
    """The table is put otherwise by a choice, and as the game proposes for what it refuses."""
    told = make()
    match = opened(api, told)
    browser.open(f"/matches/{match['id']}/record/adjust")
    browser.verify()
    for choice in range(len(browser.driver.find_elements(By.CSS_SELECTOR, "main a.button"))):
        browser.open(f"/matches/{match['id']}/record/adjust?choice={choice}")
        browser.verify()
    query = urlencode({"action": msgspec.json.encode(told.slip).decode()})
    browser.open(f"/matches/{match['id']}/record/adjust?{query}")
    browser.verify()
    tap(browser, "Record it so")
    browser.went_to(f"/matches/{match['id']}/record")
    assert "As it was played" in browser.text("#log")
    browser.open(f"/matches/{match['id']}?step={len(told.before) + 1}")
    assert "As it was played" in browser.text("#sentence")
    browser.verify()
