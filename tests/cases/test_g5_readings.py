"""Every choice that the software makes where a rulebook is unclear is named to those who read the rules."""

import re
from pathlib import Path

import pytest

from domain.registry import GAMES, clauses_of

READINGS = {
    "D1.9": "merchants",
    "D5.5": "more than one other junk",
    "D7.7": "next reveal",
    "D9.3": "a pass gives up the second card",
    "D9.6": "mixed pile",
    "D10.3": "its own pool",
    "D10.6": "three kinds",
    "H2.2": "who places the first captain",
    "H3.3": "own Black Jack's card",
    "H4.2": "which colour is doubled",
    "H5.7": "whether Black Jack moves",
    "H6.2": "opener's pass",
    "K5.3": "nine or more",
    "K5.5": "sets of two or more types",
}

RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.parametrize("number", READINGS)
def test_G5_the_page_of_rules_names_the_reading(number: str) -> None:
    rows = [row for row in RULES_PAGE.read_text(encoding="utf-8").splitlines() if row.startswith(f"| {number} |")]
    assert any(READINGS[number] in row for row in rows), number


@pytest.mark.parametrize("number", [number for number in READINGS if number != "D1.9"])
def test_G5_the_clause_says_that_it_is_a_reading(number: str) -> None:
    texts = {clause.number: clause.text for key in GAMES for clause in clauses_of(key)}
    assert re.search(r"\breading\b", texts[number], flags=re.IGNORECASE)
