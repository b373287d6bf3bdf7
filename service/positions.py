"""How far the read models have got, and waiting for them."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from psycopg import AsyncConnection
from psycopg.types.numeric import Int4
from typing_extensions import override

from projections import PROJECTIONS
from projections.follower import CHANNEL
from service.store.batches import Batches

_QUERY: Final = (
    "SELECT p.name, p.position FROM projections p JOIN unnest(%b::text[], %b::integer[]) AS w (name, version)"
    " ON (p.name, p.version) = (w.name, w.version)"
)
_NAMES: Final = [kind.name for kind in PROJECTIONS]
_VERSIONS: Final = [kind.version for kind in PROJECTIONS]


class Reached(Batches[str, int | None]):
    """How far a read model has got; None while its rows aren't those of this version of the software.

    One query for all who ask at the same moment.
    """

    @override
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[str]) -> list[int | None]:
        versions = [Int4(version) for version in _VERSIONS]
        rows = await connection.execute(_QUERY, (_NAMES, versions), prepare=True, binary=True)
        reached = dict(await rows.fetchall())
        return [reached.get(name) for name in requests]


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

    async def look(self, connection: AsyncConnection[Any], payloads: Sequence[str] | None) -> None:
        """Take what was notified, or read the table."""
        if payloads:
            moved = {name: int(position) for name, _, position in (payload.partition(" ") for payload in payloads)}
        else:
            rows = await connection.execute("SELECT name, position FROM projections")
            moved = dict(await rows.fetchall())
        async with self._moved:
            self._positions |= moved
            self._moved.notify_all()
