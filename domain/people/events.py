"""What happened to people. Stored as the events of a match are, with the same promise: ids only, never a name."""

from typing import Final, TypeAlias
from uuid import UUID

from domain.match.events import Event

PEOPLE: Final = UUID("70656f70-6c65-4000-8000-000000000000")
"""To whom these events belong: one for all people, so that two merges are always decided one after the other."""


class PlayersMerged(Event, frozen=True, kw_only=True, tag="merged"):
    """`player` turned out to be the same person as `into`, who wasn't merged into anybody by then.

    Whoever was merged into `player` before is that person, too.
    """

    player: UUID
    into: UUID

    @property
    def edge(self) -> tuple[UUID, UUID | None]:
        """See :class:`domain.merging.MergeEvent`."""
        return self.player, self.into


class MergeUndone(Event, frozen=True, kw_only=True, tag="merge_undone"):
    """`player` is somebody else than who it was merged into, after all.

    Whoever was merged into `player` goes along; whoever else was merged into that other one stays there.
    """

    player: UUID

    @property
    def edge(self) -> tuple[UUID, UUID | None]:
        """See :class:`domain.merging.MergeEvent`."""
        return self.player, None


PeopleEvent: TypeAlias = PlayersMerged | MergeUndone
