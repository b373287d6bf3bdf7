"""C1 over HTTP: who learns of a seed and when, what is committed to, and what comes of it in records and promotions."""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest

from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import MATCHES, guests, open_match

JSON = {"Content-Type": "application/json"}
INTRODUCTORY: dict[str, Any] = {"game": "halunken", "options": {"mode": "introductory", "dealing": "server"}}


def posted(api: httpx.Client, path: str, body: dict[str, Any] | bytes, **headers: str) -> dict[str, Any]:
    content = body if isinstance(body, bytes) else json.dumps(body)
    answer = api.post(path, content=content, headers=JSON | headers)
    assert answer.status_code in {200, 201}, answer.text
    made: dict[str, Any] = answer.json()
    return made


def at(match: dict[str, Any], what: str = "") -> str:
    return f"{MATCHES}/{match['id']}{what}"


def play(api: httpx.Client, match: dict[str, Any], *actions: dict[str, Any]) -> dict[str, Any]:
    return posted(api, at(match, "/actions"), {"actions": actions})


def captain(seat: int, tavern: int) -> dict[str, Any]:
    return {"type": "place_captain", "seat": seat, "tavern": tavern}


def amend(api: httpx.Client, match: dict[str, Any], step: int, *actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {"step": step, "remove": 1, "actions": actions, "reason": "a slip", **more}
    return posted(api, at(match, "/amendments"), body)


def revealed(api: httpx.Client, match: dict[str, Any]) -> dict[str, str]:
    """The first rogue that the server has turned up at each tavern, as the line stands."""
    found: dict[str, str] = {}
    events = api.get(at(match, "/events"), params={"limit": 1000}).json()["items"]
    for event in events:
        if event["type"] == "played" and event["action"]["type"] == "reveal":
            found = event["action"]["rogues"] | found
    return found


def played_at_random(api: httpx.Client, match: dict[str, Any], random: Random, steps: int = 10_000) -> None:
    for _ in range(steps):
        legal = api.get(at(match, "/legal-actions")).json()
        choices = [*legal["actions"], *legal["templates"]]
        if not choices:
            return
        choice = random.choice(choices)
        play(api, match, choice)


def fairness(api: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = api.get(at(match, "/fairness")).json()
    return answer


def seed_of(database: str, match: dict[str, Any]) -> bytes:
    with psycopg.connect(database) as connection:
        query = "SELECT seed FROM match_seeds WHERE match_id = %s ORDER BY since DESC LIMIT 1"
        row = connection.execute(query, (match["id"],)).fetchone()
    assert row is not None
    return bytes(row[0])


def conclude(api: httpx.Client, match: dict[str, Any]) -> None:
    posted(api, at(match, "/conclusion"), {"reason": "late"})


# --- the case ---


def test_C1_a_captain_finds_the_rogue_that_lay_there(api: httpx.Client) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    play(api, match, captain(0, 3))
    first = revealed(api, match)["3"]
    for tavern in (5, 9, 3, 5):
        tried = amend(api, match, 1, captain(0, tavern), dry_run=True)
        amend(api, match, 1, captain(0, tavern))
        assert api.get(at(match, "/state")).json()["standings"] == tried["standings"]
        assert tavern != 3 or revealed(api, match) == {"3": first}
    play(api, match, captain(1, 3))
    assert revealed(api, match)["3"] == first


@pytest.mark.slow
def test_C1_a_seat_with_free_undo_finds_the_same(api: httpx.Client) -> None:
    match = open_match(api, seats=guests(3), undo="free", **INTRODUCTORY)
    bearer = {"Authorization": f"Bearer {match['seats'][0]['token']}"}
    with client_of(api.base_url, headers=bearer) as seat:
        found: dict[int, set[str]] = {}
        for tavern in (3, 5, 3, 7, 5, 3):
            play(seat, match, captain(0, tavern))
            found.setdefault(tavern, set()).add(revealed(seat, match)[str(tavern)])
            posted(seat, at(match, "/retractions"), {"to_step": 0, "reason": "again"})
    assert [len(rogues) for rogues in found.values()] == [1, 1, 1]
    assert len(set.union(*found.values())) == 3


def test_C1_opening_again_by_a_retry_deals_nothing_new(api: httpx.Client) -> None:
    body = {"game": "klunker", "seats": guests(3), "options": {"dealing": "server"}}
    first, second = (posted(api, MATCHES, body, **{"Idempotency-Key": "c1-opening"}) for _ in range(2))
    assert first == second
    assert first["commitment"] == fairness(api, first)["seeds"][0]["commitment"]


# --- who learns of the seed ---


def test_C1_nobody_is_told_the_seed_before_the_match_is_open_to_all(
    api: httpx.Client, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    play(api, match, captain(0, 3))
    seed = seed_of(database, match)
    assert match["commitment"] == hashlib.sha256(seed + UUID(match["id"]).bytes).hexdigest()
    for what in ("", "/events", "/state", "/history", "/record", "/fairness", "/replay", "/legal-actions"):
        answer = api.get(at(match, what), params={"include": "retracted"} if what == "/events" else {})
        assert answer.status_code == 200, what
        assert seed.hex() not in answer.text
    assert fairness(api, match) == {
        "version": api.get(at(match)).json()["version"],
        "seeds": [{"since": 1, "commitment": match["commitment"], "seed": None}],
        "draws": [],
        "fair": None,
    }
    conclude(api, match)
    told = fairness(api, match)
    assert told["seeds"] == [{"since": 1, "commitment": match["commitment"], "seed": seed.hex()}]
    assert (len(told["draws"]), told["fair"]) == (1, True)
    assert seed.hex() in api.get(at(match, "/record")).text
    assert seed.hex() not in caplog.text


def test_C1_a_match_that_keeps_its_secrets_keeps_its_seed(api: httpx.Client, database: str) -> None:
    options = {"dealing": "server", "keep_secrets": True}
    match = open_match(api, game="klunker", seats=guests(3), options=options)
    conclude(api, match)
    assert fairness(api, match)["seeds"][0]["seed"] is None
    assert seed_of(database, match).hex() not in api.get(at(match, "/record")).text


def test_C1_where_people_deal_there_is_no_seed(api: httpx.Client, database: str) -> None:
    match = open_match(api)
    assert match["commitment"] is None
    assert fairness(api, match) == {"version": 1, "seeds": [], "draws": [], "fair": None}
    with psycopg.connect(database) as connection:
        assert not connection.execute("SELECT FROM match_seeds WHERE match_id = %s", (match["id"],)).fetchall()


def shuffled(seed: bytes, pile: str, number: int) -> list[int]:
    """The derivation as the documentation tells it, once more."""
    words: list[int] = []
    for counter in range(100):
        block = hmac.new(seed, pile.encode() + b"\0" + counter.to_bytes(4, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    order = list(range(number))
    for last in reversed(range(1, number)):
        while words[0] >= 2**32 // (last + 1) * (last + 1):
            words.pop(0)
        other = words.pop(0) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def test_C1_anybody_can_check_what_lay_where(api: httpx.Client) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    for seat in range(3):
        play(api, match, captain(seat, 2 * seat))
    shown = revealed(api, match)
    conclude(api, match)
    seed = bytes.fromhex(fairness(api, match)["seeds"][0]["seed"])
    colours = {"red": [*range(4, 12), 15], "violet": [*range(3, 12), 14], "green": [*range(2, 12), 13]}
    rogues = [f"{c}-{n}" for c, values in (*colours.items(), ("yellow", range(1, 13))) for n in values]
    order = shuffled(seed, "taverns", 42)
    for tavern, rogue in shown.items():
        assert rogues[order[3 * int(tavern)]] == rogue


# --- after the end ---


@pytest.mark.slow
def test_C1_what_was_told_with_the_seed_is_shuffled_anew_when_the_match_goes_on(api: httpx.Client) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    play(api, match, captain(0, 3))
    first = revealed(api, match)["3"]
    conclude(api, match)
    seed = fairness(api, match)["seeds"][0]["seed"]
    reopened = posted(api, at(match, "/reopening"), {"reason": "not so late"})
    again = api.get(at(match)).json()
    assert again["commitment"] != match["commitment"]
    assert [one["seed"] for one in fairness(api, match)["seeds"]] == [None, None]
    amend(api, match, 1, captain(0, 5))
    amend(api, match, 1, captain(0, 3))
    assert revealed(api, match) == {"3": first}
    for seat in (1, 2):
        play(api, match, captain(seat, 5 + seat))
    conclude(api, match)
    told = fairness(api, match)
    assert told["fair"]
    assert [one["since"] for one in told["seeds"]] == [1, reopened["version"]]
    assert told["seeds"][0]["seed"] == seed
    assert {draw["since"] for draw in told["draws"]} == {1, reopened["version"]}


@pytest.mark.slow
def test_C1_a_whole_match_is_fair(api: httpx.Client) -> None:
    match = open_match(api, seats=guests(2), game="halunken", options={"mode": "two_players", "dealing": "server"})
    played_at_random(api, match, Random(3))
    assert api.get(at(match)).json()["status"] == "finished"
    told = fairness(api, match)
    assert told["fair"]
    assert len(told["draws"]) > 10


# --- records ---


@pytest.fixture(scope="module")
def elsewhere(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(new_database(), tmp_path_factory.mktemp("elsewhere")) as client:
        yield client


def record_of(api: httpx.Client, match: dict[str, Any]) -> bytes:
    return api.get(at(match, "/record")).content


@pytest.mark.slow
def test_C1_a_record_carries_the_seed_once_it_is_told_and_is_checked_by_it(
    api: httpx.Client, elsewhere: httpx.Client
) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    play(api, match, captain(0, 3))
    assert "seeds" not in json.loads(record_of(api, match))
    conclude(api, match)
    record = record_of(api, match)
    told = json.loads(record)
    assert told["seeds"] == [fairness(api, match)["seeds"][0]["seed"]]

    other_seed = told | {"seeds": ["00" * 32]}
    two_seeds = told | {"seeds": told["seeds"] * 2}
    for wrong, pointer in ((other_seed, "/seeds/0"), (two_seeds, "/seeds")):
        refused = elsewhere.post("/api/v1/records", json=wrong)
        assert (refused.status_code, refused.json()["pointer"]) == (422, pointer)
    forged = json.loads(record)
    rogues = forged["events"][2]["action"]["rogues"]
    rogues["3"] = "red-4" if rogues["3"] != "red-4" else "red-5"
    forged["events"][2]["outcome"][0]["rogue"] = rogues["3"]
    refused = elsewhere.post("/api/v1/records", json=forged)
    assert "/events/2/action" in [error["pointer"] for error in refused.json()["errors"]]

    assert elsewhere.post("/api/v1/records", content=record, headers=JSON).status_code == 201
    assert record_of(elsewhere, match) == record
    assert fairness(elsewhere, match) == fairness(api, match)


@pytest.mark.slow
def test_C1_a_match_taken_in_without_its_seed_goes_on_and_nobody_draws_twice(
    api: httpx.Client, elsewhere: httpx.Client
) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    play(api, match, captain(0, 3))
    record = record_of(api, match)
    assert elsewhere.post("/api/v1/records", content=record, headers=JSON).status_code == 201
    assert record_of(elsewhere, match) == record
    first = revealed(elsewhere, match)["3"]
    play(elsewhere, match, captain(1, 5))
    second = revealed(elsewhere, match)["5"]
    for tavern in (7, 5, 9, 5):
        amend(elsewhere, match, 3, captain(1, tavern))
        assert tavern != 5 or revealed(elsewhere, match)["5"] == second
    for tavern in (7, 3):
        amend(elsewhere, match, 1, captain(0, tavern))
    assert revealed(elsewhere, match)["3"] == first
    conclude(elsewhere, match)
    assert fairness(elsewhere, match)["seeds"][0]["seed"] is None
    assert "seeds" not in json.loads(record_of(elsewhere, match))


# --- variations ---


@pytest.mark.slow
def test_C1_a_promoted_variation_finds_what_lay_there(api: httpx.Client) -> None:
    match = open_match(api, seats=guests(3), **INTRODUCTORY)
    play(api, match, captain(0, 3))
    play(api, match, captain(1, 5))
    there = revealed(api, match)
    conclude(api, match)
    variation = posted(api, at(match, "/variations"), {"step": 2, "actions": [captain(1, 9)]})
    path = at(match, f"/variations/{variation['id']}/promotion")
    fork = posted(api, path, {}, **{"Idempotency-Key": str(uuid4())})
    assert posted(api, path, {})["id"] == fork["id"]
    play(api, fork, captain(2, 5))
    assert revealed(api, fork)["5"] == there["5"]
    amend(api, fork, 1, captain(0, 8))
    amend(api, fork, 1, captain(0, 3))
    assert revealed(api, fork)["3"] == there["3"]
    assert fork["commitment"] != match["commitment"]
    conclude(api, fork)
    told = fairness(api, fork)
    assert told["fair"]
    assert told["seeds"][0]["seed"] == fairness(api, match)["seeds"][0]["seed"]
