"""Scores and ranks on the pages of a match: where there are none, every page says so alike, and why."""

import re
from random import Random
from typing import Any

import httpx
import pytest

from domain.kernel.game import Setup
from domain.kernel.standing import Standing
from domain.registry import GAMES
from service.web.standings_view import tie_lines
from service.web.words import WORDS
from tests.browser.recorder import sample
from tests.replays.matches import folded, recorded
from tests.service.api.test_pages import page
from tests.service.scenes import BASE, MATCHES, guests, open_match, played, whole

W = WORDS["en"]
END = {"type": "end", "seat": 0}


@pytest.fixture(scope="module")
def api(shared_service: httpx.Client) -> httpx.Client:
    return shared_service


def sheet(api: httpx.Client, *points: str, winning: str, **end: Any) -> dict[str, Any]:
    """A closed sheet of one row."""
    options = {"title": "Go", "winning": winning, "rows": [{"key": "points", "label": ""}]}
    match = open_match(api, game="sheet", options=options, seats=guests(len(points)))
    written = [{"type": "score", "seat": seat, "row": "points", "value": one} for seat, one in enumerate(points)]
    last = played(api, match, *written, {**END, **end})
    return match | {"position": last["position"]}


def text_of(api: httpx.Client, path: str) -> str:
    """A page, which may have a script that is data."""
    return api.get(path, headers={"Accept": "text/html"}).raise_for_status().text


def shown_ranks(text: str) -> list[str]:
    """The ranks of the seats, by their numbers."""
    cells = re.findall(r'data-rank="(\d)">([^<]*)<', text)
    return [rank for _, rank in sorted(cells)]


def is_shown(text: str, element: str) -> bool:
    """Whether an element is there and not hidden."""
    tag = re.search(rf'<\w+ [^>]*id="{element}"[^>]*>', text)
    return tag is not None and not tag[0].endswith(" hidden>")


@pytest.mark.parametrize(
    ("winning", "end", "reason"),
    [
        ("told", {}, "no_ranks_told"),
        ("highest", {"unfinished": True}, "no_ranks_broken_off"),
        ("cooperative", {"lost": True}, "no_ranks_lost"),
    ],
)
def test_S4_where_nobody_has_won_no_page_has_ranks_and_all_say_why(
    api: httpx.Client, winning: str, end: dict[str, Any], reason: str
) -> None:
    path = f"/matches/{sheet(api, '7', 'x', winning=winning, **end)['id']}"
    for one in (path, f"{path}/result", f"{path}/record"):
        text = text_of(api, one)
        assert shown_ranks(text) == ["–", "–"], one
        assert text.count(W[reason]) == 1, one


@pytest.mark.parametrize(("winning", "without"), [("told", 1), ("highest", 0)])
def test_lists_say_that_a_match_has_no_winner(api: httpx.Client, winning: str, without: int) -> None:
    match = sheet(api, "7", "5", winning=winning)
    seats = api.get(f"{MATCHES}/{match['id']}").json()["seats"]
    player = seats[0]["player"]["id"]
    api.get(MATCHES, params={"after_position": match["position"], "limit": 1}).raise_for_status()
    assert page(api, f"/players/{player}").count(W["without_winner"]) == without


@pytest.mark.parametrize(
    ("cards", "ranks", "told"),
    [
        ((2, 4, 4), (1, 2, 2), "Bruno and Chiara share rank 2: nothing breaks the tie."),
        ((2, 2, 4), (1, 1, 3), "Ada and Bruno share rank 1: nothing breaks the tie."),
        ((2, 3, 4), (1, 2, 3), None),
    ],
)
def test_who_shares_a_rank_although_the_tie_was_broken_is_named(
    cards: tuple[int, ...], ranks: tuple[int, ...], told: str | None
) -> None:
    game: Any = GAMES["klunker"]
    match = folded(recorded("klunker", Random(1), 1, Setup(3, game.options_type())))
    ended = [Standing(seat, 1, (-cards[seat],), ranks[seat], ranks[seat] == 1) for seat in range(3)]
    first, *others = tie_lines(match, ended, ("Ada", "Bruno", "Chiara"), W, "en")
    assert first.startswith("Tie at 1 point, broken by ")
    assert others == ([] if told is None else [told])


def test_S4_2_who_has_no_points_comes_last(api: httpx.Client) -> None:
    text = page(api, f"/matches/{sheet(api, 'x', '7', winning='highest')['id']}")
    assert shown_ranks(text) == ["2", "1"]
    assert W["no_ranks"] not in text


def test_S4_2_nobody_wins_without_points(api: httpx.Client) -> None:
    text = page(api, f"/matches/{sheet(api, 'x', '', winning='highest')['id']}/result")
    assert shown_ranks(text) == ["–", "–"]
    assert W["no_ranks"] in text


@pytest.mark.parametrize("step", [0, 1])
def test_no_step_before_such_an_end_has_ranks_either(api: httpx.Client, step: int) -> None:
    text = page(api, f"/matches/{sheet(api, '7', '5', winning='told')['id']}?step={step}")
    assert shown_ranks(text) == ["–", "–"]
    assert not is_shown(text, "outcome-notes")


def test_equal_points_share_a_rank_before_the_end(api: httpx.Client) -> None:
    match = open_match(api, game="klunker", options=sample("klunker-3-open")["options"], seats=guests(3))
    assert shown_ranks(page(api, f"/matches/{match['id']}")) == ["1", "1", "1"]


def test_a_series_has_no_total_of_somebody_without_points(api: httpx.Client) -> None:
    match = sheet(api, "7", "x", winning="told")
    players = [seat["player"]["id"] for seat in api.get(f"{MATCHES}/{match['id']}").json()["seats"]]
    body = {"game": "sheet", "title": "Evenings", "players": players, "matches": [match["id"]]}
    made = api.post(f"{BASE}/series", json=body).json()
    api.get(MATCHES, params={"after_position": made["position"], "limit": 1}).raise_for_status()
    text = page(api, f"/series/{made['id']}")
    assert re.findall(r"<strong>(.*?)</strong></td>", text) == ["7", "–"]


@pytest.mark.parametrize(("steps", "noted"), [(0, False), (1, False), (6, True)])
def test_equal_scores_with_different_ranks_say_by_what(api: httpx.Client, steps: int, noted: bool) -> None:
    text = page(api, f"/matches/{whole(api)['id']}?step={steps}")
    scores = [score for _, score in sorted(re.findall(r'data-score="(\d)">([^<]*)<', text))]
    differ = len(set(shown_ranks(text))) > len(set(scores))
    assert (differ, is_shown(text, "tie-note")) == (noted, noted)
    assert W("tie_now", by="fewer cards in safe and showcase") in text


def test_nothing_is_drawn_of_scores_that_do_not_differ(api: httpx.Client) -> None:
    path = f"/matches/{whole(api)['id']}"
    assert 'id="chart"' in page(api, path)
    assert 'id="chart"' not in page(api, f"/matches/{open_match(api)['id']}")


def test_scores_that_are_all_secret_are_one_sentence(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, game="dschunke", options={"keep_secrets": True})
    text = page(public, f"/matches/{match['id']}")
    assert is_shown(text, "all-secret")
    assert not is_shown(text, "standings")
    assert 'id="chart"' not in text


def test_chess_has_no_score_before_its_end(api: httpx.Client) -> None:
    told = sample("chess-opera-1858")
    match = open_match(api, game="chess", options=told["options"], seats=guests(2), place="Paris of standings")
    begun = played(api, match, *told["actions"][:20])
    api.get(MATCHES, params={"after_position": begun["position"], "limit": 1}).raise_for_status()
    path = f"/matches/{match['id']}"
    for one in (path, f"{path}/record"):
        text = text_of(api, one)
        assert not is_shown(text, "standings")
        assert W["scored_at_end"] in text
        assert 'id="chart"' not in text
    listed = "/matches?place=Paris+of+standings"
    assert path in page(api, listed)
    assert 'class="score"' not in page(api, listed)
    ended = played(api, match, *told["actions"][20:])
    text = page(api, path)
    assert is_shown(text, "standings")
    assert shown_ranks(text) == ["1", "2"]
    assert not is_shown(page(api, f"{path}?step=3"), "standings")
    api.get(MATCHES, params={"after_position": ended["position"], "limit": 1}).raise_for_status()
    assert 'class="score"' in page(api, listed)
