"""Group commit: what many requests write at once goes into the log in one transaction, with one sync of the disk."""

from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Any, TypeAlias

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from typing_extensions import override

from service.database.questions import PreparedQuestions
from service.eventstore.batched_reads import PreparedLoader
from service.eventstore.errors import Overloaded, VersionConflict
from service.eventstore.recorder import Write, appending, positions

Writes: TypeAlias = tuple[Write, ...]
"""Writes that are stored together, all of them or none; the last one has what is asked about: key and position."""


class GroupCommit(PreparedLoader[Writes, int]):
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

    async def append(self, *writes: Write) -> int:
        """Store `writes`, all or none, and tell the position of the last event, when it is durable.

        Who stops waiting doesn't take them back: they are stored, unless they haven't been sent yet.

        Raises:
            VersionConflict: versions of theirs are there, or a key, or a player who is new.
            psycopg.OperationalError: the database can't be reached; whether they were stored is unknown.
        """
        try:
            return await self.answer(writes)
        except UniqueViolation:
            raise VersionConflict from None

    @override
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[Writes]) -> list[int | Exception]:
        questions = self._questions
        singles = [writes[0] for writes in requests if len(writes) == 1]
        found = iter(await _stored(questions, singles) if singles else ())
        return [next(found) if len(writes) == 1 else await _stored_together(questions, writes) for writes in requests]

    @override
    def _weight(self, request: Writes) -> int:
        return sum(len(write.events) for write in request)

    @override
    def _marks(self, request: Writes) -> AbstractSet[Hashable]:
        marks: set[Hashable] = {write.originator_id for write in request}
        marks.update((write.key.token_id, write.key.key) for write in request if write.key is not None)
        return marks


async def _stored(questions: PreparedQuestions, writes: Sequence[Write]) -> list[int | Exception]:
    """The positions of `writes`, each of which is stored, or refused, for itself."""
    (stored,) = await questions.ask([appending(writes)])
    return [VersionConflict() if position is None else position for position in positions(writes, stored)]


async def _stored_together(questions: PreparedQuestions, writes: Writes) -> int | Exception:
    """The position of the last of `writes`, where all fit."""
    await questions.ask([("BEGIN", ())])
    try:
        found = await _stored(questions, writes)
    except psycopg.Error:
        await questions.ask([("ROLLBACK", ())])
        raise
    refused = next((one for one in found if isinstance(one, Exception)), None)
    await questions.ask([("COMMIT" if refused is None else "ROLLBACK", ())])
    return refused or found[-1]
