"""An event that was recorded is known by its leaf, and one that was changed isn't."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.codec import UnreadableEvent
from service.eventstore.leafed_events import LeafedEvent, with_leaves
from service.evidence.leaf import NO_LEAF, leaf_of
from tests.service.eventstore.leafed import together

MATCH = UUID("018f2b5e-7d00-7000-8000-000000000001")


def chain(length: int) -> list[LeafedEvent]:
    """Events, each with the leaf before it and its own."""
    rows, before = [], NO_LEAF
    for version in range(1, length + 1):
        topic, state = f"klunker/é{version % 2}", bytes([version]) * version
        before = leaf_of(before, MATCH, version, topic, state)
        rows.append((version, topic, state, before))
    versions, topics, states, leaves = zip(*rows, strict=True)
    return list(with_leaves(MATCH, versions, topics, states, leaves))


def are_recorded(events: Sequence[LeafedEvent]) -> bool:
    return together(events).is_recorded([one.topic for one in events], [one.state for one in events])


def test_they_are_what_was_recorded() -> None:
    for event in chain(5):
        event.verify()
    assert are_recorded(chain(5))
    assert are_recorded(chain(5)[2:])
    assert are_recorded([])


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize(
    "change",
    [
        {"before": b"\1" * 32},
        {"originator_version": 99},
        {"topic": "klunker/e"},
        {"state": b""},
        {"leaf": None},
        {"originator_id": UUID(int=MATCH.int + 1)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_change_is_noticed(place: int, change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableEvent):
        replace(chain(5)[place], **change).verify()
    for_all = "originator_id" in change
    events = [replace(one, **change) if for_all or number == place else one for number, one in enumerate(chain(5))]
    assert not are_recorded(events)
