"""A name that somebody has: asked about, refused or taken all the same; and people in the order of a picker."""

import unicodedata
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import MATCHES, PLAYERS, items, known, make_player, open_match, problem, whole
from tests.tiers import thinned

ClientWith = Callable[..., httpx.Client]


def mark() -> str:
    """A name that nobody has yet."""
    return f"Åsa {uuid4().hex}"


def add(api: httpx.Client, name: str, **wanted: Any) -> httpx.Response:
    return api.post(PLAYERS, json={"name": name, **wanted})


def forms(name: str) -> list[str]:
    """What people take for the same name."""
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isdigit() else sign for sign in name)
    return [
        name.upper(),
        name.lower(),
        f"  {name}  ",
        name.replace(" ", " \u00a0 "),
        unicodedata.normalize("NFD", name),
        wide,
    ]


def test_somebody_new_may_have_the_name_and_the_answer_names_the_others(api: httpx.Client) -> None:
    name = mark()
    first = add(api, name).json()
    assert "candidates" not in first
    second = add(api, name.lower()).json()
    assert second["id"] != first["id"]
    assert second["candidates"] == [{"id": first["id"], "name": name}]
    assert api.get(f"{PLAYERS}/{second['id']}").json().keys() == first.keys(), "told once"
    third = add(api, name, new=True).json()
    assert "candidates" not in third


def test_a_known_name_is_refused_where_nobody_new_is_wanted(api: httpx.Client) -> None:
    name = mark()
    assert add(api, name, new=False).status_code == 201
    before = len(items(api, PLAYERS, name=name.split()[1]))
    for form in forms(name):
        refused = problem(add(api, form, new=False), 409, "known-name")
        assert refused["pointer"] == "/name"
        assert [one["name"] for one in refused["candidates"]] == [name]
    assert len(items(api, PLAYERS, name=name.split()[1])) == before
    assert add(api, f"{name}x", new=False).status_code == 201


def test_a_retry_gets_the_player_that_it_made(api: httpx.Client) -> None:
    body, key = {"name": mark(), "new": False}, {"Idempotency-Key": uuid4().hex}
    first = api.post(PLAYERS, json=body, headers=key)
    again = api.post(PLAYERS, json=body, headers=key)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()


def test_a_very_long_name_is_looked_up_too(api: httpx.Client) -> None:
    """Each of these signs is eighteen, once its form is made plain."""
    long = "\ufdfa" * 80
    assert add(api, long).status_code == 201
    assert problem(add(api, long, new=False), 409, "known-name")


@pytest.mark.slow
def test_the_candidates_come_with_what_tells_them_apart(api: httpx.Client, client_with: ClientWith) -> None:
    name = mark()
    seldom, often, merged = (add(api, name, new=True).json() for _ in range(3))
    one, other = (make_player(api, f"Other {uuid4().hex}") for _ in range(2))
    for played_on, player in (("2026-01-05", often), ("2026-03-05", merged)):
        whole(api, seats=known(player, one, other), played_on=played_on, visibility="private")
    position = whole(api, seats=known(seldom, one, other), played_on="2025-01-05")["position"]
    assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    assert api.post(f"{PLAYERS}/{merged['id']}/merge", json={"into": often["id"]}).status_code == 200
    told = problem(add(api, name, new=False), 409, "known-name")["candidates"]
    assert told == [
        {"id": often["id"], "name": name, "matches": 2, "last_played_on": "2026-03-05"},
        {"id": seldom["id"], "name": name, "matches": 1, "last_played_on": "2025-01-05"},
    ]
    # Who may not read private matches isn't told of them.
    told = problem(add(client_with("record"), name, new=False), 409, "known-name")["candidates"]
    assert {(one["id"], one["matches"]) for one in told} == {(often["id"], 0), (seldom["id"], 1)}


def test_who_was_erased_has_no_name(api: httpx.Client) -> None:
    name = mark()
    player = add(api, name).json()
    assert api.delete(f"{PLAYERS}/{player['id']}").status_code == 204
    assert add(api, name, new=False).status_code == 201


def test_a_seat_by_name_asks_as_well(api: httpx.Client) -> None:
    name = mark()
    player = add(api, name).json()
    others: list[dict[str, Any]] = [{"name": mark(), "new": False}, {"name": mark(), "new": True}]
    body = {"game": "klunker", "seats": [*others, {"name": name, "new": False}]}
    refused = problem(api.post(MATCHES, json=body), 409, "known-name")
    assert (refused["pointer"], refused["candidates"][0]["id"]) == ("/seats/2/name", player["id"])
    asked = open_match(api, seats=[*others, {"name": name}])
    assert [seat.get("candidates") for seat in asked["seats"]] == [None, None, [{"id": player["id"], "name": name}]]
    assert "candidates" not in api.get(f"{MATCHES}/{asked['id']}").text
    new = open_match(api, seats=[{"name": mark(), "new": True}, {"name": mark()}, {"name": name, "new": True}])
    assert not any("candidates" in seat for seat in new["seats"])
    corrected = {
        "seats": [{"player": seat["player"]["id"]} for seat in new["seats"][:2]] + [{"name": name, "new": False}]
    }
    assert problem(api.patch(f"{MATCHES}/{new['id']}", json=corrected), 409, "known-name")["pointer"] == "/seats/2/name"


def test_new_goes_with_a_name_only(api: httpx.Client) -> None:
    one, two, three = (make_player(api, mark()) for _ in range(3))
    body = {"game": "klunker", "seats": [{"player": one["id"], "new": True}, *known(two, three)]}
    assert problem(api.post(MATCHES, json=body), 400, "invalid-request")["pointer"] == "/seats/0/new"


def test_a_retry_of_opening_a_match_gets_that_match(api: httpx.Client) -> None:
    body = {"game": "klunker", "seats": [{"name": mark(), "new": False} for _ in range(3)]}
    key = {"Idempotency-Key": uuid4().hex}
    first, again = (api.post(MATCHES, json=body, headers=key) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json()["id"] == again.json()["id"]


@pytest.mark.parametrize("sort", thinned(["-last_played", "-matches"]))
def test_people_come_in_the_order_of_a_picker(api: httpx.Client, sort: str) -> None:
    word = uuid4().hex
    never, ada, bea, cid, eve = (make_player(api, f"{name} {word}") for name in ("Never", "Ada", "Bea", "Cid", "Eve"))
    for table in ((ada, bea, cid), (ada, cid, bea), (eve, bea, ada)):
        position = whole(api, seats=known(*table))["position"]
    assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    orders = {"-last_played": [eve, bea, ada, cid, never], "-matches": [ada, bea, cid, eve, never]}
    for limit in (2, 100):
        told = items(api, PLAYERS, name=word, sort=sort, limit=limit)
        assert [one["name"] for one in told] == [one["name"] for one in orders[sort]]
    assert items(api, PLAYERS, name=word, limit=3) == [never, ada, bea, cid, eve]
