"""Nobody who lost gains more than somebody who won, and equal places of equals gain alike: also with joint winners."""

from typing import Any

import httpx
import pytest

from tests.cases.logs import read
from tests.service.scenes import BASE, MATCHES, PLAYERS, items, known, make_player, whole

EVERY_CASE = pytest.mark.parametrize("name", ["klunker-5-joint-winners", "klunker-4-joint-winners"])


def match_of(api: httpx.Client, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The match of a log, played by people who play for the first time; and their ratings after it, in seat order."""
    log = read(name)
    people = [make_player(api, f"Seat {seat}") for seat in range(log["seats"])]
    match = whole(api, log["actions"], seats=known(*people), options=log["options"])
    ratings = [
        items(api, f"{PLAYERS}/{person['id']}/ratings/klunker", after_position=match["position"])[0]["after"]
        for person in people
    ]
    return api.get(f"{MATCHES}/{match['id']}").json(), ratings


@EVERY_CASE
def test_B1_joint_winners_are_rated_above_all_who_lost(api: httpx.Client, name: str) -> None:
    match, ratings = match_of(api, name)
    winners = read(name)["end"]["winners"]
    assert [standing["seat"] for standing in match["standings"] if standing["winner"]] == winners
    for figure in ("mu", "shown"):
        won = [ratings[seat][figure] for seat in winners]
        lost = [rating[figure] for seat, rating in enumerate(ratings) if seat not in winners]
        assert min(won) > max(lost)


@EVERY_CASE
def test_B1_ratings_follow_the_places_and_equal_places_are_rated_alike(api: httpx.Client, name: str) -> None:
    match, ratings = match_of(api, name)
    ranks = [standing["rank"] for standing in match["standings"]]
    by_rank = dict(zip(ranks, ratings, strict=True))
    assert len(by_rank) < len(ranks)
    assert ratings == [by_rank[rank] for rank in ranks]
    assert sorted(by_rank, key=lambda rank: -by_rank[rank]["shown"]) == sorted(by_rank)


def test_B1_the_leaderboard_has_joint_winners_first(api: httpx.Client) -> None:
    """The place is that of the match alone, so that nobody else is on the board."""
    log = read("klunker-5-joint-winners")
    people = [make_player(api, f"Chair {seat}") for seat in range(5)]
    match = whole(api, log["actions"], seats=known(*people), options=log["options"], place="B1, a table of five")
    board = items(
        api,
        f"{BASE}/games/klunker/leaderboard",
        sort="rating",
        place="B1, a table of five",
        after_position=match["position"],
    )
    assert {one["player"]["id"] for one in board[:2]} == {people[seat]["id"] for seat in (2, 4)}
    assert board[0]["rating"] == board[1]["rating"]
    assert board[1]["rating"]["shown"] > board[2]["rating"]["shown"]
