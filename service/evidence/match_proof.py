"""Verifies that the events of a match are in the log of a signed head: all that it takes is in the evidence itself."""

from collections.abc import Sequence
from uuid import UUID

from service.evidence.head import Head, VerifyingKey
from service.evidence.leaf import NO_LEAF, leaf_of
from service.evidence.merkle import WrongProof, root_by_inclusion

Stored = tuple[str, bytes]
"""The topic and the bytes of an event."""


def verify_match(
    match_id: UUID, events: Sequence[Stored], position: int, path: Sequence[bytes], head: Head, key: VerifyingKey
) -> None:
    """Verify that `head` is signed by `key`, and that the last of a match's events is at `position` in its log.

    The leaf of an event stands for all those before it, so that goes for all of them.

    Raises:
        BadHead: the signature is wrong, or another key's.
        WrongProof: an event is another one, or elsewhere.
    """
    head.verify(key)
    leaf = NO_LEAF
    for version, (topic, state) in enumerate(events, start=1):
        leaf = leaf_of(leaf, match_id, version, topic, state)
    if root_by_inclusion(leaf, position - 1, head.size, path) != head.root:
        raise WrongProof(f"The log of the head doesn't have these events at position {position}.")
