"""A game is one folder: that of docs/adding-a-game.md, and one with hidden hands, pass the tests of all games."""

import re
from pathlib import Path

import pytest

from tests.architecture.dropped_game import ROOT, run_tests_of, tree_with

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8").partition("\n## Check it\n")[0]
MOST_LINES = 120
SEEN = (
    "test_every_refusal_is_provoked_by_a_test",
    "test_what_is_listed_is_accepted_and_all_else_refused",
    "test_a_match_is_played_replayed_drawn_and_counted",
)
"""Some of the tests that have to be among those that ran."""


def blocks(language: str) -> str:
    """All blocks of a language on the page, two blank lines between them."""
    return "\n\n".join(re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL))


def nim() -> dict[str, str]:
    return {"__init__.py": blocks("python"), "RULES.md": blocks("text")}


def tricks() -> dict[str, str]:
    folder = Path(__file__).parent / "games" / "tricks"
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.is_file()}


def number_passed(said: str) -> int:
    found = re.search(r"(\d+) passed", said)
    return int(found[1]) if found else 0


def test_the_game_of_the_page_is_small() -> None:
    assert 50 < len(nim()["__init__.py"].splitlines()) <= MOST_LINES


@pytest.mark.slow
def test_the_game_of_the_page_passes_the_tests_of_all_games(tmp_path: Path) -> None:
    assert number_passed(run_tests_of("nim", tree_with("nim", nim(), tmp_path))) > 90


@pytest.mark.slow
def test_a_game_with_hidden_hands_passes_the_tests_of_all_games(tmp_path: Path) -> None:
    assert number_passed(run_tests_of("tricks", tree_with("tricks", tricks(), tmp_path))) > 100
