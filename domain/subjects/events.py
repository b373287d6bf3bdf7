"""What happened to subjects. Stored as the events of a match are, with the same promise: ids only, never a title."""

from typing import Final, TypeAlias
from uuid import UUID

from domain.match.events import Event

SUBJECTS: Final = UUID("73756270-6563-4000-8000-000000000000")
"""To which these events belong: one for all subjects, so that two merges are always decided one after the other."""


class SubjectsMerged(Event, frozen=True, kw_only=True, tag="merged"):
    """`subject` turned out to be the same game as `into`, which wasn't merged into any by then.

    Whatever was merged into `subject` before is that game, too.
    """

    subject: UUID
    into: UUID

    @property
    def edge(self) -> tuple[UUID, UUID | None]:
        """See :class:`domain.merging.MergeEvent`."""
        return self.subject, self.into


class SubjectMergeUndone(Event, frozen=True, kw_only=True, tag="merge_undone"):
    """`subject` is another game than the one into which it was merged, after all.

    Whatever was merged into `subject` goes along.
    """

    subject: UUID

    @property
    def edge(self) -> tuple[UUID, UUID | None]:
        """See :class:`domain.merging.MergeEvent`."""
        return self.subject, None


SubjectEvent: TypeAlias = SubjectsMerged | SubjectMergeUndone
