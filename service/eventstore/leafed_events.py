"""Stored events with what was recorded to show that they are unchanged."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from domain.codec import UnreadableEvent, fingerprint_of
from domain.compression import all_plain
from service.evidence.leaf import NO_LEAF, leaf_of, leaves_of

LEAF: Final = (
    "(SELECT l.hash FROM log_leaves l WHERE l.position = e.notification_id"
    " AND l.originator_id = e.originator_id AND l.version = e.originator_version)"
)
"""The leaf of an event `e`; null where none was recorded for it."""


class LeafedEvent(Struct, frozen=True, gc=False):
    """A stored event with what was recorded for it: what the library's has, which takes four times as long to make.

    Attributes:
        state: its plain bytes, as they were encoded.
        before: the leaf of the event before it.
        leaf: its own, if there is one.
    """

    originator_id: UUID | str
    originator_version: int
    topic: str
    state: bytes
    before: bytes
    leaf: bytes | None

    def verify(self) -> None:
        """Verify that it is what was recorded.

        Raises:
            UnreadableEvent: it isn't.
        """
        originator_id: Any = self.originator_id
        if self.leaf is None:
            raise UnreadableEvent(f"a damaged log: version {self.originator_version} wasn't recorded by the service")
        if leaf_of(self.before, originator_id, self.originator_version, self.topic, self.state) != self.leaf:
            raise UnreadableEvent(f"a damaged event: version {self.originator_version} isn't what was recorded")


class LeafedEvents(Struct, frozen=True):
    """Stored events of one match that follow one another, by columns: an object of each takes as long as reading it.

    Attributes:
        topics, states: as they are stored.
        before: the leaf of the event before each.
        leaves: their own, where there is one.
    """

    originator_id: UUID | str
    versions: Sequence[int] = ()
    topics: Sequence[str | None] = ()
    states: Sequence[bytes] = ()
    before: Sequence[bytes] = ()
    leaves: Sequence[bytes | None] = ()

    def __len__(self) -> int:
        return len(self.versions)

    def __iter__(self) -> Iterator[LeafedEvent]:
        """The events, each for itself."""
        columns = (self.versions, *all_plain(self.topics, self.states), self.before, self.leaves)
        return map(LeafedEvent, repeat(self.originator_id), *columns)

    @property
    def end(self) -> tuple[int, bytes]:
        """Version and fingerprint of the last one."""
        return self.versions[-1], fingerprint_of(self.states[-1])

    def and_then(self, following: "LeafedEvents") -> "LeafedEvents":
        """These, and those that are `following` them."""
        return LeafedEvents(
            self.originator_id,
            [*self.versions, *following.versions],
            [*self.topics, *following.topics],
            [*self.states, *following.states],
            [*self.before, *following.before],
            [*self.leaves, *following.leaves],
        )

    def is_recorded(self, topics: Sequence[str], states: Sequence[bytes]) -> bool:
        """Whether all events, of which `topics` and `states` are the plain ones, are what was recorded.

        If not, :meth:`LeafedEvent.verify` of one of them tells why.
        """
        match: Any = self.originator_id
        return [*self.leaves] == leaves_of(match, self.before, self.versions, topics, states)


def with_leaves(
    originator_id: UUID | str,
    versions: Sequence[int],
    topics: Sequence[str | None],
    states: Sequence[bytes],
    leaves: Sequence[bytes | None],
    before: bytes | None = None,
) -> LeafedEvents:
    """Events, in order, of their versions, stored topics and bytes, and leaves; `before` is that of the one before."""
    befores = [leaf or NO_LEAF for leaf in (before, *leaves)[:-1]]
    return LeafedEvents(originator_id, versions, topics, states, befores, leaves)
