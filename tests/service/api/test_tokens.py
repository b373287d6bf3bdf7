"""Tokens over HTTP: made, listed, replaced, revoked, and told once."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES, NOBODY, PLAYERS, guests, items, later, open_match, problem

TOKENS = f"{BASE}/tokens"

ClientWith = Callable[..., httpx.Client]


def made(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = api.post(TOKENS, json={"label": "a test", **wanted})
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    token: dict[str, Any] = answer.json()
    return token


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def seat_path(match: dict[str, Any], seat: int) -> str:
    return f"{MATCHES}/{match['id']}/seats/{seat}/token"


# --- made ---


@pytest.mark.parametrize(
    ("wanted", "role", "scopes"),
    [
        ({"role": "owner"}, "owner", ["admin", "annotate", "read", "record"]),
        ({"role": "recorder"}, "recorder", ["annotate", "read", "record"]),
        ({"role": "annotator"}, "annotator", ["annotate", "read"]),
        ({"role": "reader"}, "reader", ["read"]),
        ({"scopes": ["read"]}, "reader", ["read"]),
        ({"scopes": ["record", "record"]}, None, ["record"]),
    ],
)
def test_a_token_has_the_scopes_of_its_role(
    api: httpx.Client, public: httpx.Client, wanted: dict[str, Any], role: str | None, scopes: list[str]
) -> None:
    token = made(api, label="  For Ada ", **wanted)
    owner = api.headers["authorization"].split("_")[1]
    assert {key: token[key] for key in ("label", "role", "scopes", "match", "seat", "created_by", "expires_at")} == {
        "label": "For Ada",
        "role": role,
        "scopes": scopes,
        "match": None,
        "seat": None,
        "created_by": owner,
        "expires_at": None,
    }
    allowed = public.get(PLAYERS, headers=bearing(token["token"])).status_code
    assert allowed == (200 if "read" in scopes else 403)


def test_a_token_of_a_seat_plays_there(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, visibility="private")
    token = made(api, role="seat", match=match["id"], seat=1)
    assert (token["role"], token["scopes"], token["match"], token["seat"]) == ("seat", [], match["id"], 1)
    seen = public.get(f"{MATCHES}/{match['id']}/state", headers=bearing(token["token"]))
    assert (seen.status_code, seen.json()["viewer"]) == (200, "seat:1")


def newest(api: httpx.Client) -> list[str]:
    """The ids of the hundred tokens made last: one more would be the first of them, one fewer would be missing."""
    return [item["id"] for item in api.get(TOKENS, params={"limit": 100}).json()["items"]]


@pytest.mark.parametrize(
    ("wanted", "status", "pointer"),
    [
        ({}, 400, ""),
        ({"role": "reader", "scopes": ["read"]}, 400, ""),
        ({"role": "king"}, 400, "/role"),
        ({"scopes": []}, 400, "/scopes"),
        ({"scopes": ["read", "everything"]}, 400, "/scopes/1"),
        ({"role": "seat"}, 400, "/match"),
        ({"role": "seat", "match": NOBODY}, 400, "/seat"),
        ({"role": "reader", "match": NOBODY}, 400, "/match"),
        ({"role": "reader", "seat": 0}, 400, "/seat"),
        ({"role": "seat", "match": NOBODY, "seat": 0}, 422, "/match"),
        ({"role": "seat", "match": NOBODY, "seat": -1}, 400, "/seat"),
        ({"role": "reader", "label": " "}, 422, "/label"),
        ({"role": "reader", "label": "L" * 500}, 422, "/label"),
        ({"role": "reader", "expires_at": "2020-01-01T00:00:00Z"}, 422, "/expires_at"),
        ({"role": "reader", "expires_at": "2120-01-01T00:00:00"}, 400, "/expires_at"),
        ({"role": "reader", "secret": "mine"}, 400, ""),
    ],
)
def test_a_token_that_cant_be_so_is_refused_with_the_place(
    api: httpx.Client, wanted: dict[str, Any], status: int, pointer: str
) -> None:
    before = newest(api)
    answer = api.post(TOKENS, json={"label": "a test", **wanted})
    assert (answer.status_code, answer.json().get("pointer")) == (status, pointer), answer.text
    assert newest(api) == before


def test_a_seat_that_the_match_hasnt_got_is_refused(api: httpx.Client) -> None:
    match = open_match(api)
    refused = problem(
        api.post(TOKENS, json={"label": "x", "role": "seat", "match": match["id"], "seat": 3}), 422, "unfit-token"
    )
    assert refused["pointer"] == "/seat"
    for answer in (api.post(seat_path(match, 3)), api.delete(seat_path(match, 3))):
        problem(answer, 404, "not-found")
    for method in ("POST", "DELETE"):
        problem(api.request(method, seat_path({"id": NOBODY}, 0)), 404, "not-found")


def test_a_token_ends_when_it_was_to(api: httpx.Client, public: httpx.Client) -> None:
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    token = made(api, role="reader", expires_at=later)
    assert datetime.fromisoformat(token["expires_at"]) == datetime.fromisoformat(later)
    assert public.get(PLAYERS, headers=bearing(token["token"])).status_code == 200


# --- told once ---


def test_a_retry_is_told_the_same_token_and_makes_no_second_one(api: httpx.Client) -> None:
    headers, body = {"Idempotency-Key": uuid4().hex}, {"label": "retried", "role": "reader"}
    answers = [api.post(TOKENS, json=body, headers=headers) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert [item["label"] for item in items(api, TOKENS)].count("retried") == 1
    problem(api.post(TOKENS, json=body | {"role": "owner"}, headers=headers), 422, "idempotency-key-reused")
    assert made(api, role="reader")["token"] != made(api, role="reader")["token"]


def test_a_seats_new_token_is_told_again_to_the_same_request_only(api: httpx.Client, public: httpx.Client) -> None:
    match, headers = open_match(api, visibility="private"), {"Idempotency-Key": uuid4().hex}
    first = api.post(seat_path(match, 0), headers=headers)
    assert first.status_code == 201
    assert api.post(seat_path(match, 0), headers=headers).text == first.text
    second = api.post(seat_path(match, 0)).json()
    path = f"{MATCHES}/{match['id']}"
    statuses = [
        public.get(path, headers=bearing(token)).status_code
        for token in (match["seats"][0]["token"], first.json()["token"], second["token"])
    ]
    assert statuses == [401, 401, 200]
    assert public.get(path, headers=bearing(match["seats"][1]["token"])).status_code == 200


def test_the_tokens_of_a_matchs_seats_are_told_to_who_opens_it_and_in_retries_only(
    api: httpx.Client, public: httpx.Client, client_with: ClientWith
) -> None:
    headers = {"Idempotency-Key": uuid4().hex}
    body = {"game": "klunker", "seats": guests(), "options": {"dealing": "open"}, "visibility": "private"}
    first = api.post(MATCHES, json=body, headers=headers)
    match = first.json()
    tokens = [seat["token"] for seat in match["seats"]]
    assert len(set(tokens)) == 3
    assert api.post(MATCHES, json=body, headers=headers).content == first.content
    path = f"{MATCHES}/{match['id']}"
    assert api.get(path).json() == later(match)
    assert "token" not in api.patch(path, json={"note": "x"}).text
    for seat, token in enumerate(tokens):
        seen = public.get(f"{path}/state", headers=bearing(token)).json()
        assert seen["viewer"] == f"seat:{seat}"
    other = client_with("record").post(MATCHES, json=body, headers=headers).json()
    assert other["id"] != match["id"]
    assert not {seat["token"] for seat in other["seats"]} & set(tokens)


@pytest.mark.slow
def test_a_retry_after_a_restart_and_in_another_process_is_told_the_same_tokens(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    database = new_database()
    headers, body = {"Idempotency-Key": "evening"}, {"game": "klunker", "seats": guests()}
    token = {"label": "for a club", "role": "recorder"}
    answers = []
    with running_service(database, tmp_path) as one, running_service(database, tmp_path) as other:
        answers += [(api.post(MATCHES, json=body, headers=headers).content) for api in (one, other)]
        told = one.post(TOKENS, json=token, headers={"Idempotency-Key": "token"}).content
    with running_service(database, tmp_path) as restarted:
        answers.append(restarted.post(MATCHES, json=body, headers=headers).content)
        assert restarted.post(TOKENS, json=token, headers={"Idempotency-Key": "token"}).content == told
    assert len(set(answers)) == 1
    assert [len(seat["token"]) > 80 for seat in json.loads(answers[0])["seats"]] == [True] * 3


def test_the_database_holds_no_token(api: httpx.Client, database: str) -> None:
    match = open_match(api)
    tokens = [seat["token"] for seat in match["seats"]] + [made(api, role="reader")["token"]]
    tokens.append(api.headers["authorization"].removeprefix("Bearer "))
    with psycopg.connect(database) as connection:
        tables = [row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        held = " ".join(str(connection.execute(f"SELECT t::text FROM {table} t").fetchall()) for table in tables)
    for token in tokens:
        _, token_id, secret = token.split("_")
        assert secret not in held
        assert secret.encode().hex() not in held
        assert token_id in held


# --- listed ---


def test_the_list_tells_whom_tokens_are_for_and_nothing_that_lets_one_use_them(api: httpx.Client) -> None:
    match = open_match(api)
    token = made(api, role="annotator", label="For Eve")
    last, _ = api.get(TOKENS, params={"limit": 2}).json()["items"]
    assert last == {key: value for key, value in token.items() if key != "token"}
    seats = items(api, TOKENS, match=match["id"], limit=2)
    assert [(item["seat"], item["role"], item["label"]) for item in seats] == [
        (seat, "seat", f"Seat {seat}") for seat in (2, 1, 0)
    ]
    told = api.get(TOKENS).text
    assert token["token"].split("_")[2] not in told
    assert "hash" not in told


@pytest.mark.parametrize("role", ["owner", "recorder", "annotator", "reader", "seat"])
def test_tokens_of_a_role_are_found(api: httpx.Client, role: str) -> None:
    match = open_match(api)
    wanted = {"role": role} | ({"match": match["id"], "seat": 0} if role == "seat" else {})
    token = made(api, **wanted)
    made(api, scopes=["record"])
    found = items(api, TOKENS, role=role)
    assert {item["role"] for item in found} == {role}
    assert token["id"] in {item["id"] for item in found}


# --- revoked ---


def test_a_revoked_token_is_good_no_longer_at_once(api: httpx.Client, public: httpx.Client) -> None:
    token = made(api, role="reader")
    headers = bearing(token["token"])
    assert public.get(PLAYERS, headers=headers).status_code == 200
    assert api.delete(f"{TOKENS}/{token['id']}").status_code == 204
    answer = public.get(PLAYERS, headers=headers)
    problem(answer, 401, "unauthenticated")
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    problem(api.delete(f"{TOKENS}/{token['id']}"), 404, "not-found")
    problem(api.delete(f"{TOKENS}/nobody"), 404, "not-found")
    item = next(item for item in items(api, TOKENS) if item["id"] == token["id"])
    assert item["revoked_at"] is not None


def test_with_a_recorder_go_the_seats_of_the_matches_that_it_opened(api: httpx.Client, public: httpx.Client) -> None:
    recorder = made(api, role="recorder")
    headers = bearing(recorder["token"])
    match = public.post(MATCHES, json={"game": "klunker", "seats": guests()}, headers=headers).json()
    other = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    assert public.get(path, headers=bearing(match["seats"][0]["token"])).status_code == 200
    assert api.delete(f"{TOKENS}/{recorder['id']}").status_code == 204
    for seat in match["seats"]:
        problem(public.get(path, headers=bearing(seat["token"])), 401, "unauthenticated")
    assert public.get(path, headers=bearing(other["seats"][0]["token"])).status_code == 200
    renewed = api.post(seat_path(match, 0)).json()["token"]
    assert public.get(f"{path}/state", headers=bearing(renewed)).json()["viewer"] == "seat:0"


def test_a_seat_is_closed_until_a_new_token_is_made(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, visibility="private")
    made(api, role="seat", match=match["id"], seat=2)
    assert api.delete(seat_path(match, 2)).status_code == 204
    assert api.delete(seat_path(match, 2)).status_code == 204
    assert [item["revoked_at"] is None for item in items(api, TOKENS, match=match["id"])] == [False, False, True, True]
    problem(public.get(f"{MATCHES}/{match['id']}", headers=bearing(match["seats"][2]["token"])), 401, "unauthenticated")


# --- too many failures ---


@pytest.mark.slow
def test_too_many_tokens_that_are_no_good_are_told_to_wait(new_database: Callable[[], str], tmp_path: Path) -> None:
    with running_service(new_database(), tmp_path, failures_allowed=5) as api:
        wrong = bearing("partita_0_0")
        answers = [api.get(MATCHES, headers=wrong) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
        problem(answers[-1], 429, "too-many-failures")
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 12
        assert "www-authenticate" not in answers[-1].headers
        assert api.get(PLAYERS).status_code == 200
        fresh = made(api, role="reader")["token"]
        assert api.get(PLAYERS, headers=bearing(fresh)).status_code == 200
        with client_of(api.base_url) as nobody:
            assert nobody.get(MATCHES).status_code == 200
            forwarded = {**wrong, "X-Forwarded-For": "198.51.100.7"}
            assert nobody.get(MATCHES, headers=forwarded).status_code == 401  # a proxy on this machine is believed
