"""Which set-ups a game says that it has, and which it takes: the same."""

from typing import Any

import pytest

from domain.kernel.errors import InvalidSetup
from domain.kernel.game import AnyGame, Setup
from domain.kernel.setup_words import HasSetupWords
from domain.registry import GAMES

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
WITH_WORDS = [key for key, game in GAMES.items() if isinstance(game, HasSetupWords)]
MANY = 20
"""More players than any game is for."""


def takes(game: AnyGame, seats: int, **chosen: Any) -> bool:
    """Whether so many may play with what is `chosen`, the other options being usual ones for as many."""
    usual: dict[str, Any] = {}
    if isinstance(game, HasSetupWords):
        found = {words.name: words.chosen("", seats) for words in game.setup_words}
        usual = {name: choice.value for name, choice in found.items() if choice is not None}
    try:
        game.initial(Setup(seats, game.options_type(**(usual | chosen))))
    except InvalidSetup:
        return False
    return True


@EVERY_GAME
def test_as_many_may_play_as_the_game_is_for(key: str) -> None:
    game = GAMES[key]
    assert tuple(seats for seats in range(MANY) if takes(game, seats)) == tuple(sorted(game.meta.seats))


@pytest.mark.parametrize("key", WITH_WORDS)
def test_a_choice_is_offered_only_where_it_can_be_played(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, HasSetupWords)
    for words in game.setup_words:
        for choice in words.choices:
            assert set(choice.seats) < set(game.meta.seats)
            refused = [
                n for n in game.meta.seats if choice.fits(n) and not takes(game, n, **{words.name: choice.value})
            ]
            assert not refused, (words.name, choice)
