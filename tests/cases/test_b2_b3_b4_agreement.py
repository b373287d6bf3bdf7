"""Merged players and corrected seats: statistics, leaderboards, ratings and series tell the same."""

from typing import Any

import httpx

from tests.service.scenes import BASE, MATCHES, PLAYERS, drawn, known, make_player, open_match, played, whole

SERIES = f"{BASE}/series"
SCORES = [3, 7, 7]
"""Of the seats of a match of `THREE`; seat 2 wins."""


def trio(api: httpx.Client) -> list[dict[str, Any]]:
    return [make_player(api, name) for name in ("Ada", "Bob", "Eve")]


def merge(api: httpx.Client, player: dict[str, Any], into: dict[str, Any]) -> int:
    answer = api.post(f"{PLAYERS}/{player['id']}/merge", json={"into": into["id"]})
    assert answer.status_code == 200, answer.text
    return int(answer.json()["position"])


def read(api: httpx.Client, path: str, position: int) -> dict[str, Any]:
    answer = api.get(f"{BASE}/{path}", params={"after_position": position})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def series_of(api: httpx.Client, people: list[dict[str, Any]], *matches: dict[str, Any], length: int) -> dict[str, Any]:
    body = {
        "game": "klunker",
        "length": length,
        "players": [player["id"] for player in people],
        "matches": [match["id"] for match in matches],
    }
    answer = api.post(SERIES, json=body)
    assert answer.status_code == 201, answer.text
    series: dict[str, Any] = answer.json()
    return series


def test_B2_who_won_in_two_seats_has_one_shared_win_everywhere(api: httpx.Client) -> None:
    people = trio(api)
    match = open_match(api, seats=known(*people), options={"dealing": "secret"})
    played(api, match, *drawn(winners=2))
    position = merge(api, people[0], people[1])  # who both won
    told = read(api, f"players/{people[1]['id']}/statistics", position)
    numbers = tuple(told[name]["count"] for name in ("matches", "wins", "shared_wins"))
    assert numbers == (1, 1, 1)
    for filters in ({}, {"seats": 3}):  # from rows at hand, and from the matches
        items = api.get(f"{BASE}/games/klunker/leaderboard", params=filters | {"after_position": position}).json()
        leader = next(one for one in items["items"] if one["player"]["id"] == people[1]["id"])
        assert (leader["matches"], leader["wins"], leader["shared_wins"]) == numbers


def test_B3_members_who_turned_out_to_be_one_have_one_row_and_its_totals(api: httpx.Client) -> None:
    people = trio(api)
    first, second = whole(api, seats=known(*people)), whole(api, seats=known(*reversed(people)))
    series = series_of(api, people, first, second, length=2)
    position = max(merge(api, people[0], people[1]), second["position"])
    found = read(api, f"series/{series['id']}", position)
    assert [(one["player"]["name"], one["scores"], one["total"]) for one in found["standings"]] == [
        ("Bob", [7, 7], 14),  # seats 0 and 1, then 2 and 1: the better one of each match
        ("Eve", [7, 3], 10),
    ]
    assert [one["winner"] for one in found["standings"]] == [True, False]
    listed = api.get(SERIES, params={"after_position": series["position"], "player": people[1]["id"]}).json()["items"]
    assert [player["name"] for player in listed[0]["players"]] == ["Bob", "Eve"]


def test_B3_a_match_is_added_after_two_members_turned_out_to_be_one(api: httpx.Client) -> None:
    people = trio(api)
    series = series_of(api, people, length=1)
    match = whole(api, seats=known(*people))
    merge(api, people[0], people[1])
    answer = api.post(f"{SERIES}/{series['id']}/matches", json={"match": match["id"]})
    assert answer.status_code == 201, answer.text
    found = read(api, f"series/{series['id']}", match["position"])
    assert [one["scores"] for one in found["standings"]] == [[7], [7]]
    other = whole(api, seats=known(people[1], people[2], make_player(api, "Zoe")))
    answer = api.post(SERIES, json={"game": "klunker", "players": [one["id"] for one in people[1:]] * 2})
    assert answer.status_code == 422
    answer = api.post(f"{SERIES}/{series['id']}/matches", json={"match": other["id"]})
    assert answer.status_code == 422, "somebody else sat there"


def test_B4_a_finished_match_stays_finished_when_other_people_sit_in_it(api: httpx.Client) -> None:
    people = trio(api)
    match = whole(api, seats=known(*people))
    series = series_of(api, people, match, length=1)
    seats = known(people[0], make_player(api, "Zoe"), people[2])
    answer = api.patch(f"{MATCHES}/{match['id']}", json={"seats": seats})
    assert answer.status_code == 200, answer.text
    found = read(api, f"series/{series['id']}", answer.json()["position"])
    assert found["matches"] == [{"id": match["id"], "finished": True}]
    assert found["status"] == "finished"
    assert [(one["scores"], one["total"], one["winner"]) for one in found["standings"]] == [
        ([3], 3, False),
        ([None], 0, False),
        ([7], 7, True),
    ]
