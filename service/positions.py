"""How far the read models have got, and waiting for them."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import psycopg

from projections.follower import CHANNEL


class Positions:
    """The positions of all read models, whichever process writes them; told by :class:`service.listener.Listener`."""

    channel: Final = CHANNEL

    def __init__(self) -> None:
        self._positions: dict[str, int] = {}
        self._moved = asyncio.Condition()

    async def reached(self, projection: str, position: int, timeout: float) -> bool:
        """Whether the read model gets to `position` within `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout), self._moved:
                await self._moved.wait_for(lambda: self._positions.get(projection, -1) >= position)
        except TimeoutError:
            return False
        return True

    async def look(self, connection: psycopg.AsyncConnection[Any], payloads: Sequence[str] | None) -> None:
        """Take what was notified, or read the table."""
        if payloads:
            moved = {name: int(position) for name, _, position in (payload.partition(" ") for payload in payloads)}
        else:
            rows = await connection.execute("SELECT name, position FROM projections")
            moved = dict(await rows.fetchall())
        async with self._moved:
            self._positions |= moved
            self._moved.notify_all()
