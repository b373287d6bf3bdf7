"""Figures that would be misread without what stands beside them."""

import re

import httpx
import pytest

from service.web.subject_view import record_value
from service.web.words import WORDS
from tests.service.api.test_pages import page
from tests.service.scenes import MATCHES, guests, open_match, played, whole

W = WORDS["en"]


@pytest.fixture(scope="module")
def api(shared_service: httpx.Client) -> httpx.Client:
    return shared_service


@pytest.mark.parametrize(
    ("key", "value", "written"),
    [("smallest_margin", 0, "0 (equal points)"), ("smallest_margin", 2, "2"), ("lowest_score", 0, "0")],
)
def test_a_winner_without_a_margin_has_won_the_tie_break(key: str, value: int, written: str) -> None:
    assert record_value(key, value, "en") == written


@pytest.mark.parametrize(
    ("suffix", "told"), [("record", "record_no_choice_but_one"), ("record/adjust", "record_no_choice")]
)
def test_a_choice_that_does_not_exist_is_no_news_of_others(api: httpx.Client, suffix: str, told: str) -> None:
    match = open_match(api, options={"dealing": "open"}, seats=guests(3))
    answer = api.get(f"/matches/{match['id']}/{suffix}?choice=900", headers={"Accept": "text/html"})
    assert f">{W[told]}<" in answer.text
    assert f">{W['record_overtaken']}<" not in answer.text


def test_nobody_leads_who_has_won_nothing(api: httpx.Client) -> None:
    text = page(api, "/games")
    assert W("won_matches", n=0) not in text


def test_shares_of_seats_say_of_how_many_matches(api: httpx.Client) -> None:
    position = whole(api)["position"]
    api.get(MATCHES, params={"after_position": position, "limit": 1}).raise_for_status()
    text = page(api, "/statistics?game=klunker")
    shares = re.findall(r"(\d+)% \((\d+) of (\d+)\)", text)
    assert shares
    assert all(round(100 * int(won) / int(matches)) == int(share) for share, won, matches in shares)
    averages = text.partition(f">{W['average_per_match']}</h2>")[2]
    assert averages
    assert W["shared_wins"] not in averages
    assert f"{W['shared_wins']}: " in text.partition("</h1>")[2].partition("<figure")[0]


def test_statistics_of_chess_name_the_seats_and_the_openings(api: httpx.Client) -> None:
    seats = guests(2)
    match = open_match(api, game="chess", options={}, seats=seats)
    moves = [{"type": "move", "seat": number % 2, "san": san} for number, san in enumerate(("e4", "e5", "Nf3", "d6"))]
    position = played(api, match, *moves, {"type": "resign", "seat": 1})["position"]
    api.get(MATCHES, params={"after_position": position, "limit": 1}).raise_for_status()
    for path in ("/statistics?game=chess", "/games/chess"):
        chart = page(api, path).partition(f"<figcaption>{W['chart_turns']}<")[2].partition("</figure>")[0]
        assert re.findall(r'<th scope="row">(.*?)<', chart) == ["White", "Black"]
    text = page(api, "/statistics?game=chess")
    assert '<th scope="row">C41 Philidor Defence</th>' in text
    assert '<th scope="row">C Open games, French</th>' in text


def test_sheets_without_a_title_say_so_beside_those_with_one(api: httpx.Client) -> None:
    for options in ({"title": "Go"}, {}):
        match = open_match(api, game="sheet", options=options, seats=guests(2))
        scores = [{"type": "score", "seat": seat, "row": "points", "value": "1"} for seat in range(2)]
        position = played(api, match, *scores, {"type": "end"})["position"]
    api.get(MATCHES, params={"after_position": position, "limit": 1}).raise_for_status()
    text = page(api, "/statistics?game=sheet")
    names = re.findall(r'<th scope="row">(.*?)</th>', text)
    assert "Go" in names
    assert W("untitled_of", game="Score sheet") in names
    assert "Score sheet" not in names
