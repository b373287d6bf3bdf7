"""Who deals where nothing is said: the table, since its first version the service in what was stored."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.kernel.game import SERVER, Setup
from domain.kernel.languages import LANGUAGES
from domain.kernel.setup_words import HasSetupWords
from domain.kernel.titles import title_of
from domain.match.commands import open_match
from domain.match.folding import evolve
from domain.registry import GAMES
from tests.domain.match.examples import AT

WITH_WORDS = [key for key, game in GAMES.items() if isinstance(game, HasSetupWords)]
WITH_CHANCE = [key for key, game in GAMES.items() if "dealing" in game.options_type.__struct_fields__]


@pytest.mark.parametrize("key", WITH_CHANCE)
def test_a_new_match_has_its_own_cards(key: str) -> None:
    assert GAMES[key].options_type().dealing != SERVER


@pytest.mark.parametrize("key", WITH_CHANCE)
def test_a_stored_match_that_does_not_say_is_dealt_by_the_service(key: str) -> None:
    game = GAMES[key]
    setup = game.demos[0]
    seats = [UUID(int=number) for number in range(1, setup.seats + 1)]
    opened = open_match(game, setup.options, seats, played_on=AT.date(), at=AT, by="")
    assert opened.options["dealing"] == SERVER
    silent = replace(opened, options={name: value for name, value in opened.options.items() if name != "dealing"})
    assert evolve(None, silent) == evolve(None, opened)


def test_the_games_with_cards_say_who_deals_in_words() -> None:
    assert set(WITH_CHANCE) <= set(WITH_WORDS)


@pytest.mark.parametrize("key", WITH_WORDS)
def test_the_words_of_a_set_up_are_its_options(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, HasSetupWords)
    fields = game.options_type.__struct_fields__
    for words in game.setup_words:
        assert words.name in fields
        assert len({choice.key for choice in words.choices}) == len(words.choices)
        for language in LANGUAGES:
            keys = [words.name, *(f"{words.name}_{choice.key}" for choice in words.choices)]
            titles = [title_of(game, "option", key, language) for key in keys]
            assert len({*titles, ""}) == len(titles) + 1


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key in WITH_WORDS for seats in GAMES[key].meta.seats])
def test_what_is_chosen_by_itself_can_be_played_and_is_the_default(key: str, seats: int) -> None:
    game = GAMES[key]
    assert isinstance(game, HasSetupWords)
    chosen = {words.name: words.chosen("", seats) for words in game.setup_words}
    options = game.options_type(**{name: choice.value for name, choice in chosen.items() if choice is not None})
    game.initial(Setup(seats, options))
    if "dealing" in chosen:
        assert options.dealing == game.options_type().dealing
