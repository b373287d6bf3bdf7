"""Stored events with what was recorded to show that they are unchanged."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from domain.codec import UnreadableEvent
from domain.compression import all_plain
from service.evidence.leaf import NO_LEAF, leaf_by_bytes, leaf_of

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


def with_leaves(
    originator_id: UUID | str, rows: Sequence[tuple[int, str, bytes, bytes | None]], before: bytes | None
) -> list[LeafedEvent]:
    """Events, in order, of their versions, topics, stored bytes and leaves; `before` is the leaf of the one before."""
    if not rows:
        return []
    versions, topics, states, leaves = zip(*rows, strict=True)
    befores = [leaf or NO_LEAF for leaf in (before, *leaves)]
    return list(map(LeafedEvent, repeat(originator_id), versions, topics, all_plain(states), befores, leaves))


def are_recorded(events: Sequence[LeafedEvent]) -> bool:
    """Whether all of these events, which are of one match, are what was recorded: else one of them can tell why."""
    if not events:
        return True
    match: Any = events[0].originator_id
    of_match = match.bytes
    return [one.leaf for one in events] == [
        leaf_by_bytes(one.before, of_match, one.originator_version, one.topic, one.state) for one in events
    ]
