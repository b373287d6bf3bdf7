"""Matches are opened, found and corrected."""

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import (
    DEAL,
    MATCHES,
    NOBODY,
    PLAYERS,
    guests,
    items,
    known,
    later,
    make_player,
    open_match,
    played,
    problem,
    whole,
)
from tests.tiers import thinned

Filters = dict[str, Any]


def ids(found: list[dict[str, Any]]) -> list[str]:
    return [item["id"] for item in found]


# --- opening ---


def test_a_match_is_opened_with_known_players_and_new_names_mixed(api: httpx.Client, public: httpx.Client) -> None:
    ada = make_player(api, "Ada")
    answer = api.post(
        MATCHES,
        json={
            "game": "klunker",
            "options": {"dealing": "open", "start_seat": 2},
            "seats": [{"name": "Bob"}, {"player": ada["id"]}, {"name": "Bob"}],
            "played_on": "2024-02-29",
            "place": " Café\u0301 ",
            "note": "first line\r\n\tsecond line",
            "visibility": "unlisted",
        },
    )
    assert answer.status_code == 201, answer.text
    match = answer.json()
    assert answer.headers["location"] == f"{MATCHES}/{match['id']}"
    assert answer.headers["etag"] == '"1"'
    assert match["options"] == {"keep_secrets": False, "dealing": "open", "start_seat": 2}
    assert [seat["player"]["name"] for seat in match["seats"]] == ["Bob", "Ada", "Bob"]
    assert match["seats"][1]["player"]["id"] == ada["id"]
    assert len({seat["player"]["id"] for seat in match["seats"]}) == 3
    assert api.get(f"{PLAYERS}/{match['seats'][0]['player']['id']}").json()["name"] == "Bob"
    assert (match["played_on"], match["place"]) == ("2024-02-29", "Caf\u00e9\u0301")
    assert match["note"] == "first line\n\tsecond line"
    assert (match["visibility"], match["origin"], match["status"]) == ("unlisted", "table", "playing")
    assert (match["version"], match["step"]) == (1, 0)
    assert match["pending"] == {"type": "chance", "awaits": {"type": "deal", "cards": [6, 6, 6]}}
    assert [standing["score"] for standing in match["standings"]] == [1, 1, 1]
    read = public.get(answer.headers["location"]).json()
    assert read == later(match)


def test_what_seats_may_take_back_is_an_option_of_the_match(api: httpx.Client) -> None:
    assert open_match(api)["undo"] == "guarded"
    match = open_match(api, undo="free")
    path = f"{MATCHES}/{match['id']}"
    assert match["undo"] == api.get(path).json()["undo"] == "free"
    assert api.patch(path, json={"place": "home"}).json()["undo"] == "free"
    corrected = api.patch(path, json={"undo": "guarded"}).json()
    assert (corrected["undo"], corrected["place"]) == ("guarded", "home")
    opened, *described = items(api, f"{path}/events")
    assert [event["facts"]["undo"] for event in (opened, *described)] == ["free", "free", "guarded"]
    assert api.patch(path, json={"undo": "guarded"}).json()["version"] == corrected["version"]


def test_where_the_server_deals_the_first_deal_is_made_at_once(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    assert (match["version"], match["step"]) == (2, 1)
    assert match["pending"] == {"type": "seats", "seats": [0], "optional": []}
    assert [event["type"] for event in items(api, f"{MATCHES}/{match['id']}/events")] == ["opened", "played"]


def test_today_is_when_a_match_was_played_if_nobody_says(api: httpx.Client) -> None:
    before = datetime.now(UTC).date()
    match = open_match(api, played_on=None)
    assert before <= datetime.fromisoformat(match["opened_at"]).date()
    assert match["played_on"] == match["opened_at"][:10]


SETUPS: list[tuple[str, Filters, str, str, str | None]] = [
    ("a game that there is not", {"game": "ludo"}, "invalid-setup", "/game", None),
    ("too few seats", {"seats": guests(2)}, "invalid-setup", "/seats", "K1.3"),
    ("too many seats", {"seats": guests(6)}, "invalid-setup", "/seats", "K1.3"),
    ("no seats", {"seats": []}, "invalid-setup", "/seats", "K1.3"),
    ("a start seat beyond", {"options": {"start_seat": 3}}, "invalid-setup", "/options/start_seat", "K2.1"),
    ("a stranger", {"seats": [*guests(2), {"player": NOBODY}]}, "unknown-player", "/seats/2/player", None),
]


@pytest.mark.parametrize(
    ("wanted", "kind", "pointer", "clause"), [row[1:] for row in SETUPS], ids=[r[0] for r in SETUPS]
)
def test_a_set_up_that_can_not_be_is_refused(
    api: httpx.Client, nothing_stored: None, wanted: Filters, kind: str, pointer: str, clause: str | None
) -> None:
    answer = api.post(MATCHES, json={"game": "klunker", "seats": guests()} | wanted)
    refused = problem(answer, 422, kind)
    assert (refused["pointer"], refused.get("clause")) == (pointer, clause)


def test_nobody_sits_in_two_seats(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    answer = api.post(MATCHES, json={"game": "klunker", "seats": known(ada, bob, ada)})
    assert problem(answer, 422, "invalid-setup")["pointer"] == "/seats/2"


# --- finding ---


@pytest.fixture(scope="module")
def club(api: httpx.Client) -> dict[str, Any]:
    """Five matches at a place of their own, and two players who took part in some."""
    place = f"Club {uuid4().hex}"
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    days = ("2024-05-03", "2024-05-01", "2024-05-03", "2024-05-02", "2024-05-04")
    seats = (known(ada, bob, eve), known(bob, eve, ada), known(ada, bob, eve), [*known(bob), *guests(2)], guests(3))
    matches = [open_match(api, place=place, played_on=d, seats=s) for d, s in zip(days, seats, strict=True)]
    finished = whole(api, place=f"{place} upstairs", played_on="2024-06-01", seats=known(ada, bob, eve))
    return {"place": place, "ada": ada, "bob": bob, "matches": [*matches, finished], "position": finished["position"]}


def found(api: httpx.Client, club: dict[str, Any], **filters: Any) -> list[int]:
    """Which of the club's matches are found, by number."""
    order = ids(club["matches"])
    listed = items(api, MATCHES, **{"place": club["place"], "after_position": club["position"], **filters})
    return [order.index(one) for one in ids(listed)]


def test_matches_are_found_by_each_filter(api: httpx.Client, club: dict[str, Any]) -> None:
    assert sorted(found(api, club)) == [0, 1, 2, 3, 4, 5]
    assert sorted(found(api, club, place=club["place"].upper())) == [0, 1, 2, 3, 4, 5]
    assert found(api, club, place=f"{club['place']} up") == [5]
    assert found(api, club, place="nowhere to be found") == []
    assert sorted(found(api, club, player=club["ada"]["id"])) == [0, 1, 2, 5]
    assert sorted(found(api, club, player=club["bob"]["id"])) == [0, 1, 2, 3, 5]
    assert found(api, club, player=str(uuid4())) == []
    assert sorted(found(api, club, status="playing")) == [0, 1, 2, 3, 4]
    assert found(api, club, status="finished") == [5]
    assert sorted(found(api, club, game="klunker")) == [0, 1, 2, 3, 4, 5]
    assert found(api, club, game="ludo") == []
    assert sorted(found(api, club, origin="table")) == [0, 1, 2, 3, 4, 5]
    assert found(api, club, origin="simulation") == []
    assert sorted(found(api, club, played_from="2024-05-03")) == [0, 2, 4, 5]
    assert sorted(found(api, club, played_to="2024-05-02")) == [1, 3]
    assert sorted(found(api, club, played_from="2024-05-02", played_to="2024-05-03")) == [0, 2, 3]
    assert found(api, club, player=club["ada"]["id"], status="playing", played_from="2024-05-03", limit=1) == [2, 0]


def test_matches_come_in_each_order_on_pages_of_any_size(api: httpx.Client, club: dict[str, Any]) -> None:
    orders = {
        "opened": [0, 1, 2, 3, 4, 5],
        "-opened": [5, 4, 3, 2, 1, 0],
        "played_on": [1, 3, 0, 2, 4, 5],
        "-played_on": [5, 4, 2, 0, 3, 1],
    }
    for sort, order in orders.items():
        for limit in (1, 4, 6, 1000):
            assert found(api, club, sort=sort, limit=limit) == order
    assert found(api, club) == orders["-opened"]


@pytest.mark.parametrize("sort", thinned(["opened", "-opened", "played_on", "-played_on"]))
def test_pages_miss_and_repeat_nothing_while_matches_are_added(api: httpx.Client, sort: str) -> None:
    place = uuid4().hex
    days = ("2024-01-02", "2024-01-01", "2024-01-03", "2024-01-02")
    before = {open_match(api, place=place, played_on=day)["id"] for day in days}
    filters: Filters = {"place": place, "sort": sort, "limit": 1, "after_position": open_match(api)["position"]}
    seen: list[str] = []
    for day in days:
        page = api.get(MATCHES, params=filters).json()
        seen += ids(page["items"])
        if page["next_cursor"] is None:
            break
        filters["cursor"] = page["next_cursor"]
        filters["after_position"] = open_match(api, place=place, played_on=day)["position"]
    else:
        seen += ids(items(api, MATCHES, **filters))
    assert len(seen) == len(set(seen))
    assert before <= set(seen)


def test_a_listed_match_tells_how_it_stands(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api, place=uuid4().hex)
    filters = {"place": match["place"], "after_position": match["position"]}
    (item,) = items(public, MATCHES, **filters)
    now = public.get(f"{MATCHES}/{match['id']}").json()
    shared = ("id", "game", "status", "version", "step", "played_on", "place", "note", "visibility", "opened_at")
    assert {key: item[key] for key in shared} == {key: now[key] for key in shared}
    assert item["updated_at"] == now["updated_at"]
    assert [seat["player"] for seat in item["seats"]] == [seat["player"] for seat in now["seats"]]
    told = [{key: seat[key] for key in ("seat", "score", "rank", "winner")} for seat in item["seats"]]
    assert told == [{key: one[key] for key in told[0]} for one in now["standings"]]
    assert public.get(MATCHES, params=filters).json()["position"] >= match["position"]


# --- correcting ---


def test_the_facts_of_a_match_are_corrected_by_a_further_event(api: httpx.Client) -> None:
    match = open_match(api, place="here", note="a note")
    path = f"{MATCHES}/{match['id']}"
    answer = api.patch(path, json={"played_on": "1999-12-31", "note": "", "visibility": "unlisted"})
    assert (answer.status_code, answer.headers["etag"]) == (200, '"2"')
    corrected = answer.json()
    changed = {"played_on": "1999-12-31", "note": "", "visibility": "unlisted", "version": 2}
    moving = {"updated_at", "position"}
    assert {k: v for k, v in corrected.items() if k not in moving} == {
        k: v for k, v in (later(match) | changed).items() if k not in moving
    }
    assert corrected["position"] > match["position"]
    described = items(api, f"{path}/events")[-1]
    assert described["type"] == "described"
    assert described["facts"] == {
        "played_on": "1999-12-31",
        "place": "here",
        "note": "",
        "visibility": "unlisted",
        "tags": [],
        "counted": True,
        "undo": "guarded",
        "ordinal": 0,
    }
    (listed,) = items(api, MATCHES, played_to="1999-12-31", after_position=corrected["position"])
    assert (listed["id"], listed["version"]) == (match["id"], 2)


def test_it_is_corrected_who_sat_where(api: httpx.Client) -> None:
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    match = open_match(api, seats=known(ada, bob, eve))
    path = f"{MATCHES}/{match['id']}"
    answer = api.patch(path, json={"seats": [*known(eve, ada), {"name": "Newcomer"}], "note": "seats were mixed up"})
    assert answer.status_code == 200, answer.text
    assert [seat["player"]["name"] for seat in answer.json()["seats"]] == ["Eve", "Ada", "Newcomer"]
    assert answer.json()["version"] == 3
    after = answer.json()["position"]
    assert ids(items(api, MATCHES, player=eve["id"], after_position=after)) == [match["id"]]
    assert items(api, MATCHES, player=bob["id"]) == []
    played(api, match, DEAL)
    assert "Newcomer gets" in items(api, f"{path}/replay")[-1]["played"]["sentence"]


def test_a_correction_that_changes_nothing_is_no_event(api: httpx.Client, stored: Any) -> None:
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    match = open_match(api, seats=known(ada, bob, eve), note="as it was")
    before = stored()
    for body in ({}, {"note": " as it was "}, {"seats": known(ada, bob, eve)}, {"played_on": match["played_on"]}):
        answer = api.patch(f"{MATCHES}/{match['id']}", json=body)
        assert (answer.status_code, answer.json()["version"]) == (200, 1)
    assert stored() == before


@pytest.mark.parametrize(
    ("body", "status", "kind", "pointer"),
    [
        ({"seats": guests(4)}, 422, "invalid-setup", "/seats"),
        ({"seats": []}, 422, "invalid-setup", "/seats"),
        ({"seats": [*guests(2), {"player": NOBODY}]}, 422, "unknown-player", "/seats/2/player"),
        ({"seats": [*guests(2), {"name": " "}]}, 422, "unfit-text", "/seats/2/name"),
        ({"note": "x" * 4001}, 422, "unfit-text", "/note"),
        ({"place": "x" * 121}, 422, "unfit-text", "/place"),
        ({"place": "two\nlines"}, 422, "unfit-text", "/place"),
        ({"played_on": None}, 400, "invalid-request", "/played_on"),
        ({"visibility": "secret"}, 400, "invalid-request", "/visibility"),
        ({"undo": "never"}, 400, "invalid-request", "/undo"),
        ({"game": "klunker"}, 400, "invalid-request", ""),
    ],
)
def test_a_correction_that_can_not_be_is_refused(
    api: httpx.Client, body: Filters, status: int, kind: str, pointer: str, stored: Any
) -> None:
    match = open_match(api)
    before = stored()
    assert problem(api.patch(f"{MATCHES}/{match['id']}", json=body), status, kind)["pointer"] == pointer
    assert stored() == before


def test_what_is_not_there_can_not_be_corrected(api: httpx.Client, nothing_stored: None) -> None:
    problem(api.patch(f"{MATCHES}/{uuid4()}", json={"note": "x"}), 404, "not-found")
    problem(api.patch(f"{MATCHES}/{uuid4()}", json={"seats": guests()}), 404, "not-found")


def test_times_only_go_on(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    times = [match["updated_at"], *(api.patch(path, json={"note": n}).json()["updated_at"] for n in ("one", "two"))]
    assert all(earlier <= later for earlier, later in pairwise(times))
    assert all(time.endswith("Z") for time in times)
