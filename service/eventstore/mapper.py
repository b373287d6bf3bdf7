"""Between the events of a match and the library's stored events."""

import os
from collections.abc import Sequence
from typing import cast
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from msgspec import Struct, field

from domain.codec import AnyEvent, decode, decode_all, decode_with_id, encode, topic_of
from service.eventstore.leafed_events import LeafedEvent


class Recorded(Struct, frozen=True):
    """An event in its place: version `originator_version` of the match or series `originator_id`.

    Attributes:
        game: the key of its game; empty when read back, where the topic names it.
        id: tells two events apart that say the same, as when two clients record one action.
    """

    originator_id: UUID
    originator_version: int
    event: AnyEvent
    game: str = ""
    id: bytes = field(default_factory=lambda: os.urandom(8))


class MatchMapper(Mapper[UUID]):
    """Maps :class:`Recorded` with the stable topics and bytes of :mod:`domain.codec`."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The stored form; the library's compressor and cipher are applied where they are configured."""
        recorded = cast("Recorded", domain_event)
        state = encode(recorded.event, recorded.id)
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        topic = topic_of(recorded.event, recorded.game)
        return StoredEvent(recorded.originator_id, recorded.originator_version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """The event of :meth:`to_stored_event`; raises as :func:`domain.codec.decode`."""
        match_id = cast("UUID", stored_event.originator_id)
        event_id, event = decode_with_id(stored_event.topic, self._plain(stored_event.state))
        recorded = Recorded(match_id, stored_event.originator_version, event, id=event_id)
        return cast("DomainEventProtocol[UUID]", recorded)

    def event_of(self, stored: LeafedEvent) -> AnyEvent:
        """The event alone; raises as :func:`domain.codec.decode`."""
        return decode(stored.topic, self._plain(stored.state))

    def events_of(self, topics: Sequence[str], states: Sequence[bytes]) -> list[AnyEvent]:
        """The events alone, of several; raises as :meth:`event_of`, of the first one that can't be decoded."""
        if self.cipher or self.compressor:
            return [decode(topic, self._plain(state)) for topic, state in zip(topics, states, strict=True)]
        return decode_all(topics, states)

    def _plain(self, state: bytes) -> bytes:
        if self.cipher:
            state = self.cipher.decrypt(state)
        if self.compressor:
            state = self.compressor.decompress(state)
        return state
