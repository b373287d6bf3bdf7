"""A folder below domain/games is all it takes to have a new game, and every folder there is complete."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import domain.games
from domain import registry
from domain.kernel.actions import kinds_of
from domain.kernel.game import AnyGame
from domain.rulebook import Clause
from tests.domain.games.support import NEEDED, support_of

GAME = '''
"""A game that is nothing but its meta data."""

from domain.kernel.game import Meta


class Pebbles:
    meta = Meta(key="pebbles", title="Pebbles", seats=(2,), edition="of-the-beach", credits="nobody")


GAME = Pebbles()
'''

RULES = """# Pebbles

## P1 Contents
- P1.1 Two
  pebbles.
"""


@pytest.fixture
def pebbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second place for games, with the folder `pebbles` and a folder that is no package."""
    folder = tmp_path / "pebbles"
    folder.mkdir()
    (folder / "__init__.py").write_text(GAME)
    (folder / "RULES.md").write_text(RULES)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "todo.txt").write_text("nothing")
    monkeypatch.setattr(domain.games, "__path__", [*domain.games.__path__, str(tmp_path)])
    monkeypatch.setattr(registry, "EDITIONS", registry._found())
    monkeypatch.setattr(registry, "GAMES", registry._newest(registry.EDITIONS))
    yield
    registry.rulebook_of.cache_clear()
    sys.modules.pop("domain.games.pebbles")
    vars(domain.games).pop("pebbles")


@pytest.mark.usefixtures("pebbles")
def test_a_folder_is_a_game() -> None:
    assert registry.game_of("pebbles").meta.title == "Pebbles"
    assert registry.game_of("klunker").meta.key == "klunker"
    assert "notes" not in registry.GAMES
    assert list(registry.GAMES) == sorted(registry.GAMES)


@pytest.mark.usefixtures("pebbles")
def test_its_clauses_are_read_from_the_folder() -> None:
    assert registry.clauses_of("pebbles") == (Clause("P1.1", "Two pebbles."),)


@pytest.mark.usefixtures("pebbles")
def test_a_game_may_not_forget_to_test_its_secrets() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"pebbles has secrets; its tests need scrambled"):
        support_of("pebbles").scrambled(None, 0, Random(0))


@pytest.mark.parametrize("key", registry.GAMES)
def test_a_game_has_all_that_the_tests_of_all_games_need(key: str) -> None:
    assert {"SETUPS", "EXAMPLES", "check_conservation", "scrambled", "disguised", "check_end"} <= set(NEEDED)
    assert [name for name in NEEDED if not hasattr(support_of(key), name)] == []


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES)
def test_a_game_is_called_as_its_folder(game: AnyGame) -> None:
    assert registry.GAMES[game.meta.key] is game


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES)
def test_a_games_structs_bear_its_name(game: AnyGame) -> None:
    """The OpenAPI document names components by the bare class."""
    structs = (*kinds_of(game.action_type), *kinds_of(game.fact_type), game.options_type, game.view_type)
    assert [kind.__name__ for kind in structs if not kind.__name__.startswith(game.meta.name)] == []


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.GAMES)
def test_no_code_outside_a_games_folder_names_it(key: str) -> None:
    """Nothing else in the domain has to be edited for a new game."""
    root = Path(domain.games.__path__[0]).parent
    inside = root / "games" / key
    others = {file: tree for file, tree in trees_below(root).items() if inside not in file.parents}
    everyday = {name for tree in others.values() for name in names_in(tree)}
    for file, tree in others.items():
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not any(module.split(".")[:3] == ["domain", "games", key] for module in modules), file
        assert [name for name in names_in(tree) if re.match(rf"{registry.GAMES[key].meta.name}[A-Z]", name)] == [], file
        if key not in everyday:  # a key may be a word that is used for something else
            assert key not in constants_in(tree), file


@cache
def trees_below(folder: Path) -> dict[Path, ast.Module]:
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in folder.glob("**/*.py")}


def names_in(tree: ast.Module) -> set[str]:
    """The words that code gives to things."""
    fields = ("id", "attr", "arg", "name")
    return {word for node in ast.walk(tree) for field in fields if isinstance(word := getattr(node, field, None), str)}


def constants_in(tree: ast.Module) -> set[Any]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
