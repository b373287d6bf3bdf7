"""Stored events by columns, of single ones."""

from collections.abc import Sequence
from uuid import UUID

from service.eventstore.leafed_events import LeafedEvent, LeafedEvents


def together(events: Sequence[LeafedEvent]) -> LeafedEvents:
    """The same events, as they are read together."""
    if not events:
        return LeafedEvents(UUID(int=0))
    columns = [(one.originator_version, one.topic, one.state, one.before, one.leaf) for one in events]
    return LeafedEvents(events[0].originator_id, *zip(*columns, strict=True))
