"""Second records by pages and forms alone, as a browser without script sends them."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from service.web.words import WORDS
from tests.service.api.test_new_match_page import HTML, Browser, Form, phone_at
from tests.service.scenes import DEAL, MATCHES, ROUND, open_match, play, problem
from tests.service.scenes import played as recorded


@pytest.fixture
def browser(api: httpx.Client) -> Iterator[Browser]:
    with phone_at(api) as client:
        yield Browser(api, client)


def forms(page: str, match: dict[str, Any]) -> list[dict[str, str]]:
    """What each form of a comparison sends."""
    action = f"/matches/{match['id']}/comparison"
    parts = re.findall(r"<form.*?</form>", page, flags=re.DOTALL)
    return [Form(part, action).sent for part in parts if f'action="{action}"' in part]


@pytest.mark.slow
def test_somebody_else_records_by_the_code_of_a_page_and_the_two_are_compared_there(
    api: httpx.Client, browser: Browser
) -> None:
    match = open_match(api, visibility="private")
    path = f"/matches/{match['id']}"
    recorded(api, match, DEAL, *ROUND)
    assert f'href="{path}/second-record"' in browser.client.get(path).text
    assert "<svg" not in browser.client.get(f"{path}/second-record").text
    shown = browser.client.post(f"{path}/second-record", data={}).text
    (code,) = re.findall("[0-9A-Z]{3} [0-9A-Z]{3}", shown)
    with phone_at(api) as phone:
        second = phone.post("/join", data={"code": code}).headers["location"]
        own = phone.get(second).text
        assert f'href="{second}/record"' in own
        assert f"{second}/remove" not in own
        assert "<bdi>Second record</bdi></a>" in own
        assert phone.get(path).status_code == 404
        assert phone.get(f"{path}/comparison").status_code == 404
        secondary = {"id": second.rpartition("/")[2]}
        wrong = {"type": "stock", "seat": 0, "jewels": ["tiara"]}
        assert play(api, secondary, DEAL, wrong, *ROUND[1:-1]).status_code == 201
    compared = unescape(browser.client.get(f"{path}/comparison").text)
    assert "<h3>Not the same</h3>" in compared
    assert "<h3>Only in this record</h3>" in compared
    assert "9 actions are the same in both." in compared
    replaced, omitted = forms(compared, match)
    answer = browser.client.post(f"{path}/comparison", data=replaced | {"side": "second", "reason": "seen"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}/comparison")
    late = browser.client.post(f"{path}/comparison", data=omitted | {"side": "first"})
    assert late.status_code == 409
    (omitted,) = forms(unescape(late.text), match)
    assert browser.client.post(f"{path}/comparison", data=omitted | {"side": "first"}).status_code == 303
    assert "There is no difference." in browser.client.get(f"{path}/comparison").text


def test_a_side_that_the_rules_refuse_is_explained_on_the_page(api: httpx.Client, browser: Browser) -> None:
    one, other = open_match(api), open_match(api)
    recorded(api, one, DEAL, *ROUND)
    recorded(api, other, DEAL, *ROUND[:3], {"type": "pass", "seat": 0}, *ROUND[4:6])
    path = f"/matches/{one['id']}/comparison"
    first, *_ = forms(browser.client.get(path, params={"with": other["id"]}).text, one)
    refused = browser.client.post(path, data=first | {"side": "second"})
    assert refused.status_code == 409
    assert "K4.1" in refused.text
    assert "a later action would no longer be possible" in refused.text


@pytest.mark.parametrize(
    "wrong", [{"side": "third"}, {"with": "nobody"}, {"difference": "-1"}, {"first_version": "1.5"}]
)
def test_a_form_that_makes_no_sense_is_refused(api: httpx.Client, browser: Browser, wrong: dict[str, str]) -> None:
    match = open_match(api)
    sent = {"difference": "1", "side": "first", "first_version": "1", "second_version": "1", "with": "", "reason": ""}
    assert browser.client.post(f"/matches/{match['id']}/comparison", data=sent | wrong).status_code == 400


def test_pages_of_second_records_are_for_who_may_see_them(
    api: httpx.Client, public: httpx.Client, client_with: Callable[..., httpx.Client]
) -> None:
    match, other = open_match(api), open_match(api)
    path = f"/matches/{match['id']}"
    assert public.get(f"{path}/second-record", headers=HTML).status_code == 401
    assert client_with("read").get(f"{path}/second-record", headers=HTML).status_code == 403
    assert public.get(f"{path}/comparison", headers=HTML).status_code == 404
    compared = public.get(f"{path}/comparison", params={"with": other["id"]}, headers=HTML)
    assert compared.status_code == 200
    assert '<form method="post" action="/matches' not in compared.text
    dealt = open_match(api, options={"dealing": "server"})
    page = api.get(f"/matches/{dealt['id']}/second-record", headers=HTML).text
    assert WORDS["en"]["second_record_dealt"] in page
    assert WORDS["en"]["second_record_help"] not in page
    assert "second-record" not in api.get(f"/matches/{dealt['id']}", headers=HTML).text
    problem(api.post(f"{MATCHES}/{dealt['id']}/second-record"), 422, "not-possible")


def test_what_only_the_longer_record_has_at_its_end_is_one_difference_for_who_decides_nothing(
    api: httpx.Client, public: httpx.Client
) -> None:
    short, long = open_match(api), open_match(api)
    recorded(api, long, DEAL, *ROUND)
    seen = public.get(f"/matches/{short['id']}/comparison", params={"with": long["id"]}, headers=HTML).text
    kinds = re.findall(r"<h3>([^<]+)</h3>", seen)
    assert kinds == [WORDS["en"]["difference_inserted"]]
    assert seen.count(f'href="/matches/{long["id"]}?step=') >= 1 + len(ROUND)


def test_both_people_of_a_seat_stand_in_a_comparison_and_no_points_of_chess_in_play(
    api: httpx.Client, public: httpx.Client
) -> None:
    one, other = (
        open_match(api, game="chess", options={}, seats=[{"name": name}, {"name": "Zoe"}]) for name in ("Xenia", "Yves")
    )
    seen = public.get(f"/matches/{one['id']}/comparison", params={"with": other["id"]}, headers=HTML).text
    assert "<bdi>Xenia</bdi> / <bdi>Yves</bdi>" in seen
    assert "½" not in seen
    assert ">0.5<" not in seen
    assert ">–<" in seen
    api.get(MATCHES, params={"after_position": other["position"], "limit": 1}).raise_for_status()
    listed = public.get("/matches", params={"game": "chess", "status": "playing"}, headers=HTML).text
    (scores,) = re.findall(f'href="/matches/{one["id"]}"(.*?)</ul>', listed, re.DOTALL)
    assert "Xenia" in scores
    assert re.findall('class="score">([^<]*)<', scores) == []
