"""The leaf of an event: the hash that stands for it, and for all that came before it in the same match or series."""

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
    name = topic.encode()
    return b"".join((previous, originator_id.bytes, _HEAD.pack(version, len(name)), name, state))


def leaf_of(previous: bytes, originator_id: UUID, version: int, topic: str, state: bytes) -> bytes:
    """The leaf of an event."""
    return sha256(b"\0" + leaf_entry(previous, originator_id, version, topic, state)).digest()
