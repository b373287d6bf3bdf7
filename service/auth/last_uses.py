"""When each token was last used, to the minute: noted with every request, written from time to time."""

import asyncio
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

WRITE_SECONDS: Final = 30.0
"""How often it is written; what a process that is killed hasn't written yet isn't known."""

_log = structlog.get_logger(__name__)


class LastUses:
    """Notes uses from the start on, and writes the last ones at the stop."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        uses: MutableMapping[str, float],
    ) -> None:
        """`uses` has when each token was used last, as seconds since 1970; what is written is taken out."""
        self._pool = pool
        self._uses = uses
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """Write the last ones, and end."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            await self._write_or_tell()

    async def write(self) -> None:
        """Write what was noted since it was written before."""
        noted = dict(self._uses)
        if not noted:
            return
        self._uses.clear()
        try:
            async with self._pool.connection() as connection:
                await connection.execute(
                    "UPDATE tokens t SET last_used_at = u.at"
                    " FROM (SELECT id, to_timestamp(seconds) AS at"
                    "  FROM unnest(%s::text[], %s::float8[]) AS n (id, seconds)) u"
                    # A process that is late, or another one that is not, may have seen a later use.
                    " WHERE t.id = u.id AND (t.last_used_at IS NULL OR t.last_used_at < u.at)",
                    (list(noted), list(noted.values())),
                )
        except (psycopg.Error, PoolTimeout):
            for token_id, at in noted.items():
                self._uses.setdefault(token_id, at)
            raise

    async def _write_or_tell(self) -> None:
        try:
            await self.write()
        except (psycopg.Error, PoolTimeout) as error:
            _log.warning("when tokens were last used isn't written yet", fault=str(error).strip())

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            await self._write_or_tell()
