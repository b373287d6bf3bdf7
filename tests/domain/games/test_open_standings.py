"""A game that says that its standings are open tells all viewers the same of each state."""

from random import Random

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@EVERY_GAME
def test_open_standings_are_the_same_for_all(game: AnyGame) -> None:
    support = support_of(game.meta.key)
    hidden = 0
    for seed, setup in enumerate(support.SETUPS.values()):
        state = game.initial(setup)
        for step in play(game, setup, RandomChoices(Random(seed)), support.MOST_STEPS):
            for fact in step.facts:
                state = game.evolve(state, fact)
            full = game.standings(state, RECORDER)
            hidden += any(game.standings(state, viewer) != full for viewer in (PUBLIC, *range(setup.seats)))
    assert not (game.open_standings and hidden)
