"""Rounds and phases, for who jumps through a match: the same for every viewer, and they only go on."""

from random import Random

import pytest

from domain.kernel.languages import LANGUAGES
from domain.kernel.titles import title_of
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of

EVERY_GAME = pytest.mark.parametrize("key", GAMES)


@EVERY_GAME
def test_rounds_only_go_on(key: str) -> None:
    game, support = GAMES[key], support_of(key)
    for setup in support.SETUPS.values():
        before = game.chapter(game.initial(setup))
        assert before.round in {0, 1}
        for step in play(game, setup, RandomChoices(Random(7)), support.MOST_STEPS):
            now = game.chapter(step.after)
            assert now.round in {before.round, before.round + 1}
            before = now
        assert before.phase.key == "end"


@EVERY_GAME
def test_every_phase_has_titles_of_its_own(key: str) -> None:
    game, support = GAMES[key], support_of(key)
    phases = set()
    for seed, setup in enumerate(support.SETUPS.values()):
        phases.add(game.chapter(game.initial(setup)).phase)
        for step in play(game, setup, RandomChoices(Random(seed)), support.MOST_STEPS):
            phases.add(game.chapter(step.after).phase)
    for language in LANGUAGES:
        titles = [title_of(game, "phase", one.key, language) for one in phases]
        assert len({*titles, ""}) == len(phases) + 1
