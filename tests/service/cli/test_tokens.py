"""The commands ``partita token …``."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from service.auth.authentication import REMEMBERED_SECONDS
from tests.service.conftest import running_service
from tests.service.http_client import NO_TLS, client_of
from tests.service.programs import Said, called, partita, serving, wait_until
from tests.service.scenes import BASE, MATCHES, NOBODY, PLAYERS, open_match

Token = Callable[..., Said]


@pytest.fixture
def token(database: str) -> Token:
    """Calls a command on the database of `api`."""
    return lambda *arguments: called("token", *arguments, "--database-url", database)


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture(scope="module")
def api(database: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running_service(database, tmp_path_factory.mktemp("data")) as client:
        yield client


def status(api: httpx.Client, path: str, bearer: str) -> int:
    return httpx.get(f"{api.base_url}{path}", headers={"Authorization": f"Bearer {bearer}"}, verify=NO_TLS).status_code


def ids(token: Token) -> list[str]:
    return [json.loads(line)["id"] for line in token("list", "--json").out.splitlines()]


def created(token: Token, *arguments: object) -> dict[str, Any]:
    said = token("create", "--json", *arguments)
    assert said.code == 0, said.err
    made: dict[str, Any] = json.loads(said.out)
    return made


def test_a_token_is_printed_once_and_alone(api: httpx.Client, token: Token) -> None:
    said = token("create", "--role", "reader", "--label", "For Ada")
    assert said.code == 0
    bearer = said.out.strip()
    assert said.out == f"{bearer}\n"
    assert bearer.split("_")[1] in said.err
    assert bearer not in said.err
    assert status(api, PLAYERS, bearer) == 200
    listed = token("list").out
    assert "For Ada" in listed
    assert bearer.split("_")[2] not in listed + token("list", "--json").out


def test_a_token_of_scopes_and_one_of_a_seat(api: httpx.Client, token: Token) -> None:
    made = created(token, "--scope", "record", "--scope", "read", "--label", "a program")
    assert (made["scopes"], made["role"], made["created_by"]) == (["read", "record"], None, None)
    match = open_match(api, visibility="private")
    seat = created(token, "--role", "seat", "--match", match["id"], "--seat", 1, "--label", "Bruno")
    assert status(api, f"{MATCHES}/{match['id']}", seat["token"]) == 200
    lines = [json.loads(line) for line in token("list", "--match", match["id"], "--json").out.splitlines()]
    assert [(line["seat"], line["label"]) for line in lines] == [
        (1, "Bruno"),
        (2, "Seat 2"),
        (1, "Seat 1"),
        (0, "Seat 0"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "until"),
    [
        ("30d", timedelta(days=30)),
        ("12h", timedelta(hours=12)),
        ("2120-01-17", datetime(2120, 1, 17, tzinfo=UTC)),
        ("2120-01-17T18:00:00+01:00", datetime(2120, 1, 17, 17, tzinfo=UTC)),
    ],
)
def test_a_token_can_end(api: httpx.Client, token: Token, given: str, until: Any) -> None:
    made = created(token, "--role", "reader", "--label", "a guest", "--expires", given)
    expected = datetime.now(UTC) + until if isinstance(until, timedelta) else until
    assert abs(datetime.fromisoformat(made["expires_at"]) - expected) < timedelta(minutes=5)
    assert f"{made['id']}  " in token("list", "--role", "reader").out
    assert "good until 2" in token("list", "--role", "reader").out


@pytest.mark.slow
def test_a_revoked_token_is_known_to_a_running_service_within_two_seconds(api: httpx.Client, token: Token) -> None:
    made = created(token, "--role", "reader", "--label", "a guest")
    assert status(api, PLAYERS, made["token"]) == 200
    said = token("revoke", made["id"])
    assert (said.code, said.out) == (0, f"Revoked {made['id']}.\n")
    wait_until(lambda: status(api, PLAYERS, made["token"]) == 401, REMEMBERED_SECONDS + 1)
    assert f"{made['id']}  " in token("list").out
    again = token("revoke", made["id"], "nobody")
    assert again.code == 1
    assert made["id"] in again.err
    assert "nobody" in again.err


def test_revoking_who_opened_a_match_tells_of_its_seats(api: httpx.Client, token: Token) -> None:
    made = created(token, "--role", "recorder", "--label", "a guest")
    headers = {"Authorization": f"Bearer {made['token']}"}
    seats = [{"name": name} for name in ("Ada", "Bea", "Cid")]
    match = httpx.post(
        f"{api.base_url}{MATCHES}", json={"game": "klunker", "seats": seats}, headers=headers, verify=NO_TLS
    ).json()
    assert token("revoke", made["id"]).out == f"Revoked {made['id']}, and 3 tokens that came of it.\n"
    assert len(match["seats"]) == 3


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--label", "x"], 2, "either --role or --scope"),
        (["--label", "x", "--role", "reader", "--scope", "read"], 2, "either --role or --scope"),
        (["--role", "reader"], 2, "--label"),
        (["--role", "reader", "--label", " "], 2, "--label"),
        (["--role", "king", "--label", "x"], 2, "king"),
        (["--role", "seat", "--label", "x"], 2, "--match and --seat"),
        (["--role", "reader", "--label", "x", "--seat", "1"], 2, "--match and --seat"),
        (["--role", "seat", "--label", "x", "--match", "x", "--seat", "0"], 2, "UUID"),
        (["--role", "seat", "--label", "x", "--match", NOBODY, "--seat", "0"], 1, NOBODY),
        (["--role", "reader", "--label", "x", "--expires", "soon"], 2, "no moment"),
        (["--role", "reader", "--label", "x", "--expires", "2020-01-01"], 2, "has passed"),
        (["--role", "reader", "--label", "x", "--expires", "0d"], 2, "has passed"),
        (["--role", "reader", "--label", "x", "--expires", "99999d"], 0, ""),
    ],
)
def test_what_doesnt_go_together_is_told(token: Token, arguments: list[str], code: int, told: str) -> None:
    before = ids(token)
    said = token("create", *arguments)
    assert (said.code, told in said.err) == (code, True), said
    assert (ids(token) == before) is (code != 0)


def test_a_seat_that_there_isnt_is_told(api: httpx.Client, token: Token) -> None:
    match = open_match(api)
    said = token("create", "--role", "seat", "--label", "x", "--match", match["id"], "--seat", 3)
    assert (said.code, said.out) == (1, "")
    assert "its last one is 2" in said.err


def test_without_a_database_nothing_is_made(tmp_path: Path) -> None:
    said = called("token", "list", "--data", tmp_path / "none")
    assert (said.code, said.out) == (1, "")
    assert "no database" in said.err
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_tokens_of_the_embedded_database_while_the_service_runs(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as service:
        service.wait_ready()
        said = partita("token", "create", "--data", data, "--role", "owner", "--label", str(uuid4()))
        assert said.code == 0, said.err
        with client_of(service.url, said.out.strip()) as client:
            owner = client.get(f"{BASE}/tokens").json()["items"][-1]
            assert owner["label"] == "owner"
            assert partita("token", "revoke", "--data", data, owner["id"]).code == 0
            wrong = {"Authorization": "Bearer partita_0_0", "X-Forwarded-For": "198.51.100.7"}
            answers = [client.get(PLAYERS, headers=wrong | {"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(25)]
            assert [answer.status_code for answer in answers] == [401] * 20 + [
                429
            ] * 5  # who names no proxy believes none
        assert service.stop() == 0
