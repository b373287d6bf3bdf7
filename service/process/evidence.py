"""Looks after the evidence in the background: stores nodes of the tree, and checks the log, slowly."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from service.evidence.nodes import store_nodes
from service.evidence.scrub import STEP_SECONDS, scrub

NODE_SECONDS: Final = 2.0
"""How often nodes are stored; between two batches, where there is much to do, it rests a little."""

_BREATH_SECONDS: Final = 0.05

_log = structlog.get_logger(__name__)


class EvidenceTasks:
    """The tasks of one process, from its start to its stop; what several do, is done once.

    `rate` is how many events are checked in a second, of all that there are, again and again; 0 is none.
    """

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], rate: int, rest_seconds: float) -> None:
        self._pool = pool
        self._rate = rate
        self._rest_seconds = rest_seconds
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin."""
        self._tasks.append(asyncio.create_task(self._follow(self._store), name="evidence-nodes"))
        if self._rate:
            self._tasks.append(asyncio.create_task(self._follow(self._scrub), name="evidence-scrub"))

    async def stop(self) -> None:
        """End at once; what was half done is done again."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _follow(self, work: Callable[[AsyncConnection[Any]], Awaitable[float]]) -> None:
        """Do `work` again and again, with the pauses that it asks for."""
        while True:
            pause = NODE_SECONDS
            try:
                async with self._pool.connection() as connection:
                    pause = await work(connection)
            except (psycopg.Error, PoolTimeout) as error:
                _log.warning("the evidence isn't looked after", fault=str(error).strip())
            await asyncio.sleep(pause)

    async def _store(self, connection: AsyncConnection[Any]) -> float:
        return _BREATH_SECONDS if await store_nodes(connection) else NODE_SECONDS

    async def _scrub(self, connection: AsyncConnection[Any]) -> float:
        for fault in await scrub(connection, self._rate, self._rest_seconds):
            _log.error(
                "the log isn't what was recorded",
                originator_id=fault.originator_id and str(fault.originator_id),
                version=fault.version,
                position=fault.position,
                fault=str(fault.kind),
            )
        return STEP_SECONDS
