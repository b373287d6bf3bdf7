"""What the service is measured beside: ``python -m benchmarks.apps NAME PORT …`` answers until it is told to stop.

unstored CONNINFO  the service's own routes, with a store that keeps what is committed in memory
stock CONNINFO     the service's own routes over the eventsourcing library's own recorder
memory FILE [N]    litestar answering ``/0``, ``/1``, … with the bodies in FILE, in N processes
handwritten CONNINFO
                   FastAPI with one INSERT a move and nothing else, as somebody writes it by hand
canned             the same few bytes for whatever is asked, without any framework: the ceiling of the sender
"""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast
from uuid import UUID

import msgspec
import uvicorn
import uvloop
from eventsourcing.persistence import IntegrityError
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.utils import Environment
from fastapi import FastAPI
from litestar import Litestar, MediaType, Response, get
from litestar.params import FromPath
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel
from typing_extensions import override
from uvicorn.supervisors import Multiprocess

from service.app import create_app
from service.eventstore.aggregate_cache import AggregateCache
from service.eventstore.errors import VersionConflict
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import ConnectingFactory, library_environment
from service.eventstore.recorder import Write
from service.http.connections import ConnectionLimits
from service.http.protocol import protocol_within
from service.process.container import Services
from service.process.gc_tuning import tune_gc
from service.process.projector import ProjectorThreads
from service.process.settings import Settings

HANDWRITTEN_CONNECTIONS: Final = 32


class _Unstored(GroupCommit):
    """Takes every write at once and keeps none; the states that follow stay at hand."""

    _position = 0

    @override
    async def append(self, *writes: Write) -> int:
        self._position += sum(len(write.events) for write in writes)
        return self._position


class _Stock(GroupCommit):
    """The library's own recorder behind the same routes: a transaction a write, in the threads of the store."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.conninfo, places=settings.concurrent_writes)
        self._threads = ThreadPoolExecutor(settings.library_connections)
        self._recorder = stock_recorder(settings.conninfo, settings.library_connections)

    @override
    async def append(self, *writes: Write) -> int:
        events = [event for write in writes for event in write.events]
        loop = asyncio.get_running_loop()
        try:
            ids = await loop.run_in_executor(self._threads, self._recorder.insert_events, events)
        except IntegrityError:
            raise VersionConflict from None
        assert ids is not None
        return int(ids[-1])


def stock_recorder(conninfo: str, connections: int) -> PostgresApplicationRecorder:
    """The library's recorder on our table, set up by its own settings."""
    environment = Environment("match", library_environment(conninfo, connections))
    datastore = ConnectingFactory(environment).datastore
    return PostgresApplicationRecorder(datastore, events_table_name="match_events")


class OtherServices(Services):
    """The service with another way to store; `unstored` runs no projections either."""

    def __init__(self, settings: Settings, *, unstored: bool) -> None:
        places = settings.concurrent_writes
        super().__init__(settings, _Unstored(settings.conninfo, places=places) if unstored else _Stock(settings))
        self.matches.cache = AggregateCache(1 << 20)  # what isn't stored must not be dropped
        if unstored:
            self.projector = ProjectorThreads(settings.conninfo)
            self.projector.runners.clear()


def memory_app(bodies: Sequence[bytes]) -> Litestar:
    """An application that has its answers at hand."""

    @get("/{number:int}")
    async def answer(number: FromPath[int]) -> Response[bytes]:
        return Response(bodies[number], media_type=MediaType.JSON)

    return Litestar([answer], openapi_config=None, logging_config=None)


class Move(BaseModel):
    """What :func:`handwritten` takes: a move, and where it is in its match."""

    version: int
    move: dict[str, Any]


def handwritten(conninfo: str, connections: int) -> FastAPI:
    """A service that stores moves as they come: neither rules nor readers."""
    pool = AsyncConnectionPool(
        conninfo, open=False, min_size=connections, max_size=connections, kwargs={"autocommit": True}
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with pool, pool.connection() as connection:
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS handwritten"
                " (match_id uuid, version bigint, move jsonb, PRIMARY KEY (match_id, version))"
            )
            yield

    app = FastAPI(lifespan=lifespan)

    @app.post("/matches/{match_id}/moves", status_code=201)
    async def play(match_id: UUID, played: Move) -> dict[str, Any]:
        async with pool.connection() as connection:
            await connection.execute(
                "INSERT INTO handwritten (match_id, version, move) VALUES (%s, %s, %s)",
                (match_id, played.version, Jsonb(played.move)),
            )
        return {"match_id": match_id, "version": played.version}

    return app


_BODIES: Final = "PARTITA_BENCH_BODIES"


def memory_worker() -> Litestar:
    """The same in one of several processes."""
    tune_gc()
    return memory_app(msgspec.msgpack.decode(Path(os.environ[_BODIES]).read_bytes(), type=list[bytes]))


def _serve(app: Any, port: int, **options: Any) -> None:
    """Serve as ``partita serve`` does."""
    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=port,
        loop="uvloop",
        http=protocol_within(ConnectionLimits()),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        **options,
    )
    if config.workers > 1:
        with socket.create_server(("127.0.0.1", port), backlog=2048) as listener:
            Multiprocess(config, sockets=[listener]).run()
    else:
        tune_gc()
        uvicorn.Server(config).run()


_CANNED: Final = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"


class _Canned(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's are none by class

    def data_received(self, data: bytes) -> None:  # a request of the sender comes in one piece
        self._transport.write(_CANNED)


async def _serve_canned(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(_Canned, "127.0.0.1", port)
    await server.serve_forever()


def main(name: str, port: str, *arguments: str) -> None:
    """Answer on `port`."""
    if name in {"unstored", "stock"}:
        services = OtherServices(Settings(Path(), arguments[0], own_projector=True), unstored=name == "unstored")
        _serve(create_app(services), int(port))
    elif name == "handwritten":
        _serve(handwritten(arguments[0], HANDWRITTEN_CONNECTIONS), int(port))
    elif name == "memory":
        os.environ[_BODIES] = arguments[0]
        workers = int(arguments[1]) if len(arguments) > 1 else 1
        _serve("benchmarks.apps:memory_worker", int(port), factory=True, workers=workers)
    else:
        uvloop.run(_serve_canned(int(port)))


if __name__ == "__main__":
    main(*sys.argv[1:])
