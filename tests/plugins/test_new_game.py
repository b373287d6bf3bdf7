"""What `partita new-game` writes passes the tests of all games at once, and refuses what can't be a game."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.kernel.interface import INTERFACE
from domain.registry import GAMES
from service.cli.main import main
from service.cli.new_game import game_files
from tests.architecture.dropped_game import ROOT, run_tests_of, tree_with


def new_game(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["new-game", *words])
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("Pebbles", "small letters"),
        ("1st", "begins with a letter"),
        ("match", "is taken"),
        (next(iter(GAMES)), "taken"),
    ],
)
def test_what_cant_be_a_key_is_refused(key: str, said: str, tmp_path: Path) -> None:
    code, out = new_game(key, "--into", str(tmp_path))
    assert code == 2
    assert said in out
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    assert new_game("pebbles", "--into", str(tmp_path))[0] == 0
    code, out = new_game("pebbles", "--into", str(tmp_path))
    assert code == 1
    assert "there already" in out


@pytest.mark.slow
def test_a_distribution_passes_the_tests_of_all_games(tmp_path: Path) -> None:
    """It stands in the search path with its entry point, as when it is installed."""
    assert new_game("ten_stones", "--into", str(tmp_path))[0] == 0
    place = tmp_path / "partita-ten-stones"
    distribute(place, "ten_stones")
    said = verdict_of("ten_stones", place)
    assert int(re.findall(r"(\d+) passed", said)[0]) >= 26
    # And the tests find what is wrong with it.
    rules = place / "partita_ten_stones" / "__init__.py"
    text = rules.read_text()
    rules.write_text(text.replace("fact.counters, left_of", "fact.counters - 1, left_of"))
    assert "failed" in verdict_of("ten_stones", place, code=1)
    rules.write_text(text.replace("most = min(3, state.counters)", "most = min(2, state.counters)"))
    assert "test_what_is_listed_is_accepted_and_all_else_is_refused" in verdict_of("ten_stones", place, code=1)
    rules.write_text(text)
    tests = place / "tests" / "test_clauses.py"
    tests.write_text(tests.read_text().replace("test_T3_2_", "test_t3_2_"))
    assert "test_each_clause_has_a_test_or_is_cited" in verdict_of("ten_stones", place, code=1)


@pytest.mark.slow
def test_the_tests_of_all_games_find_what_a_viewer_may_not_learn(tmp_path: Path) -> None:
    """With hidden hands, as a game of another distribution."""
    place, package = tmp_path / "tricks", tmp_path / "tricks" / "partita_tricks"
    shutil.copytree(ROOT / "tests" / "architecture" / "games" / "tricks", package)
    distribute(place, "tricks")
    rules = package / "__init__.py"
    text = rules.read_text().replace('credits="nobody")', f'credits="nobody", interface={INTERFACE})')
    rules.write_text(text)
    assert "test_no_viewer" not in verdict_of("tricks", place)
    seeing = ("hands = hands_known_to(viewer, state.hands)", "hands = state.hands")
    reading = ("hands=hands_known_to(viewer, value.hands)", "hands=value.hands")
    for right, wrong in (seeing, reading):
        assert right in text
        rules.write_text(text.replace(right, wrong))
        assert "test_no_viewer_learns_a_secret" in verdict_of("tricks", place, code=1)


def distribute(place: Path, key: str) -> None:
    """Let a package stand in the search path as if it were installed."""
    about = place / f"partita_{key}-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: partita-{key}\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text(f"[partita.games]\n{key} = partita_{key}:GAME\n")


def verdict_of(key: str, place: Path, code: int = 0) -> str:
    hidden = ("PARTITA_", "PYTEST")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (place, ROOT, ROOT / "domain" / "interface")))
    is_there = any(entry.name == "partita" for entry in entry_points(group="pytest11"))
    plugin = [] if is_there else ["-p", "partita.testing.plugin"]  # else Partita was installed before it had one
    command = [
        sys.executable,
        "-m",
        "pytest",
        *plugin,
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "--partita-game",
        key,
    ]
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
def test_a_folder_of_partita_passes_the_tests_of_all_games(tmp_path: Path) -> None:
    files = game_files("ten_stones", built_in=True)
    said = run_tests_of("ten_stones", tree_with("ten_stones", files, tmp_path))
    assert int(re.findall(r"(\d+) passed", said)[0]) > 90
