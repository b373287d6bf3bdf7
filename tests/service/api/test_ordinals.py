"""Matches of one date come in the order that is given, in whatever order they were recorded."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import BASE, MATCHES, items, known, make_player, open_match, problem, whole

DAY = "2024-05-03"


def order(api: httpx.Client, place: str, position: int, **asked: Any) -> list[str]:
    filters = {"place": place, "sort": "played_on", "after_position": position, **asked}
    return [match["note"] for match in items(api, MATCHES, **filters)]


def test_lists_follow_ordinals_and_then_openings(api: httpx.Client) -> None:
    place = uuid4().hex
    given = {"third": 7, "second": 2, "first": 0, "also first": 0, "last": (1 << 53) - 1}
    matches = [open_match(api, place=place, played_on=DAY, note=note, ordinal=n) for note, n in given.items()]
    assert [match["ordinal"] for match in matches] == list(given.values())
    position = matches[-1]["position"]
    wanted = ["first", "also first", "second", "third", "last"]
    for limit in (1, 2, 100):
        assert order(api, place, position, limit=limit) == wanted
        assert order(api, place, position, sort="-played_on", limit=limit) == wanted[::-1]
    between = {"first": matches[3]["id"], "last": matches[0]["id"]}
    assert order(api, place, position, **between) == ["also first", "second", "third"]
    answer = api.get(f"{BASE}/exports/plays", params={"place": place, "format": "csv"}).text.splitlines()
    columns = answer[0].split(",")
    assert [int(line.split(",")[columns.index("ordinal")]) for line in answer[1:]] == list(given.values())


def test_an_ordinal_can_be_corrected_and_nothing_else_changes(api: httpx.Client) -> None:
    place = uuid4().hex
    first, second = (open_match(api, place=place, played_on=DAY, note=note) for note in ("first", "second"))
    moved = api.patch(f"{MATCHES}/{first['id']}", json={"ordinal": 1}).json()
    assert order(api, place, moved["position"]) == ["second", "first"]
    same = api.patch(f"{MATCHES}/{first['id']}", json={"ordinal": 1}).json()
    assert same["version"] == moved["version"]
    noted = api.patch(f"{MATCHES}/{first['id']}", json={"note": "first, that is"}).json()
    assert noted["ordinal"] == 1
    assert api.get(f"{MATCHES}/{second['id']}").json()["ordinal"] == 0


@pytest.mark.parametrize("wrong", [-1, 1 << 53, 1.5, "1", None])
def test_what_is_no_ordinal_is_refused(api: httpx.Client, wrong: Any) -> None:
    seats = [{"name": uuid4().hex} for _ in range(3)]
    answer = api.post(MATCHES, json={"game": "klunker", "seats": seats, "ordinal": wrong})
    assert problem(answer, 400, "invalid-request")["pointer"] == "/ordinal"


@pytest.mark.slow
def test_ratings_follow_ordinals_whenever_they_are_told(api: httpx.Client) -> None:
    seats = known(*(make_player(api, uuid4().hex) for _ in range(3)))
    late = whole(api, seats=seats, played_on=DAY, ordinal=2)
    early = whole(api, seats=seats, played_on=DAY, ordinal=1)

    def rated(position: int) -> list[str]:
        path = f"{BASE}/players/{seats[0]['player']}/ratings/klunker"
        one_a_page = items(api, path, after_position=position, limit=1)
        assert one_a_page == items(api, path, after_position=position)
        before, after = one_a_page
        assert before["after"] == after["before"]
        return [one["match"] for one in one_a_page]

    assert rated(early["position"]) == [early["id"], late["id"]]
    moved = api.patch(f"{MATCHES}/{early['id']}", json={"ordinal": 3}).json()
    assert rated(moved["position"]) == [late["id"], early["id"]]
