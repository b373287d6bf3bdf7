"""Which matches are of one subject."""

import pytest

from domain.games.sheet import GAME as SHEET
from domain.games.sheet.actions import SheetOptions
from domain.subjects.subject import subject_of, subject_of_game, subject_of_title, title_key


@pytest.mark.parametrize(
    "title",
    ["Catan", "catan ", "  CATAN", "\N{FULLWIDTH LATIN CAPITAL LETTER C}atan"],
)
def test_S1_2_titles_that_people_take_for_the_same_are_one(title: str) -> None:
    assert subject_of_title("sheet", title).id == subject_of_title("sheet", "Catan").id


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Die  Siedler\tvon Catan", "die siedler von catan"),
        ("Carcassonne \N{ROMAN NUMERAL TWO}", "carcassonne ii"),
        ("Stra\N{LATIN SMALL LETTER SHARP S}e", "STRASSE"),
        ("Caf\N{LATIN SMALL LETTER E WITH ACUTE}", "CAFE\N{COMBINING ACUTE ACCENT}"),
    ],
)
def test_S1_2_spacing_case_and_forms_of_letters_dont_count(one: str, other: str) -> None:
    assert title_key(one) == title_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Catan", "Catan: Seafarers"), ("Uno", "Un o"), ("Go", "G\N{LATIN SMALL LETTER O WITH DIAERESIS}")],
)
def test_S1_2_other_titles_are_other_subjects(one: str, other: str) -> None:
    assert subject_of_title("sheet", one).id != subject_of_title("sheet", other).id


@pytest.mark.parametrize("title", ["", "   ", "\N{NO-BREAK SPACE}"])
def test_a_sheet_without_a_title_is_of_the_game(title: str) -> None:
    assert subject_of(SHEET.meta, SheetOptions(title=title)) == subject_of_game("sheet")


def test_a_subject_has_the_spelling_of_its_match() -> None:
    assert subject_of(SHEET.meta, SheetOptions(title=" Hal  Tap ")).title == "Hal Tap"
    assert subject_of_game("klunker").title is None
    assert subject_of_game("klunker").id != subject_of_title("sheet", "klunker").id
