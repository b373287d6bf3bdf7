"""The leaf of an event: the hash that stands for it, and for all that came before it in the same match or series."""

from functools import lru_cache
from hashlib import sha256
from struct import Struct as Layout
from typing import Final
from uuid import UUID

NO_LEAF: Final = bytes(32)
"""What stands before the leaf of a first event."""

_LEAF: Final = b"\0"  # before what a leaf is a hash of, by RFC 6962
_VERSION: Final = Layout(">q")
_LENGTH: Final = Layout(">i")


def leaf_of(previous: bytes, originator_id: UUID, version: int, topic: str, state: bytes) -> bytes:
    """The leaf of an event; the function ``leaf_hash`` of the database agrees.

    `previous` is the leaf of the event before it, or `NO_LEAF`.
    """
    return leaf_by_bytes(previous, originator_id.bytes, version, topic, state)


def leaf_by_bytes(previous: bytes, originator_id: bytes, version: int, topic: str, state: bytes) -> bytes:
    """The same by the bytes of the id, which take a while to make: of many events of one match, they are made once."""
    entry = (_LEAF, previous, originator_id, _VERSION.pack(version), _named(topic), state)
    return sha256(b"".join(entry)).digest()


@lru_cache(maxsize=1024)
def _named(topic: str) -> bytes:
    """A topic behind its length."""
    name = topic.encode()
    return _LENGTH.pack(len(name)) + name
