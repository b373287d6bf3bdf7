"""A request that comes byte by byte like one before is answered without being parsed, if the application says how."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import pytest
import uvicorn

from service.http.connections import ConnectionLimits
from service.http.protocol import protocol_within
from service.http.requests import BEGUN, SHORTCUT, SHORTCUT_ALIKE, SINCE, WHOLE, PassesOn, SendsWhole
from service.http.shortcuts import Shortcuts

GET = b"GET /%b HTTP/1.1\r\nHost: here\r\n\r\n"

Address = tuple[str, int]

ID = "01890a5d-ac96-774b-bcce-b302099a8057"
POST = b"POST /things/%b/parts HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\nX: y\r\n\r\n%b"


def posted(body: bytes, one: str = ID) -> bytes:
    return POST % (one.encode(), len(body), body)


class App:
    """Answers with the path and how often that was answered, by the application (a) or on a shortcut (s).

    On a shortcut, `/changed` is passed on, and what ends with `late` waits until it is released. So does a POST; what
    was begun of that on its shortcut is told from what wasn't (b).
    """

    def __init__(self) -> None:
        self.held: Callable[[], object] | None = None
        self.times: dict[str, int] = {}
        self.since: list[float | None] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        path = scope["path"]
        self.since.append(scope.get(SINCE))
        pieces = self._pieces(path, await scope[BEGUN] if BEGUN in scope else "a")
        if scope[WHOLE](200, pieces):
            if scope["method"] == "POST":
                scope[SHORTCUT_ALIKE](lambda _, __, send_whole, pass_on: self._begin(path, send_whole, pass_on))
            else:
                scope[SHORTCUT](lambda send_whole, pass_on: self._answer(path, send_whole, pass_on))
            return
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(pieces[1]))]}
        )
        await send({"type": "http.response.body", "body": pieces[1]})

    def _pieces(self, path: str, way: str) -> Sequence[bytes]:
        self.times[path] = self.times.get(path, 0) + 1
        body = f"{path} {self.times[path]}{way};".encode()
        return b"content-length: %d\r\n\r\n" % len(body), body

    def _answer(self, path: str, send_whole: SendsWhole, pass_on: PassesOn) -> None:
        def done() -> None:
            if path.startswith("/changed") or not send_whole(200, self._pieces(path, "s")):
                pass_on(None)

        if path.endswith("late"):
            self.held = partial(asyncio.get_running_loop().call_soon_threadsafe, done)
        else:
            done()

    def _begin(self, path: str, send_whole: SendsWhole, pass_on: PassesOn) -> None:
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[str] = loop.create_future()

        def done() -> None:
            begun.set_result("b")
            if not send_whole(200, self._pieces(path, "s")):
                pass_on(begun)

        self.held = partial(loop.call_soon_threadsafe, done)


class Place:
    """A server over such an application."""

    def __init__(self) -> None:
        self.app = App()
        limits = ConnectionLimits(idle_seconds=5.0)
        http = protocol_within(limits)
        self.server = uvicorn.Server(
            uvicorn.Config(self.app, host="127.0.0.1", port=0, http=http, log_config=None, lifespan="off")
        )
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.address: Address = self.server.servers[0].sockets[0].getsockname()

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        connection = socket.create_connection(self.address, timeout=10, source_address=(source, 0))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # each piece as it is sent
        return connection

    def wait_for_held(self) -> None:
        """Until a request waits on its shortcut."""
        while self.app.held is None:
            time.sleep(0.01)

    def release(self) -> None:
        """Have that request answered."""
        assert self.app.held is not None
        self.app.held()
        self.app.held = None

    def end(self) -> None:
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture
def place() -> Iterator[Place]:
    one = Place()
    yield one
    one.end()


def bodies(connection: socket.socket, number: int) -> list[str]:
    """The bodies of so many answers."""
    came = b""
    while came.count(b";") < number:
        piece = connection.recv(4096)
        assert piece, came
        came += piece
    return [one.rpartition(b"\r\n")[2].decode() for one in came.split(b";")[:-1]]


def asked(connection: socket.socket, *chunks: bytes, answers: int = 1) -> list[str]:
    """What is answered to what is sent in so many pieces."""
    for chunk in chunks:
        connection.sendall(chunk)
        if len(chunks) > 1:
            time.sleep(0.02)
    return bodies(connection, answers)


def test_the_same_bytes_take_the_shortcut_on_any_connection_of_that_client(place: Place) -> None:
    with place.connect() as one, place.connect() as other, place.connect("127.0.0.2") as elsewhere:
        assert asked(one, GET % b"x") == ["/x 1a"]
        assert asked(one, GET % b"x") == ["/x 2s"]
        assert asked(other, GET % b"x") == ["/x 3s"]
        assert asked(other, (GET % b"x").replace(b"here", b"HERE")) == ["/x 4a"]
        assert asked(elsewhere, GET % b"x") == ["/x 5a"]
        assert asked(one, GET % b"y") == ["/y 1a"]
        assert asked(one, GET % b"x") == ["/x 6s"]


@pytest.mark.parametrize(
    "chunks",
    [
        (GET % b"x" + GET % b"x",),
        ((GET % b"x")[:9], (GET % b"x")[9:], GET % b"y"),
        ((GET % b"x").replace(b"\r\n\r\n", b"\r\nContent-Length: 2\r\n\r\n"), b"ab", GET % b"y"),
    ],
    ids=["two at once", "one in pieces", "a body behind"],
)
def test_only_one_whole_request_is_known_by_its_bytes(place: Place, chunks: tuple[bytes, ...]) -> None:
    with place.connect() as connection:
        asked(connection, *chunks, answers=2)
    with place.connect() as connection:
        again = asked(connection, *chunks, answers=2)
    assert {body[-1] for body in again if body.startswith("/x")} == {"a"}


def test_answers_keep_the_order_of_their_requests(place: Place) -> None:
    with place.connect() as connection:
        for path in (b"late", b"x", b"y"):
            asked(connection, GET % path)
        for behind, answers in [
            ((GET % b"x",), ["/late 2s", "/x 2s"]),
            ((GET % b"y" + GET % b"late", GET % b"x"), ["/late 3s", "/y 2a", "/late 4a", "/x 3a"]),
        ]:
            connection.sendall(GET % b"late")
            place.wait_for_held()
            for chunk in behind:
                connection.sendall(chunk)
                time.sleep(0.02)
            place.release()
            assert bodies(connection, len(answers)) == answers
        assert asked(connection, GET % b"x") == ["/x 4s"]


def test_what_has_changed_goes_the_usual_way(place: Place) -> None:
    with place.connect() as connection:
        asked(connection, GET % b"changed")
        assert asked(connection, GET % b"changed", GET % b"x", answers=2) == ["/changed 2a", "/x 1a"]
        first, again, last = place.app.since
    assert (first, last) == (None, None)
    assert again is not None


def test_what_changes_meanwhile_tells_since_when_it_waits(place: Place) -> None:
    with place.connect() as connection:
        asked(connection, GET % b"changed-late")
        before = time.monotonic()
        connection.sendall(GET % b"changed-late")
        place.wait_for_held()
        waiting = time.monotonic()
        connection.sendall(GET % b"x")
        place.release()
        assert bodies(connection, 2) == ["/changed-late 2a", "/x 1a"]
        first, again, last = place.app.since
    assert (first, last) == (None, None)
    assert again is not None
    assert before <= again <= waiting


@pytest.mark.parametrize(
    ("request_", "end"), [(GET % b"late", b"/late 3a;"), (posted(b"x"), b"/parts 3b;")], ids=["a read", "begun"]
)
def test_what_is_under_way_is_answered_when_the_server_ends(place: Place, request_: bytes, end: bytes) -> None:
    with place.connect() as connection:
        asked(connection, request_)
        connection.sendall(request_)
        place.wait_for_held()
        place.server.should_exit = True
        while place.server.servers[0].is_serving():  # its connections are told in the same turn of the loop
            time.sleep(0.01)
        place.release()
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
    assert answer.endswith(end)
    assert b"connection: close" in answer


def test_who_hangs_up_meanwhile_is_let_go(place: Place) -> None:
    with place.connect() as connection:
        asked(connection, GET % b"late")
        connection.sendall(GET % b"late")
        place.wait_for_held()
    time.sleep(0.1)
    place.release()
    with place.connect() as connection:
        assert asked(connection, GET % b"x") == ["/x 1a"]
    assert place.app.times["/late"] == 2  # it was answered, though nobody was there


def found(request: bytes, address: str = "here") -> tuple[UUID, bytes] | None:
    """The id and the body of a request that is like one that was sent from here; None if it isn't."""
    seen: list[tuple[UUID, bytes]] = []
    shortcuts = Shortcuts()
    shortcuts.take_alike("here", posted(b"first"), lambda one, body, *_: seen.append((one, body)))
    shortcut = shortcuts.find(address, request)
    if shortcut is None:
        return None
    shortcut(lambda *_: True, lambda _: None)
    return seen[0]


@pytest.mark.parametrize("one", [ID, "00000000-0000-0000-0000-00000000000a"])
@pytest.mark.parametrize("body", [b"first", b"x", b"\r\n\r\n", b"Content-Length: 7\r\n" * 20])
def test_another_id_and_another_body_make_a_request_no_other_one(one: str, body: bytes) -> None:
    assert found(posted(body, one)) == (UUID(one), body)


@pytest.mark.parametrize(
    "request_",
    [
        posted(b"first").replace(b"here", b"HERE"),
        posted(b"first").replace(b"X: y", b"X: y\r\nZ: z"),
        posted(b"first").replace(b"X: y\r\n", b""),
        posted(b"first").replace(b"X: y", b"X: y\r\nContent-Length: 5"),
        posted(b"first").replace(b"Host: here", b"Host: here\r\nContent-Length: 5"),
        posted(b"first").replace(b"X: y", b"X: y\r\nTransfer-Encoding: chunked"),
        posted(b"first").replace(b"Content-Length: 5", b"Content-Length: 05"),
        posted(b"first").replace(b"Content-Length: 5", b"Content-Length: +5"),
        posted(b"first").replace(b"Content-Length: 5", b"content-length: 5"),
        posted(b"first").replace(b"Content-Length: 5", b"Content-Length: 5 "),
        posted(b"first").replace(b"Content-Length: 5\r\n", b""),
        posted(b"first").replace(b"/parts", b"/parts?all"),
        posted(b"first").replace(b"/parts", b"/other"),
        posted(b"first").replace(b"/things", b"/others"),
        posted(b"first").replace(b"POST", b"PUT"),
        posted(b"first").replace(b"1.1", b"1.0"),
        posted(b"first").replace(ID.encode(), ID.upper().encode()),
        posted(b"first").replace(ID.encode(), ID[1:].encode()),
        posted(b"first")[:-1],
        posted(b"first") + b" ",
        posted(b"first") * 2,
        posted(b""),
    ],
)
def test_anything_else_makes_it_another_one(request_: bytes) -> None:
    assert found(request_) is None


def test_it_is_known_from_the_same_client() -> None:
    assert found(posted(b"first"), "elsewhere") is None


@pytest.mark.parametrize("request_", [GET % b"x", posted(b"first").replace(ID.encode(), b"1")])
def test_what_has_no_body_or_no_id_is_like_no_other(request_: bytes) -> None:
    shortcuts = Shortcuts()
    shortcuts.take_alike("here", request_, lambda *_: None)
    assert shortcuts.find("here", request_) is None
