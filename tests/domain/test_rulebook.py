"""The rules as data, in every language that they were translated into."""

import re
from importlib import resources
from pathlib import Path

import pytest

from domain.registry import GAMES, clauses_of, rulebook_of
from domain.rulebook import Clause, Section, parse_rulebook, read_rulebook

CITED = re.compile(r"\b[A-Z]\d+(?:\.\d+)?\b")

TRANSLATIONS = [
    (key, file.name.split(".")[1])
    for key in GAMES
    for file in resources.files(f"domain.games.{key}").iterdir()
    if re.fullmatch(r"RULES\.\w+\.md", file.name)
]


def cited(clause: Clause) -> set[str]:
    """The clauses and sections of the same game that a clause names."""
    return {found for found in CITED.findall(clause.text) if found[0] == clause.number[0]}


def test_each_game_has_its_rules_in_italian() -> None:
    told = {"chess", "klunker", "halunken", "dschunke", "sheet"}
    assert {key for key, language in TRANSLATIONS if language == "it"} == told <= set(GAMES)


@pytest.mark.parametrize(("key", "language"), TRANSLATIONS)
def test_a_translation_has_the_same_sections_clauses_readings_and_citations(key: str, language: str) -> None:
    english, translated = rulebook_of(key), rulebook_of(key, None, language)
    assert (english.language, translated.language) == ("en", language)
    assert len(english.introduction) == len(translated.introduction)
    for one, other in zip(english.sections, translated.sections, strict=True):
        assert one.number == other.number
        assert [clause.number for clause in one.clauses] == [clause.number for clause in other.clauses]
        assert (len(one.paragraphs), len(one.examples)) == (len(other.paragraphs), len(other.examples))
    for original, clause in zip(english.clauses, translated.clauses, strict=True):
        assert cited(original) == cited(clause), clause.number
        assert len(original.readings) == len(clause.readings), clause.number
        assert original.text != clause.text, clause.number


@pytest.mark.parametrize(("key", "language"), [*((key, "en") for key in GAMES), *TRANSLATIONS])
def test_every_clause_that_a_clause_cites_exists(key: str, language: str) -> None:
    book = rulebook_of(key, None, language)
    known = {*(clause.number for clause in book.clauses), *(section.number for section in book.sections)}
    assert {number for clause in book.clauses for number in cited(clause)} <= known


@pytest.mark.parametrize(("key", "language"), [*((key, "en") for key in GAMES), *TRANSLATIONS])
def test_readings_are_parts_of_their_clause(key: str, language: str) -> None:
    clauses = clauses_of(key, None, language)
    assert all(reading in clause.text for clause in clauses for reading in clause.readings)
    assert any(clause.readings for clause in clauses) == any(
        "reading" in clause.text.lower() for clause in clauses_of(key)
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_language_without_a_translation_falls_back_to_english(key: str) -> None:
    assert rulebook_of(key, None, "xx") == rulebook_of(key)


def test_an_edition_of_its_own_has_translations_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("- P1.1 Two.\n")
    (tmp_path / "RULES.it.md").write_text("- P1.1 Due.\n")
    (tmp_path / "RULES-one.md").write_text("- P1.1 One.\n")
    assert read_rulebook(tmp_path, "two", "it").clauses == (Clause("P1.1", "Due."),)
    assert read_rulebook(tmp_path, "one", "it").clauses == (Clause("P1.1", "One."),)
    (tmp_path / "RULES-one.it.md").write_text("- P1.1 Uno.\n")
    assert read_rulebook(tmp_path, "one", "it").clauses == (Clause("P1.1", "Uno."),)


TEXT = """# Pebbles

By nobody.
In two lines.

## P1 Play

Before the clauses.
- P1.1 Take one,
  or two (reading: never three).
- P1.2 Pass. Reading: who can't take passes. So does who won't.
- P1.3 Do it; reading: at once (P1.1). Then go on.
## Examples
- Two pebbles.
"""


def test_sections_paragraphs_clauses_and_examples_are_told_apart() -> None:
    book = parse_rulebook(TEXT, "en")
    assert (book.title, book.introduction) == ("Pebbles", ("By nobody. In two lines.",))
    assert book.sections == (
        Section(
            "P1",
            "Play",
            ("Before the clauses.",),
            (
                Clause("P1.1", "Take one, or two (reading: never three).", ("(reading: never three)",)),
                Clause(
                    "P1.2",
                    "Pass. Reading: who can't take passes. So does who won't.",
                    ("Reading: who can't take passes. So does who won't.",),
                ),
                Clause("P1.3", "Do it; reading: at once (P1.1). Then go on.", ("reading: at once (P1.1).",)),
            ),
            (),
        ),
        Section(None, "Examples", (), (), ("Two pebbles.",)),
    )


@pytest.mark.parametrize(("key", "language"), [*((key, "en") for key in GAMES), *TRANSLATIONS])
def test_ranges_and_products_are_written_as_people_write_them(key: str, language: str) -> None:
    """From 1 to 7, not 1..7; 14 × 3, not 14 x 3."""
    told = [clause.text for clause in clauses_of(key, None, language)]
    assert [text for text in told if re.search(r"\.\.|\d x \d", text)] == []
