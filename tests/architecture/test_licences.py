"""What is installed for tests alone isn't imported by what is released: python-chess is under the GPL."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
RELEASED: Final = ("domain", "projections", "replays", "service")


def imported_by(file: Path) -> Iterator[str]:
    """The top-level packages that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), file.name)):
        match node:
            case ast.Import(names=names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


@pytest.mark.slow
@pytest.mark.parametrize("package", RELEASED)
def test_nothing_that_is_released_imports_python_chess(package: str) -> None:
    files = sorted((ROOT / package).glob("**/*.py"))
    assert files
    assert [file.name for file in files if "chess" in imported_by(file)] == []


def test_tests_do_import_it() -> None:
    assert "chess" in imported_by(ROOT / "tests" / "domain" / "games" / "chess" / "test_oracle.py")
