"""A game that says that its standings are open tells all viewers the same of each state."""

from random import Random

import pytest

from domain.kernel.viewer import PUBLIC, RECORDER
from domain.registry import GAMES
from tests.domain.games.covering import unless_covering
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of

EVERY_SETUP = pytest.mark.parametrize(
    ("key", "name"),
    [
        pytest.param(key, name, id=f"{key}-{name}", marks=unless_covering(key, name))
        for key in GAMES
        for name in support_of(key).SETUPS
    ],
)


@EVERY_SETUP
def test_open_standings_are_the_same_for_all(key: str, name: str) -> None:
    support, game = support_of(key), GAMES[key]
    setup = support.SETUPS[name]
    state = game.initial(setup)
    hidden = 0
    for step in play(game, setup, RandomChoices(Random(name)), support.MOST_STEPS):
        for fact in step.facts:
            state = game.evolve(state, fact)
        full = game.standings(state, RECORDER)
        hidden += any(game.standings(state, viewer) != full for viewer in (PUBLIC, *range(setup.seats)))
    assert not (game.open_standings and hidden)
