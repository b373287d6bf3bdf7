"""Names stand where people of each language look for them."""

import pytest

from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.titles import game_title
from domain.registry import GAMES
from service.web.ordering import games_by_title, name_order


@pytest.mark.parametrize(
    "names",
    [
        ["ada b", "Ada C", "Ágnes", "Änne", "Özil", "Paul", "Zoe"],
        ["Spelunke 2", "Spelunke 10", "Spelunken"],
        ["7", "10", "x"],
    ],
)
def test_neither_accents_nor_capitals_nor_digits_move_a_name(names: list[str]) -> None:
    assert sorted(set(names), key=name_order) == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_in_the_order_of_their_titles(language: Language) -> None:
    titles = [game_title(GAMES[key], language) for key in games_by_title(language)]
    assert sorted(titles, key=name_order) == titles
    assert len(titles) == len(GAMES)


def test_chess_is_where_a_german_looks_for_it() -> None:
    assert games_by_title("de").index("chess") > games_by_title("de").index("klunker")
