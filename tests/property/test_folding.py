"""A match folded from many events at once is the same as after one event at a time, wherever the events are split."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.codec import decode, encode, topic_of
from domain.kernel.unknowns import HasUnknowns
from domain.match import commands
from domain.match.amendments import restore
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.registry import GAMES
from tests.domain.games.irregular import next_action
from tests.domain.games.play import ChosenDraws, RandomChoices
from tests.property.test_identifications import Told
from tests.replays.matches import recorded

LATER: dict[str, Any] = {"at": datetime(2026, 5, 2, 20, tzinfo=UTC), "by": "owner"}
SEEDS = 4

Log = Sequence[MatchEvent]


class Recording:
    """A log that gets longer, and the match after each of its events, folded one by one."""

    def __init__(self, log: Log) -> None:
        self.log = [*log]
        self.matches = [evolve(None, log[0])]
        self.matches += _after_each(self.matches[0], log[1:])

    @property
    def match(self) -> Match:
        return self.matches[-1]

    def happen(self, *events: MatchEvent) -> None:
        self.log += events
        self.matches += _after_each(self.match, events)


def _after_each(match: Match, events: Log) -> list[Match]:
    found = []
    for event in events:
        match = evolve(match, event)
        found.append(match)
    return found


@cache
def corrected(key: str, seed: int) -> Recording:
    """A match with retractions, amendments, play against the rules, other seats, and an end that didn't last."""
    random = Random(f"{key} {seed} folded")
    recording = Recording(recorded(key, random, 60))
    for _ in range(6):
        match = recording.match
        if not match.finished and not match.awaits_server:
            recording.happen(commands.play(match, next_action(match.game, match.state, random), **LATER))
    if not recording.match.finished:
        recording.happen(commands.conclude(recording.match, "late", **LATER))
        recording.happen(commands.reopen(recording.match, "not yet", **LATER))
    recording.happen(commands.change_seats(recording.match, recording.match.seats[::-1], **LATER))
    recording.happen(commands.describe(recording.match, place="Bologna", **LATER))
    taken_back(recording, random)
    return recording


@cache
def identified(key: str, seed: int) -> Recording:
    """A match with cards that were identified later, of which some were taken back and restored."""
    random = Random(f"{key} {seed} folded with identifications")
    told = Told(key, seed)
    told.identify_some(2)
    recording = Recording(told.log)
    taken_back(recording, random)
    return recording


def taken_back(recording: Recording, random: Random) -> None:
    """Some of the match is taken back and restored, and then some of it is taken back again."""
    before = recording.match
    to_step = random.randrange(before.step)
    draws = ChosenDraws(RandomChoices(random))
    recording.happen(commands.retract(before, to_step, "wait", **LATER))
    restored = restore(recording.match, before, min(to_step, recording.match.step), "no", chance=draws, **LATER)
    recording.happen(*restored.events)
    if recording.match.step > 1:
        recording.happen(commands.retract(recording.match, recording.match.step // 2, "wait", **LATER))


WITH_UNKNOWNS = [key for key, game in GAMES.items() if isinstance(game, HasUnknowns)]
RECORDINGS = [
    *(pytest.param(corrected, key, id=f"{key}-corrected") for key in GAMES),
    *(pytest.param(identified, key, id=f"{key}-identified") for key in WITH_UNKNOWNS),
]
EVERY_RECORDING = pytest.mark.parametrize(("make", "key"), RECORDINGS)


@EVERY_RECORDING
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_wherever_events_are_split_folding_gives_the_same(make: Any, key: str, data: st.DataObject) -> None:
    recording: Recording = make(key, data.draw(st.integers(0, SEEDS - 1)))
    log = recording.log
    splits = sorted(data.draw(st.sets(st.integers(1, len(log) - 1), max_size=5)))
    match: Match | None = None
    for begin, end in zip([0, *splits], [*splits, len(log)], strict=True):
        match = fold(match, log[begin:end])
        assert match == recording.matches[end - 1]


@EVERY_RECORDING
def test_what_is_stored_folds_to_the_same(make: Any, key: str) -> None:
    recording: Recording = make(key, 0)
    stored = [(topic_of(event, key), encode(event, b"12345678")) for event in recording.log]
    assert fold(None, (cast("MatchEvent", decode(*one)) for one in stored)) == recording.match


@EVERY_RECORDING
def test_each_step_that_stands_is_reached_by_what_stands_alone(make: Any, key: str) -> None:
    """The states are those of the line, from the set-up on, fact by fact: whatever was taken back left nothing."""
    match: Match = make(key, 0).match
    known = match.known_at_start()
    for step in range(1, match.step + 1):
        known = match.known_next(known, step)
        assert match.known_at(step) == known
    assert match.known == known


def test_no_events_change_nothing() -> None:
    assert fold(None, []) is None
    match = corrected("klunker", 0).match
    assert fold(match, []) == match
