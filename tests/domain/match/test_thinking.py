"""How long seats took, by the times that were told: counted by hand, and by a plain script over every game."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.pending import AwaitSeats
from domain.match.line import Line, Ply
from domain.match.match import Match
from domain.match.thinking import ThoughtAction, thinking_times, thoughts_of
from domain.registry import GAMES
from tests.domain.games.covering import covering
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.domain.games.twin_walk import opened, played

EIGHT = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
EVERY_GAME = pytest.mark.parametrize(("key", "name"), [(key, name) for key in GAMES for name in covering(key)])


def timed(match: Match, seconds: dict[int, float | None]) -> Match:
    """`match`, its steps played so many seconds after eight; None is a step of which that wasn't told."""
    plies = [
        Ply(ply.version, replace(ply.played, played_at=_moment(seconds.get(step))))
        for step, ply in enumerate(match.line, start=1)
    ]
    return replace(match, line=Line(plies))


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else EIGHT + timedelta(seconds=seconds)


def recorded(key: str, name: str, seed: int = 1, most: int = 80) -> Match:
    match, choices = opened(GAMES[key], support_of(key).SETUPS[name]), RandomChoices(Random(seed))
    while not match.finished and match.step < most:
        match = played(match, chosen_action(match.game, match.state, choices))
    return match


def klunker(*wire: Any) -> Match:
    """A deal, and three that stock."""
    return recorded("klunker", "3-open", most=4)


def test_between_two_actions_it_is_the_seat_that_is_asked() -> None:
    match = timed(klunker(), {1: 0, 2: 40, 3: 45.5, 4: 120})
    thoughts = list(thoughts_of(match))
    assert thoughts == [ThoughtAction(2, 0, 40), ThoughtAction(3, 1, 5.5), ThoughtAction(4, 2, 74.5)]
    first, *_ = thinking_times(thoughts, 3)
    assert (first.actions, first.total, first.mean, first.longest) == (1, 40, 40, thoughts[0])


@pytest.mark.parametrize(
    ("seconds", "known"),
    [
        ({1: 0, 2: 40, 4: 120}, [2]),  # without the time of step 3, nobody knows when the third was asked
        ({1: 0, 3: 45, 4: 120}, [4]),
        ({2: 40, 3: 45, 4: 120}, [3, 4]),
        ({1: 0, 2: 40, 3: 30, 4: 120}, [2, 4]),  # played earlier than what was before it
        ({1: 0, 2: 0, 3: 0, 4: 0}, [2, 3, 4]),
        ({}, []),
    ],
)
def test_what_was_not_told_is_not_counted(seconds: dict[int, float | None], known: list[int]) -> None:
    assert [thought.step for thought in thoughts_of(timed(klunker(), seconds))] == known


def test_without_any_time_there_is_no_mean() -> None:
    assert [(time.actions, time.total, time.mean, time.longest) for time in thinking_times([], 2)] == [
        (0, 0, None, None)
    ] * 2


def test_of_several_that_are_asked_at_once_each_has_its_own_time() -> None:
    for key in GAMES:
        for name in covering(key):
            match = recorded(key, name)
            states = list(match.steps(0))
            for step in range(1, match.step - 1):
                before, after = states[step].pending, states[step + 1].pending
                if not (isinstance(before, AwaitSeats) and isinstance(after, AwaitSeats)):
                    continue
                still = set(before.seats) & set(after.seats) - {match.line[step].played.action.seat}
                following = match.line[step + 1].played.action.seat
                if following in still and following not in _asked(states[step - 1].pending):
                    thoughts = thoughts_of(timed(match, {step: 10, step + 1: 25, step + 2: 70}))
                    assert ThoughtAction(step + 2, following, 60) in list(thoughts)
                    return
    pytest.fail("no game asks several at once")


def _asked(pending: Any) -> tuple[int, ...]:
    return pending.seats if isinstance(pending, AwaitSeats) else ()


@EVERY_GAME
def test_times_are_what_a_plain_script_counts(key: str, name: str) -> None:
    """A list of who was asked at each step, read backwards from each action."""
    random, match = Random(3), recorded(key, name)
    seconds: dict[int, float | None] = {}
    clock = 0.0
    for step in range(1, match.step + 1):
        clock += random.choice([0, 1, 5, 30.25, 600])
        seconds[step] = clock if random.random() < 0.8 else None
    match = timed(match, seconds)
    asked = [_asked(now.pending) for now in match.steps(0)]
    expected = []
    for step in range(1, match.step + 1):
        seat = match.line[step - 1].played.action.seat
        if seat is None or seat not in asked[step - 1]:
            continue
        came = step - 1
        while came and seat in asked[came - 1] and match.line[came - 1].played.action.seat != seat:
            came -= 1
        since, until = seconds.get(came), seconds[step]
        if since is not None and until is not None:
            expected.append(ThoughtAction(step, seat, until - since))
    assert list(thoughts_of(match)) == expected
    times = thinking_times(expected, len(match.seats))
    assert sum(time.total for time in times) == sum(thought.seconds for thought in expected)
