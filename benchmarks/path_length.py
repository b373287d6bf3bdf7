"""``python -m benchmarks.path_length``: how many of our files a request passes, counted while it runs.

Each read is sent several times, by somebody who may see all: its first way is counted, and one when the answer is in
the cache, if it is of those that are cached. Of actions, the second one to a match is counted: the match is at hand. A
file counts once, however often it is returned to; those of the rules count, too, so that games differ.
"""

import argparse
import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import Struct

from benchmarks.plays import Play, demo_plays
from benchmarks.stage import Stage, seed, stage
from domain.match.events import ActionPlayed
from domain.registry import GAMES
from service.app import create_app
from service.auth.authentication import Authentication
from service.auth.rate_limit import Failures
from service.process.container import Services
from service.process.settings import Settings

ROOT: Final = Path(__file__).resolve().parents[1]

ROOMS: Final = tuple(f"{ROOT}/{name}/" for name in ("service", "domain", "projections", "replays"))

CACHED, AGAIN, FIRST, PICTURE, ACTION = KINDS = ("cached read", "read", "first read", "picture", "action")

READS: Final = (
    "",
    "/state",
    "/legal-actions",
    "/events",
    "/history",
    "/scoreboard",
    "/fairness",
    "/replay",
    "/replay/chapters",
    "/replay/steps/2",
    "/annotations",
    "/variations",
)

_PARSED: Final = "service/http/query.py"
"""What every request passes that isn't answered from the cache."""

PICTURES: Final = ("/replay/steps/2.svg", "/scoreboard.svg")


class Way(Struct, frozen=True):
    """What one request passed.

    Attributes:
        files: ours, in the order in which they were reached.
        moves: how often it went from one of them to another.
    """

    kind: str
    game: str
    address: str
    files: tuple[str, ...]
    moves: int

    @property
    def in_service(self) -> int:
        """How many of the files are the service's: all but rules, folding, drawing."""
        return sum(name.startswith("service/") for name in self.files)


class _Trace:
    """Notes every call of a function of ours that a request causes, also in the threads and tasks that it has begun."""

    def __init__(self) -> None:
        self._current: ContextVar[list[str] | None] = ContextVar("trace", default=None)
        self._in_threads: list[str] | None = None

    def install(self) -> None:
        """Look at this thread, and at those that are begun from now on."""
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def begin(self) -> list[str]:
        """The files of what is done from now on in this context; it grows."""
        passed: list[str] = []
        self._current.set(passed)
        self._in_threads = passed
        return passed

    def end(self) -> None:
        """Note nothing more."""
        self._current.set(None)
        self._in_threads = None

    def _called(self, frame: Any, event: str, _: Any) -> None:
        if event != "call" or not (name := frame.f_code.co_filename).startswith(ROOMS):
            return
        passed = self._current.get()
        if passed is None and threading.current_thread().name.startswith("eventstore"):
            passed = self._in_threads
        if passed is not None and frame.f_code.co_name != "<module>":
            passed.append(name)


def way(kind: str, game: str, address: str, passed: Sequence[str]) -> Way:
    """What was noted, summed up."""
    names = [name.removeprefix(f"{ROOT}/") for name in passed]
    kind = CACHED if kind == AGAIN and _PARSED not in names else kind
    moves = sum(one != other for one, other in pairwise(names))
    return Way(kind, game, address, tuple(dict.fromkeys(names)), moves)


class _Client:
    """Sends requests to the application in this very process."""

    def __init__(self, app: Any, token: str) -> None:
        self._app = app
        self._token = token

    async def send(self, method: str, path: str, body: bytes = b"") -> bytes:
        """What is answered.

        Raises:
            RuntimeError: it is no success.
        """
        headers = [(b"host", b"bench"), (b"authorization", b"Bearer " + self._token.encode())]
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))] if body else []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("192.0.2.1", 1),
            "server": ("bench", 80),
            "state": {},
        }
        sent: list[Any] = []
        messages = iter(({"type": "http.request", "body": body, "more_body": False},))

        async def receive() -> Any:
            if (message := next(messages, None)) is not None:
                return message
            await asyncio.Event().wait()
            return None

        async def send(message: Any) -> None:  # as ASGI has it
            sent.append(message)

        await self._app(scope, receive, send)
        content = b"".join(message.get("body", b"") for message in sent)
        if sent[0]["status"] >= 300:
            raise RuntimeError(f"{method} {path}: {sent[0]['status']} {content[:500]!r}")
        return content


@asynccontextmanager
async def _started(place: Stage) -> AsyncIterator[_Client]:
    """The application, whose read models follow the log in threads of this process."""
    settings = Settings(place.data, place.conninfo)
    services = Services(settings)
    failures = Failures(settings.failures_allowed)
    services.authentication = Authentication(services.pool, failures, clock=lambda: 0.0)  # a token is looked up once
    app: Any = create_app(services)
    came: asyncio.Queue[Any] = asyncio.Queue()
    said: asyncio.Queue[Any] = asyncio.Queue()
    running = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}}, came.get, said.put))
    await came.put({"type": "lifespan.startup"})
    started = await said.get()
    if started["type"] != "lifespan.startup.complete":
        raise RuntimeError(started)
    try:
        await asyncio.to_thread(place.wait_for_projections)
        yield _Client(app, place.token)
    finally:
        await came.put({"type": "lifespan.shutdown"})
        await said.get()
        await running


def _halfway(played: Play) -> int:
    """A number of events after which two actions of seats follow."""
    for number in range(len(played.events) // 2, len(played.events) - 1):
        following = played.events[number : number + 2]
        if all(isinstance(event, ActionPlayed) and event.action.seat is not None for event in following):
            return number
    raise ValueError("no two seats act one after the other")


async def _ways(place: Stage, matches: dict[UUID, tuple[Play, int]]) -> list[Way]:
    trace = _Trace()
    trace.install()
    ways: list[Way] = []
    async with _started(place) as client:

        async def follow(kind: str, game: str, method: str, path: str, body: bytes = b"") -> None:
            passed = trace.begin()
            try:
                await client.send(method, path, body)
            finally:
                trace.end()
            ways.append(way(kind, game, f"{method} {path}", passed))

        await client.send("GET", "/api/v1/players")  # by then it is known who has the token
        for match_id, (played, upto) in matches.items():
            game, match = played.game.meta.key, f"/api/v1/matches/{match_id}"
            for address in READS:
                await follow(FIRST, game, "GET", match + address)
                await client.send("GET", match + address)
                await follow(AGAIN, game, "GET", match + address)
            for address in PICTURES:
                await follow(PICTURE, game, "GET", match + address)
                await follow(AGAIN, game, "GET", match + address)
            first, second = (
                msgspec.json.encode({"actions": [event.action]})  # type: ignore[union-attr]
                for event in played.events[upto : upto + 2]
            )
            await client.send("POST", f"{match}/actions", first)
            await follow(ACTION, game, "POST", f"{match}/actions", second)
    sys.setprofile(None)
    threading.setprofile(None)
    return ways


def measured() -> list[Way]:
    """The ways of reads, pictures and actions of a running match of each game."""
    plays = [demo_plays(key, 1)[0] for key in GAMES]
    matches = {UUID(int=(15 << 120) + number): (played, _halfway(played)) for number, played in enumerate(plays)}
    with stage() as place:
        seed(place, matches)
        return asyncio.run(_ways(place, matches))


def longest(ways: Iterable[Way]) -> dict[str, Way]:
    """Of each kind the way with the most files."""
    return {kind: max((one for one in ways if one.kind == kind), key=lambda one: len(one.files)) for kind in KINDS}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the ways."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.path_length", description="How far a request goes.")
    parser.add_argument("--all", action="store_true", help="every way, not the longest of each kind only")
    parser.add_argument("--files", action="store_true", help="the files of each way, too")
    wanted = parser.parse_args(arguments)
    ways = measured()
    for one in ways if wanted.all else longest(ways).values():
        counts = f"{len(one.files):3} files, {one.in_service:3} of the service, {one.moves:5} moves"
        print(f"{one.kind:12} {counts}: {one.game}, {one.address}")
        if wanted.files:
            print(*(f"    {name}" for name in one.files), sep="\n")


if __name__ == "__main__":
    main()
