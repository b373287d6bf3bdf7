"""Rounds and phases, for who jumps through a match: the same for every viewer, and they only go on."""

from enum import StrEnum
from importlib import import_module
from random import Random

import pytest

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
def test_every_phase_has_titles(key: str) -> None:
    name = f"domain.games.{key}"
    phases = [
        kind
        for kind in vars(import_module(f"{name}.events")).values()
        if isinstance(kind, type) and issubclass(kind, StrEnum) and kind.__name__ == f"{key.capitalize()}Phase"
    ]
    (phase,) = phases
    titles = import_module(f"{name}.chapters")._PHASES
    assert set(titles) == set(phase)
    assert all(one.key and one.en and one.it and one.en != one.it for one in titles.values())
    assert len({one.key for one in titles.values()}) == len({one.en for one in titles.values()})
