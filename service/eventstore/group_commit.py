"""Group commit: what many requests write at once goes into the log in one transaction, with one sync of the disk."""

from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Any

from psycopg import AsyncConnection
from typing_extensions import override

from service.eventstore.batched_reads import DataLoader
from service.eventstore.errors import Overloaded, VersionConflict
from service.eventstore.recorder import Write, appending, positions


class GroupCommit(DataLoader[Write, int]):
    """Stores the writes of one process, on one connection, a group at a time: what came while the last was stored.

    A write is answered when it is durable. One that doesn't fit is refused, and no other with it. A group that is sent
    again does no harm: the database tells by their bytes the writes that it has.
    """

    def __init__(self, conninfo: str, *, places: int) -> None:
        super().__init__(conninfo)
        self._places = places
        self._taken = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """One of the places for requests that write at once; taken from the decision to the answer.

        Raises:
            Overloaded: there is none.
        """
        if self._taken >= self._places:
            raise Overloaded(f"{self._taken} requests are writing.")
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def append(self, write: Write) -> int:
        """Store `write`, and tell the position of its last event, when it is durable.

        Who stops waiting doesn't take it back: it is stored, unless it hasn't been sent yet.

        Raises:
            VersionConflict: its versions are there, or its key.
            psycopg.OperationalError: the database can't be reached; whether it was stored is unknown.
        """
        return await self.answer(write)

    @override
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[Write]) -> list[int | Exception]:
        statement, parameters = appending(requests)
        rows = await connection.execute(statement, parameters, prepare=True, binary=True)
        found = positions(requests, await rows.fetchall())
        return [VersionConflict() if position is None else position for position in found]

    @override
    def _weight(self, request: Write) -> int:
        return len(request.events)

    @override
    def _marks(self, request: Write) -> AbstractSet[Hashable]:
        key = request.key
        return {request.originator_id} if key is None else {request.originator_id, (key.token_id, key.key)}
