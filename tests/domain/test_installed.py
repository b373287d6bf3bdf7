"""Games of other distributions are loaded if they are allowed, and refused with a reason if they don't fit."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain import registry
from domain.codec import _OTHER_AGGREGATES
from domain.installed import GROUP, RESERVED, InstalledGames, RefusedGame, installed_games
from domain.kernel.interface import INTERFACE
from service.cli import installed as told
from service.cli.main import main
from service.cli.new_game import game_files

Allowed = Callable[..., InstalledGames]


def entry(key: str, value: str | None = None) -> EntryPoint:
    return EntryPoint(key, value or f"partita_{key}:GAME", GROUP)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Writes the package of a game to where it can be imported, with some of its text put otherwise."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def written(key: str, was: str = "", becomes: str = "") -> None:
        for name, text in game_files(key, built_in=False).items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            assert name != f"partita_{key}/__init__.py" or was in text
            file.write_text(text.replace(was, becomes) if was and name.endswith("__init__.py") else text)

    yield written
    for name in set(sys.modules) - before:
        if name.startswith("partita_"):
            del sys.modules[name]


def looked_up(allowed: str, *entries: EntryPoint) -> InstalledGames:
    return installed_games(allowed, registry._built_in(), registry._editions, lambda: entries)


def refused(allowed: str, *entries: EntryPoint) -> str:
    found = looked_up(allowed, *entries)
    assert found.loaded == ()
    return found.refused[0].reason


def test_nothing_is_looked_for_where_nothing_is_allowed() -> None:
    assert installed_games("", (), registry._editions, lambda: pytest.fail("it was looked for")) == InstalledGames()


def test_what_is_allowed_is_loaded_and_nothing_else_is_imported(write: Callable[..., None]) -> None:
    write("pebbles")
    write("cones")
    found = looked_up("pebbles", entry("pebbles"), entry("cones"))
    (game,) = found.loaded
    assert (game.key, game.package, list(game.editions)) == ("pebbles", "partita_pebbles", ["first"])
    assert "partita_cones" not in sys.modules
    assert not found.refused
    assert not found.absent


def test_all_are_allowed_by_a_star(write: Callable[..., None]) -> None:
    write("pebbles")
    write("cones")
    assert [game.key for game in looked_up("*", entry("pebbles"), entry("cones")).loaded] == ["cones", "pebbles"]


def test_what_is_allowed_but_not_installed_is_told() -> None:
    assert looked_up("pebbles, klunker cones").absent == ("pebbles", "cones")


def test_two_of_one_key_are_refused(write: Callable[..., None]) -> None:
    write("pebbles")
    reason = refused("pebbles", entry("pebbles"), entry("pebbles", "partita_other:GAME"))
    assert "several distributions" in reason
    assert "partita_pebbles" not in sys.modules


def test_the_key_of_a_game_of_partita_is_refused() -> None:
    assert "Partita has a game of that key" in refused("klunker", entry("klunker"))


@pytest.mark.parametrize("key", [*sorted(RESERVED), "Pebbles", "1st", "a-b"])
def test_what_cant_be_a_key_is_refused(key: str) -> None:
    assert "can't be called that" in refused("*", entry(key))


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        (f", interface={INTERFACE}", f", interface={INTERFACE + 1}", f"written for interface {INTERFACE + 1}"),
        (f", interface={INTERFACE}", "", "names no interface"),
        ('key="pebbles"', 'key="stones"', "but its key is stones"),
        (
            "from partita.kernel import (",
            "from partita.kernel import (\n    Nonsense,",
            "cannot import name 'Nonsense'",
        ),
        ("GAME: Game[", "GAME_1: Game[", "has no attribute 'GAME'"),
        ("PebblesTake", "Take", "structs have to begin with Pebbles"),
    ],
)
def test_what_doesnt_fit_is_refused(write: Callable[..., None], was: str, becomes: str, said: str) -> None:
    write("pebbles", was, becomes)
    reason = refused("pebbles", entry("pebbles"))
    assert said in reason
    assert INTERFACE == 1 or "interface" in reason


def test_one_that_is_refused_keeps_no_other_away(write: Callable[..., None]) -> None:
    write("pebbles")
    found = looked_up("*", entry("pebbles"), entry("klunker"))
    assert [game.key for game in found.loaded] == ["pebbles"]
    assert [game.key for game in found.refused] == ["klunker"]


def test_the_names_of_the_log_are_reserved() -> None:
    assert {"match", *_OTHER_AGGREGATES} == RESERVED


def test_a_command_ends_with_what_cant_be_loaded_and_the_doctor_tells_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    games = InstalledGames(refused=(RefusedGame("pebbles", "partita-pebbles 1.0", "it is broken"),), absent=("cones",))
    monkeypatch.setattr(told, "INSTALLED", games)
    monkeypatch.setenv("PARTITA_GAMES", "pebbles,cones")
    ended = CliRunner().invoke(main, ["migrate", "--data", str(tmp_path)])
    assert ended.exit_code == 1
    assert "pebbles (partita-pebbles 1.0): it is broken" in ended.output
    doctor = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    assert "FAILURE  game pebbles: of partita-pebbles 1.0: it is broken" in doctor.output
    assert "warning  game cones: PARTITA_GAMES names it, but it isn't installed" in doctor.output
