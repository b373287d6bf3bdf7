"""Series: matches of one game by the same people, whose totals count together (H4.4)."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import (
    BASE,
    DEAL,
    MATCHES,
    NOBODY,
    PLAYERS,
    ROUND,
    THREE,
    guests,
    items,
    known,
    make_player,
    open_match,
    played,
    problem,
    whole,
)

Stored = Callable[[], tuple[int, ...]]
People = list[dict[str, Any]]

SERIES = f"{BASE}/series"
HALUNKEN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "samples" / "halunken-intro-3.json").read_text())

SCORES = [3, 7, 7]
"""Of the seats of a match of `THREE`; seat 2 wins."""


@pytest.fixture
def trio(api: httpx.Client) -> People:
    """Three people whom no other test knows."""
    return [make_player(api, name) for name in ("Ada", "Bob", "Eve")]


def ids(trio: People) -> list[str]:
    return [player["id"] for player in trio]


def opened(api: httpx.Client, trio: People, **wanted: Any) -> dict[str, Any]:
    """A series of three matches of Klunker, unless something else is wanted."""
    answer = api.post(SERIES, json={"game": "klunker", "players": ids(trio)} | wanted)
    assert answer.status_code == 201, answer.text
    series: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"{SERIES}/{series['id']}"
    assert answer.headers["etag"] == f'"{series["version"]}"'
    return series


def add(api: httpx.Client, series: dict[str, Any], match: dict[str, Any], **more: Any) -> httpx.Response:
    return api.post(f"{SERIES}/{series['id']}/matches", json={"match": match["id"]}, **more)


def added(api: httpx.Client, series: dict[str, Any], match: dict[str, Any]) -> dict[str, Any]:
    answer = add(api, series, match)
    assert answer.status_code == 201, answer.text
    result: dict[str, Any] = answer.json()
    assert answer.headers["etag"] == f'"{result["version"]}"'
    return result


def now(client: httpx.Client, series: dict[str, Any], position: int = 0) -> dict[str, Any]:
    """The series after all that was written up to `position`."""
    answer = client.get(f"{SERIES}/{series['id']}", params={"after_position": position})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found["position"] >= position
    return found


def totals(series: dict[str, Any]) -> list[int | str]:
    return [standing["total"] for standing in series["standings"]]


def scores(series: dict[str, Any]) -> list[list[int | str | None]]:
    """By match, then by player."""
    return [list(match) for match in zip(*(standing["scores"] for standing in series["standings"]), strict=True)]


def winners(series: dict[str, Any]) -> list[bool | None]:
    return [standing["winner"] for standing in series["standings"]]


def correct(api: httpx.Client, match: dict[str, Any], kind: str, **body: Any) -> int:
    """Correct or end a match; gives the position."""
    answer = api.post(f"{MATCHES}/{match['id']}/{kind}", json=body)
    assert answer.status_code == 201, answer.text
    position: int = answer.json()["position"]
    return position


# --- opening ---


def test_a_series_begins_without_matches(api: httpx.Client, trio: People) -> None:
    series = opened(api, trio, title="  Winter ", length=5)
    assert {name: series[name] for name in ("game", "title", "length", "status", "version", "visibility")} == {
        "game": "klunker",
        "title": "Winter",
        "length": 5,
        "status": "playing",
        "version": 1,
        "visibility": "public",
    }
    assert series["matches"] == []
    assert [standing["player"] for standing in series["standings"]] == [
        {"id": player["id"], "name": player["name"]} for player in trio
    ]
    assert (totals(series), winners(series)) == ([0, 0, 0], [None] * 3)
    assert now(api, series, series["position"]) | {"position": 0} == series | {"position": 0}


def test_a_series_begins_with_matches(api: httpx.Client, trio: People) -> None:
    finished = whole(api, seats=known(*trio))
    running = open_match(api, seats=known(*reversed(trio)))
    series = opened(api, trio, matches=[finished["id"], running["id"]])
    assert series["version"] == 3
    series = now(api, series, finished["position"])
    assert series["matches"] == [{"id": finished["id"], "finished": True}, {"id": running["id"], "finished": False}]
    assert scores(series) == [SCORES, [None] * 3]
    assert (totals(series), winners(series), series["status"]) == (SCORES, [None] * 3, "playing")


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"game": "ludo"}, "/game"),
        ({"length": 0}, "/length"),
        ({"length": 101}, "/length"),
        ({"length": 10**30}, "/length"),
        ({"players": []}, "/players"),
    ],
)
def test_a_series_that_can_t_be(
    api: httpx.Client, trio: People, stored: Stored, wanted: dict[str, Any], pointer: str
) -> None:
    before = stored()
    answer = api.post(SERIES, json={"game": "klunker", "players": ids(trio), **wanted})
    name = "invalid-setup" if "game" in wanted else "unfit-series"
    assert problem(answer, 422, name)["pointer"] == pointer
    assert stored() == before


def test_nobody_plays_twice_or_unknown(api: httpx.Client, trio: People, stored: Stored) -> None:
    erased, merged = make_player(api, "Gone"), make_player(api, "Twin")
    assert api.delete(f"{PLAYERS}/{erased['id']}").status_code == 204
    assert api.post(f"{PLAYERS}/{merged['id']}/merge", json={"into": trio[0]["id"]}).is_success
    before = stored()
    body = {"game": "klunker", "players": [*ids(trio)[:2], trio[0]["id"]]}
    assert problem(api.post(SERIES, json=body), 422, "unfit-series")["pointer"] == "/players"
    for stranger in (NOBODY, erased["id"], merged["id"]):
        body = {"game": "klunker", "players": [*ids(trio)[:2], stranger]}
        assert problem(api.post(SERIES, json=body), 422, "unknown-player")["pointer"] == "/players/2"
    assert stored() == before


def test_a_series_does_not_begin_with_matches_that_don_t_fit(
    api: httpx.Client, trio: People, client_with: Any, stored: Stored
) -> None:
    match = open_match(api, seats=known(*trio))
    hidden = open_match(api, seats=known(*trio), visibility="private")
    others = open_match(api)
    before = stored()
    body = {"game": "klunker", "players": ids(trio)}
    for matches, index in (
        ([match["id"], match["id"]], 1),
        ([others["id"]], 0),
        ([match["id"], NOBODY], 1),
    ):
        answer = api.post(SERIES, json=body | {"matches": matches})
        assert problem(answer, 422, "unfit-series")["pointer"] == f"/matches/{index}"
    answer = api.post(SERIES, json=body | {"matches": [match["id"], hidden["id"]], "length": 1})
    assert problem(answer, 422, "unfit-series")["pointer"] == "/matches/1"
    refused = [
        problem(client_with("record").post(SERIES, json=body | {"matches": [one]}), 422, "unfit-series")
        for one in (hidden["id"], NOBODY)
    ]
    assert refused[0] == refused[1]
    assert stored() == before


# --- its matches ---


def test_matches_come_and_go(api: httpx.Client, trio: People) -> None:
    series = opened(api, trio, length=2)
    one, other = whole(api, seats=known(*trio)), whole(api, seats=known(*reversed(trio)))
    assert [match["id"] for match in added(api, series, one)["matches"]] == [one["id"]]
    series = added(api, series, other)
    series = now(api, series, series["position"])
    assert scores(series) == [SCORES, SCORES[::-1]]
    assert totals(series) == [10, 14, 10]
    assert (winners(series), series["status"], series["version"]) == ([False, True, False], "finished", 3)
    assert [standing["rank"] for standing in series["standings"]] == [2, 1, 2]

    answer = api.delete(f"{SERIES}/{series['id']}/matches/{one['id']}")
    assert (answer.status_code, answer.headers["etag"]) == (200, '"4"')
    assert (totals(answer.json()), winners(answer.json())) == (SCORES[::-1], [None] * 3)
    problem(api.delete(f"{SERIES}/{series['id']}/matches/{one['id']}"), 404, "not-found")
    assert api.get(f"{MATCHES}/{one['id']}").json()["status"] == "finished"
    series = added(api, series, one)
    assert [match["id"] for match in series["matches"]] == [other["id"], one["id"]]


def test_a_match_that_does_not_fit_is_refused(
    api: httpx.Client, trio: People, client_with: Any, stored: Stored
) -> None:
    series = opened(api, trio, length=2)
    match = open_match(api, seats=known(*trio))
    added(api, series, match)
    unfit = {
        "twice": match,
        "another game": open_match(api, game="halunken", seats=known(*trio), options={"mode": "introductory"}),
        "other people": open_match(api, seats=[*known(*trio)[:2], {"name": "Someone"}]),
        "more people": open_match(api, seats=[*known(*trio), {"name": "Someone"}]),
        "none": {"id": NOBODY},
        "a series": series,
    }
    before = stored()
    for case, wrong in unfit.items():
        assert problem(add(api, series, wrong), 422, "unfit-series")["pointer"] == "/match", case
    hidden = open_match(api, seats=known(*trio), visibility="private")
    blind = client_with("record")
    refused = [problem(add(blind, series, one), 422, "unfit-series") for one in (hidden, {"id": NOBODY})]
    assert refused[0] == refused[1]
    assert add(api, series, hidden).status_code == 201
    full = problem(add(api, series, open_match(api, seats=known(*trio))), 422, "unfit-series")
    assert full["pointer"] == "/match"
    assert stored()[0] > before[0]
    assert now(api, series)["version"] == 3


def test_a_match_is_no_series_and_a_series_no_match(api: httpx.Client, trio: People) -> None:
    series, match = opened(api, trio), open_match(api, seats=known(*trio))
    problem(api.get(f"{SERIES}/{match['id']}"), 404, "not-found")
    problem(add(api, match, match), 404, "not-found")
    problem(api.patch(f"{SERIES}/{match['id']}", json={"title": "x"}), 404, "not-found")
    problem(api.delete(f"{SERIES}/{match['id']}"), 404, "not-found")
    for part in ("", "/state", "/events", "/history", "/scoreboard", "/legal-actions", "/replay", "/replay/steps/0"):
        problem(api.get(f"{MATCHES}/{series['id']}{part}"), 404, "not-found")
    problem(api.post(f"{MATCHES}/{series['id']}/actions", json={"actions": [DEAL]}), 404, "not-found")
    problem(api.post(f"{MATCHES}/{series['id']}/retractions", json={"to_step": 0}), 404, "not-found")


# --- standings ---


def test_the_standings_follow_every_match(api: httpx.Client, trio: People) -> None:
    match = open_match(api, seats=known(*trio))
    series = opened(api, trio, length=1, matches=[match["id"]])

    def after(position: int) -> tuple[list[Any], list[bool | None], str, bool]:
        found = now(api, series, position)
        assert found["version"] == 2
        return totals(found), winners(found), found["status"], found["matches"][0]["finished"]

    nothing = ([0, 0, 0], [None] * 3, "playing", False)
    assert after(played(api, match, *THREE["actions"][:95])["position"]) == nothing
    whole_match = (SCORES, [False, True, True], "finished", True)  # the match's tie-break counts in the match only
    assert after(played(api, match, THREE["actions"][95])["position"]) == whole_match
    amendment = {"step": 90, "actions": [{"type": "store", "seat": 1, "jewel": "tongue_piercing"}]}
    assert after(correct(api, match, "amendments", **amendment)) == ([3, 3, 7], [False, False, True], "finished", True)
    assert after(correct(api, match, "retractions", to_step=80)) == nothing
    concluded = after(correct(api, match, "conclusion", reason="late"))
    assert concluded[2:] == ("finished", True)
    assert sum(concluded[0]) > 0
    assert after(correct(api, match, "reopening")) == nothing
    assert after(correct(api, match, "abandonment")) == nothing
    assert after(correct(api, match, "reopening")) == nothing
    assert after(correct(api, match, "conclusion")) == concluded


@pytest.mark.slow
def test_equal_totals_share_the_victory(api: httpx.Client, trio: People) -> None:
    one = whole(api, seats=known(*trio))
    other = whole(api, seats=known(*(trio[seat] for seat in (1, 0, 2))))
    series = opened(api, trio, length=2, matches=[one["id"], other["id"]])
    series = now(api, series, series["position"])
    assert totals(series) == [10, 10, 14]
    assert [standing["rank"] for standing in series["standings"]] == [2, 2, 1]
    correct(api, one, "retractions", to_step=95)
    position = correct(api, one, "conclusion")
    series = now(api, series, position)
    drawn = opened(api, trio, length=1, matches=[one["id"]])
    assert winners(now(api, drawn, drawn["position"])) == [False, True, True]


@pytest.mark.slow
def test_who_sat_where_is_corrected_and_the_series_follows(api: httpx.Client, trio: People) -> None:
    match = whole(api, seats=known(*trio))
    series = opened(api, trio, length=1, matches=[match["id"]])
    swapped = api.patch(f"{MATCHES}/{match['id']}", json={"seats": known(*reversed(trio))}).json()
    assert totals(now(api, series, swapped["position"])) == SCORES[::-1]
    stranger = api.patch(f"{MATCHES}/{match['id']}", json={"seats": [*known(*trio)[:2], {"name": "Joe"}]}).json()
    found = now(api, series, stranger["position"])
    assert (totals(found), found["matches"][0]["finished"]) == ([*SCORES[:2], 0], True)


@pytest.mark.slow
def test_people_who_were_merged_are_one_person(api: httpx.Client, trio: People) -> None:
    guest = make_player(api, "Ada again")
    early = whole(api, seats=known(guest, *trio[1:]))
    series = opened(api, [guest, *trio[1:]], matches=[early["id"]])
    later = whole(api, seats=known(*reversed(trio)))
    problem(add(api, series, later), 422, "unfit-series")
    assert api.post(f"{PLAYERS}/{guest['id']}/merge", json={"into": trio[0]["id"]}).is_success
    series = added(api, series, later)
    series = now(api, series, series["position"])
    assert scores(series) == [SCORES, SCORES[::-1]]
    assert series["standings"][0]["player"]["name"] == "Ada"
    fresh = opened(api, trio, matches=[early["id"], later["id"]])
    assert scores(now(api, fresh, fresh["position"])) == scores(series)
    found = items(api, SERIES, player=trio[0]["id"], after_position=fresh["position"])
    assert [one["id"] for one in found] == [fresh["id"], series["id"]]
    assert api.delete(f"{PLAYERS}/{trio[0]['id']}").status_code == 204
    series = now(api, series)
    assert series["standings"][0]["player"]["name"] == "Anonymous"
    assert scores(series) == [SCORES, SCORES[::-1]]


@pytest.mark.slow
def test_H4_4_a_series_of_three_matches_of_halunken(api: httpx.Client, public: httpx.Client, trio: People) -> None:
    """The scores are added, and the highest total wins."""
    game = {"game": "halunken", "options": HALUNKEN["options"]}
    seatings = [trio, [trio[1], trio[2], trio[0]], [trio[1], trio[0], trio[2]]]
    series = opened(api, trio, game="halunken", title="Tre sere")
    end = HALUNKEN["end"]["scores"]
    expected = [0, 0, 0]
    for number, seats in enumerate(seatings, start=1):
        match = open_match(api, seats=known(*seats), **game)
        added(api, series, match)
        result = played(api, match, *HALUNKEN["actions"][:-1])
        found = now(public, series, result["position"])
        assert (totals(found), scores(found)[-1]) == (expected, [None] * 3)
        result = played(api, match, HALUNKEN["actions"][-1])
        for seat, player in enumerate(seats):
            expected[trio.index(player)] += end[seat]
        found = now(public, series, result["position"])
        assert totals(found) == expected
        assert (found["status"] == "finished") is (number == 3)
        assert winners(found) == ([None] * 3 if number < 3 else [total == max(expected) for total in expected])
    assert expected == [87 + 59 + 56, 56 + 87 + 87, 59 + 56 + 59]
    assert [standing["rank"] for standing in found["standings"]] == [2, 1, 3]
    # An earlier match is corrected: a theft was of another rogue.
    first = {"id": found["matches"][0]["id"]}
    theft = {"seat": 2, "type": "steal", "rogue": "yellow-8", "from": 0}
    found = now(public, series, correct(api, first, "amendments", step=13, actions=[theft]))
    assert scores(found)[0] == [77, 56, 73]
    assert winners(found) == [False, True, False]


# --- who may read what ---


def test_sheets_with_decimals_and_without_points_are_added_exactly(
    api: httpx.Client, public: httpx.Client, trio: People
) -> None:
    """Nobody keeps a secret of points that there are none of: the match counts as it stands."""
    series = opened(api, trio, game="sheet", length=2)
    for cells in (["0.1", "2.5", ""], ["0.2", "2.5", "4"]):
        match = open_match(api, game="sheet", seats=known(*trio), options={})
        scored = [{"type": "score", "seat": seat, "row": "points", "value": value} for seat, value in enumerate(cells)]
        played(api, match, *scored, {"type": "end"})
        series = added(api, series, match)
    for client in (api, public):
        found = now(client, series, series["position"])
        assert scores(found) == [["0.1", "2.5", None], ["0.2", "2.5", 4]]
        assert (totals(found), winners(found)) == (["0.3", 5, 4], [False, True, False])
        assert found["status"] == "finished"


def test_a_private_series_is_not_there_for_others(
    api: httpx.Client, public: httpx.Client, client_with: Any, trio: People
) -> None:
    series = opened(api, trio, visibility="private")
    match = open_match(api, seats=known(*trio))
    path = f"{SERIES}/{series['id']}"
    assert now(client_with("read"), series)["id"] == series["id"]
    for client in (public, client_with("record"), client_with("annotate")):
        told = [problem(client.get(f"{SERIES}/{one}"), 404, "not-found") for one in (series["id"], NOBODY)]
        assert told[0] == told[1]
        assert items(client, SERIES, player=trio[0]["id"], after_position=series["position"]) == []
    blind = client_with("record")
    for one in (series["id"], NOBODY):
        problem(blind.patch(f"{SERIES}/{one}", json={"title": "mine"}), 404, "not-found")
        problem(add(blind, {"id": one}, match), 404, "not-found")
        problem(blind.delete(f"{SERIES}/{one}/matches/{match['id']}"), 404, "not-found")
        problem(blind.delete(f"{SERIES}/{one}"), 404, "not-found")
    assert api.get(path).json()["version"] == 1
    assert [one["id"] for one in items(api, SERIES, player=trio[0]["id"])] == [series["id"]]


def test_an_unlisted_series_is_found_by_its_address_only(api: httpx.Client, public: httpx.Client, trio: People) -> None:
    series = opened(api, trio, visibility="unlisted")
    assert now(public, series)["id"] == series["id"]
    assert items(public, SERIES, player=trio[0]["id"], after_position=series["position"]) == []


@pytest.mark.slow
def test_matches_that_are_not_listed_for_a_reader_are_not_in_a_series_either(
    api: httpx.Client, public: httpx.Client, client_with: Any, trio: People
) -> None:
    hidden = whole(api, seats=known(*trio), visibility="private")
    unlisted = whole(api, seats=known(*trio), visibility="unlisted")
    shown = whole(api, seats=known(*trio))
    series = opened(api, trio, length=3, matches=[hidden["id"], unlisted["id"], shown["id"]])
    for client in (public, client_with("record")):
        found = now(client, series, series["position"])
        assert scores(found) == [SCORES]
        assert (totals(found), winners(found), found["status"]) == (SCORES, [None] * 3, "playing")
        assert found["matches"] == [{"id": shown["id"], "finished": True}]
    for client in (api, client_with("read")):
        assert totals(now(client, series)) == [9, 21, 21]
    position = api.patch(f"{MATCHES}/{hidden['id']}", json={"visibility": "public"}).json()["position"]
    assert totals(now(public, series, position)) == [6, 14, 14]


def test_secrets_that_a_match_keeps_are_not_told_by_its_series(
    api: httpx.Client, public: httpx.Client, trio: People
) -> None:
    """Who has won is told, by how much isn't."""
    options = {"dealing": "server", "keep_secrets": True}
    match = open_match(api, game="dschunke", seats=known(*trio), options=options)
    series = opened(api, trio, game="dschunke", length=1, matches=[match["id"]])
    position = correct(api, match, "conclusion")
    assert winners(now(api, series, position)) != [None] * 3
    found = now(public, series)
    assert (scores(found), totals(found), winners(found)) == ([[None] * 3], [0, 0, 0], [None] * 3)
    seen = [
        public.get(f"{MATCHES}/{match['id']}").json()["standings"],
        items(public, MATCHES, player=ids(trio)[0])[0]["seats"],
    ]
    for standings in seen:
        assert [standing["score"] for standing in standings] == [None] * 3
    assert [one["winner"] for one in seen[0]] == [one["winner"] for one in seen[1]]


def test_writing_takes_a_token_that_may_record(
    api: httpx.Client, public: httpx.Client, client_with: Any, trio: People, stored: Stored
) -> None:
    series, match = opened(api, trio), open_match(api, seats=known(*trio))
    before = stored()
    for client, status, name in (
        (public, 401, "unauthenticated"),
        (client_with("read", "annotate"), 403, "forbidden"),
    ):
        problem(client.post(SERIES, json={"game": "klunker", "players": ids(trio)}), status, name)
        problem(client.patch(f"{SERIES}/{series['id']}", json={"title": "x"}), status, name)
        problem(add(client, series, match), status, name)
        problem(client.delete(f"{SERIES}/{series['id']}/matches/{match['id']}"), status, name)
        problem(client.delete(f"{SERIES}/{series['id']}"), status, name)
    assert stored() == before


# --- facts, removal ---


@pytest.mark.slow
def test_the_facts_can_be_corrected(api: httpx.Client, public: httpx.Client, trio: People) -> None:
    match = whole(api, seats=known(*trio))
    series = opened(api, trio, matches=[match["id"]])
    path = f"{SERIES}/{series['id']}"
    answer = api.patch(path, json={"title": "Spring", "length": 1})
    assert (answer.status_code, answer.headers["etag"]) == (200, '"3"')
    found = now(public, series, answer.json()["position"])
    assert {name: found[name] for name in ("title", "length", "status")} == {
        "title": "Spring",
        "length": 1,
        "status": "finished",
    }
    again = api.patch(path, json={"title": "Spring"})
    assert (again.status_code, again.json()["version"]) == (200, 3)
    hidden = api.patch(path, json={"visibility": "private"}).json()
    assert hidden["visibility"] == "private"
    problem(public.get(path), 404, "not-found")
    (item,) = items(api, SERIES, player=trio[0]["id"], after_position=hidden["position"])
    assert (item["title"], item["length"], item["visibility"], item["version"]) == ("Spring", 1, "private", 4)
    assert problem(api.patch(path, json={"length": 0}), 422, "unfit-series")["pointer"] == "/length"
    other = opened(api, trio, length=2, matches=[match["id"], open_match(api, seats=known(*trio))["id"]])
    refused = problem(api.patch(f"{SERIES}/{other['id']}", json={"length": 1}), 422, "unfit-series")
    assert refused["pointer"] == "/length"


@pytest.mark.slow
def test_a_removed_series_is_gone_and_its_matches_stay(api: httpx.Client, trio: People) -> None:
    match = whole(api, seats=known(*trio))
    series = opened(api, trio, matches=[match["id"]])
    path = f"{SERIES}/{series['id']}"
    problem(api.delete(path, headers={"If-Match": '"1"'}), 412, "version-conflict")
    assert api.delete(path, headers={"If-Match": '"2"'}).status_code == 204
    for answer in (api.get(path), api.delete(path), api.patch(path, json={"title": "x"}), add(api, series, match)):
        problem(answer, 404, "not-found")
    other = opened(api, trio, matches=[match["id"]])
    found = items(api, SERIES, match=match["id"], after_position=other["position"])
    assert [one["id"] for one in found] == [other["id"]]


# --- the list ---


def test_series_are_found(api: httpx.Client, public: httpx.Client, trio: People) -> None:
    match, elsewhere = open_match(api, seats=known(*trio)), open_match(api, seats=known(*trio))
    one = opened(api, trio, title="one", matches=[match["id"]])
    two = opened(api, trio, game="halunken", title="two")
    three = opened(api, trio, title="three", matches=[elsewhere["id"], match["id"]])
    mine = {"player": trio[1]["id"], "after_position": three["position"]}

    def found(**asked: Any) -> list[str]:
        return [item["title"] for item in items(public, SERIES, **mine, **asked)]

    assert found() == ["three", "two", "one"]
    assert found(game="klunker") == ["three", "one"]
    assert found(game="halunken") == ["two"]
    assert found(game="ludo") == []
    assert found(match=match["id"]) == ["three", "one"]
    assert found(match=elsewhere["id"], game="klunker") == ["three"]
    assert found(match=NOBODY) == []
    assert items(public, SERIES, player=NOBODY) == []
    (item,) = items(public, SERIES, match=elsewhere["id"], after_position=three["position"])
    assert item["matches"] == [elsewhere["id"], match["id"]]
    assert [player["name"] for player in item["players"]] == ["Ada", "Bob", "Eve"]
    detail = now(public, three)
    shared = ("id", "game", "title", "length", "version", "visibility", "opened_at", "updated_at")
    assert {name: item[name] for name in shared} == {name: detail[name] for name in shared}
    assert {one["version"], two["version"]} == {2, 1}


@pytest.mark.slow
def test_pages_are_stable_while_series_come(api: httpx.Client, trio: People) -> None:
    series = [opened(api, trio) for _ in range(5)]
    asked = {"player": trio[2]["id"], "limit": 2, "after_position": series[-1]["position"]}
    first = api.get(SERIES, params=asked).json()
    newest = opened(api, trio)
    rest = items(api, SERIES, **{**asked, "cursor": first["next_cursor"], "after_position": newest["position"]})
    assert [one["id"] for one in [*first["items"], *rest]] == [one["id"] for one in reversed(series)]
    for cursor in ("x", "W10", "bnVsbA"):
        assert problem(api.get(SERIES, params={"cursor": cursor}), 400, "invalid-request")["parameter"] == "cursor"


@pytest.mark.parametrize(
    "asked", [{"player": "Ada"}, {"match": "7"}, {"limit": 0}, {"status": "playing"}, {"after_position": "x"}]
)
def test_a_query_of_another_form(api: httpx.Client, asked: dict[str, Any]) -> None:
    assert problem(api.get(SERIES, params=asked), 400, "invalid-request")["parameter"] == next(iter(asked))


# --- conventions ---


@pytest.mark.slow
def test_a_write_is_decided_on_the_version_that_is_asked_for(api: httpx.Client, trio: People, stored: Stored) -> None:
    match, other = open_match(api, seats=known(*trio)), open_match(api, seats=known(*trio))
    series = opened(api, trio, matches=[match["id"]])
    path = f"{SERIES}/{series['id']}"
    before = stored()

    def writes(tag: str) -> list[httpx.Response]:
        headers = {"If-Match": tag}
        return [
            add(api, series, other, headers=headers),
            api.patch(path, json={"title": "x"}, headers=headers),
            api.delete(f"{path}/matches/{match['id']}", headers=headers),
            api.delete(path, headers=headers),
        ]

    for answer in writes('"1"'):
        assert (problem(answer, 412, "version-conflict")["version"], answer.headers["etag"]) == (2, '"2"')
    for answer in writes("2"):
        assert problem(answer, 400, "invalid-request")["parameter"] == "If-Match"
    assert stored() == before
    assert add(api, series, other, headers={"If-Match": '"2"'}).status_code == 201


@pytest.mark.slow
def test_a_retry_gets_the_same_answer_and_is_done_once(api: httpx.Client, trio: People, stored: Stored) -> None:
    match = open_match(api, seats=known(*trio))
    headers = {"Idempotency-Key": uuid4().hex}
    body = {"game": "klunker", "players": ids(trio)}
    first = api.post(SERIES, json=body, headers=headers)
    before = stored()
    assert api.post(SERIES, json=body, headers=headers).json() == first.json()
    problem(api.post(SERIES, json=body | {"title": "other"}, headers=headers), 422, "idempotency-key-reused")
    assert stored() == before
    series = first.json()
    problem(add(api, series, match, headers=headers), 422, "idempotency-key-reused")
    headers = {"Idempotency-Key": uuid4().hex}
    first = add(api, series, match, headers=headers)
    assert first.status_code == 201
    before = stored()
    again = add(api, series, match, headers=headers)
    assert (again.status_code, again.json(), again.headers["etag"]) == (201, first.json(), first.headers["etag"])
    assert stored() == before
    path = f"{SERIES}/{series['id']}/matches/{match['id']}"
    assert api.delete(path).status_code == 200
    assert add(api, series, match, headers=headers).json() == first.json()
    problem(api.delete(path), 404, "not-found")
    assert now(api, series)["version"] == 3


@pytest.mark.slow
def test_a_retry_is_answered_whatever_has_changed_since(api: httpx.Client, trio: People) -> None:
    match = open_match(api, seats=known(*trio))
    headers = {"Idempotency-Key": uuid4().hex}, {"Idempotency-Key": uuid4().hex}
    body = {"game": "klunker", "players": ids(trio), "matches": [match["id"]]}
    series = api.post(SERIES, json=body, headers=headers[0]).json()
    other = open_match(api, seats=known(*trio))
    assert add(api, series, other, headers=headers[1]).status_code == 201
    assert api.delete(f"{PLAYERS}/{trio[0]['id']}").status_code == 204
    stranger = [{"name": "Joe"}, *known(*trio)[1:]]
    for one in (match, other):
        assert api.patch(f"{MATCHES}/{one['id']}", json={"seats": stranger}).status_code == 200
    assert api.delete(f"{SERIES}/{series['id']}").status_code == 204
    again = api.post(SERIES, json=body, headers=headers[0])
    assert (again.status_code, again.json()["id"], again.json()["version"]) == (201, series["id"], 2)
    again = add(api, series, other, headers=headers[1])
    assert (again.status_code, again.json()["version"]) == (201, 3)


@pytest.mark.slow
def test_matches_that_are_added_at_once_all_count_once(api: httpx.Client, trio: People) -> None:
    series = opened(api, trio, length=4)
    matches = [open_match(api, seats=known(*trio)) for _ in range(3)]
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(partial(add, api, series), matches * 3))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [422] * 6
    assert {match["id"] for match in now(api, series)["matches"]} == {match["id"] for match in matches}
    with ThreadPoolExecutor() as pool:
        more = [open_match(api, seats=known(*trio)) for _ in range(3)]
        answers = list(pool.map(partial(add, api, series), more))
    assert sorted(answer.status_code for answer in answers) == [201, 422, 422]


@pytest.mark.usefixtures("nothing_stored")
def test_bodies_of_another_form(api: httpx.Client) -> None:
    good: dict[str, Any] = {"game": "klunker", "players": [NOBODY] * 3}
    bad: list[tuple[dict[str, Any], str]] = [
        ({"game": 7}, "/game"),
        ({"players": ["Ada"]}, "/players/0"),
        ({"players": [NOBODY] * 17}, "/players"),
        ({"length": "3"}, "/length"),
        ({"length": 2.5}, "/length"),
        ({"matches": [7]}, "/matches/0"),
        ({"matches": [NOBODY] * 101}, "/matches"),
        ({"visibility": "secret"}, "/visibility"),
        ({"titel": "x"}, ""),
    ]
    for wrong, pointer in bad:
        assert problem(api.post(SERIES, json=good | wrong), 400, "invalid-request")["pointer"] == pointer
    patches: list[Any] = [{"title": None}, {"length": None}, {"players": []}, []]
    for patch in patches:
        problem(api.patch(f"{SERIES}/{NOBODY}", json=patch), 400, "invalid-request")
    matches: list[Any] = [{}, {"match": "x"}, {"match": NOBODY, "more": 1}]
    for match in matches:
        problem(api.post(f"{SERIES}/{NOBODY}/matches", json=match), 400, "invalid-request")
    problem(api.post(SERIES, content=b"{}"), 415, "unsupported-media-type")
    problem(api.post(SERIES, content=b"{", headers={"Content-Type": "application/json"}), 400, "invalid-json")
    problem(api.post(f"{SERIES}/{NOBODY}"), 405, "method-not-allowed")


@pytest.mark.slow
def test_titles_are_kept_as_places_are(api: httpx.Client, trio: People) -> None:
    for title in ("x" * 121, "a bell \a"):
        body = {"game": "klunker", "players": ids(trio), "title": title}
        assert problem(api.post(SERIES, json=body), 422, "unfit-text")["pointer"] == "/title"
    series = opened(api, trio)
    refused = problem(api.patch(f"{SERIES}/{series['id']}", json={"title": "a\nb"}), 422, "unfit-text")
    assert refused["pointer"] == "/title"


@pytest.mark.slow
def test_a_match_of_strangers_is_still_recorded_beside_a_series(api: httpx.Client, trio: People) -> None:
    """A guest of the same name is somebody else."""
    series = opened(api, trio)
    match = open_match(api, seats=guests())
    played(api, match, DEAL, *ROUND)
    problem(add(api, series, match), 422, "unfit-series")
