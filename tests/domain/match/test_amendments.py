"""Corrections of a line: an action in the place of another one was played when that was."""

from datetime import timedelta
from random import Random

import pytest

from domain.match import commands
from domain.match.amendments import NewAction, Splice, amend_all
from domain.match.events import ActionPlayed
from domain.match.folding import evolve
from domain.match.match import Match
from domain.registry import GAMES
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.domain.games.twin_walk import opened
from tests.domain.match.examples import AT

STEPS = 5


def timed() -> Match:
    """A match of a few steps, each of which was played a minute after the one before."""
    setups = support_of("klunker").SETUPS
    name = next(name for name, setup in setups.items() if not setup.options.server_deals)
    match, choices = opened(GAMES["klunker"], setups[name]), RandomChoices(Random(7))
    for minute in range(1, STEPS + 1):
        action = chosen_action(match.game, match.state, choices)
        played_at = AT + timedelta(minutes=minute)
        match = evolve(match, commands.play(match, action, at=AT, by="", played_at=played_at))
    return match


def times_after(match: Match, *splices: Splice) -> list[int | None]:
    """In which minute each step was played, from the first of `splices` on; None: nobody says."""
    amendment = amend_all(match, splices, "a slip", chance=ChosenDraws(RandomChoices(Random(1))), at=AT, by="")
    assert amendment.obstacle is None
    played = [event.played_at for event in amendment.events if isinstance(event, ActionPlayed)]
    return [None if time is None else (time - AT) // timedelta(minutes=1) for time in played]


def actions_of(match: Match, *steps: int) -> tuple[NewAction, ...]:
    return tuple(NewAction(match.line[step - 1].played.action) for step in steps)


@pytest.mark.parametrize(
    ("step", "remove"), [(step, remove) for step in range(1, STEPS + 1) for remove in range(1, STEPS + 2 - step)]
)
def test_each_new_action_has_the_time_of_the_one_it_stands_for(step: int, remove: int) -> None:
    match = timed()
    again = Splice(step, remove, actions_of(match, *range(step, step + remove)))
    assert times_after(match, again) == list(range(step, STEPS + 1))


def test_what_is_put_in_beyond_them_has_none() -> None:
    match = timed()
    one_more, one_less = Splice(2, 1, actions_of(match, 2, 3)), Splice(3, 1, ())
    assert times_after(match, one_more, one_less) == [2, None, 4, 5]
