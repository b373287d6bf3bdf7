"""Lists, statistics, leaderboards and series count sealed results, or the others, where it is asked for."""

from typing import Any

import httpx
import pytest

from tests.service.results import arbiter, confirm, dispute, ruling
from tests.service.scenes import BASE, MATCHES, items, known, make_player, problem, whole

LEADERS = f"{BASE}/games/klunker/leaderboard"
STATISTICS = f"{BASE}/games/klunker/statistics"
PLACE = "The cellar of the seals"
"""Where nothing else was played."""


@pytest.fixture(scope="module")
def evening(api: httpx.Client) -> dict[str, Any]:
    """Three matches of the same people: one sealed, one disputed, one of which nobody has said anything."""
    players = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
    matches = {name: whole(api, seats=known(*players), place=PLACE) for name in ("sealed", "disputed", "provisional")}
    for seat in range(3):
        confirm(api, matches["sealed"], seat)
    last = dispute(api, matches["disputed"], 1).json()
    return {**matches, "players": players, "after": last["position"]}


def wanted(evening: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"after_position": evening["after"], "place": PLACE, **more}


@pytest.mark.parametrize(("sealed", "names"), [(True, {"sealed"}), (False, {"disputed", "provisional"})])
def test_matches_are_listed_by_their_seal(
    api: httpx.Client, evening: dict[str, Any], sealed: bool, names: set[str]
) -> None:
    found = items(api, MATCHES, **wanted(evening, sealed=sealed))
    assert {item["id"] for item in found} == {evening[name]["id"] for name in names}
    assert {item["sealed"] for item in found} == {sealed}


@pytest.mark.parametrize(("sealed", "number"), [(None, 3), (True, 1), (False, 2)])
def test_leaders_and_statistics_count_what_is_asked_for(
    api: httpx.Client, evening: dict[str, Any], sealed: bool | None, number: int
) -> None:
    asked = wanted(evening) | ({} if sealed is None else {"sealed": sealed})
    leaders = api.get(LEADERS, params=asked).json()["items"]
    assert {leader["matches"] for leader in leaders} == {number}
    matches = api.get(STATISTICS, params=asked).json()["matches"]
    assert matches["count"] == number
    assert len(api.get(matches["link"]).json()["items"]) == number


@pytest.mark.slow
def test_a_series_that_needs_seals_counts_sealed_matches(api: httpx.Client, evening: dict[str, Any]) -> None:
    ids = [evening[name]["id"] for name in ("sealed", "disputed", "provisional")]
    players = [player["id"] for player in evening["players"]]
    body = {"game": "klunker", "players": players, "matches": ids, "seal_needed": True}
    series = api.post(f"{BASE}/series", json=body).json()
    assert (series["seal_needed"], series["seals_after"], series["arbiters"]) == (True, None, [])
    path = f"{BASE}/series/{series['id']}"

    def counted(**asked: Any) -> list[bool]:
        answer = api.get(path, params={"after_position": evening["after"], **asked}).json()
        return [match["finished"] for match in answer["matches"]]

    assert counted() == counted(sealed=True) == [True, False, False]
    assert counted(sealed=False) == [False, True, True]
    corrected = api.patch(path, json={"seal_needed": False, "seals_after": 24}).json()
    assert (corrected["seal_needed"], corrected["seals_after"]) == (False, 24)
    assert counted() == [True, True, True]
    assert api.patch(path, json={"seals_after": None}).json()["seals_after"] is None
    assert api.get(path).json()["title"] == ""


@pytest.mark.parametrize("hours", [0, -1, 10_000])
def test_hours_that_make_no_sense_are_refused(api: httpx.Client, evening: dict[str, Any], hours: int) -> None:
    players = [player["id"] for player in evening["players"]]
    answer = api.post(f"{BASE}/series", json={"game": "klunker", "players": players, "seals_after": hours})
    assert problem(answer, 422, "unfit-series")["pointer"] == "/seals_after"


@pytest.mark.slow
def test_lists_follow_the_seal(api: httpx.Client) -> None:
    """A match that an arbiter opens again isn't sealed any more, and is so again."""
    match = whole(api, tags=["followed"])
    seal = {"reason": "all have gone"}
    last = api.post(f"{MATCHES}/{match['id']}/seal", json=seal, headers=arbiter(api)).json()["position"]
    found = {"tag": "followed", "sealed": True}
    assert len(items(api, MATCHES, **found, after_position=last)) == 1
    back = api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 3}, headers=ruling(api)).json()
    assert items(api, MATCHES, **found, after_position=back["position"]) == []
    api.post(f"{MATCHES}/{match['id']}/conclusion", json={})
    last = api.post(f"{MATCHES}/{match['id']}/seal", json=seal, headers=arbiter(api)).json()["position"]
    assert len(items(api, MATCHES, **found, after_position=last)) == 1


def test_series_are_listed_by_whether_all_their_results_are_sealed(api: httpx.Client, evening: dict[str, Any]) -> None:
    players = [player["id"] for player in evening["players"]]
    made = {}
    for name, matches in (("all", ["sealed"]), ("some", ["sealed", "disputed"]), ("none", [])):
        body = {"game": "klunker", "players": players, "matches": [evening[one]["id"] for one in matches]}
        series = api.post(f"{BASE}/series", json=body).json()
        made[series["id"]], last = name, series["position"]

    def found(**asked: Any) -> set[str]:
        listed = items(api, f"{BASE}/series", player=players[0], after_position=last, **asked)
        return {made[one["id"]] for one in listed if one["id"] in made}

    assert found(sealed=True) == {"all"}
    assert found(sealed=False) == {"some", "none"}
    assert found() == {"all", "some", "none"}
