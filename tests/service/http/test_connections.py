"""What clients may take up by their connections is bounded, and nobody shuts others out."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from service.http.connections import ConnectionLimits, Connections
from service.http.protocol import protocol_within
from service.problems.kinds import PROBLEMS

LIMITS = ConnectionLimits(
    url_bytes=500, head_bytes=2000, headers=20, head_seconds=0.4, body_seconds=0.4, idle_seconds=0.6
)


Address = tuple[str, int]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the whole body, takes longer than all limits for `/slow`, and says that it is done."""
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/slow":
        await asyncio.sleep(1.2)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture(scope="module")
def strict() -> Iterator[Address]:
    """A server with narrow limits."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, http=protocol_within(LIMITS), log_config=None, lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()
    server.should_exit = True
    thread.join()


@contextmanager
def connected(address: Address) -> Iterator[socket.socket]:
    with socket.create_connection(address, timeout=10) as connection:
        yield connection


def all_of(connection: socket.socket) -> bytes:
    answer = b""
    try:
        while piece := connection.recv(4096):
            answer += piece
    except ConnectionResetError:  # what we had still to send was cut off
        pass
    return answer


def answered(answer: bytes) -> tuple[int, str]:
    """The status of an answer, and the type of the problem in it."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"connection: close" in head.lower()
    return int(head.split()[1]), json.loads(body)["type"]


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (b"GET /" + b"a" * 600 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "url-too-long"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 2100, 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 2100 + b"\r\n\r\n", 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: 1\r\n" * 20 + b"\r\n", 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: 1", 408, "too-slow"),
    ],
    ids=["address", "header without end", "header", "headers", "half a head"],
)
def test_a_head_has_bounds(strict: Address, sent: bytes, status: int, kind: str) -> None:
    with connected(strict) as connection:
        for piece in (sent[:100], sent[100:1000], sent[1000:]):
            connection.sendall(piece)
            time.sleep(0.01)
        assert answered(all_of(connection)) == (status, f"/problems/{kind}")
    assert PROBLEMS[kind].status == status


def test_fields_behind_a_body_have_bounds(strict: Address) -> None:
    with connected(strict) as connection:
        connection.sendall(
            b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "
        )
        for _ in range(5):
            time.sleep(0.01)
            connection.sendall(b"a" * 500)
        assert answered(all_of(connection)) == (431, "/problems/headers-too-large")


def test_a_body_must_go_on(strict: Address) -> None:
    with connected(strict) as connection:
        connection.sendall(
            b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        began = time.monotonic()
        assert answered(all_of(connection)) == (408, "/problems/too-slow")
        assert 0.3 < time.monotonic() - began < 2


@pytest.mark.slow
def test_a_connection_without_a_request_is_closed(strict: Address) -> None:
    with connected(strict) as connection:
        assert all_of(connection) == b""
    with connected(strict) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert all_of(connection).startswith(b"HTTP/1.1 200")  # and then, after a while, it ends


@pytest.mark.slow
def test_a_slow_answer_isnt_the_clients_fault(strict: Address) -> None:
    with connected(strict) as connection:
        connection.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        assert all_of(connection).endswith(b"done")


class Fake:
    """A connection that waits for its client, or not."""

    def __init__(self, deadline: float | None) -> None:
        self.deadline = deadline
        self.closed = False

    def give_up(self) -> None:
        self.closed = True


def admitted(limits: ConnectionLimits, *clients: tuple[str, float | None]) -> tuple[list[bool], list[bool], int]:
    """Of connections that come one after the other: which got a place, which lost it; how many are open."""
    loop: Any = SimpleNamespace(call_later=lambda *_: None)
    connections = Connections(limits)
    members = [Fake(deadline) for _, deadline in clients]
    got = [connections.admit(one, address, loop) for one, (address, _) in zip(members, clients, strict=True)]
    return got, [one.closed for one in members], len(connections)


def test_a_client_has_a_share_in_which_the_oldest_that_waits_gives_way() -> None:
    limits = ConnectionLimits(per_client=2)
    one = "203.0.113.5"
    assert admitted(limits, (one, None), (one, 1), (one, 2)) == ([True] * 3, [False, True, False], 2)
    assert admitted(limits, (one, None), (one, None), (one, 2)) == ([True, True, False], [False] * 3, 2)
    assert admitted(limits, (one, None), (one, None), ("203.0.113.6", None)) == ([True] * 3, [False] * 3, 3)
    ipv6 = ("2001:db8::1", "2001:db8::2", "2001:db8::3")
    assert admitted(limits, *((address, None) for address in ipv6))[0] == [True, True, False]


def test_this_machine_and_named_proxies_have_no_share() -> None:
    limits = ConnectionLimits(per_client=1, proxies=("10.0.0.0/8", "192.0.2.1"))
    for address in ("127.0.0.1", "::1", "10.1.2.3", "192.0.2.1", ""):
        assert admitted(limits, (address, None), (address, None))[0] == [True, True]
    assert admitted(limits, ("192.0.2.2", None), ("192.0.2.2", None))[0] == [True, False]
    everybody = ConnectionLimits(per_client=1, proxies=("*",))
    assert admitted(everybody, ("192.0.2.2", None), ("192.0.2.2", None))[0] == [True, True]


def test_when_all_places_are_taken_some_are_left_for_this_machine() -> None:
    limits = ConnectionLimits(connections=20, per_client=1)
    crowd: list[tuple[str, float | None]] = [(f"203.0.113.{n}", None) for n in range(20)]
    got, _, count = admitted(limits, *crowd, ("127.0.0.1", None), ("127.0.0.1", None))
    assert (got, count) == ([True] * 19 + [False, True, False], 20)
    crowd[3] = ("203.0.113.3", 1.0)
    got, closed, _ = admitted(limits, *crowd)
    assert all(got)
    assert closed.index(True) == 3


def test_what_has_left_has_no_place() -> None:
    async def leaving() -> int:
        connections, member = Connections(ConnectionLimits()), Fake(None)
        assert connections.admit(member, "203.0.113.5", asyncio.get_running_loop())
        connections.leave(member)
        connections.leave(member)
        return len(connections)

    assert asyncio.run(leaving()) == 0
