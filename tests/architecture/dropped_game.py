"""A copy of the whole tree with something dropped into it, and tests run there; no other file is touched."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("benchmarks", "docs", "domain", "openapi", "projections", "replays", "service", "tests")
FILES: Final = ("README.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml")

GENERAL: Final = (
    "tests/architecture",
    "tests/docs/test_statistics.py",
    "tests/domain",
    "tests/projections",
    "tests/property",
    "tests/replays",
    "tests/cases/test_c6_kept_secrets.py",
    "tests/cases/test_d3_equal_names.py",
    "tests/service/api/test_every_game.py",
    "tests/service/api/test_games.py",
    "tests/service/api/test_pages.py",
    "tests/service/api/test_pictures.py",
    "tests/service/api/test_replay_notes.py",
    "tests/service/commands/test_notes.py",
)
"""Where there are tests of all games."""


def copied_tree(folder: Path) -> Path:
    """A copy of the tree in `folder`."""
    for name in PARTS:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "clients", "samples.ndjson")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    return folder


def tree_with(key: str, files: Mapping[str, str], folder: Path) -> Path:
    """A copy of the tree in `folder`, with the game `key` made of these files."""
    tree = copied_tree(folder)
    game = tree / "domain" / "games" / key
    game.mkdir()
    for name, text in files.items():
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
    return tree


def run_tests_of(key: str, tree: Path) -> str:
    """What pytest says of the tests of all games for `key`, those of the other games left out."""
    return run_tests(tree, *GENERAL, "-k", f"{key} and not chess and not dschunke and not halunken and not klunker")


def run_tests(tree: Path, *words: str) -> str:
    """What pytest says of the tests that `words` choose, all of which have to pass."""
    return run_python(tree, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-m", "not long", *words)


def run_python(tree: Path, *words: str) -> str:
    """What a program says that runs in `tree`, with its packages."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = str(tree)
    done = subprocess.run(
        [sys.executable, *words], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout
