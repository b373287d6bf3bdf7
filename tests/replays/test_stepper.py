"""A match at each of its steps is what its actions fold to, however one gets there."""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

import pytest

from benchmarks.plays import slow_script
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match import commands
from domain.match.folding import evolve
from domain.match.identification import identify
from domain.match.match import Match
from domain.registry import GAMES
from replays.stepper import KEYFRAMES, NoSuchStep, Position, Stepper
from tests.property.test_identifications import WITH_UNKNOWNS, Told
from tests.replays.matches import BEGIN, folded, recorded, unfinished

ID = UUID(int=1)
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
NOW: dict[str, Any] = {"at": BEGIN, "by": "t"}


def states(match: Match) -> list[Any]:
    return [match.state_at(step) for step in range(match.step + 1)]


@pytest.mark.slow
@EVERY_GAME
def test_every_step_is_what_its_actions_fold_to(key: str) -> None:
    for seed in range(5):
        match = folded(recorded(key, Random(seed), 400))
        expected = states(match)
        fresh, used = Stepper(), Stepper()
        assert [position.state for position in fresh.positions(ID, match)] == expected
        for step in Random(seed).sample(range(match.step + 1), match.step + 1):  # forward, back, and jumps
            position = used.position(ID, match, step)
            assert (position.step, position.state) == (step, expected[step])
            ply = match.line[step - 1] if step else None
            assert position.played is (ply and ply.played)
            assert position.version == (ply.version if ply else 1)


@EVERY_GAME
def test_a_part_of_the_steps(key: str) -> None:
    match = folded(recorded(key, Random(1), 60))
    expected = states(match)
    low, high = match.step // 3, match.step // 2
    for first, last in ((0, 0), (low, high), (match.step, match.step), (low, None), (low, 10**9), (high, low)):
        walk = list(Stepper().positions(ID, match, first, last))
        end = match.step if last is None else max(first, min(last, match.step))
        assert [position.step for position in walk] == list(range(first, end + 1))
        assert [position.state for position in walk] == expected[first : end + 1]


@pytest.mark.parametrize("beyond", [-1, 1, 10**9])
def test_there_is_no_step_beyond_the_last(beyond: int) -> None:
    match = folded(recorded("klunker", Random(2), 30))
    with pytest.raises(NoSuchStep):
        Stepper().position(ID, match, beyond if beyond < 0 else match.step + beyond)


@EVERY_GAME
def test_only_the_last_step_shows_how_people_ended_the_match(key: str) -> None:
    log = unfinished(recorded(key, Random(3), 20))
    log.append(commands.conclude(folded(log), "the last train", **NOW))
    match = folded(log)
    *before, last = Stepper().positions(ID, match)
    assert last.pending == match.pending
    assert last.standings(RECORDER) == match.standings(RECORDER)
    for position in before:
        assert position.pending == match.game.pending(position.state)
        assert {standing.winner for standing in position.standings(RECORDER)} == {None}


@EVERY_GAME
def test_a_position_shows_what_a_viewer_may_know(key: str) -> None:
    match = folded(recorded(key, Random(4), 40))
    for position in Stepper().positions(ID, match):
        for viewer in (PUBLIC, RECORDER, 0):
            assert position.view(viewer) == match.game.view(position.state, viewer)


@pytest.mark.slow
@EVERY_GAME
def test_corrections_are_never_mixed_up_with_what_they_corrected(key: str) -> None:
    """States are kept by the events that led to them, so a corrected line finds none of the old ones."""
    used = Stepper()
    for seed in range(6):
        match_id = UUID(int=seed)
        log = recorded(key, Random(seed), 150)
        match = folded(log)
        for step in range(match.step + 1):
            used.position(match_id, match, step)
        back = Random(seed).randrange(1, match.step)
        match = evolve(match, commands.retract(match, back, "a slip", **NOW))
        while not match.finished and match.step < 2 * back:
            legal = [match.game.legal_actions(match.state, seat) for seat in range(len(match.seats))]
            actions = [next(iter(one.actions), None) for one in legal]
            action = next((one for one in actions if one is not None), None)
            if action is None:
                break
            match = evolve(match, commands.play(match, action, **NOW))
        assert [used.position(match_id, match, step).state for step in range(match.step + 1)] == states(match)


class Folds:
    """Counts the actions that are folded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = 0
        one, several = Match.known_next, Match.known_after

        def next_counted(*arguments: Any) -> Any:
            self.number += 1
            return one(*arguments)

        def after_counted(match: Match, known: Any, since: int, step: int) -> Any:
            self.number += step - since
            return several(match, known, since, step)

        monkeypatch.setattr(Match, "known_next", next_counted)
        monkeypatch.setattr(Match, "known_after", after_counted)

    def of(self, jump: Callable[[], Any]) -> int:
        self.number = 0
        jump()
        return self.number


def test_a_jump_folds_no_more_than_a_keyframes_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    match = folded(recorded("dschunke", Random(5), 400))
    assert match.step > 4 * KEYFRAMES
    used = Stepper()
    used.position(ID, match, match.step - 1)
    folds = Folds(monkeypatch)
    for step in range(match.step):
        assert folds.of(lambda step=step: used.position(ID, match, step)) < KEYFRAMES  # type: ignore[misc]


def test_what_a_frame_takes_doesnt_grow_with_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one of a match folds its line up to there, once; after it any other, with the step before, is near."""
    long = slow_script(1000)
    match = folded(long.events)
    folds = Folds(monkeypatch)
    for step in (10, match.step - 1):
        used = Stepper()

        def frame(at: int, used: Stepper = used) -> int:
            return folds.of(lambda: list(used.positions(ID, match, at - 1, at)))

        assert frame(step) == step
        assert max(frame(at) for at in range(1, step + 1)) <= KEYFRAMES


def test_no_more_states_are_kept_than_there_is_room_for() -> None:
    small = Stepper(capacity=3)
    for number in range(10):
        match = folded(recorded("klunker", Random(number), 120))
        expected = states(match)
        for step in (match.step - 1, 40, 5):
            if step <= match.step:
                assert small.position(UUID(int=number), match, step).state == expected[step]
    assert len(small._cache) == 3


def test_two_matches_are_told_apart() -> None:
    one, other = (folded(recorded("klunker", Random(seed), 100)) for seed in (11, 12))
    both = Stepper()
    for match_id, match in ((UUID(int=1), one), (UUID(int=2), other)):
        positions: list[Position] = list(both.positions(match_id, match, match.step - 2))
        assert [position.state for position in positions] == states(match)[-3:]


@WITH_UNKNOWNS
def test_a_state_that_was_kept_before_cards_were_identified_is_not_that_after_it(key: str) -> None:
    told = Told(key, 0)
    before, beyond = told.match, KEYFRAMES + 1
    used = Stepper()
    kept = used.position(ID, before, beyond)
    (seat, cards), *_ = told.truths(KEYFRAMES)
    after = evolve(before, identify(before, KEYFRAMES, told.identification(KEYFRAMES, seat, cards), "", **NOW))
    fresh = Stepper().position(ID, after, beyond)
    assert fresh.view(RECORDER) != kept.view(RECORDER)
    for match, expected in ((after, fresh), (before, kept), (after, fresh)):
        found = used.position(ID, match, beyond)
        assert found.state == expected.state
        assert [found.view(viewer) for viewer in (RECORDER, seat, PUBLIC)] == [
            expected.view(viewer) for viewer in (RECORDER, seat, PUBLIC)
        ]
