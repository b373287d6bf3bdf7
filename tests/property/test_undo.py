"""What a seat takes back alone was no secret to it, in random matches of every game."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.asking import claimed_after, rules_of_unknowns
from domain.match.commands import NotPossible, play, retract
from domain.match.events import Undo
from domain.match.folding import evolve
from domain.match.match import Match
from domain.match.undoing import verify_undo
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, Step, chosen_action, folded
from tests.domain.games.play import play as steps_of
from tests.domain.games.support import support_of
from tests.property.test_corrections import BY, opened, set_ups

EVERY_SET_UP = pytest.mark.parametrize(("game", "setup"), set_ups())
MATCHES = 2


def viewers(setup: Setup[Any]) -> tuple[Viewer, ...]:
    return (*range(setup.seats), PUBLIC, RECORDER)


def seen(match: Match, viewer: Viewer) -> Any:
    """All that `viewer` is told of a match where it stands."""
    legal = match.game.legal_actions(match.state, viewer) if isinstance(viewer, int) else None
    return match.game.view(match.state, viewer), match.standings(viewer), match.pending, legal


def may_undo(match: Match, seat: int, to_step: int) -> bool:
    try:
        verify_undo(match, seat, to_step)
    except NotPossible:
        return False
    return True


@pytest.mark.slow
@EVERY_SET_UP
def test_an_undone_action_leaves_the_table_as_everybody_saw_it_before(game: AnyGame, setup: Setup[Any]) -> None:
    """Only the last one to act may undo, and nothing has to be drawn or shown again."""
    undone = 0
    for seed in range(MATCHES):
        random = Random(seed)
        match = opened(game, setup)
        while not match.finished:
            before = match
            match = evolve(match, play(match, chosen_action(game, match.state, RandomChoices(random)), **BY))
            actor = match.line[-1].played.action.seat
            for seat in range(setup.seats):
                steps = {match.step - 1, random.randrange(match.step)}
                allowed = [step for step in steps if may_undo(match, seat, step)]
                assert allowed in ([], [match.step - 1])
                assert not allowed or seat == actor
                if allowed:
                    undone += 1
                    back = evolve(match, retract(match, match.step - 1, "", **BY))
                    assert back.state == before.state or [seen(back, viewer) for viewer in viewers(setup)] == [
                        seen(before, viewer) for viewer in viewers(setup)
                    ]
                    assert (back.line, back.draws) == (before.line, before.draws)
    assert undone > 10


@pytest.mark.slow
@EVERY_SET_UP
def test_with_free_undo_every_seat_may_take_back_everything(game: AnyGame, setup: Setup[Any]) -> None:
    """All that is behind the last time that somebody named a card which was unknown to that seat."""
    match = replace(opened(game, setup), undo=Undo.FREE)
    for step in steps_of(game, setup, RandomChoices(Random(3)), support_of(game.meta.key).MOST_STEPS):
        match = evolve(match, play(match, step.action, **BY))
    for seat in range(setup.seats):
        first = next(step for step in range(match.step + 1) if not claimed_after(match, step, seat))
        assert may_undo(match, seat, first)
        assert first == 0 or not may_undo(match, seat, first - 1)
        assert first == 0 or (
            rules_of_unknowns(match) is not None and match.line[first - 1].played.action.seat is not None
        )


@EVERY_SET_UP
def test_what_reveals_nothing_comes_out_the_same_whatever_is_hidden_from_the_actor(
    game: AnyGame, setup: Setup[Any]
) -> None:
    """So who takes it back has learnt nothing by it, and can't use it to look."""
    support = support_of(game.meta.key)
    for seed in range(MATCHES):
        random = Random(seed)
        for step in steps_of(game, setup, RandomChoices(random), support.MOST_STEPS):
            if step.action.seat is not None and not game.reveals(step.facts):
                other = support.scrambled(step.before, step.action.seat, random)
                assert told(game, step, step.before) == told(game, step, other)


def told(game: AnyGame, step: Step, before: Any) -> Any:
    """What the actor is told of an action played on `before`."""
    seat = step.action.seat
    try:
        facts = game.decide(before, step.action)
    except RuleViolation as refusal:
        pytest.fail(f"what the actor can't see decides whether the own action is legal: {refusal}")
    after = folded(game, before, facts)
    return (
        game.redact(step.action, facts, seat)[1],
        game.view(after, seat),
        game.pending(after),
        game.legal_actions(after, seat),
    )


@pytest.mark.parametrize("key", GAMES)
def test_what_opens_a_secret_reveals(key: str) -> None:
    game, support = GAMES[key], support_of(key)
    for kind in support.REVEALING:
        facts = [example for example in support.EXAMPLES if isinstance(example, kind)]
        assert facts
        assert all(game.reveals([fact]) for fact in facts)
    assert not game.reveals([])
