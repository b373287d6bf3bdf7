"""Rules, code and tests of a game name each other by the numbers of clauses."""

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from domain.kernel.packages import package_of
from domain.registry import clauses_of
from partita.testing.support import TestedGame

_CITATION: Final = re.compile(r"\b([A-Z]\d+\.\d+)\b")


def test_its_rules_are_clauses_with_numbers(tested: TestedGame) -> None:
    numbers = [clause.number for clause in clauses_of(tested.game.meta.key)]
    assert numbers, "RULES.md has no clauses"
    assert len(set(numbers)) == len(numbers)
    assert len({number[0] for number in numbers}) == 1, "all numbers begin with the same letter"


def test_only_clauses_that_there_are_are_cited(tested: TestedGame) -> None:
    numbers = {clause.number for clause in clauses_of(tested.game.meta.key)}
    assert sorted(_cited(tested, {number[0] for number in numbers}) - numbers) == []


def test_each_clause_has_a_test_or_is_cited(tested: TestedGame, partita_clauses_with_tests: set[str]) -> None:
    """As soon as a test is called after a clause, all clauses need theirs; until then the code cites each of them."""
    numbers = {clause.number for clause in clauses_of(tested.game.meta.key)}
    untested = set(tested.own("GAPS", {}))
    letters = {number[0] for number in numbers}
    has_tests = any(number[0] in letters for number in partita_clauses_with_tests)
    shown = partita_clauses_with_tests if has_tests else _cited(tested, letters)
    assert sorted(numbers - shown - untested) == []


def _cited(tested: TestedGame, letters: set[str]) -> set[str]:
    """The clauses that the code of a game cites; only letters that begin clauses of this game count."""
    cited = {clause for file in _sources(tested) for clause in _CITATION.findall(file.read_text(encoding="utf-8"))}
    return {clause for clause in cited if clause[0] in letters}


def _sources(tested: TestedGame) -> Iterator[Path]:
    folder = Path(str(resources.files(package_of(tested.game.meta.key))))
    return (file for file in folder.rglob("*.py") if "tests" not in file.relative_to(folder).parts)
