"""Events as the library stores them."""

import os
import zlib
from typing import Any, cast
from uuid import uuid4

import pytest
from eventsourcing.compressor import ZlibCompressor
from eventsourcing.persistence import StoredEvent, Transcoder

from domain.codec import UnreadableEvent, topic_of
from domain.match.events import MatchEvent
from service.eventstore.leafed_events import LeafedEvent
from service.eventstore.mapper import MatchMapper, Recorded
from service.evidence.leaf import NO_LEAF
from tests.domain.match.examples import EXAMPLES

EVERY_EVENT = pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)


class XorCipher:
    """A cipher that never gives the same bytes twice, as every good one."""

    def encrypt(self, plaintext: bytes) -> bytes:
        salt = os.urandom(1)
        return salt + bytes(byte ^ salt[0] for byte in plaintext)

    def decrypt(self, ciphertext: bytes) -> bytes:
        return bytes(byte ^ ciphertext[0] for byte in ciphertext[1:])


def mapper(**parts: Any) -> MatchMapper:
    return MatchMapper(transcoder=cast("Transcoder", None), **parts)


MAPPERS = {
    "plain": mapper(),
    "compressed": mapper(compressor=ZlibCompressor()),
    "encrypted": mapper(cipher=XorCipher()),
    "both": mapper(cipher=XorCipher(), compressor=ZlibCompressor()),
}
EVERY_MAPPER = pytest.mark.parametrize("kind", MAPPERS)


@EVERY_MAPPER
@EVERY_EVENT
def test_an_event_comes_back_in_its_place(kind: str, event: MatchEvent) -> None:
    recorded = Recorded(uuid4(), 7, event, "klunker")
    stored = MAPPERS[kind].to_stored_event(cast("Any", recorded))
    assert (stored.originator_id, stored.originator_version) == (recorded.originator_id, 7)
    assert stored.topic == topic_of(event, "klunker")
    back = cast("Recorded", MAPPERS[kind].to_domain_event(stored))
    assert back == Recorded(recorded.originator_id, 7, event, id=recorded.id)


@EVERY_MAPPER
def test_several_events_come_back_alone(kind: str) -> None:
    recorded = [Recorded(uuid4(), version, event, "klunker") for version, event in enumerate(EXAMPLES, 1)]
    stored = [MAPPERS[kind].to_stored_event(cast("Any", one)) for one in recorded]
    leafed = [
        LeafedEvent(one.originator_id, one.originator_version, one.topic, one.state, NO_LEAF, None) for one in stored
    ]
    together = MAPPERS[kind].events_of([one.topic for one in stored], [one.state for one in stored])
    assert together == [MAPPERS[kind].event_of(one) for one in leafed] == list(EXAMPLES)


def test_compressed_first_and_encrypted_then() -> None:
    event = Recorded(uuid4(), 1, EXAMPLES[0])
    plain = MAPPERS["plain"].to_stored_event(cast("Any", event)).state
    assert zlib.decompress(XorCipher().decrypt(MAPPERS["both"].to_stored_event(cast("Any", event)).state)) == plain


def test_equal_events_have_ids_of_their_own() -> None:
    match_id = uuid4()
    one, two = (Recorded(match_id, 1, EXAMPLES[0], "klunker") for _ in range(2))
    assert one.event == two.event
    assert one != two
    states = {MAPPERS["plain"].to_stored_event(cast("Any", each)).state for each in (one, two)}
    assert len(states) == 2


@EVERY_MAPPER
def test_damaged_bytes(kind: str) -> None:
    with pytest.raises((UnreadableEvent, zlib.error)):
        MAPPERS[kind].to_domain_event(StoredEvent(uuid4(), 1, "match/opened", b"damaged"))
