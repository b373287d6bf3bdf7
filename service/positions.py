"""How far the read models have got, and waiting for them."""

import asyncio
from contextlib import suppress
from typing import Final

import psycopg
import structlog

from projections.follower import CHANNEL

_RETRY_SECONDS: Final = 0.5
_POLL_SECONDS: Final = 0.5  # a look at the table in case a notification was lost

_log = structlog.get_logger(__name__)


class Positions:
    """Follows the positions of all read models, on one connection of its own, whichever process writes them."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._positions: dict[str, int] = {}
        self._moved = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to follow."""
        self._task = asyncio.create_task(self._follow(), name="positions")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def reached(self, projection: str, position: int, timeout: float) -> bool:
        """Whether the read model gets to `position` within `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout), self._moved:
                await self._moved.wait_for(lambda: self._positions.get(projection, -1) >= position)
        except TimeoutError:
            return False
        return True

    async def _follow(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    while True:
                        await self._look(connection)
                        async for notice in connection.notifies(timeout=_POLL_SECONDS):
                            name, _, position = notice.payload.partition(" ")
                            await self._move({name: int(position)})
            except Exception as error:  # noqa: BLE001  # who waits for a position depends on this task
                _log.warning("positions lost", fault=str(error).strip(), retry_in=_RETRY_SECONDS)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _look(self, connection: psycopg.AsyncConnection) -> None:
        rows = await connection.execute("SELECT name, position FROM projections")
        await self._move(dict(await rows.fetchall()))

    async def _move(self, positions: dict[str, int]) -> None:
        async with self._moved:
            self._positions |= positions
            self._moved.notify_all()
