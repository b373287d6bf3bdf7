"""F2: an error says what is wrong, and what there is instead; what isn't even HTTP is answered with a problem, too."""

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from domain.annotations.audience import Audience
from domain.expected import expected
from domain.match.events import Visibility
from domain.pointers import located
from service.problems.kinds import PROBLEMS
from tests.service.scenes import BASE, DEAL, MATCHES, PLAYERS, dealt, guests, play, problem

# --- half characters ---


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (rb'{"name": "\ud800"}', "/name"),
        (rb'{"name": "\ud800x"}', "/name"),
        (rb'{"name": "x\udc00"}', "/name"),
        (rb'{"name": "\ud800A"}', "/name"),
        (rb'{"name": "A", "\uDBFF": 1}', ""),
    ],
)
def test_F2_half_a_surrogate_pair_is_called_so(
    api: httpx.Client, nothing_stored: None, body: bytes, pointer: str
) -> None:
    answer = api.post(PLAYERS, content=body, headers={"Content-Type": "application/json"})
    told = problem(answer, 400, "invalid-json")
    assert "surrogate" in told["detail"]
    assert told["pointer"] == pointer


def test_F2_what_is_truncated_is_still_called_so(api: httpx.Client) -> None:
    answer = api.post(PLAYERS, content=rb'{"name": "\ud83c\udf1e', headers={"Content-Type": "application/json"})
    assert "truncated" in problem(answer, 400, "invalid-json")["detail"]
    whole = api.post(PLAYERS, content=rb'{"name": "\ud83c\udf1e"}', headers={"Content-Type": "application/json"})
    assert whole.json()["name"] == "\N{SUN WITH FACE}"


def test_F2_half_a_character_inside_an_action_has_its_place(api: httpx.Client) -> None:
    body = rb'{"actions": [{"type": "stock", "seat": 0, "jewels": ["\ud800"]}]}'
    path = f"{MATCHES}/{dealt(api)['id']}/actions"
    told = problem(api.post(path, content=body, headers={"Content-Type": "application/json"}), 400, "invalid-json")
    assert told["pointer"] == "/actions/0/jewels/0"


# --- what there is ---


def test_F2_a_value_that_is_unknown_is_told_with_those_that_there_are(api: httpx.Client) -> None:
    told = problem(
        api.post(MATCHES, json={"game": "klunker", "seats": guests(), "visibility": "hidden"}), 400, "invalid-request"
    )
    assert told["pointer"] == "/visibility"
    assert told["detail"].endswith("There are: private, public, unlisted.")
    note = {"step": 0, "content": {"kind": "poem", "text": "x"}}
    path = f"{MATCHES}/{dealt(api)['id']}/annotations"
    told = problem(api.post(path, json=note), 400, "invalid-request")
    assert (told["pointer"], told["detail"].partition("There are: ")[2]) == (
        "/content/kind",
        "comment, glyphs, marks, tags.",
    )
    comment = {"step": 0, "content": {"kind": "comment", "text": "x"}, "audience": "all"}
    assert problem(api.post(path, json=comment), 400, "invalid-request")["detail"].endswith(f"{', '.join(Audience)}.")


def test_F2_a_type_of_action_that_is_unknown_is_told_with_those_of_the_game(api: httpx.Client) -> None:
    told = problem(play(api, dealt(api), {"type": "roll", "seat": 0}), 400, "invalid-request")
    assert told["pointer"] == "/actions/0/type"
    for kind in ("deal", "stock", "store", "pass", "buy"):
        assert kind in told["detail"]


def test_F2_a_query_value_that_is_unknown_is_told_with_those_that_there_are(api: httpx.Client) -> None:
    for name, value, known in (
        ("status", "over", "playing, finished, abandoned"),
        ("result", "draw", "lost, shared, won"),
        ("sort", "name", "opened"),
        ("scores", "all", "known"),
    ):
        told = problem(api.get(MATCHES, params={name: value}), 400, "invalid-request")
        assert told["parameter"] == name
        assert known in told["detail"].partition("There are: ")[2], told


class _Inner(msgspec.Struct, forbid_unknown_fields=True, tag="inner", tag_field="kind"):
    colour: Visibility = Visibility.PUBLIC


class _Other(msgspec.Struct, forbid_unknown_fields=True, tag="other", tag_field="kind"):
    size: int = 0


class _Outer(msgspec.Struct, forbid_unknown_fields=True):
    one: _Inner | _Other | None = None
    many: tuple[_Inner | _Other, ...] = ()
    named: dict[str, _Other] = {}
    pair: tuple[int, Audience] | None = None


@pytest.mark.parametrize(
    ("document", "known"),
    [
        ({"two": 1}, "one, many, named, pair"),
        ({"one": {"kind": "none"}}, "inner, other"),
        ({"one": {"kind": "inner", "size": 1}}, "kind, colour"),
        ({"many": [{"kind": "inner"}, {"kind": "other", "colour": "public"}]}, "kind, size"),
        ({"many": [{"kind": "inner", "colour": "red"}]}, ", ".join(Visibility)),
        ({"pair": [1, "me"]}, ", ".join(Audience)),
    ],
)
def test_F2_what_there_is_is_found_wherever_it_lies(document: Any, known: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(json.dumps(document), type=_Outer)
    message, pointer = located(str(refused.value))
    assert expected(message, _Outer, pointer, document) == f"There are: {known}."


def test_F2_of_other_mistakes_nothing_is_listed() -> None:
    assert expected("Expected `int`, got `str`", _Outer, "/one") == ""
    assert expected("Object contains unknown field `x`", int) == ""


# --- tokens ---


def test_F2_a_bad_token_isnt_told_that_a_token_is_needed(public: httpx.Client) -> None:
    told = problem(public.get(PLAYERS, headers={"Authorization": "Bearer nonsense"}), 401, "unauthenticated")
    assert told["title"] == PROBLEMS["unauthenticated"].title == "A valid token is needed"
    assert "isn't known" in told["detail"]


# --- not HTTP ---


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET /api/v1/games HTTP/9.9\r\n\r\n",
        b"GET  HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/v1/games HTTP/1.1\r\nHost x\r\n\r\n",
        b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 32,
    ],
)
def test_F2_what_is_not_http_is_answered_with_a_problem(api: httpx.Client, sent: bytes) -> None:
    address = urlsplit(str(api.base_url))
    with socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=10) as connection:
        connection.sendall(sent)
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode().lower().split("\r\n")
    assert lines[0] == "http/1.1 400 bad request"
    assert {"content-type: application/problem+json", "connection: close", f"content-length: {len(body)}"} <= set(lines)
    told = json.loads(body)
    assert (told["type"], told["status"]) == ("/problems/malformed-http", 400)
    assert api.get("/problems/malformed-http").status_code == 200


def test_F2_a_good_request_is_answered_as_before(api: httpx.Client) -> None:
    assert api.get(f"{BASE}/games").status_code == 200
    assert DEAL["type"] == "deal"
