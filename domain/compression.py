"""Events made small for the log: their kinds and bodies compressed (Zstandard, RFC 8878), by what events usually say.

Of an event ``[schema, id, body]`` of :mod:`domain.codec`, the first twelve bytes stay, by which it is known. What
follows is a frame of its topic, behind its length, and its body. Of that, what can be told is left out: before its one
block, which goes to the end, only the size of what is in it stands, in two bytes. The first of them is below 128, where
no body begins.

The topics of a game's events are nowhere else, since nothing asks the database for them; others stay beside the event.

What events usually say is in a dictionary, ``events-2.zdict`` beside this file. Without it they can't be read, so it
never changes. There was one before it, ``events-1.zdict``: by that one, bodies alone lie in whole frames, each as a
binary. A third would have to be told from both.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from threading import local
from typing import Final

from zstandard import (
    STRATEGY_GREEDY,
    ZstdCompressionDict,
    ZstdCompressionParameters,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    frame_content_size,
)

from domain.installed import RESERVED

DICTIONARIES: Final = [resources.files("domain").joinpath(f"events-{number}.zdict") for number in (1, 2)]

_HEAD: Final = 12
"""Bytes before a body: those of an array of three, of the schema, and of an id of eight bytes."""

_BLOCK: Final = _HEAD + 2
"""Bytes before a block: the same, and those of the size."""

_BODY: Final = 0x80
"""Below it, MessagePack has numbers alone, which are no bodies."""

_MOST: Final = (_BODY << 8) - 1
"""Bytes that are compressed together: few events have more than a hundredth of it."""

_BINARY: Final = {0xC4: 2, 0xC5: 3}
"""How a binary begins in MessagePack, and bytes until its content; the length is in the others."""

_MOST_IN_BINARY: Final = (1 << 16) - 1
"""Bytes that a frame in a binary may claim to hold."""

_MOST_OF_TOPIC: Final = 63
"""Characters, each of four bytes at most."""

_PARAMETERS: Final = ZstdCompressionParameters(
    strategy=STRATEGY_GREEDY, window_log=15, hash_log=16, chain_log=15, search_log=6, min_match=5, write_dict_id=True
)
"""Of no level, since those for so few bytes have tables that are too small for the dictionary."""


class _Own(local):
    """Of each thread: they can't be used by two at a time."""

    def __init__(self) -> None:
        first, second = (ZstdCompressionDict(one.read_bytes()) for one in DICTIONARIES)
        self.compress = ZstdCompressor(dict_data=second, compression_params=_PARAMETERS).compress
        self.decompress = ZstdDecompressor(second).decompress
        self.decompress_first = ZstdDecompressor(first).decompress


_own: Final = _Own()


def compressed(topic: str, state: bytes) -> tuple[str | None, bytes]:
    """The topic of an event, unless it is left out, and its bytes, made smaller.

    Both as they are, if the bytes wouldn't be smaller, or are very many.
    """
    body = state[_HEAD:]
    if not body or body[0] < _BODY or body[0] in _BINARY or len(topic) > _MOST_OF_TOPIC:
        return topic, state
    column, named = _named(topic)
    said = named + body
    if len(said) > _MOST:
        return topic, state
    frame = _own.compress(said)
    size = len(said).to_bytes(2)
    block = frame[10 if len(said) < 1 << 8 else 11 :]
    if len(block) + 2 >= len(body) or frame != _start(size, len(block)) + block:
        return topic, state
    return column, state[:_HEAD] + size + block


def plain(topic: str | None, state: bytes) -> tuple[str, bytes]:
    """What was :func:`compressed`; what is damaged stays as it is, without a topic if there is none.

    No event can be read from that, and no leaf is its own.
    """
    try:
        if (first := state[_HEAD]) < _BODY:
            frame = _start(state[_HEAD:_BLOCK], len(state) - _BLOCK) + state[_BLOCK:]
            said = _own.decompress(frame, 0, False, False)  # by their names, options take as long
            body = 1 + said[0]
            named = _topic(said[:body])
            if topic is None or topic == named:  # else it was changed, or this is something else
                return named, state[:_HEAD] + said[body:]
        elif start := _BINARY.get(first):
            frame = state[_HEAD + start :]
            if 0 <= frame_content_size(frame) <= _MOST_IN_BINARY:
                return topic or "", state[:_HEAD] + _own.decompress_first(frame, 0, False, False)
    except (ZstdError, ValueError, IndexError, OverflowError):  # damage, the ends of which may be anywhere
        pass
    return topic or "", state


def all_plain(topics: Sequence[str | None], states: Sequence[bytes]) -> tuple[list[str], list[bytes]]:
    """The same of many, in less time: their topics, and their bytes."""
    decompress = _own.decompress
    try:
        frames = [_start(state[_HEAD:_BLOCK], len(state) - _BLOCK) + state[_BLOCK:] for state in states]
        said = [decompress(frame, 0, False, False) for frame in frames]
        named = [_topic(one[: 1 + one[0]]) for one in said]
        if not [name for topic, name in zip(topics, named, strict=True) if topic is not None and topic != name]:
            return named, [state[:_HEAD] + one[1 + one[0] :] for state, one in zip(states, said, strict=True)]
    except (ZstdError, ValueError, IndexError, OverflowError):  # one of them is of another form, or damaged
        pass
    each = [plain(topic, state) for topic, state in zip(topics, states, strict=True)]
    return [topic for topic, _ in each], [state for _, state in each]


@lru_cache(maxsize=1 << 13)
def _start(size: bytes, length: int) -> bytes:
    """What is left out of a frame of one block of `length`, which holds as many bytes as `size` says.

    That is a magic number, a descriptor, the number of the dictionary, the size, and the head of a last block.

    Raises:
        ValueError: these bytes are none of a size, but those of another form.
    """
    number = int.from_bytes(size)
    if number > _MOST:
        raise ValueError(size)
    holds = (
        b"\x21\x02" + bytes((number,)) if number < 1 << 8 else b"\x61\x02" + (number - (1 << 8)).to_bytes(2, "little")
    )
    return b"\x28\xb5\x2f\xfd" + holds + (length << 3 | 0b101).to_bytes(3, "little")


@lru_cache(maxsize=1024)
def _topic(named: bytes) -> str:
    """The topic that is behind its length."""
    return named[1:].decode()


@lru_cache(maxsize=1024)
def _named(topic: str) -> tuple[str | None, bytes]:
    """What stays of a topic beside its event, and what comes before the body."""
    name = topic.encode()
    return topic if topic.partition("/")[0] in RESERVED else None, bytes((len(name),)) + name
