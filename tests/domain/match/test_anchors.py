"""Anchors: the step that is meant stays the same, whatever is corrected before it."""

from datetime import UTC, date, datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.game import AnyGame, Setup
from domain.match.amendments import amend, restore
from domain.match.anchors import SETUP, anchor_of, last_steps, steps_by_anchor
from domain.match.commands import open_match, play, retract
from domain.match.events import ActionsRetracted, MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.registry import GAMES
from tests.domain.games.covering import unless_smallest
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of

AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "ada"}
SETUPS = [
    pytest.param(game, setup, id=f"{key}-{name}", marks=unless_smallest(key, name))
    for key, game in GAMES.items()
    for name, setup in support_of(key).SETUPS.items()
]
EVERY_SET_UP = pytest.mark.parametrize(("game", "setup"), SETUPS)


class Recording:
    """A match with its log."""

    def __init__(self, game: AnyGame, setup: Setup[Any], random: Random) -> None:
        self.random = random
        seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
        self.log: list[MatchEvent] = []
        self.happen(open_match(game, setup.options, seats, played_on=date(2026, 11, 27), **BY))

    @property
    def match(self) -> Match:
        match = fold(None, self.log)
        assert match is not None
        return match

    @property
    def versions(self) -> list[tuple[int, MatchEvent]]:
        return list(enumerate(self.log, start=1))

    def happen(self, *events: MatchEvent) -> None:
        self.log.extend(events)

    def play(self, steps: int) -> None:
        """So many steps, and what the server draws then."""
        match = self.match
        last = match.step + steps
        while not match.finished and (match.step < last or match.awaits_server):
            self.happen(play(match, chosen_action(match.game, match.state, RandomChoices(self.random)), **BY))
            match = evolve(match, self.log[-1])

    @property
    def chance(self) -> ChosenDraws:
        return ChosenDraws(RandomChoices(self.random))

    def amend(self, step: int, remove: int, *actions: Any) -> int:
        """Correct an action; tells how many of the following stand."""
        amendment = amend(self.match, step, remove, actions, "", chance=self.chance, **BY)
        self.happen(*amendment.events)
        return amendment.kept

    def chosen_steps(self) -> list[int]:
        """The steps that the server didn't draw."""
        match = self.match
        return [
            step
            for step, ply in enumerate(match.line, start=1)
            if not (match.server_deals and ply.played.action.seat is None)
        ]


@EVERY_SET_UP
def test_each_step_has_an_anchor_of_its_own(game: AnyGame, setup: Setup[Any]) -> None:
    recording = Recording(game, setup, Random(1))
    recording.play(20)
    match = recording.match
    anchors = [anchor_of(match, step) for step in range(match.step + 1)]
    assert anchors[0] == SETUP
    assert steps_by_anchor(match) == {anchor: step for step, anchor in enumerate(anchors)}
    assert last_steps(recording.versions) == steps_by_anchor(match)


@EVERY_SET_UP
def test_an_anchor_follows_its_action_and_finds_it_again_when_it_is_restored(game: AnyGame, setup: Setup[Any]) -> None:
    recording = Recording(game, setup, Random(2))
    recording.play(25)
    before = recording.match
    step = recording.random.choice(recording.chosen_steps())
    anchor = anchor_of(before, step)
    recording.happen(retract(before, step - 1, "", **BY))
    version = len(recording.log)
    assert anchor not in steps_by_anchor(recording.match)
    assert last_steps(recording.versions)[anchor] == step
    retracted = recording.log[-1]
    assert isinstance(retracted, ActionsRetracted)
    restored = restore(recording.match, before, retracted.to_step, "", chance=recording.chance, **BY)
    recording.happen(*restored.events)
    assert len(recording.log) > version
    assert steps_by_anchor(recording.match)[anchor] == step
    assert steps_by_anchor(recording.match) == steps_by_anchor(before)


@EVERY_SET_UP
def test_an_amendment_before_it_moves_the_step_and_keeps_the_anchor(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(4):
        recording = Recording(game, setup, Random(seed))
        recording.play(25)
        before = recording.match
        step = recording.random.choice(recording.chosen_steps())
        recording.amend(step, 1, before.line[step - 1].played.action)
        after = recording.match
        moved = steps_by_anchor(after)
        for anchor, at in steps_by_anchor(before).items():
            if at != step:
                assert moved[anchor] == at, "also of what the server drew and deals again"
        assert anchor_of(before, step) not in moved
        assert last_steps(recording.versions) == moved | {anchor_of(before, step): step}


@EVERY_SET_UP
def test_after_many_corrections_each_anchor_has_one_step_and_its_own_action(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(4):
        recording = Recording(game, setup, Random(seed))
        actions: dict[int, Any] = {}
        for _ in range(6):
            recording.play(8)
            match = recording.match
            actions |= {ply.first_version: ply.played.action for ply in match.line if ply.played.repeats is None}
            step = recording.random.choice(recording.chosen_steps())
            match recording.random.randrange(3):
                case 0:
                    recording.happen(retract(match, step - 1, "", **BY))
                case 1:
                    recording.amend(step, 1, match.line[step - 1].played.action)
                case _:
                    recording.amend(step, 1)
        match = recording.match
        anchors = [ply.first_version for ply in match.line]
        assert len(set(anchors)) == len(anchors)
        for ply in match.line:
            assert ply.played.action == actions.get(ply.first_version, ply.played.action)
        last = last_steps(recording.versions)
        assert steps_by_anchor(match).items() <= last.items()
