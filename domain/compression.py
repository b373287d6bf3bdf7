"""Events made small for the log: their bodies as Zstandard frames (RFC 8878), which leave out what events usually say.

Of an event ``[schema, id, body]`` of :mod:`domain.codec`, the body is replaced by a binary that holds such a frame. No
body is a binary itself, so the two forms are told apart; and what comes before it, by which an event is known, is the
same in both. What events usually say is in a dictionary, ``events-1.zdict`` beside this file. Without it they can't be
read, so it never changes; a better one would take the next number, which frames tell, and be for events to come.
"""

from collections.abc import Sequence
from importlib import resources
from threading import local
from typing import Final

from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError, frame_content_size

DICTIONARY: Final = resources.files("domain").joinpath("events-1.zdict")

_HEAD: Final = 12
"""Bytes before a body: those of an array of three, of the schema, and of an id of eight bytes."""

_BINARY: Final = {0xC4: 2, 0xC5: 3}
"""How a binary begins in MessagePack, and bytes until its content; the length is in the others."""

_MOST: Final = (1 << 16) - 1
"""Bytes of a body that is compressed, and that a frame may claim to hold: few have more than a thousandth of it."""

_LEVEL: Final = 3


class _Own(local):
    """Of each thread: they can't be used by two at a time."""

    def __init__(self) -> None:
        dictionary = ZstdCompressionDict(DICTIONARY.read_bytes())
        self.compress = ZstdCompressor(_LEVEL, dictionary, write_checksum=False).compress
        self.decompress = ZstdDecompressor(dictionary).decompress


_own: Final = _Own()


def compressed(state: bytes) -> bytes:
    """The bytes of an event, made smaller; if they wouldn't be, or are very many, as they are."""
    body = state[_HEAD:]
    if len(body) > _MOST:
        return state
    frame = _own.compress(body)
    size = len(frame)
    start = bytes((0xC4, size)) if size < 1 << 8 else bytes((0xC5, *size.to_bytes(2)))
    smaller = state[:_HEAD] + start + frame
    return smaller if len(smaller) < len(state) else state


def plain(state: bytes) -> bytes:
    """What was :func:`compressed`; what is damaged stays as it is, and no event can be read from it."""
    start = _BINARY.get(state[_HEAD]) if len(state) > _HEAD else None
    if start is None:
        return state
    frame = state[_HEAD + start :]
    try:
        if not 0 <= frame_content_size(frame) <= _MOST:
            return state
        return state[:_HEAD] + _own.decompress(frame, 0, False, False)  # by their names, options take as long
    except ZstdError:
        return state


def all_plain(states: Sequence[bytes]) -> list[bytes]:
    """The same of many, in less time."""
    decompress, size_of, start_of = _own.decompress, frame_content_size, _BINARY.get
    try:
        frames = [state[_HEAD + start :] if (start := start_of(state[_HEAD])) else b"" for state in states]
        return [
            state[:_HEAD] + decompress(frame, 0, False, False) if frame and 0 <= size_of(frame) <= _MOST else state
            for state, frame in zip(states, frames, strict=True)
        ]
    except (IndexError, ZstdError):  # one of them is damaged
        return [plain(state) for state in states]
