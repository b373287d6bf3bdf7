"""Stored events: what was written once is read for ever."""

from typing import Any, get_args

import msgspec
import pytest
from msgspec import msgpack
from msgspec.structs import replace

from domain.codec import SCHEMA, AnyEvent, UnreadableEvent, decode, decode_with_id, encode, topic_of
from domain.kernel.actions import kinds_of
from domain.match.events import ActionPlayed, CardsIdentified, MatchDescribed, MatchOpened, Undo
from domain.match.folding import evolve
from domain.match.parts import Commitment
from domain.registry import GAMES, UnknownGame
from tests.domain.games.support import support_of
from tests.domain.match.examples import ADA, AT, EXAMPLES, Frozen, frozen, frozen_examples, said

EACH = pytest.mark.parametrize("number", range(len(EXAMPLES)))
OPENED = frozen_examples()[0]
OPENINGS = {number: event for number, event in enumerate(EXAMPLES) if isinstance(event, MatchOpened)}
NEWEST_OPENED = max(OPENINGS)
NEWEST_COMMITTED = max(number for number, event in OPENINGS.items() if event.commitment is not None)


def stored(example: Frozen) -> bytes:
    return bytes.fromhex(example.stored)


def test_every_event_has_a_frozen_example() -> None:
    kinds = {getattr(kind, "__origin__", kind) for kind in get_args(AnyEvent)}
    assert {type(event) for event in EXAMPLES} == kinds
    assert len(frozen_examples()) == len(EXAMPLES), "python -m tests.domain.match.examples"


@EACH
def test_what_is_frozen_still_says_the_same(number: int) -> None:
    example = frozen_examples()[number]
    event_id, event = decode_with_id(example.topic, stored(example))
    assert event == EXAMPLES[number]
    assert type(event) is type(EXAMPLES[number])
    assert said(event).items() >= example.says.items()
    assert event_id == number.to_bytes(8)


@EACH
def test_events_are_still_stored_the_same(number: int) -> None:
    """But for the fields that came later, which stand at the end."""
    example, now = frozen_examples()[number], frozen(number, EXAMPLES[number])
    *head, body = msgpack.decode(stored(example))
    *head_now, body_now = msgpack.decode(stored(now))
    assert (head_now, body_now[: len(body)]) == (head, body)
    assert now.topic == example.topic


def test_the_form_of_today_is_frozen() -> None:
    newest = {type(EXAMPLES[number]): number for number in range(len(EXAMPLES))}
    for number in newest.values():
        assert frozen(number, EXAMPLES[number]) == frozen_examples()[number], "add an example at the end of EXAMPLES"


@pytest.mark.parametrize("key", GAMES)
def test_every_action_and_fact_of_every_game_can_be_stored(key: str) -> None:
    game = GAMES[key]
    examples = support_of(key).EXAMPLES
    facts = tuple(one for one in examples if isinstance(one, kinds_of(game.fact_type)))
    for action in examples:
        if isinstance(action, kinds_of(game.action_type)):
            event: Any = ActionPlayed(step=1, action=action, outcome=facts, at=AT, by="x")
            topic = topic_of(event, key)
            assert topic == f"{key}/{action.__struct_config__.tag}"
            assert decode(topic, encode(event, b"12345678")) == event


@pytest.mark.parametrize("key", GAMES)
def test_no_action_of_a_game_has_the_topic_of_an_identification(key: str) -> None:
    tags = {kind.__struct_config__.tag for kind in kinds_of(GAMES[key].action_type)}
    assert CardsIdentified.__struct_config__.tag not in tags


def test_topics_are_stable() -> None:
    assert [example.topic for example in frozen_examples()] == [
        "match/opened",
        "match/opened",
        "klunker/sell",
        "klunker/sell",
        "match/described",
        "match/seats_changed",
        "match/removed",
        "match/retracted",
        "match/retracted",
        "match/concluded",
        "match/abandoned",
        "match/reopened",
        "series/opened",
        "series/opened",
        "series/match_added",
        "series/match_taken_out",
        "series/described",
        "series/removed",
        "match/opened",
        "klunker/sell",
        "match/described",
        "match/opened",
        "match/described",
        "klunker/identified",
        "people/merged",
        "match/opened",
        "annotations/begun",
        "annotations/added",
        "annotations/added",
        "annotations/changed",
        "annotations/changed",
        "annotations/deleted",
        "annotations/deleted",
        "annotations/restored",
        "variations/begun",
        "variations/added",
        "variations/added",
        "variations/extended",
        "variations/cut",
        "variations/described",
        "variations/deleted",
        "people/merge_undone",
        "match/opened",
        "match/retracted",
        "match/reopened",
        "match/opened",
        "match/result_confirmed",
        "match/result_disputed",
        "match/dispute_withdrawn",
        "match/dispute_decided",
        "match/result_sealed",
        "match/result_sealed",
        "match/result_sealed",
        "match/seal_broken",
        "series/opened",
        "series/described",
        "match/opened",
        "series/opened",
        "series/described",
        "match/opened",
        "match/opened",
        "match/opened",
        "match/described",
        "subjects/merged",
        "subjects/merge_undone",
    ]


@pytest.mark.parametrize("field", ["origin", "visibility", "note", "place"])
def test_fields_that_came_later_have_their_defaults(field: str) -> None:
    before = MatchOpened.__struct_fields__.index(field)
    schema, event_id, body = msgpack.decode(stored(OPENED))
    event = decode(OPENED.topic, msgpack.encode([schema, event_id, body[: 1 + before]]))  # behind the tag
    without = MatchOpened(at=AT, by="", game="", edition="", options={}, seats=(), played_on=AT.date())
    assert getattr(event, field) == getattr(without, field) != getattr(EXAMPLES[0], field)
    assert event.at == AT


def test_what_seats_may_take_back_came_later() -> None:
    """Old matches are guarded, and stay what they are however they are described."""
    opened, described = (decode(example.topic, stored(example)) for example in frozen_examples()[:5:4])
    assert isinstance(opened, MatchOpened)
    assert isinstance(described, MatchDescribed)
    assert (opened.undo, described.undo) == (Undo.GUARDED, None)
    assert [evolve(evolve(None, replace(opened, undo=undo)), described).undo for undo in Undo] == list(Undo)


def test_seeds_came_later() -> None:
    """A match from before has none, and remembers what was drawn as it always did."""
    opened = decode(OPENED.topic, stored(OPENED))
    assert isinstance(opened, MatchOpened)
    assert (opened.commitment, opened.taken_over) == (None, 0)
    assert evolve(None, opened).commitments == ()
    committed = frozen_examples()[NEWEST_COMMITTED]
    newest = decode(committed.topic, stored(committed))
    assert isinstance(newest, MatchOpened)
    assert evolve(None, newest).commitments == (Commitment(19, "c1" * 32),)


def test_second_records_came_later() -> None:
    """What was recorded before is no second record, and counts."""
    second_record = next(opened for opened in OPENINGS.values() if opened.second_record_of)
    before, second = (evolve(None, opened) for opened in (OPENINGS[1], second_record))
    assert (before.second_record_of, before.counted) == (None, True)
    assert (second.second_record_of, second.counted) == (ADA, False)


def test_ordinals_came_later() -> None:
    """Old matches come in the order in which they were opened, and keep their ordinal however they are described."""
    opened, described = (decode(example.topic, stored(example)) for example in frozen_examples()[:5:4])
    assert isinstance(opened, MatchOpened)
    assert isinstance(described, MatchDescribed)
    assert (opened.ordinal, described.ordinal) == (0, None)
    assert evolve(evolve(None, replace(opened, ordinal=7)), described).ordinal == 7


def test_played_at_came_later() -> None:
    example = frozen_examples()[3]
    schema, event_id, body = msgpack.decode(stored(example))
    event = decode(example.topic, msgpack.encode([schema, event_id, body[:-1]]))
    assert isinstance(event, ActionPlayed)
    assert event.played_at is None
    assert event.step == 1000


def test_fields_of_a_newer_version_are_passed_over() -> None:
    """Within one schema fields are only appended, so that an older version can go on reading during an update."""
    newest = frozen_examples()[NEWEST_OPENED]
    schema, event_id, body = msgpack.decode(stored(newest))
    assert (
        decode(newest.topic, msgpack.encode([schema, event_id, [*body, "later"], "later"])) == EXAMPLES[NEWEST_OPENED]
    )


@pytest.mark.parametrize("body", [[], "anything", {"new": "form"}, msgpack.decode(stored(OPENED))[2]])
def test_another_schema_is_told(body: Any) -> None:
    with pytest.raises(UnreadableEvent, match=f"schema {SCHEMA + 1}"):
        decode(OPENED.topic, msgpack.encode([SCHEMA + 1, b"12345678", body]))


def test_damaged_bytes_are_told_or_say_something_else() -> None:
    """A flipped bit that makes another valid event is left to the database's checksums."""
    whole = stored(OPENED)
    unreadable = 0
    for place in range(len(whole)):
        for bit in range(8):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << bit
            try:
                decode(OPENED.topic, bytes(damaged))
            except UnreadableEvent:
                unreadable += 1
    assert unreadable > len(whole)


@pytest.mark.parametrize("length", range(len(stored(OPENED))))
def test_a_part_of_an_event_is_unreadable(length: int) -> None:
    with pytest.raises(UnreadableEvent):
        decode(OPENED.topic, stored(OPENED)[:length])


def test_an_event_of_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="ludo"):
        decode("ludo/move", stored(OPENED))


def test_an_event_under_the_topic_of_a_game() -> None:
    with pytest.raises(UnreadableEvent):
        decode("klunker/sell", stored(OPENED))


def test_two_events_that_say_the_same_differ_in_their_ids() -> None:
    first, second = (encode(EXAMPLES[0], event_id) for event_id in (b"00000001", b"00000002"))
    assert first != second
    assert decode(OPENED.topic, first) == decode(OPENED.topic, second)
    assert msgspec.msgpack.decode(first)[1] == b"00000001"
