"""E4: every edition of a game that was ever released stays, and each match keeps its own, whatever is done with it."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import domain.games
from domain import registry
from domain.registry import EDITIONS, GAMES, UnknownGame, clauses_of, figures_of, game_of, seats_of
from tests.cases.two_editions import GAME, PACKAGE
from tests.service.programs import ROOT, environment
from tests.service.records.books import begun, body_of, whole_of

FIRST = GAMES[GAME].meta.edition


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for games in which the package of one has two editions."""
    package = tmp_path / GAME
    shutil.copytree(Path(domain.games.__path__[0]) / GAME, package, ignore=shutil.ignore_patterns("__pycache__"))
    with (package / "__init__.py").open("a") as file:
        file.write(PACKAGE)
    rules = package / "RULES.md"
    shutil.copy(rules, package / f"RULES-{FIRST}.md")
    with rules.open("a") as file:
        file.write("\n## K9 Tomorrow\n\n- K9.1 Everybody begins with two banknotes more.\n")
    return tmp_path


@pytest.mark.slow
def test_E4_a_match_of_each_edition_goes_through_every_operation(folder: Path, conninfo: str, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_bytes(body_of(whole_of(GAME)) + body_of(begun(GAME)))
    data = tmp_path / "data"
    data.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.cases.two_editions", folder, conninfo, data, bundle],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


PAIR = """
from domain.kernel.game import Meta


class Pair:
    options_type = action_type = fact_type = view_type = None

    def __init__(self, edition, seats, figures=()):
        self.meta = Meta(key="pair", title="Pair", seats=seats, edition=edition, credits="nobody")
        self.figures = figures


"""


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The module of a game of which a test says which editions it has."""
    (tmp_path / "pair").mkdir()
    monkeypatch.setattr(domain.games, "__path__", [*domain.games.__path__, str(tmp_path)])
    yield tmp_path / "pair" / "__init__.py"
    for cached in (registry.rulebook_of, registry.figures_of):
        cached.cache_clear()
    sys.modules.pop("domain.games.pair", None)
    vars(domain.games).pop("pair", None)


def find(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for the games again."""
    monkeypatch.setattr(registry, "EDITIONS", registry._found())
    monkeypatch.setattr(registry, "GAMES", registry._newest(registry.EDITIONS))


def test_E4_the_registry_finds_all_editions(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair.write_text(f'{PAIR}EDITIONS = (Pair("one", (2,)), Pair("two", (4, 3)))\nGAME = EDITIONS[-1]\n')
    (pair.parent / "RULES.md").write_text("- P1.1 Two.\n")
    (pair.parent / "RULES-one.md").write_text("- P1.1 One.\n")
    find(monkeypatch)
    assert list(registry.EDITIONS["pair"]) == ["one", "two"]
    assert game_of("pair").meta.edition == "two"
    assert [game_of("pair", edition).meta.edition for edition in ("one", "two")] == ["one", "two"]
    with pytest.raises(UnknownGame, match="pair in the edition three"):
        game_of("pair", "three")
    assert seats_of("pair") == (2, 3, 4)
    assert [clauses_of("pair", edition)[0].text for edition in ("one", "two", None)] == ["One.", "Two.", "Two."]


@pytest.mark.parametrize(
    "wrong",
    [
        'EDITIONS = (Pair("one", (2,)), Pair("two", (2,)))\nGAME = EDITIONS[0]\n',
        'EDITIONS = (Pair("one", (2,)), Pair("one", (2,)))\nGAME = EDITIONS[-1]\n',
        'EDITIONS = (Pair("one", (2,)), Pair("two", (2,)))\nGAME = EDITIONS[-1]\nGAME.fact_type = int\n',
    ],
)
def test_E4_editions_that_would_strand_matches_are_not_found(
    pair: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    pair.write_text(PAIR + wrong)
    with pytest.raises(TypeError, match="pair: "):
        find(monkeypatch)


def test_E4_a_figure_of_any_edition_is_one_of_the_game(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, *_ = GAMES[GAME].figures
    pair.write_text(f'{PAIR}EDITIONS = (Pair("one", (2,)), Pair("two", (2,)))\nGAME = EDITIONS[-1]\n')
    find(monkeypatch)
    old, new = registry.EDITIONS["pair"].values()
    old.figures, new.figures = (one, replace(other, clause="X1.1")), (other,)
    assert figures_of("pair") == (other, one)


def test_E4_a_game_of_one_edition_says_nothing_of_editions() -> None:
    assert {key: list(editions) for key, editions in EDITIONS.items()} == {
        key: [game.meta.edition] for key, game in GAMES.items()
    }
    assert all(figures_of(key) == game.figures for key, game in GAMES.items())
