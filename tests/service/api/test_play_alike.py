"""Actions that are sent like those before are answered without being parsed: as any others, and each of them once."""

import asyncio
import gzip
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from typing import Any, Final

import httpx
import msgspec
import pytest

from service.api import direct_play, play
from service.api.schemas.common import MAX_ACTIONS
from service.auth import authentication
from tests.service.http_client import client_of
from tests.service.programs import wait_until
from tests.service.results import make_token
from tests.service.scenes import DEAL, FIRST, MATCHES, NOBODY, ROUND, dealt, open_match

OTHER_SEAT: Final = {**FIRST, "seat": 1}
GZIP: Final = {"Accept-Encoding": "gzip"}


class Sender:
    """One connection, on which each request is sent in one piece, with the same headers."""

    def __init__(self, api: httpx.Client, **more: str) -> None:
        self.headers = {"Host": "here", "Authorization": api.headers["Authorization"]} | more
        self._connection = socket.create_connection((api.base_url.host, api.base_url.port or 80), timeout=30)

    def request(self, match_id: str, body: bytes) -> bytes:
        headers = self.headers | {"Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"POST {MATCHES}/{match_id}/actions HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def send(self, match_id: str, *actions: Any) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer to these actions."""
        return self.ask(self.request(match_id, msgspec.json.encode({"actions": actions})))

    def ask(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        self._connection.sendall(request)
        return self.take()

    def take(self) -> tuple[int, dict[str, str], bytes]:
        """The next answer."""
        came = b""
        while b"\r\n\r\n" not in came or len(came.partition(b"\r\n\r\n")[2]) < length(came):
            piece = self._connection.recv(65536)
            assert piece, came
            came += piece
        head, _, body = came.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body

    def close(self) -> None:
        self._connection.close()


def length(answer: bytes) -> int:
    found = re.search(rb"content-length: (\d+)", answer)
    assert found
    return int(found[1])


def sender(api: httpx.Client, **more: str) -> AbstractContextManager[Sender]:
    """A connection to that service."""
    return closing(Sender(api, **more))


@pytest.fixture(scope="module")
def api(shared_service: httpx.Client) -> Iterator[httpx.Client]:
    """A client with a token of its own, which is known for as long as the tests take.

    Each time that a token is looked up, a request is parsed: one that was known before would be soon.
    """
    token = make_token(shared_service, role="owner")["token"]
    with pytest.MonkeyPatch.context() as patch, client_of(shared_service.base_url, token) as client:
        patch.setattr(authentication, "REMEMBERED_SECONDS", 3_600)
        assert client.get(MATCHES).is_success
        yield client


@pytest.fixture
def alike(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies of what was answered without being parsed, or begun to be."""
    bodies: list[bytes] = []
    recorded = play.recorded

    def watched(services: Any, principal: Any, match_id: Any, body: bytes) -> Any:
        bodies.append(body)
        return recorded(services, principal, match_id, body)

    monkeypatch.setattr(direct_play, "recorded", watched)
    return bodies


def same(answer: tuple[int, dict[str, str], bytes]) -> tuple[int, dict[str, str], bytes]:
    """An answer without what differs between two matches."""
    status, headers, body = answer
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    kept = {name: value for name, value in headers.items() if name not in {"date", "content-length"}}
    body = re.sub(rb"/matches/[0-9a-f-]{36}", b"", body)
    return status, kept, re.sub(rb'"(at|position)":("[^"]*"|[0-9]+)', rb'"\1":0', body)


SENT: Final[dict[str, tuple[int, tuple[Any, ...]]]] = {
    "an action": (201, (FIRST,)),
    "a round": (201, ROUND),
    "against the rules": (422, (OTHER_SEAT,)),
    "the second of two against the rules": (422, (FIRST, OTHER_SEAT)),
    "no action": (400, ()),
    "no such action": (400, ({"type": "resign"},)),
    "too many": (413, ({},) * (MAX_ACTIONS + 1)),
}


@pytest.mark.parametrize("more", [{}, GZIP, {"Accept-Language": "it"}], ids=["plain", "compressed", "in Italian"])
@pytest.mark.parametrize("name", SENT)
def test_it_is_answered_as_when_it_is_parsed(
    api: httpx.Client, alike: list[bytes], name: str, more: dict[str, str]
) -> None:
    status, actions = SENT[name]
    with sender(api, **more) as one, sender(api, **more, **{"If-Match": "*"}) as other:
        assert one.send(open_match(api)["id"], DEAL)[0] == 201
        match, likewise = dealt(api)["id"], dealt(api)["id"]
        before = len(alike)
        answer = one.send(match, *actions)
        assert len(alike) == before + 1
        parsed = other.send(likewise, *actions)
        assert len(alike) == before + 1
    assert answer[0] == status
    assert same(answer) == same(parsed)


def test_each_is_recorded_once_and_in_order(api: httpx.Client, alike: list[bytes]) -> None:
    match = open_match(api)["id"]
    with sender(api) as one:
        for version, action in enumerate((DEAL, *ROUND), start=2):
            status, headers, body = one.send(match, action)
            assert (status, headers["etag"]) == (201, f'"{version}"')
            assert msgspec.json.decode(body)["version"] == version
    assert len(alike) >= len(ROUND)
    assert api.get(f"{MATCHES}/{match}").json()["version"] == 2 + len(ROUND)


def test_what_comes_behind_one_waits_for_it(api: httpx.Client) -> None:
    match = open_match(api)["id"]
    with sender(api) as one:
        one.send(match, DEAL)
        requests = [one.request(match, msgspec.json.encode({"actions": [action]})) for action in ROUND]
        for request in requests:
            one._connection.sendall(request)
            time.sleep(0.002)
        came = b""
        while came.count(b'"events":') < len(ROUND):
            came += one._connection.recv(65536)
    assert re.findall(rb'etag: "(\d+)"', came) == [b"%d" % version for version in range(3, 3 + len(ROUND))]


@pytest.mark.parametrize("body", [b"{", b'{"actions": [], "actions": []}', b"\xff"])
def test_what_is_no_json_is_refused(api: httpx.Client, alike: list[bytes], body: bytes) -> None:
    match = open_match(api)["id"]
    with sender(api) as one:
        one.send(match, DEAL)
        assert one.ask(one.request(match, body))[0] == 400
    assert alike[-1] == body


def test_a_match_that_isnt_there(api: httpx.Client, alike: list[bytes]) -> None:
    with sender(api) as one:
        one.send(open_match(api)["id"], DEAL)
        before = len(alike)
        assert one.send(NOBODY, FIRST)[0] == 404
    assert len(alike) == before + 1


def test_a_token_that_is_revoked_is_one_at_once(api: httpx.Client) -> None:
    token = api.post("/api/v1/tokens", json={"label": "a recorder", "scopes": ["read", "record"]}).json()
    match = open_match(api)["id"]
    with sender(api, Authorization=f"Bearer {token['token']}") as one:
        assert one.send(match, DEAL)[0] == 201
        assert one.send(match, ROUND[0])[0] == 201
        assert api.delete(f"/api/v1/tokens/{token['id']}").is_success
        assert one.send(match, ROUND[1])[0] == 401
    assert api.get(f"{MATCHES}/{match}").json()["version"] == 3


def test_a_seat_has_no_such_way(api: httpx.Client, alike: list[bytes]) -> None:
    match = dealt(api)
    seat = next(one["token"] for one in match["seats"] if one["seat"] == 0)
    with sender(api, Authorization=f"Bearer {seat}") as one:
        assert one.send(match["id"], FIRST)[0] == 201
        before = len(alike)
        assert one.send(match["id"], FIRST)[0] in {409, 422}
    assert len(alike) == before


@pytest.mark.parametrize("header", [{"Idempotency-Key": "the-same"}, {"If-Match": '"2"'}], ids=["a key", "a version"])
def test_who_says_something_of_one_request_has_no_such_way(
    api: httpx.Client, alike: list[bytes], header: dict[str, str]
) -> None:
    match = dealt(api)["id"]
    before = len(alike)
    with sender(api, **header) as one:
        assert one.send(match, FIRST)[0] == 201
        one.send(match, FIRST)
    assert len(alike) == before
    assert api.get(f"{MATCHES}/{match}").json()["version"] == 3


def test_many_at_once_are_recorded_once_each(api: httpx.Client) -> None:
    matches = [open_match(api)["id"] for _ in range(8)]

    def all_sent(match: str) -> list[int]:
        with sender(api) as one:
            return [one.send(match, action)[0] for action in (DEAL, *ROUND)]

    with ThreadPoolExecutor(len(matches)) as others:
        statuses = list(others.map(all_sent, matches))
    assert statuses == [[201] * (1 + len(ROUND))] * len(matches)
    assert {api.get(f"{MATCHES}/{match}").json()["version"] for match in matches} == {2 + len(ROUND)}


@pytest.mark.parametrize("fails", [False, True], ids=["stored", "refused"])
def test_what_takes_too_long_is_done_once_on_the_usual_way(
    api: httpx.Client, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    recorded = play.recorded
    going_on = asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []
    directly: list[direct_play.PlaysDirectly] = []
    play_alike = direct_play.PlaysDirectly._play_alike

    def noted(self: direct_play.PlaysDirectly, *arguments: Any) -> None:
        directly.append(self)
        play_alike(self, *arguments)

    async def slowly(*arguments: Any) -> Any:
        loops.append(asyncio.get_running_loop())
        await going_on.wait()
        return await recorded(*arguments)

    match = dealt(api)["id"]
    monkeypatch.setattr(direct_play.PlaysDirectly, "_play_alike", noted)
    with sender(api, **{"User-Agent": f"one that waits, and is refused: {fails}"}) as one:
        assert one.send(open_match(api)["id"], DEAL)[0] == 201
        monkeypatch.setattr(direct_play, "recorded", slowly)
        action = OTHER_SEAT if fails else FIRST
        one._connection.sendall(one.request(match, msgspec.json.encode({"actions": [action]})))
        wait_until(lambda: loops)
        loops[0].call_soon_threadsafe(directly[0].give_up, 0.0)
        loops[0].call_soon_threadsafe(going_on.set)
        status, _, _ = one.take()
    assert status == (422 if fails else 201)
    assert api.get(f"{MATCHES}/{match}").json()["version"] == (2 if fails else 3)
