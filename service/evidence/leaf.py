"""The leaf of an event: the hash that stands for it, and for all that came before it in the same match or series."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from struct import Struct as Layout
from typing import Final
from uuid import UUID

NO_LEAF: Final = bytes(32)
"""What stands before the leaf of a first event."""

_HEAD: Final = Layout(">q i")  # the version, and the length of the topic


def leaf_entry(previous: bytes, originator_id: UUID, version: int, topic: str, state: bytes) -> bytes:
    """What is hashed of an event, behind the zero byte of RFC 6962; the function ``leaf_hash`` of the database agrees.

    `previous` is the leaf of the event before it, or `NO_LEAF`.
    """
    name = _encoded(topic)
    return b"".join((previous, originator_id.bytes, _HEAD.pack(version, len(name)), name, state))


def leaf_of(previous: bytes, originator_id: UUID, version: int, topic: str, state: bytes) -> bytes:
    """The leaf of an event."""
    return sha256(b"\0" + leaf_entry(previous, originator_id, version, topic, state)).digest()


def are_leaves(originator_id: UUID, events: Iterable[tuple[bytes, int, str, bytes, bytes | None]]) -> bool:
    """Whether all events of one match or series have their leaves, in half of the time.

    Of each event: the leaf before it, its version, its topic, its bytes, and its leaf.
    """
    who, pack, join = originator_id.bytes, _HEAD.pack, b"".join
    for previous, version, topic, state, leaf in events:
        name = _encoded(topic)
        if sha256(join((b"\0", previous, who, pack(version, len(name)), name, state))).digest() != leaf:
            return False
    return True


@lru_cache(1024)
def _encoded(topic: str) -> bytes:
    return topic.encode()
