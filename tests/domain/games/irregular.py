"""Plays any game that offers adjustments, and now and then puts something otherwise than the rules would have it."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from domain.kernel.actions import kinds_of
from domain.kernel.adjusting import Adjust
from domain.kernel.choices import Choices
from domain.kernel.game import AnyGame, Setup
from domain.kernel.languages import Language
from domain.kernel.pending import Finished
from domain.match.choosing import adjustments_at
from tests.domain.games.choosing import filled_in
from tests.domain.games.play import Choices as Chooser
from tests.domain.games.play import RandomChoices, Step, chosen_action, on_wire, played

MOST_ADJUSTS: Final = 15
"""After so many a match goes on by the rules, so that it comes to an end."""

_OFTEN: Final = 0.25
_NOW_AND_THEN: Final = 0.3
"""The part of all moments at which an adjust comes often."""
_NAMES: Final = tuple(f"Player {seat}" for seat in range(16))


def offered(game: AnyGame, state: Any, names: tuple[str, ...] = _NAMES, language: Language = "en") -> Choices:
    """What can be put otherwise at `state`."""
    return adjustments_at(game, state, names, language)


def random_adjust(game: AnyGame, state: Any, chooser: Chooser, reason: str = "Nobody noticed.") -> Any:
    """An adjust as somebody puts it together; None where there is nothing to put otherwise."""
    choices = offered(game, state)
    if not choices.choices:
        return None
    return on_wire(game, filled_in(choices, chooser) | {"reason": reason})


def is_adjusting(kind: type) -> bool:
    """Whether this is a game's own :class:`Adjust`."""
    return issubclass(kind, Adjust)


def adjust_kinds(game: AnyGame) -> tuple[type, ...]:
    """The adjusts among the actions of a game: one, or none."""
    return tuple(filter(is_adjusting, kinds_of(game.action_type)))


def play_irregularly(game: AnyGame, setup: Setup[Any], random: Random, most: int) -> Iterator[Step]:
    """A match to its end, which must come within `most` steps, with up to `MOST_ADJUSTS` adjusts in it."""
    state, left = game.initial(setup), MOST_ADJUSTS
    for number in range(1, most + 1):
        if isinstance(game.pending(state), Finished):
            return
        action = irregular_action(game, state, random) if left else None
        left -= action is not None
        step = played(game, state, action or chosen_action(game, state, RandomChoices(random)), number)
        yield step
        state = step.after
    assert isinstance(game.pending(state), Finished), f"no end after {most} steps"


def next_action(game: AnyGame, state: Any, random: Random) -> Any:
    """What may come next in a match in which the rules aren't always kept."""
    adjust = None
    if adjust_kinds(game) and random.random() < _NOW_AND_THEN:
        adjust = irregular_action(game, state, random)
    return adjust or chosen_action(game, state, RandomChoices(random))


def irregular_action(game: AnyGame, state: Any, random: Random) -> Any:
    """Now and then an adjust, else None."""
    return random_adjust(game, state, RandomChoices(random)) if random.random() < _OFTEN else None
