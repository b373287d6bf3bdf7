"""A plug-in of pytest: ``--partita-game KEY`` adds the tests of all games for the game called `KEY`.

Without the option it does nothing, and imports nothing of Partita.
"""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from partita.testing.support import TestedGame

_TESTS: Final = tuple(map(str, sorted(Path(__file__).parent.glob("test_*.py"))))
_OWN_TESTS: Final = pytest.StashKey[set[str]]()
_CLAUSE: Final = re.compile(r"test_([A-Z]\d+)_(\d+)_")

VARIABLE: Final = "PARTITA_GAMES"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option."""
    parser.getgroup("partita").addoption(
        "--partita-game",
        action="append",
        default=[],
        metavar="KEY",
        help="run the tests of all games for this game, too; it is loaded as if PARTITA_GAMES named it",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Allow the games before anything imports Partita, which reads the variable once."""
    keys: list[str] = early_config.known_args_namespace.partita_game
    if keys:
        allowed = [key for key in re.split(r"[\s,]+", os.environ.get(VARIABLE, "")) if key]
        os.environ[VARIABLE] = ",".join(dict.fromkeys([*allowed, *keys]))


def pytest_configure(config: pytest.Config) -> None:
    """See that the games can be loaded, and add the tests.

    Raises:
        pytest.UsageError: there is no such game, or it can't be loaded; says why.
    """
    config.stash[_OWN_TESTS] = set()
    keys: list[str] = config.getoption("partita_game")
    if not keys:
        return
    from domain.registry import GAMES, INSTALLED  # noqa: PLC0415  # not without the option

    refused = {game.key: game.reason for game in INSTALLED.refused}
    for key in keys:
        if key not in GAMES:
            raise pytest.UsageError(f"--partita-game {key}: {refused.get(key, 'there is no such game')}")
    config.args += [file for file in _TESTS if file not in config.args]  # with pytest-xdist they are there already


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each of the tests for each of the games."""
    if "partita_game" in metafunc.fixturenames:
        metafunc.parametrize("partita_game", metafunc.config.getoption("partita_game"), scope="session")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note the clauses that tests are called after: ``test_O2_3_…``."""
    if match := _CLAUSE.match(item.name):
        item.config.stash[_OWN_TESTS].add(f"{match[1]}.{match[2]}")


@pytest.fixture(scope="session")
def tested(partita_game: str) -> "TestedGame":
    """The game, with matches that were played once for all tests."""
    from partita.testing.support import TestedGame  # noqa: PLC0415  # not without the option

    return TestedGame(partita_game)


@pytest.fixture(scope="session")
def partita_clauses_with_tests(pytestconfig: pytest.Config) -> set[str]:
    """The clauses that some collected test is called after."""
    return pytestconfig.stash[_OWN_TESTS]
