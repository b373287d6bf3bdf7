"""Who sat in a match may stay in it, and in a series of it, although erased or merged since."""

from typing import Any

import httpx
import pytest

from tests.service.scenes import BASE, MATCHES, PLAYERS, known, make_player, open_match, problem, whole

SERIES = f"{BASE}/series"


def trio(api: httpx.Client) -> list[dict[str, Any]]:
    return [make_player(api, name) for name in ("Ada", "Bob", "Eve")]


def gone(api: httpx.Client, player: dict[str, Any], way: str) -> None:
    """The player can't take a seat any more."""
    if way == "erased":
        assert api.delete(f"{PLAYERS}/{player['id']}").status_code == 204
    else:
        other = make_player(api, "Other")
        assert api.post(f"{PLAYERS}/{player['id']}/merge", json={"into": other["id"]}).status_code == 200


def seated(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [seat["player"]["id"] for seat in answer.json()["seats"]]


WAYS = pytest.mark.parametrize("way", ["erased", "merged"])


@WAYS
def test_E1_another_seat_is_corrected(api: httpx.Client, way: str) -> None:
    people = trio(api)
    match = open_match(api, seats=known(*people))
    gone(api, people[0], way)
    new = make_player(api, "Dan")
    wanted = known(people[0], new, people[2])
    assert seated(api.patch(f"{MATCHES}/{match['id']}", json={"seats": wanted})) == [one["player"] for one in wanted]


@WAYS
def test_E1_a_wrong_correction_of_the_seats_is_taken_back(api: httpx.Client, way: str) -> None:
    people = trio(api)
    match = open_match(api, seats=known(*people))
    wrong = known(make_player(api, "Dan"), *people[1:])
    seated(api.patch(f"{MATCHES}/{match['id']}", json={"seats": wrong}))
    gone(api, people[0], way)
    right = known(people[2], people[0], people[1])
    assert seated(api.patch(f"{MATCHES}/{match['id']}", json={"seats": right})) == [one["player"] for one in right]


@WAYS
def test_E1_nobody_takes_a_new_seat_so(api: httpx.Client, way: str) -> None:
    people = trio(api)
    match, stranger = open_match(api, seats=known(*people)), make_player(api, "Dan")
    gone(api, stranger, way)
    wanted = known(people[0], stranger, people[2])
    answer = api.patch(f"{MATCHES}/{match['id']}", json={"seats": wanted})
    assert problem(answer, 422, "unknown-player")["pointer"] == "/seats/1/player"
    answer = api.post(MATCHES, json={"game": "klunker", "seats": wanted})
    assert problem(answer, 422, "unknown-player")["pointer"] == "/seats/1/player"


@WAYS
def test_E1_a_series_of_matches_that_somebody_played_who_is_gone(api: httpx.Client, way: str) -> None:
    people = trio(api)
    match = whole(api, seats=known(*people))
    gone(api, people[0], way)
    body = {"game": "klunker", "players": [one["id"] for one in people], "matches": [match["id"]], "length": 2}
    answer = api.post(SERIES, json=body)
    assert answer.status_code == 201, answer.text
    found = api.get(f"{SERIES}/{answer.json()['id']}", params={"after_position": match["position"]}).json()
    assert [one["total"] for one in found["standings"]] == [3, 7, 7]
    later = api.post(SERIES, json=body | {"matches": []})
    assert problem(later, 422, "unknown-player")["pointer"] == "/players/0"


def test_E1_a_match_that_is_not_there_says_so(api: httpx.Client) -> None:
    nobody = "00000000-0000-4000-8000-000000000000"
    problem(api.patch(f"{MATCHES}/{nobody}", json={"seats": [{"name": "Ada"}]}), 404, "not-found")
