"""Clauses, rules and tests name each other, in every game.

Every clause of a game's RULES.md has a test called after it, every clause that the game cites exists, and every
refusal is provoked by a test. A game without tests of its own cites every clause where it is carried out, and random
play provokes every refusal.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import domain.games
from domain.kernel.game import AnyGame
from domain.registry import GAMES, clauses_of
from tests.domain.games.refusals import clauses_provoked
from tests.domain.games.support import GAMES_FOLDER, support_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

CITATION = re.compile(r"\b([A-Z]\d+(?:\.\d+)?)\b")
"""A clause such as K5.3, or a whole section such as K5."""

TEST_NAME = re.compile(r"test_([A-Z]\d+)_(\d+)_")

SAYING_NO = {"RuleViolation", "InvalidSetup", "refuses", "invalid"}
"""Calls that refuse something, in the rules and in the tests' words."""

NO_REFUSALS = {"Finished", "Figure"}
"""Calls that cite a clause without refusing anything."""


def source_of(game: AnyGame) -> list[Path]:
    return sorted(Path(domain.games.__path__[0], game.meta.key).glob("**/*.py"))


def files_with_tests_of(game: AnyGame) -> list[Path]:
    return sorted((GAMES_FOLDER / game.meta.key).glob("**/test_*.py"))


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), file.name)


def clauses(game: AnyGame) -> list[str]:
    return [clause.number for clause in clauses_of(game.meta.key)]


def clauses_with_tests(game: AnyGame) -> set[str]:
    """The clauses in the names of the game's tests."""
    names = (
        node.name for file in files_with_tests_of(game) for node in ast.walk(parsed(file)) if hasattr(node, "name")
    )
    return {f"{match[1]}.{match[2]}" for name in names if (match := TEST_NAME.match(str(name)))}


def clauses_in_text(game: AnyGame, file: Path) -> set[str]:
    """The clauses and sections that a file cites; only letters that begin clauses of this game count."""
    letters = {number[0] for number in clauses(game)}
    return {found for found in CITATION.findall(file.read_text(encoding="utf-8")) if found[0] in letters}


def clauses_refused(files: list[Path]) -> set[str]:
    """The clauses in these files' calls that say no."""
    return {clause for file in files for clause in _refusals(parsed(file))}


def _refusals(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in SAYING_NO:
            yield from _clauses_below(node)


def _handed_on(tree: ast.Module) -> Iterator[str]:
    """Clauses outside of texts and of what isn't a refusal: they reach a refusal as a variable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) not in NO_REFUSALS:
            yield from (c for argument in node.args + [k.value for k in node.keywords] for c in _clauses_in(argument))
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.Return | ast.IfExp | ast.Dict | ast.Tuple | ast.Set):
            yield from (clause for child in ast.iter_child_nodes(node) for clause in _clauses_in(child))


def _clauses_in(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[A-Z]\d+\.\d+", node.value):
        yield node.value


def _clauses_below(node: ast.AST) -> Iterator[str]:
    for below in ast.walk(node):
        yield from _clauses_in(below)


def _name(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


@EVERY_GAME
def test_clauses_are_numbered_once_and_in_order(game: AnyGame) -> None:
    numbers = [tuple(map(int, number[1:].split("."))) for number in clauses(game)]
    assert numbers == sorted(set(numbers))
    assert len({number[0] for number in clauses(game)}) == 1
    for section, place in numbers:
        assert place == 1 or (section, place - 1) in numbers, f"there is no clause before {section}.{place}"


@EVERY_GAME
def test_every_clause_has_a_test(game: AnyGame) -> None:
    if files_with_tests_of(game):
        covered = clauses_with_tests(game)
    else:
        covered = {clause for file in source_of(game) for clause in clauses_in_text(game, file)}
    assert set(clauses(game)) - covered - set(support_of(game.meta.key).GAPS) == set()


@EVERY_GAME
def test_gaps_are_real_and_have_a_reason(game: AnyGame) -> None:
    gaps = support_of(game.meta.key).GAPS
    assert set(gaps) & clauses_with_tests(game) == set()
    assert set(gaps) <= set(clauses(game))
    assert all(len(reason) > 20 for reason in gaps.values())


@EVERY_GAME
def test_every_clause_in_a_tests_name_exists(game: AnyGame) -> None:
    assert clauses_with_tests(game) <= set(clauses(game))


@EVERY_GAME
def test_every_clause_cited_in_the_game_and_its_tests_exists(game: AnyGame) -> None:
    known = {*clauses(game), *(number.partition(".")[0] for number in clauses(game))}
    for file in (*source_of(game), *files_with_tests_of(game)):
        assert clauses_in_text(game, file) <= known, file


@EVERY_GAME
def test_every_refusal_is_provoked_by_a_test(game: AnyGame) -> None:
    in_rules = clauses_refused(source_of(game)) | {
        clause for file in source_of(game) for clause in _handed_on(parsed(file))
    }
    assert in_rules, "a game that refuses nothing?"
    tests = files_with_tests_of(game)
    assert in_rules - (clauses_refused(tests) if tests else clauses_provoked(game.meta.key)) == set()


def test_refusals_are_found_in_calls_and_in_what_is_handed_on() -> None:
    rules = ast.parse(
        'def f(state):\n    "Not X9.9."\n    clause = "X1.1" if state else "X1.2"\n'
        '    verify(state, "X1.3")\n    raise RuleViolation("X1.4", "X1.5 is text.")\n    return Finished("X1.6")\n'
        'FIGURE = Figure("pebbles", "X1.7")\n'
    )
    assert {*_refusals(rules), *_handed_on(rules)} == {"X1.1", "X1.2", "X1.3", "X1.4"}
