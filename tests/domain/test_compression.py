"""Events made small for the log: what was written once is read for ever."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import example, given
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
from domain.compression import DICTIONARIES, all_plain, compressed, plain
from domain.installed import RESERVED
from domain.match.events import MatchDescribed, Visibility
from domain.registry import GAMES, UnknownGame
from tests.domain.match.examples import AT, EXAMPLES, frozen_examples
from tests.golden import replace_all
from tests.replays.matches import recorded

FILES: Final = {number: Path(__file__).with_name(f"compressed-{number}.json") for number in (1, 2)}
"""Compressed forms of :func:`tests.domain.match.examples.frozen_examples`, and of events of each game, by dictionary.

They are frozen: ``python -m tests.domain.test_compression`` only adds what is missing, by the newest dictionary.
"""

ID: Final = b"12345678"


class Compressed(msgspec.Struct, frozen=True):
    """An event as it was once stored, and its plain form; both are hexadecimal.

    Attributes:
        left_out: whether its topic isn't beside it.
    """

    topic: str
    plain: str
    stored: str
    left_out: bool = False

    @property
    def in_log(self) -> tuple[str | None, bytes]:
        """The topic and the bytes that were stored."""
        return None if self.left_out else self.topic, bytes.fromhex(self.stored)


def played(key: str) -> list[tuple[str, bytes]]:
    """Topics and plain bytes of a match."""
    return [(topic_of(event, key), encode(event, ID)) for event in recorded(key, random.Random(key), 60)]


def with_new_examples() -> list[Compressed]:
    """What is frozen, which never changes, and after it what isn't yet."""
    states = [(one.topic, bytes.fromhex(one.stored)) for one in frozen_examples()]
    states += [event for key in GAMES for event in played(key)[:8]]
    known = {one.plain for one in NEWEST}
    new = []
    for topic, state in states:
        beside, stored = compressed(topic, state)
        new.append(Compressed(topic, state.hex(), stored.hex(), left_out=beside is None))
    return NEWEST + [one for one in new if one.plain not in known]


FIRST, NEWEST = (msgspec.json.decode(file.read_bytes(), type=list[Compressed]) for file in FILES.values())
FROZEN: Final = FIRST + NEWEST
FIRST_SMALL, SMALL = (next(one for one in some if one.topic.startswith("klunker/")) for some in (FIRST, NEWEST))
OPENED: Final = frozen_examples()[0]


@pytest.mark.parametrize("number", range(len(FROZEN)))
def test_what_is_frozen_still_says_the_same(number: int) -> None:
    one = FROZEN[number]
    assert plain(*one.in_log) == (one.topic, bytes.fromhex(one.plain))
    assert decode(*one.in_log) == decode(one.topic, bytes.fromhex(one.plain))
    assert plain(one.topic, bytes.fromhex(one.stored)) == (one.topic, bytes.fromhex(one.plain)), "as it lies elsewhere"


@pytest.mark.parametrize("frozen", [FIRST, NEWEST], ids=["the first", "the newest"])
def test_there_is_a_frozen_one_of_every_game_and_kind(frozen: list[Compressed]) -> None:
    assert {one.topic for one in frozen} >= {one.topic for one in frozen_examples()}
    assert {one.topic.partition("/")[0] for one in frozen} >= GAMES.keys()


@pytest.mark.parametrize(
    ("number", "digest"),
    [
        (1, "1b4b9691c98c390b6a635a2b7cf195889d8102239ec6439dec3f10faade9521d"),
        (2, "5eede627eb80a61b8e880bcba16a2dc84cbdf5a48112c0ad80b6e5c37bf91577"),
    ],
)
def test_the_dictionaries_are_those_of_the_first_day(number: int, digest: str) -> None:
    """Others would leave events unreadable that lie in people's databases."""
    data = DICTIONARIES[number - 1].read_bytes()
    assert sha256(data).hexdigest() == digest
    assert ZstdCompressionDict(data).dict_id() == number


def test_the_first_frames_are_of_the_standard_and_name_their_dictionary() -> None:
    stored = bytes.fromhex(FIRST_SMALL.stored)
    body = msgpack.decode(stored)[2]
    assert get_frame_parameters(body).dict_id == 1
    decompressed = ZstdDecompressor(ZstdCompressionDict(DICTIONARIES[0].read_bytes())).decompress(body)
    assert (stored[:12] + decompressed).hex() == FIRST_SMALL.plain


def test_frames_are_of_the_standard_with_what_is_left_out() -> None:
    stored = bytes.fromhex(SMALL.stored)
    assert stored[12] == 0
    block = ((len(stored) - 14) << 3 | 5).to_bytes(3, "little")
    frame = bytes.fromhex("28b52ffd 21 02") + stored[13:14] + block + stored[14:]
    assert get_frame_parameters(frame).dict_id == 2
    decompressed = ZstdDecompressor(ZstdCompressionDict(DICTIONARIES[1].read_bytes())).decompress(frame)
    topic = SMALL.topic.encode()
    assert decompressed == bytes((len(topic),)) + topic + bytes.fromhex(SMALL.plain)[12:]


def test_topics_that_the_database_asks_for_stay_beside_their_events() -> None:
    beside = {one.topic for one in NEWEST if not one.left_out}
    assert {one.topic for one in NEWEST if one.topic.partition("/")[0] in RESERVED} <= beside
    assert {one.topic for one in NEWEST if one.left_out} >= {"klunker/sell", "chess/move"}


def test_events_take_less_than_by_the_first_dictionary() -> None:
    first, newest = ({one.plain: one for one in some} for some in (FIRST, NEWEST))
    both = [(first[one], newest[one]) for one in first.keys() & newest.keys() if newest[one].left_out]
    before = [len(old.topic) + len(old.stored) // 2 for old, _ in both]
    assert len(both) > 30
    assert sum(len(new.stored) // 2 for _, new in both) < 0.8 * sum(before)


@pytest.mark.parametrize("key", GAMES)
def test_events_of_every_game_get_smaller(key: str) -> None:
    events = played(key)
    small = [compressed(topic, state) for topic, state in events]
    learned = key.encode() in DICTIONARIES[-1].read_bytes()  # a new game may come before it is
    assert sum(len(state) for _, state in small) < (0.8 if learned else 0.95) * sum(len(state) for _, state in events)
    assert [plain(topic, state) for topic, state in small] == events
    assert [plain(topic, state) for topic, state in events] == events


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_both_forms_have_one_fingerprint_id_and_meaning(number: int) -> None:
    event, state = EXAMPLES[number], encode(EXAMPLES[number], ID)
    topic = frozen_examples()[number].topic
    beside, small = compressed(topic, state)
    assert fingerprint_of(small) == fingerprint_of(state)
    assert decode_with_id(beside, small) == (ID, event)
    assert compressed(topic, small) == (topic, small)


def test_without_the_game_the_compressed_form_is_read_as_well() -> None:
    (topic, state), *_ = played("klunker")[1:]
    unknown = f"another/{topic.partition('/')[2]}"
    assert decode_without_game(*compressed(unknown, state)) == decode_without_game(unknown, state)


@given(st.binary(max_size=400))
def test_whatever_the_bytes_are_they_come_back(body: bytes) -> None:
    """Unless they are what this makes itself."""
    state = encode(EXAMPLES[0], ID)[:12] + b"\x90" + body
    for topic in ("klunker/buy", "match/opened"):
        assert plain(*compressed(topic, state)) == (topic, state)


@given(st.text(max_size=300))
def test_whatever_the_topic_is_it_comes_back(topic: str) -> None:
    _, state = played("klunker")[1]
    assert plain(*compressed(topic, state)) == (topic, state)


@given(st.binary(max_size=60))
def test_anything_else_stays_as_it_is(state: bytes) -> None:
    assert plain("klunker/buy", state) == ("klunker/buy", state) or state[12] in {0xC4, 0xC5}


@given(st.binary(max_size=60))
def test_what_has_no_topic_anywhere_is_damaged(state: bytes) -> None:
    with pytest.raises(UnreadableEvent):
        decode(None, state)


def test_another_topic_beside_it_is_damage() -> None:
    """Its leaf isn't that of the one, since it is asked for by the other."""
    stored = bytes.fromhex(SMALL.stored)
    assert plain("match/removed", stored) == ("match/removed", stored)
    with pytest.raises(UnreadableEvent):
        decode("match/removed", stored)


@pytest.mark.parametrize("length", [200, 5_000, 60_000, 70_000, 1_000_000])
def test_events_of_any_length_are_stored(length: int) -> None:
    note = "".join(random.Random(length).choices("abcdefghijklmnopqrstuvwxyz \n", k=length))
    event = MatchDescribed(at=AT, by="a", played_on=AT.date(), place="", note=note, visibility=Visibility.PUBLIC)
    state = encode(event, ID)
    beside, small = compressed("match/described", state)
    assert len(small) <= len(state)
    assert decode(beside, small) == event


@pytest.mark.parametrize("small", [FIRST_SMALL, SMALL], ids=["the first", "the newest"])
def test_damaged_bytes_are_told_or_say_something_else(small: Compressed) -> None:
    stored = bytes.fromhex(small.stored)
    unreadable = 0
    for damaged in damages(stored):
        try:
            decode(small.topic, damaged)
        except UnreadableEvent:
            unreadable += 1
    assert unreadable > len(stored)


def test_a_damaged_topic_may_be_that_of_a_missing_game() -> None:
    """There is none beside it to compare it with: only the leaf tells."""
    for damaged in damages(bytes.fromhex(SMALL.stored)):
        try:
            decode(None, damaged)
        except UnreadableEvent:
            pass
        except UnknownGame:
            assert plain(None, damaged)[0] != SMALL.topic


def damages(stored: bytes) -> Iterator[bytes]:
    """The same with any single bit flipped."""
    for place in range(len(stored)):
        for bit in range(8):
            damaged = bytearray(stored)
            damaged[place] ^= 1 << bit
            yield bytes(damaged)


@pytest.mark.parametrize("small", [FIRST_SMALL, SMALL], ids=["the first", "the newest"])
def test_a_part_of_an_event_is_unreadable(small: Compressed) -> None:
    beside, stored = small.in_log
    for length in range(len(stored)):
        for topic in (beside, small.topic):
            with pytest.raises(UnreadableEvent):
                decode(topic, stored[:length])


_FIRST: Final = ZstdCompressionDict(DICTIONARIES[0].read_bytes())


@pytest.mark.parametrize(
    "frame",
    [
        ZstdCompressor(dict_data=_FIRST).compress(bytes(100_000)),
        ZstdCompressor(dict_data=_FIRST, write_content_size=False).compress(b"1"),
        ZstdCompressor().compress(b"anything"),
        b"",
        b"no frame",
    ],
    ids=["much larger than it looks", "of unknown size", "without the dictionary", "empty", "none"],
)
def test_other_frames_are_not_read(frame: bytes) -> None:
    """Events come from outside as well, in records with evidence."""
    state = msgpack.encode([1, ID, frame])
    assert plain(OPENED.topic, state)[1][:12] == state[:12]
    with pytest.raises(UnreadableEvent):
        decode(OPENED.topic, state)


MANY: Final = [
    one
    for topic, state in [SMALL.in_log, FIRST_SMALL.in_log, (SMALL.topic, bytes.fromhex(SMALL.plain)), (None, b"")]
    for one in ((topic, state), (topic, state[:-1]), (topic, state + b"!"), ("match/removed", state), (None, state))
]


@given(st.lists(st.sampled_from(MANY) | st.tuples(st.none() | st.just(SMALL.topic), st.binary(max_size=60))))
@example([SMALL.in_log, SMALL.in_log])
@example([])
def test_many_are_made_plain_as_each_alone(events: list[tuple[str | None, bytes]]) -> None:
    """Whatever is wrong with one of them."""
    found = all_plain([topic for topic, _ in events], [state for _, state in events])
    assert [*zip(*found, strict=True)] == [plain(topic, state) for topic, state in events]


@pytest.mark.parametrize("key", GAMES)
def test_many_are_read_as_each_alone(key: str) -> None:
    topics, states = zip(*played(key), strict=True)
    events = [decode(topic, state) for topic, state in zip(topics, states, strict=True)]
    small = [compressed(topic, state) for topic, state in played(key)]
    both = all_plain([topic for topic, _ in small], [state for _, state in small])
    assert decode_all(topics, states) == decode_all(*both) == events
    with pytest.raises(UnreadableEvent, match="schema 9"):
        decode_all(topics, [states[0], msgpack.encode([9, ID, []]), b"", *states[3:]])


def test_threads_do_not_disturb_each_other() -> None:
    events = [event for key in GAMES for event in played(key)]

    def both_ways(number: int) -> Any:
        return [plain(*compressed(*event)) for event in events[number:] + events[:number]]

    with ThreadPoolExecutor(8) as pool:
        for number, found in enumerate(pool.map(both_ways, range(16))):
            assert found == events[number:] + events[:number]


if __name__ == "__main__":
    replace_all({FILES[2]: msgspec.json.format(msgspec.json.encode(with_new_examples()), indent=1) + b"\n"})
