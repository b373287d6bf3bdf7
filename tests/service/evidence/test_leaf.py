"""The leaves of many events are found to be theirs, and of events that were changed not."""

from typing import Any
from uuid import UUID

import pytest

from service.evidence.leaf import NO_LEAF, are_leaves, leaf_of

MATCH = UUID("018f2b5e-7d00-7000-8000-000000000001")

Leafed = tuple[bytes, int, str, bytes, bytes | None]


def chain(length: int) -> list[Leafed]:
    """Events, each with the leaf before it and its own."""
    events: list[Leafed] = []
    before = NO_LEAF
    for version in range(1, length + 1):
        topic, state = f"klunker/é{version % 2}", bytes([version]) * version
        leaf = leaf_of(before, MATCH, version, topic, state)
        events.append((before, version, topic, state, leaf))
        before = leaf
    return events


def test_they_are_leaves() -> None:
    assert are_leaves(MATCH, chain(5))
    assert are_leaves(MATCH, [])


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize(
    "field",
    [(0, b"\1" * 32), (1, 99), (2, "klunker/e"), (3, b""), (4, None)],
    ids=["before", "version", "topic", "state", "leaf"],
)
def test_a_change_is_noticed(place: int, field: tuple[int, Any]) -> None:
    events: list[Any] = [*chain(5)]
    which, value = field
    events[place] = (*events[place][:which], value, *events[place][which + 1 :])
    assert not are_leaves(MATCH, events)


def test_those_of_another_match_arent() -> None:
    assert not are_leaves(UUID(int=MATCH.int + 1), chain(1))
