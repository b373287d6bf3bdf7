"""Many events decoded at once are what each of them is."""

from random import Random

import pytest

from domain.codec import SCHEMA, AnyEvent, UnreadableEvent, decode, decode_all, encode, topic_of
from domain.registry import GAMES, UnknownGame
from tests.domain.match.examples import EXAMPLES
from tests.replays.matches import recorded

EVERY_GAME = pytest.mark.parametrize("key", GAMES)


def stored(events: list[AnyEvent], key: str) -> tuple[list[str], list[bytes]]:
    """Their topics and bytes."""
    return [topic_of(one, key) for one in events], [encode(one, b"12345678") for one in events]


@EVERY_GAME
def test_a_log_is_decoded_at_once(key: str) -> None:
    topics, bodies = stored([*recorded(key, Random(3), 60)], key)
    assert decode_all(topics, bodies) == [*map(decode, topics, bodies)]


def test_events_of_any_kind_are_decoded_at_once() -> None:
    assert decode_all(*stored(list(EXAMPLES), "klunker")) == list(EXAMPLES)
    assert decode_all([], []) == []


def test_two_games_are_decoded_beside_each_other() -> None:
    logs = {key: [*recorded(key, Random(4), 10)] for key in ("klunker", "chess")}
    klunker, chess = (stored(list(log), key) for key, log in logs.items())
    assert decode_all(klunker[0] + chess[0], klunker[1] + chess[1]) == [event for log in logs.values() for event in log]


@EVERY_GAME
def test_what_is_damaged_is_refused(key: str) -> None:
    topics, bodies = stored([*recorded(key, Random(5), 20)], key)
    for wrong in (bodies[7][:-3], bodies[7] + b"\x01", b""):
        damaged = [*bodies[:7], wrong, *bodies[8:]]
        with pytest.raises(UnreadableEvent):
            decode(topics[7], wrong)
        with pytest.raises(UnreadableEvent):
            decode_all(topics, damaged)


def test_a_newer_schema_is_refused() -> None:
    topics, bodies = stored(list(EXAMPLES[:3]), "klunker")
    assert bodies[1][1] == SCHEMA
    newer = bodies[1][:1] + bytes([SCHEMA + 1]) + bodies[1][2:]
    with pytest.raises(UnreadableEvent, match=f"an event of schema {SCHEMA + 1}"):
        decode_all(topics, [bodies[0], newer, bodies[2]])


def test_a_game_that_isnt_known_is_refused() -> None:
    topics, bodies = stored([*recorded("klunker", Random(6), 5)], "klunker")
    with pytest.raises(UnknownGame):
        decode_all([topic.replace("klunker", "go-fish") for topic in topics], bodies)
