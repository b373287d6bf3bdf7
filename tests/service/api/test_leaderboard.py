"""Who leads in a game, counted again by plain means."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import BASE, MATCHES, PLAYERS, dealt, drawn, items, known, make_player, problem, whole

LEADERBOARD = f"{BASE}/games/klunker/leaderboard"


def counted(api: httpx.Client, matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The leaderboard of `matches`, from how each of them stands."""
    results: dict[str, list[tuple[int, bool, int]]] = defaultdict(list)
    people = {}
    for one in matches:
        match = api.get(f"{MATCHES}/{one['id']}").json()
        winners = sum(bool(standing["winner"]) for standing in match["standings"])
        for seat, standing in zip(match["seats"], match["standings"], strict=True):
            people[seat["player"]["id"]] = seat["player"]
            results[seat["player"]["id"]].append((standing["score"], standing["winner"], winners))
    leaders = [
        {
            "player": people[player],
            "matches": len(played),
            "wins": sum(won for _, won, _ in played),
            "shared_wins": sum(won and winners > 1 for _, won, winners in played),
            "draws": 0,
            "best_score": max(score for score, _, _ in played),
        }
        for player, played in results.items()
    ]
    return sorted(leaders, key=ORDERS["wins"])


ORDERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "wins": lambda leader: (-leader["wins"], -leader["best_score"], leader["player"]["id"]),
    "best": lambda leader: (-leader["best_score"], -leader["wins"], leader["player"]["id"]),
    "rating": lambda leader: (-leader["rating"]["shown"], -leader["wins"], leader["player"]["id"]),
}


@pytest.fixture(scope="module")
def club(api: httpx.Client) -> dict[str, Any]:
    """Matches of a club: some won alone, one drawn, one still played."""
    ada, bob, eve, dan = (make_player(api, name) for name in ("Ada", "Bob", "Eve", "Dan"))
    place = f"League {uuid4().hex}"
    secret = {"dealing": "secret"}
    matches = [
        whole(api, place=place, played_on="2024-01-01", seats=known(ada, bob, eve)),
        whole(api, place=place, played_on="2024-01-02", seats=known(ada, eve, dan)),
        whole(api, place=place, played_on="2024-01-03", seats=known(dan, bob, ada)),
        whole(api, drawn(), place=place, played_on="2024-01-04", seats=known(bob, eve, dan), options=secret),
        whole(api, drawn(winners=2), place=place, played_on="2024-01-05", seats=known(bob, dan, eve), options=secret),
    ]
    dealt(api, place=place, seats=known(ada, bob, eve))
    return {"place": place, "matches": matches, "position": matches[-1]["position"], "dan": dan, "eve": eve}


def leaders(api: httpx.Client, club: dict[str, Any], **parameters: Any) -> list[dict[str, Any]]:
    """The leaderboard of a club, without the ratings, which are made of all matches."""
    found = items(api, LEADERBOARD, place=club["place"], after_position=club["position"], **parameters)
    assert all(leader.pop("rating") for leader in found)
    return found


@pytest.mark.slow
def test_a_victory_is_shared_by_two_or_three(api: httpx.Client, club: dict[str, Any]) -> None:
    winners = [
        [standing["winner"] for standing in api.get(f"{MATCHES}/{match['id']}").json()["standings"]]
        for match in club["matches"][-2:]
    ]
    assert winners == [[True] * 3, [True, True, False]]


def test_the_leaderboard_is_what_counting_gives(api: httpx.Client, public: httpx.Client, club: dict[str, Any]) -> None:
    expected = counted(api, club["matches"])
    assert {leader["shared_wins"] for leader in expected} == {0, 1, 2}
    assert len({leader["wins"] for leader in expected}) > 1
    assert leaders(api, club) == expected
    assert leaders(public, club) == expected


def test_pages_of_the_leaderboard_follow_each_other(api: httpx.Client, club: dict[str, Any]) -> None:
    expected = counted(api, club["matches"])
    for limit in (1, 2, 3):
        assert leaders(api, club, limit=limit) == expected


def test_the_leaderboard_is_filtered(api: httpx.Client, club: dict[str, Any]) -> None:
    matches = club["matches"]
    assert leaders(api, club, played_from="2024-01-03") == counted(api, matches[2:])
    assert leaders(api, club, played_to="2024-01-02") == counted(api, matches[:2])
    assert leaders(api, club, seats=3, origin="table") == counted(api, matches)
    for dealing in ("open", "secret"):
        dealt_so = [match for match in matches if match["options"]["dealing"] == dealing]
        assert leaders(api, club, options=f"dealing:{dealing}") == counted(api, dealt_so)
    assert leaders(api, club, options="dealing:server") == leaders(api, club, tag="other") == []
    assert leaders(api, club, seats=4) == leaders(api, club, origin="simulation") == []


def test_only_what_may_be_read_is_counted(api: httpx.Client, public: httpx.Client) -> None:
    place = uuid4().hex
    seats = known(*(make_player(api, name) for name in ("Ada", "Bob", "Eve")))
    matches = [
        whole(api, place=place, visibility=visibility, seats=seats) for visibility in ("public", "unlisted", "private")
    ]
    club = {"place": place, "position": matches[-1]["position"]}
    assert [leader["matches"] for leader in leaders(public, club)] == [1, 1, 1]
    assert [leader["matches"] for leader in leaders(api, club)] == [3, 3, 3]


@pytest.mark.slow
def test_players_who_are_one_person_count_as_one(api: httpx.Client) -> None:
    place = uuid4().hex
    ada, alias, bob, eve = (make_player(api, name) for name in ("Ada", "Alias", "Bob", "Eve"))
    whole(api, place=place, seats=known(ada, bob, eve))
    whole(api, place=place, seats=known(alias, bob, eve))
    last = api.post(f"{PLAYERS}/{alias['id']}/merge", json={"into": ada["id"]}).json()
    board = leaders(api, {"place": place, "position": last["position"]})
    assert sorted((leader["player"]["name"], leader["matches"]) for leader in board) == [
        ("Ada", 2),
        ("Bob", 2),
        ("Eve", 2),
    ]
    api.delete(f"{PLAYERS}/{ada['id']}")
    board = leaders(api, {"place": place, "position": last["position"]})
    assert sorted(leader["player"]["name"] for leader in board) == ["Anonymous", "Bob", "Eve"]


def test_there_is_no_leaderboard_of_a_game_that_there_is_not(api: httpx.Client) -> None:
    problem(api.get(f"{BASE}/games/ludo/leaderboard"), 404, "not-found")


def test_the_leaderboard_is_filtered_by_tags(api: httpx.Client) -> None:
    seats = known(*(make_player(api, name) for name in ("Ada", "Bob", "Eve")))
    club: dict[str, Any] = {"place": uuid4().hex}
    matches = [whole(api, seats=seats, tags=tags, **club) for tags in (["Final"], ["round"])]
    club["position"] = matches[-1]["position"]
    assert [one["matches"] for one in leaders(api, club)] == [2, 2, 2]
    assert [one["matches"] for one in leaders(api, club, tag="final")] == [1, 1, 1]
