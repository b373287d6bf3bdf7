"""The evidence that a record brings along."""

import binascii
from base64 import b64decode

from domain.codec import UnreadableEvent, decode
from domain.registry import UnknownGame
from replays.records.checking import Checked
from replays.records.mistakes import Mistake, RecordRefused
from service.commands.record_diff import wire
from service.evidence.head import BadHead, Head, VerifyingKey
from service.evidence.match_proof import Stored, verify_match
from service.evidence.merkle import WrongProof


def verify_evidence(record: Checked) -> None:
    """Verify the evidence of a record, if it has any: by the key in it, whosever that is.

    Raises:
        RecordRefused: the evidence isn't right, or is about other events than those of the record.
    """
    evidence = record.evidence
    if evidence is None:
        return
    try:
        events = [(one.topic, _bytes(f"/events/{at}/state", one.state)) for at, one in enumerate(evidence.events)]
        path = [_bytes(f"/path/{at}", one) for at, one in enumerate(evidence.path)]
        head, key = Head.read(evidence.head), VerifyingKey.read(evidence.key)
        verify_match(record.match_id, events, evidence.position, path, head, key)
    except BadHead as error:
        raise _refused("/head", str(error)) from None
    except WrongProof as error:
        raise _refused("", str(error)) from None
    _verify_same(record, events)


def _verify_same(record: Checked, events: list[Stored]) -> None:
    """Verify that the stored events say what the record says.

    Raises:
        RecordRefused: they don't.
    """
    try:
        stored = [(version, decode(*one)) for version, one in enumerate(events, start=1)]
        same = wire(record.game, stored) == wire(record.game, enumerate(record.events, start=1))
    except (UnreadableEvent, UnknownGame, KeyError) as error:
        raise _refused("/events", f"They can't be read: {error}.") from None
    if not same:
        raise _refused("/events", "They are other events than those of the record.")


def _bytes(pointer: str, text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise _refused(pointer, "It isn't Base64.") from None


def _refused(pointer: str, detail: str) -> RecordRefused:
    return RecordRefused((Mistake(f"/evidence{pointer}", detail),))
