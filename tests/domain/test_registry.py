"""The registry: games, editions and clauses."""

import re
from importlib import resources

import pytest

from domain.registry import GAMES, UnknownGame, clauses_of, game_of
from domain.rulebook import Clause


def test_klunker_is_found() -> None:
    assert GAMES["klunker"].meta.title == "Klunker"
    assert game_of("klunker") is GAMES["klunker"]


def test_the_edition_may_be_named() -> None:
    game = game_of("klunker")
    assert game_of("klunker", game.meta.edition) is game


def test_an_unknown_game_is_none() -> None:
    with pytest.raises(UnknownGame, match=r"^ludo$"):
        game_of("ludo")


def test_an_unknown_edition_is_none() -> None:
    with pytest.raises(UnknownGame, match="klunker in the edition of-tomorrow"):
        game_of("klunker", "of-tomorrow")


def test_the_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["ludo"] = GAMES["klunker"]  # type: ignore[index]


@pytest.mark.parametrize("key", GAMES)
def test_every_numbered_line_of_the_rules_is_a_clause(key: str) -> None:
    text = resources.files(f"domain.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8")
    assert [clause.number for clause in clauses_of(key)] == re.findall(r"^- ([A-Z]\d+\.\d+) ", text, re.MULTILINE)


def test_a_clause_is_one_line_of_text_without_its_number() -> None:
    clauses = {clause.number: clause for clause in clauses_of("klunker")}
    assert clauses["K3.3"] == Clause("K3.3", "No limit to number or kind of cards in a showcase.")
    assert clauses["K6.3"].text == "A player whose own showcase holds cards must buy: their own one or another's."


def test_a_clause_ends_where_a_heading_begins() -> None:
    last_of_section = next(clause for clause in clauses_of("klunker") if clause.number == "K1.4")
    assert last_of_section.text.endswith("their number is open).")


def test_worked_examples_are_no_clauses() -> None:
    assert not any("Safe with four tongue piercings" in clause.text for clause in clauses_of("klunker"))
