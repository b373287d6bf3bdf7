"""Events made small for the log: what was written once is read for ever."""

import random
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import msgpack
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, get_frame_parameters

from domain.codec import (
    UnreadableEvent,
    decode,
    decode_all,
    decode_with_id,
    decode_without_game,
    encode,
    fingerprint_of,
    topic_of,
)
from domain.compression import DICTIONARY, all_plain, compressed, plain
from domain.match.events import MatchDescribed, Visibility
from domain.registry import GAMES
from tests.domain.match.examples import AT, EXAMPLES, frozen_examples
from tests.golden import replace_all
from tests.replays.matches import recorded

FILE: Final = Path(__file__).with_name("compressed.json")
"""Compressed forms of :func:`tests.domain.match.examples.frozen_examples`, and of events of each game.

They are frozen: ``python -m tests.domain.test_compression`` only adds what is missing.
"""

ID: Final = b"12345678"


class Compressed(msgspec.Struct, frozen=True):
    """An event as it was once stored, and its plain form; both are hexadecimal."""

    topic: str
    plain: str
    stored: str


def played(key: str) -> list[tuple[str, bytes]]:
    """Topics and plain bytes of a match."""
    return [(topic_of(event, key), encode(event, ID)) for event in recorded(key, random.Random(key), 60)]


def with_new_examples() -> list[Compressed]:
    """What is frozen, which never changes, and after it what isn't yet."""
    states = [(one.topic, bytes.fromhex(one.stored)) for one in frozen_examples()]
    states += [event for key in GAMES for event in played(key)[:8]]
    known = {one.plain for one in FROZEN}
    new = [Compressed(topic, state.hex(), compressed(state).hex()) for topic, state in states]
    return FROZEN + [one for one in new if one.plain not in known]


FROZEN: Final = msgspec.json.decode(FILE.read_bytes(), type=list[Compressed])
SMALL: Final = next(bytes.fromhex(one.stored) for one in FROZEN if one.topic.startswith("klunker/"))
OPENED: Final = frozen_examples()[0]


@pytest.mark.parametrize("number", range(len(FROZEN)))
def test_what_is_frozen_still_says_the_same(number: int) -> None:
    one = FROZEN[number]
    assert plain(bytes.fromhex(one.stored)).hex() == one.plain
    assert decode(one.topic, bytes.fromhex(one.stored)) == decode(one.topic, bytes.fromhex(one.plain))


def test_there_is_a_frozen_one_of_every_game_and_kind() -> None:
    assert {one.topic for one in FROZEN} >= {one.topic for one in frozen_examples()}
    assert {one.topic.partition("/")[0] for one in FROZEN} >= GAMES.keys()


def test_the_dictionary_is_the_one_of_the_first_day() -> None:
    """Another one would leave events unreadable that lie in people's databases."""
    data = DICTIONARY.read_bytes()
    assert sha256(data).hexdigest() == "1b4b9691c98c390b6a635a2b7cf195889d8102239ec6439dec3f10faade9521d"
    assert ZstdCompressionDict(data).dict_id() == 1


def test_frames_are_of_the_standard_and_name_their_dictionary() -> None:
    body = msgpack.decode(SMALL)[2]
    assert get_frame_parameters(body).dict_id == 1
    assert SMALL[:12] + ZstdDecompressor(ZstdCompressionDict(DICTIONARY.read_bytes())).decompress(body) == plain(SMALL)


@pytest.mark.parametrize("key", GAMES)
def test_events_of_every_game_get_smaller(key: str) -> None:
    states = [state for _, state in played(key)]
    small = [compressed(state) for state in states]
    learned = key.encode() in DICTIONARY.read_bytes()  # a new game may come before it is
    assert sum(map(len, small)) < (0.8 if learned else 0.95) * sum(map(len, states))
    assert [plain(one) for one in small] == states
    assert [plain(state) for state in states] == states


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_both_forms_have_one_fingerprint_id_and_meaning(number: int) -> None:
    event, state = EXAMPLES[number], encode(EXAMPLES[number], ID)
    topic = frozen_examples()[number].topic
    assert fingerprint_of(compressed(state)) == fingerprint_of(state)
    assert decode_with_id(topic, compressed(state)) == (ID, event)
    assert compressed(compressed(state)) == compressed(state)


def test_without_the_game_the_compressed_form_is_read_as_well() -> None:
    (topic, state), *_ = played("klunker")[1:]
    unknown = f"another/{topic.partition('/')[2]}"
    assert decode_without_game(unknown, compressed(state)) == decode_without_game(unknown, state)


@given(st.binary(max_size=400))
def test_whatever_the_bytes_are_they_come_back(body: bytes) -> None:
    """Unless they are what this makes itself."""
    state = encode(EXAMPLES[0], ID)[:12] + b"\x90" + body
    assert plain(compressed(state)) == state


@given(st.binary(max_size=60))
def test_anything_else_stays_as_it_is(state: bytes) -> None:
    assert plain(state) == state or state[12] in {0xC4, 0xC5}


@pytest.mark.parametrize("length", [200, 5_000, 60_000, 70_000, 1_000_000])
def test_events_of_any_length_are_stored(length: int) -> None:
    note = "".join(random.Random(length).choices("abcdefghijklmnopqrstuvwxyz \n", k=length))
    event = MatchDescribed(at=AT, by="a", played_on=AT.date(), place="", note=note, visibility=Visibility.PUBLIC)
    state = encode(event, ID)
    assert len(compressed(state)) <= len(state)
    assert decode("match/described", compressed(state)) == event


def test_damaged_bytes_are_told_or_say_something_else() -> None:
    topic = next(one.topic for one in FROZEN if bytes.fromhex(one.stored) == SMALL)
    unreadable = 0
    for place in range(len(SMALL)):
        for bit in range(8):
            damaged = bytearray(SMALL)
            damaged[place] ^= 1 << bit
            try:
                decode(topic, bytes(damaged))
            except UnreadableEvent:
                unreadable += 1
    assert unreadable > len(SMALL)


@pytest.mark.parametrize("length", range(len(SMALL)))
def test_a_part_of_an_event_is_unreadable(length: int) -> None:
    with pytest.raises(UnreadableEvent):
        decode("klunker/buy", SMALL[:length])


@pytest.mark.parametrize(
    "frame",
    [
        ZstdCompressor(dict_data=ZstdCompressionDict(DICTIONARY.read_bytes())).compress(bytes(100_000)),
        ZstdCompressor(dict_data=ZstdCompressionDict(DICTIONARY.read_bytes()), write_content_size=False).compress(b"1"),
        ZstdCompressor().compress(b"anything"),
        b"",
        b"no frame",
    ],
    ids=["much larger than it looks", "of unknown size", "without the dictionary", "empty", "none"],
)
def test_other_frames_are_not_read(frame: bytes) -> None:
    """Events come from outside as well, in records with evidence."""
    state = msgpack.encode([1, ID, frame])
    assert plain(state)[:12] == state[:12]
    with pytest.raises(UnreadableEvent):
        decode(OPENED.topic, state)


@given(st.lists(st.binary(max_size=60) | st.sampled_from([SMALL, SMALL[:-1], SMALL + b"!", plain(SMALL)])))
def test_many_are_made_plain_as_each_alone(states: list[bytes]) -> None:
    """Whatever is wrong with one of them."""
    assert all_plain(states) == [plain(state) for state in states]


@pytest.mark.parametrize("key", GAMES)
def test_many_are_read_as_each_alone(key: str) -> None:
    topics, states = zip(*played(key), strict=True)
    events = [decode(topic, state) for topic, state in zip(topics, states, strict=True)]
    assert decode_all(topics, states) == decode_all(topics, [compressed(state) for state in states]) == events
    with pytest.raises(UnreadableEvent, match="schema 9"):
        decode_all(topics, [states[0], msgpack.encode([9, ID, []]), b"", *states[3:]])


def test_threads_do_not_disturb_each_other() -> None:
    states = [state for key in GAMES for _, state in played(key)]

    def both_ways(number: int) -> Any:
        return [plain(compressed(state)) for state in states[number:] + states[:number]]

    with ThreadPoolExecutor(8) as pool:
        for number, found in enumerate(pool.map(both_ways, range(16))):
            assert found == states[number:] + states[:number]


if __name__ == "__main__":
    replace_all({FILE: msgspec.json.format(msgspec.json.encode(with_new_examples()), indent=1) + b"\n"})
