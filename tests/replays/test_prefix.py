"""A log that no longer folds gives the match up to there, and the fault."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.codec import UnreadableEvent, decode, encode, topic_of
from domain.match.events import ActionPlayed, MatchEvent
from domain.match.folding import fold
from domain.registry import GAMES
from replays.prefix import valid_prefix
from tests.replays.matches import recorded

EVERY_GAME = pytest.mark.parametrize("key", GAMES)


@EVERY_GAME
def test_a_sound_log_is_folded_whole(key: str) -> None:
    log = recorded(key, Random(1), 40)
    found = valid_prefix(enumerate(log, start=1))
    assert found.match == fold(None, log)
    assert found.fault is None


@EVERY_GAME
def test_a_damaged_event_ends_the_prefix(key: str) -> None:
    log = recorded(key, Random(2), 40)

    def read() -> Iterator[tuple[int, Any]]:
        for version, event in enumerate(log, start=1):
            stored = encode(event, b"12345678")
            yield version, decode(topic_of(event, key), stored if version != 30 else stored[:-3])

    found = valid_prefix(read())
    assert found.match == fold(None, log[:29])
    assert found.fault is not None
    assert found.fault.version == 30
    assert UnreadableEvent.__name__ in found.fault.reason


@pytest.mark.slow
@EVERY_GAME
def test_facts_of_another_match_end_the_prefix(key: str) -> None:
    """Foreign facts may fold for a while; whatever they break ends it, and nothing is raised."""
    for seed in range(20):
        log = recorded(key, Random(seed), 60)
        others = recorded(key, Random(seed + 100), 60)
        mixed: list[MatchEvent] = [*log[:20], *others[20:]]
        found = valid_prefix(enumerate(mixed, start=1))
        assert found.match is not None
        assert found.match.version >= 20
        if found.fault is not None:
            assert found.fault.version == found.match.version + 1


@EVERY_GAME
def test_an_event_that_doesnt_fit_ends_the_prefix(key: str) -> None:
    log = recorded(key, Random(3), 30)
    broken = [replace(event, outcome=(None,)) if isinstance(event, ActionPlayed) else event for event in log[15:16]]
    found = valid_prefix(enumerate([*log[:15], *broken, *log[16:]], start=1))
    assert found.match == fold(None, log[:15])
    assert found.fault is not None
    assert found.fault.version == 16


@EVERY_GAME
def test_a_missing_event_ends_the_prefix(key: str) -> None:
    log = [*enumerate(recorded(key, Random(4), 30), start=1)]
    found = valid_prefix(log[:10] + log[11:])
    assert found.match == fold(None, (event for _, event in log[:10]))
    assert found.fault is not None
    assert found.fault.version == 11


def test_nothing_is_left_of_a_log_without_its_opening() -> None:
    log = recorded("klunker", Random(5), 10)
    found = valid_prefix(enumerate(log[1:], start=1))
    assert found.match is None
    assert found.fault is not None
    assert found.fault.version == 1
    assert valid_prefix([]) == valid_prefix(iter(()))
