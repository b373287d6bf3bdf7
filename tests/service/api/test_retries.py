"""A request with an Idempotency-Key may be sent again: it is done once, and answered alike."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.service.conftest import running_service
from tests.service.scenes import (
    DEAL,
    FIRST,
    MATCHES,
    PLAYERS,
    ROUND,
    dealt,
    guests,
    items,
    known,
    make_player,
    open_match,
    play,
    played,
    problem,
)

Stored = Callable[[], tuple[int, ...]]
Post = tuple[str, dict[str, Any]]


def posts(api: httpx.Client) -> dict[str, Post]:
    """One request of each kind that takes a key."""
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    return {
        "player": (PLAYERS, {"name": "Once"}),
        "merge": (f"{PLAYERS}/{ada['id']}/merge", {"into": bob["id"]}),
        "match": (MATCHES, {"game": "klunker", "seats": guests(4)}),
        "actions": (f"{MATCHES}/{dealt(api)['id']}/actions", {"actions": ROUND[:5]}),
    }


KINDS = ("player", "merge", "match", "actions")


def fresh() -> dict[str, str]:
    return {"Idempotency-Key": uuid4().hex}


def told(answer: httpx.Response) -> tuple[Any, ...]:
    """All of an answer but the time at which it was sent."""
    return answer.status_code, answer.content, {k: v for k, v in answer.headers.items() if k != "date"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_request_gets_the_same_answer_and_is_done_once(api: httpx.Client, stored: Stored, kind: str) -> None:
    path, body = posts(api)[kind]
    headers = fresh()
    first = api.post(path, json=body, headers=headers)
    assert first.is_success, first.text
    before = stored()
    for _ in range(3):
        assert told(api.post(path, json=body, headers=headers)) == told(first)
    assert stored() == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_another_process_and_a_restarted_one_give_the_same_answer(
    new_database: Callable[[], str], tmp_path: Path, kind: str
) -> None:
    database = new_database()
    with ExitStack() as services:
        one = services.enter_context(running_service(database, tmp_path))
        other = services.enter_context(running_service(database, tmp_path))
        path, body = posts(one)[kind]
        headers = fresh()
        first = told(one.post(path, json=body, headers=headers))
        assert told(other.post(path, json=body, headers=headers)) == first
    with running_service(database, tmp_path) as restarted:
        assert told(restarted.post(path, json=body, headers=headers)) == first


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_key_with_another_request_is_refused(api: httpx.Client, stored: Stored, kind: str) -> None:
    requests = posts(api)
    path, body = requests.pop(kind)
    headers = fresh()
    assert api.post(path, json=body, headers=headers).is_success
    before = stored()
    others = [*requests.values(), (path, {**body, **{name: _another(value) for name, value in body.items()}})]
    for other_path, other_body in others:
        problem(api.post(other_path, json=other_body, headers=headers), 422, "idempotency-key-reused")
    spaced = api.post(path, content=httpx.Request("POST", "http://x", json=body).content + b" ", headers=headers | JSON)
    problem(spaced, 422, "idempotency-key-reused")
    assert stored() == before


def test_the_same_body_for_another_address_is_another_request(api: httpx.Client, stored: Stored) -> None:
    one, other = dealt(api), dealt(api)
    headers = fresh()
    assert play(api, one, FIRST, headers=headers).status_code == 201
    before = stored()
    problem(play(api, other, FIRST, headers=headers), 422, "idempotency-key-reused")
    assert stored() == before


JSON = {"Content-Type": "application/json"}


def _another(value: Any) -> Any:
    """Something else of the same form."""
    if isinstance(value, str):
        return value if value == "klunker" else str(uuid4())
    return value[:-1]


@pytest.mark.parametrize(
    "kind", [kind if kind == "actions" else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS]
)
def test_the_same_request_sent_many_times_at_once_is_done_once(api: httpx.Client, kind: str) -> None:
    for _ in range(3):
        path, body = posts(api)[kind]
        headers = fresh()
        with ThreadPoolExecutor(8) as pool:
            sent = [pool.submit(api.post, path, json=body, headers=headers) for _ in range(8)]
        answers = [told(one.result()) for one in sent]
        assert answers[0][0] < 300, answers[0]
        assert all(answer == answers[0] for answer in answers)


def test_actions_sent_many_times_at_once_are_played_once(api: httpx.Client) -> None:
    match = dealt(api)
    with ThreadPoolExecutor(8) as pool:
        headers = fresh()
        answers = [*pool.map(lambda _: play(api, match, FIRST, headers=headers), range(16))]
    assert {answer.status_code for answer in answers} == {201}
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == 3


def test_a_retry_is_answered_though_the_match_has_gone_on(api: httpx.Client) -> None:
    match = open_match(api)
    headers = fresh() | {"If-Match": '"1"'}
    first = play(api, match, DEAL, headers=headers)
    played(api, match, *ROUND)
    api.patch(f"{MATCHES}/{match['id']}", json={"note": "later"})
    assert told(play(api, match, DEAL, headers=headers)) == told(first)


def test_a_retry_is_answered_though_a_player_was_erased_meanwhile(api: httpx.Client) -> None:
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    body = {"game": "klunker", "seats": known(ada, bob, eve)}
    headers = fresh()
    first = api.post(MATCHES, json=body, headers=headers).json()
    api.delete(f"{PLAYERS}/{ada['id']}")
    again = api.post(MATCHES, json=body, headers=headers)
    assert again.status_code == 201, again.text
    assert again.json()["id"] == first["id"]
    assert again.json()["seats"][0]["player"] == {"id": ada["id"], "name": "Anonymous"}


def test_a_key_of_a_refused_request_is_free(api: httpx.Client) -> None:
    match = dealt(api)
    headers = fresh()
    problem(play(api, match, DEAL, headers=headers), 422, "rule-violation")
    assert play(api, match, FIRST, headers=headers).status_code == 201


def test_keys_of_different_tokens_are_different(api: httpx.Client, client_with: Callable[..., httpx.Client]) -> None:
    headers = fresh()
    one = api.post(PLAYERS, json={"name": "One"}, headers=headers).json()
    other = client_with("record").post(PLAYERS, json={"name": "One"}, headers=headers).json()
    assert one["id"] != other["id"]


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "\u00e9", "a\tb"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_key_is_visible_ascii_of_a_bounded_length(api: httpx.Client, stored: Stored, key: str, kind: str) -> None:
    path, body = posts(api)[kind]
    before = stored()
    answer = api.post(path, json=body, headers={b"Idempotency-Key": key.encode("latin-1")})
    assert problem(answer, 400, "invalid-request")["parameter"] == "Idempotency-Key"
    assert stored() == before


def test_the_longest_key_is_taken(api: httpx.Client) -> None:
    headers = {"Idempotency-Key": uuid4().hex * 7 + "!" * 31}
    first = api.post(PLAYERS, json={"name": "Ada"}, headers=headers)
    assert told(api.post(PLAYERS, json={"name": "Ada"}, headers=headers)) == told(first)


# --- reading what was just written ---

WAITING = ("/history", "/scoreboard")


@pytest.mark.parametrize("by", ["parameter", pytest.param("header", marks=pytest.mark.slow)])
def test_a_read_waits_for_a_write(api: httpx.Client, by: str) -> None:
    for _ in range(5):
        match = open_match(api)
        position = played(api, match, DEAL, *ROUND)["position"]
        wait: dict[str, Any] = (
            {"params": {"after_position": position}}
            if by == "parameter"
            else {"headers": {"Partita-After": str(position)}}
        )
        for part in WAITING:
            answer = api.get(f"{MATCHES}/{match['id']}{part}", **wait).json()
            assert answer["items"][-1]["step"] == 11
            assert answer["position"] >= position
        listed = api.get(MATCHES, **wait).json()["items"][0]
        assert (listed["id"], listed["step"]) == (match["id"], 11)


@pytest.mark.slow
def test_a_write_is_waited_for_only_so_long(new_database: Callable[[], str], tmp_path: Path) -> None:
    conninfo = new_database()
    with running_service(conninfo, tmp_path, wait_seconds=1.5) as api, psycopg.connect(conninfo) as holding:
        holding.execute("SELECT FROM projections FOR UPDATE")  # no read model gets on
        match = open_match(api)
        paths = [f"{MATCHES}/{match['id']}{part}" for part in WAITING] + [MATCHES, "/api/v1/games/klunker/leaderboard"]
        position = str(match["position"])
        waits: list[dict[str, Any]] = [
            {"params": {"after_position": position}},
            {"headers": {"Partita-After": position}},
        ]
        with ThreadPoolExecutor(8) as pool:
            futures = [pool.submit(api.get, path, **wait) for path in paths for wait in waits]
            answers = [one.result() for one in futures]
        for answer in answers:
            problem(answer, 503, "read-model-behind")
            assert answer.headers["retry-after"] == "1"
            assert 1.4 < answer.elapsed.total_seconds() < 25
        holding.rollback()
        assert items(api, f"{MATCHES}/{match['id']}/scoreboard", after_position=match["position"])[-1]["step"] == 0


@pytest.mark.parametrize("header", ["", "x", "-1", "1.5", "\u0661", "9" * 19, "1, 2"])
def test_a_position_is_a_number(api: httpx.Client, header: str) -> None:
    for parameters in ({}, {"after_position": 1}):
        answer = api.get(MATCHES, params=parameters, headers={b"Partita-After": header.encode()})
        assert problem(answer, 400, "invalid-request")["parameter"] == "Partita-After"
