"""Two titles that turned out to be one game: decided on the log, with the table of subjects in one transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from domain.merging import Merges
from domain.subjects.events import SUBJECTS, SubjectEvent, SubjectMergeUndone, SubjectsMerged
from service.eventstore.event_store import EventStore
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, SideRows, SubjectRoot
from service.queries.subjects import SubjectNotFound


class InvalidSubjectMerge(ValueError):  # noqa: N818  # what it is
    """A subject can't be merged into this one, or renamed; `str()` tells why, for people."""


class SubjectMerges:
    """Merges subjects, and undoes that, as players are merged: see :class:`PlayerMerges`.

    Whether there are such subjects, and both are titles, is for the caller to know: they come with matches.
    """

    def __init__(self, store: EventStore) -> None:
        self._subjects = store.subjects

    async def merge(self, subject: UUID, into: UUID, *, by: str, key: IdempotencyKey | None) -> AppendResult:
        """Let a subject be another one from now on; what was merged into it before follows.

        Raises:
            SubjectNotFound: it is merged already.
            InvalidSubjectMerge: `into` is the same subject, or merged itself.
            KeyReused, Overloaded: as the names say.
        """
        roots: list[SubjectRoot] = []

        def merged(merges: Merges) -> Sequence[SubjectEvent]:
            if subject in merges.into:
                raise SubjectNotFound("This subject was merged into another one before.")
            if subject == into or into in merges.into:
                raise InvalidSubjectMerge("It takes another subject that isn't merged itself.")
            roots[:] = [SubjectRoot(one, into) for one in merges.one_with(subject)]
            return [SubjectsMerged(subject=subject, into=into, at=datetime.now(UTC), by=by)]

        return await self._subjects.revise(SUBJECTS, merged, key=key, side_rows=SideRows(subject_roots=roots), begin=[])

    async def undo(self, subject: UUID, *, by: str, key: IdempotencyKey | None) -> AppendResult:
        """Let a subject that was merged be one of its own again; what was merged into it goes along.

        Raises:
            SubjectNotFound: no such subject is merged into another one.
            KeyReused, Overloaded: as the names say.
        """
        roots: list[SubjectRoot] = []

        def undone(merges: Merges) -> Sequence[SubjectEvent]:
            if subject not in merges.into:
                raise SubjectNotFound("There is no such subject, or it wasn't merged into another one.")
            roots[:] = [SubjectRoot(one, subject) for one in merges.one_with(subject)]
            return [SubjectMergeUndone(subject=subject, at=datetime.now(UTC), by=by)]

        return await self._subjects.revise(SUBJECTS, undone, key=key, side_rows=SideRows(subject_roots=roots), begin=[])
