"""Two matches that are one to a viewer: they differ in all that this viewer may not know, and in nothing else."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import Finished
from domain.kernel.viewer import PUBLIC, Viewer
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, chosen_action, folded
from tests.domain.games.support import has_secrets, support_of

STEPS: Final = 24
"""How long twins are at least."""

_MOST: Final = 36
_TRIES: Final = 3


class Twins(Struct, frozen=True):
    """Two lines of actions of one set-up, as long as each other."""

    game: AnyGame
    setup: Setup[Any]
    viewer: Viewer
    one: tuple[Any, ...]
    other: tuple[Any, ...]

    @property
    def states(self) -> tuple[Any, Any]:
        """Where the two lead to."""
        return _played(self.game, self.setup, self.one), _played(self.game, self.setup, self.other)


def all_twins() -> list[Twins]:
    """Of every game, in two set-ups where people deal, twins for the public and for each seat; first the first ones."""
    first, last = [], []
    for key in filter(has_secrets, GAMES):
        setups = [setup for setup in support_of(key).SETUPS.values() if not setup.options.server_deals]
        found = _of_first(key, setups)
        assert found, f"no set-up of {key} has anything to hide"
        first += found
        last += [twins for twins in _of_first(key, reversed(setups)) if twins.setup != found[0].setup]
    return [*first, *last]


def _of_first(key: str, setups: Iterable[Setup[Any]]) -> list[Twins]:
    """The twins of the first set-up that has them for every viewer."""
    for setup in setups:
        found = [_twins(key, GAMES[key], setup, viewer) for viewer in (PUBLIC, *range(setup.seats))]
        if None not in found:
            return [twins for twins in found if twins is not None]
    return []


def _twins(key: str, game: AnyGame, setup: Setup[Any], viewer: Viewer) -> Twins | None:
    for seed in range(_TRIES):
        line = line_of(game, setup, Random(seed))
        for start in range(0, STEPS, 6):
            other, longest = disguised_line(key, game, setup, viewer, line, start, Random(seed))
            if longest >= STEPS:
                return Twins(game, setup, viewer, line[:longest], other[:longest])
    return None


def line_of(game: AnyGame, setup: Setup[Any], random: Random) -> tuple[Any, ...]:
    state, actions = game.initial(setup), list[Any]()
    while len(actions) < _MOST:
        action = chosen_action(game, state, RandomChoices(random))
        state = folded(game, state, game.decide(state, action))
        if isinstance(game.pending(state), Finished):  # what it shows then is no secret any longer
            break
        actions.append(action)
    return tuple(actions)


def disguised_line(
    key: str, game: AnyGame, setup: Setup[Any], viewer: Viewer, line: Sequence[Any], start: int, random: Random
) -> tuple[tuple[Any, ...], int]:
    """`line` with other secrets from the action `start` on, each told to `viewer` as before, as far as that goes.

    Also the last step after which the two tables differ; 0 where they never do.
    """
    one = other = game.initial(setup)
    actions: list[Any] = []
    longest = 0
    for number, action in enumerate(line):
        facts = game.decide(one, action)
        told = game.redact(action, facts, viewer)
        candidates = [support_of(key).disguised(other, action, viewer, random)] if number >= start else []
        for candidate in (*candidates, action):
            try:
                others_facts = game.decide(other, candidate)
            except RuleViolation:
                continue
            if game.redact(candidate, others_facts, viewer) == told:
                break
        else:
            break
        one, other = folded(game, one, facts), folded(game, other, others_facts)
        actions.append(candidate)
        longest = len(actions) if one != other else longest
    return tuple(actions), longest


def _played(game: AnyGame, setup: Setup[Any], line: Sequence[Any]) -> Any:
    state = game.initial(setup)
    for action in line:
        state = folded(game, state, game.decide(state, action))
    return state
