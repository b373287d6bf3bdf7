"""How far the read models have got, and waiting for them."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.types.numeric import Int4, Int8
from typing_extensions import override

from projections import PROJECTIONS
from projections.follower import CHANNEL, IS_IN_LOG
from service.eventstore.batched_reads import DataLoader


class UnknownPosition(ValueError):  # noqa: N818  # what it is
    """The log doesn't have the position that a read is to wait for; `parameter` is what named it."""

    def __init__(self, parameter: str) -> None:
        super().__init__(parameter)
        self.parameter = parameter


class ReadModelBehind(Exception):  # noqa: N818  # what it is
    """A read model didn't get to a position in time."""


class RebuildingReadModel(Exception):  # noqa: N818  # what it is
    """The rows of a read model are made anew."""


class DeadLettered(Exception):  # noqa: N818  # what it is
    """A read model has set aside what a read is to wait for."""


class Awaited(Struct, frozen=True):
    """A position of the log that a read is to wait for, and the parameter or header that names it."""

    position: int
    parameter: str


class CheckpointRequest(Struct, frozen=True):
    """What is to be in a read model: all up to `position`, of a match or series if it is about one."""

    projection: str
    position: int | None = None
    originator_id: UUID | None = None


class Checkpoint(Struct, frozen=True):
    """How far a read model has got, and what stands against what is asked.

    Attributes:
        sound: whether the log still holds what its rows are made of.
        end: the position of the newest event of the log.
        aside: whether it has dead letters of the match or series that is asked for, or that the event at the
            position belongs to, up to there.
    """

    position: int
    sound: bool
    end: int
    aside: bool


_QUERY: Final = f"""
    SELECT w.place, p.position, {IS_IN_LOG}, coalesce((SELECT max(notification_id) FROM match_events), 0), EXISTS (
        SELECT FROM set_aside s
        WHERE s.projection = p.name AND s.position <= w.position AND s.originator_id IN (
            w.originator_id, (SELECT originator_id FROM match_events WHERE notification_id = w.position)))
    FROM unnest(%b::text[], %b::integer[], %b::bigint[], %b::uuid[]) WITH ORDINALITY
        AS w (name, version, position, originator_id, place)
    JOIN projections p ON (p.name, p.version) = (w.name, w.version)
"""  # noqa: S608  # put together from constants
_VERSIONS: Final = {kind.name: kind.version for kind in PROJECTIONS}


class CheckpointLoader(DataLoader[CheckpointRequest, Checkpoint | None]):
    """How far a read model has got; None while its rows aren't those of this version of the software.

    One query for all who ask at the same moment.
    """

    @override
    async def _answers(
        self, connection: AsyncConnection[Any], requests: Sequence[CheckpointRequest]
    ) -> list[Checkpoint | None]:
        parameters = (
            [asked.projection for asked in requests],
            [Int4(_VERSIONS[asked.projection]) for asked in requests],
            [None if asked.position is None else Int8(asked.position) for asked in requests],
            [asked.originator_id for asked in requests],
        )
        rows = await connection.execute(_QUERY, parameters, prepare=True, binary=True)
        found = {place: Checkpoint(*rest) for place, *rest in await rows.fetchall()}
        return [found.get(place) for place in range(1, len(requests) + 1)]


class Progress:
    """How far the read models have got, for a read that is to have seen a write."""

    def __init__(self, loader: CheckpointLoader, checkpoints: "Checkpoints", wait_seconds: float) -> None:
        self._loader = loader
        self._checkpoints = checkpoints
        self._wait_seconds = wait_seconds

    async def reach(self, projection: str, awaited: Awaited | None, originator_id: UUID | None = None) -> int:
        """Wait until a read model has got to a position, if one is given, and tell how far it is.

        `originator_id` is the match or series that is read, if it is one.

        Raises:
            UnknownPosition: the log doesn't have it.
            ReadModelBehind: it takes too long.
            RebuildingReadModel, DeadLettered: as the names say.
        """
        asked = CheckpointRequest(projection, None if awaited is None else awaited.position, originator_id)
        checkpoint = await self._checkpoint(asked)
        if awaited is None:
            return checkpoint.position
        if awaited.position > checkpoint.end:
            raise UnknownPosition(awaited.parameter)
        if awaited.position > checkpoint.position:
            await self._checkpoints.reached(projection, awaited.position, self._wait_seconds)
            checkpoint = await self._checkpoint(asked)
        if not checkpoint.sound:
            raise RebuildingReadModel(_REBUILDING)
        if awaited.position > checkpoint.position:
            raise ReadModelBehind(f"The position {awaited.position} wasn't reached.")
        if checkpoint.aside:
            raise DeadLettered(f"The read model `{projection}` has set aside what that write belongs to.")
        return checkpoint.position

    async def _checkpoint(self, asked: CheckpointRequest) -> Checkpoint:
        checkpoint = await self._loader.answer(asked)
        if checkpoint is None:
            raise RebuildingReadModel(_REBUILDING)
        return checkpoint


_REBUILDING: Final = "It is made anew just now."


class Checkpoints:
    """The positions of all read models, whichever process writes them.

    :class:`service.live.listener.Listener` reports them.
    """

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
