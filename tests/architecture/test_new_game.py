"""A folder below domain/games is all it takes to have a new game, and every folder there is complete."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.games
from domain import registry
from domain.kernel.game import AnyGame
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
    registry.clauses_of.cache_clear()
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
    assert registry.clauses_of("pebbles") == (registry.Clause("P1.1", "Two pebbles."),)


@pytest.mark.usefixtures("pebbles")
def test_a_game_without_support_for_the_tests_of_all_games_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"pebbles lacks .*support\.py"):
        support_of("pebbles")


def test_the_support_that_is_needed_is_more_than_nothing() -> None:
    assert {"SETUPS", "EXAMPLES", "check_conservation", "scrambled", "disguised", "check_end"} <= set(NEEDED)


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES)
def test_a_game_is_called_as_its_folder(game: AnyGame) -> None:
    assert registry.GAMES[game.meta.key] is game


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES)
def test_a_games_structs_bear_its_name(game: AnyGame) -> None:
    """The OpenAPI document names components by the bare class."""
    prefix = game.meta.key.capitalize()
    for union in (game.action_type, game.fact_type):
        assert [kind.__name__ for kind in union.__args__ if not kind.__name__.startswith(prefix)] == []
    assert game.options_type.__name__.startswith(prefix)


@pytest.mark.parametrize("key", registry.GAMES)
def test_no_code_outside_a_games_folder_names_it(key: str) -> None:
    """Nothing else in the domain has to be edited for a new game."""
    root = Path(domain.games.__path__[0]).parent
    inside = root / "games" / key
    for file in root.glob("**/*.py"):
        if inside not in file.parents:
            assert key not in file.read_text(encoding="utf-8").lower(), file
