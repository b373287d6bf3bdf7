"""What turned out to be one: players who are one person, or titles of one game, folded from their merges."""

from collections.abc import Iterable, Mapping
from typing import Protocol
from uuid import UUID

from msgspec import Struct


class MergeEvent(Protocol):
    """A merge, or that it is undone."""

    @property
    def edge(self) -> tuple[UUID, UUID | None]:
        """Which one it is about, and into what that is merged from now on; None once that is undone."""
        ...


class Merges(Struct, frozen=True):
    """What turned out to be what, after some events.

    Attributes:
        version: the number of these events.
        into: that into which each merged one was merged itself; it may have been merged later.
    """

    version: int
    into: Mapping[UUID, UUID]

    @property
    def removed(self) -> bool:
        """Never: there is always something."""
        return False

    def root(self, one: UUID) -> UUID:
        """What `one` is now."""
        while one in self.into:
            one = self.into[one]
        return one

    def one_with(self, one: UUID) -> list[UUID]:
        """`one`, and all that were merged into it, by whatever detour."""
        found = [one]
        for each in found:  # grows meanwhile
            found += [merged for merged, into in self.into.items() if into == each]
        return found


def fold(merges: Merges | None, events: Iterable[MergeEvent]) -> Merges:
    """`merges` after `events`; None is that before the first of them."""
    version, known = (merges.version, dict(merges.into)) if merges else (0, {})
    for event in events:
        version += 1
        one, into = event.edge
        if into is None:
            known.pop(one, None)
        else:
            known[one] = into
    return Merges(version, known)
