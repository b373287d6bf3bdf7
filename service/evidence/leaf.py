"""The leaf of an event: the hash that stands for it, and for all that came before it in the same match or series."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import repeat
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
    return leaves_of(originator_id, (previous,), (version,), (topic,), (state,))[0]


def leaves_of(
    originator_id: UUID,
    previous: Sequence[bytes],
    versions: Sequence[int],
    topics: Sequence[str],
    states: Sequence[bytes],
) -> list[bytes]:
    """The same of several events of one match, by columns."""
    columns = (previous, repeat(originator_id.bytes), map(_VERSION.pack, versions), map(named, topics), states)
    entries = map(b"".join, zip(repeat(_LEAF), *columns, strict=False))
    return [sha256(entry).digest() for entry in entries]


@lru_cache(maxsize=1024)
def named(topic: str) -> bytes:
    """A topic behind its length, as its leaf is made of it."""
    name = topic.encode()
    return _LENGTH.pack(len(name)) + name
