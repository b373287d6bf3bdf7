"""What the service is measured beside: ``python -m benchmarks.apps NAME PORT …`` answers until it is told to stop.

unstored CONNINFO  the service's own routes, with a store that keeps what is committed in memory
memory FILE        litestar answering ``/0``, ``/1``, … with the bodies in FILE
canned             the same few bytes for whatever is asked, without any framework: the ceiling of the sender
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast
from uuid import UUID

import msgspec
import uvicorn
import uvloop
from litestar import Litestar, MediaType, Response, get
from litestar.params import FromPath
from typing_extensions import override

from domain.match.events import MatchEvent, MatchOpened
from domain.match.match import Match, fold
from service.app import create_app
from service.config import Settings
from service.scribe import Scribe
from service.store.aggregates import MatchStore
from service.store.log import Written
from service.store.recorder import Key, NewPlayer, SeatToken
from service.wiring import Services


class UnstoredMatches(MatchStore):
    """Reads matches that were stored before; what is committed stays in memory."""

    def __init__(self, stored: MatchStore) -> None:
        super().__init__(stored.log, MatchOpened, fold, lambda match: match.game.meta.key)
        self._matches: dict[UUID, Match] = {}
        self._position = 0

    @override
    def load(self, originator_id: UUID) -> Match:
        return self._matches.get(originator_id) or super().load(originator_id)

    @override
    def at_version(self, originator_id: UUID, version: int) -> Match:
        match = self._matches.get(originator_id)
        return match if match is not None and match.version == version else super().at_version(originator_id, version)

    @override
    def commit(
        self,
        originator_id: UUID,
        before: Match | None,
        events: Sequence[MatchEvent],
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
        tokens: Sequence[SeatToken] = (),
    ) -> Written:
        start = before.version if before else 0
        newest = fold(before, events)
        assert newest is not None
        self._matches[originator_id] = newest
        self._position += len(events)
        return Written(originator_id, start + 1, start + len(events), self._position, tuple(events))


class UnstoredServices(Services):
    """The service without writes to the database and without projections."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.store = UnstoredMatches(self.store)
        self.scribe = Scribe(self.store)
        self.runners = {}


def memory_app(bodies: Sequence[bytes]) -> Litestar:
    """An application that has its answers at hand."""

    @get("/{number:int}")
    async def answer(number: FromPath[int]) -> Response[bytes]:
        return Response(bodies[number], media_type=MediaType.JSON)

    return Litestar([answer], openapi_config=None, logging_config=None)


def _serve(app: Any, port: int) -> None:
    """Serve as ``partita serve`` does."""
    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        http="httptools",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run()


_CANNED: Final = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"


class _Canned(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's are none by class

    def data_received(self, data: bytes) -> None:  # noqa: ARG002  # a request of the sender comes in one piece
        self._transport.write(_CANNED)


async def _serve_canned(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(_Canned, "127.0.0.1", port)
    await server.serve_forever()


def main(name: str, port: str, *arguments: str) -> None:
    """Answer on `port`."""
    if name == "unstored":
        _serve(create_app(UnstoredServices(Settings(Path(), arguments[0]))), int(port))
    elif name == "memory":
        _serve(memory_app(msgspec.msgpack.decode(Path(arguments[0]).read_bytes(), type=list[bytes])), int(port))
    else:
        uvloop.run(_serve_canned(int(port)))


if __name__ == "__main__":
    main(*sys.argv[1:])
