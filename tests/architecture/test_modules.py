"""The house is easy to find one's way in: no circles among modules, no long files, few files loose at the top."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]

PACKAGES = ("domain", "projections", "replays", "service")

LONGEST = 350

FILES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imported = {module: graph.find_modules_directly_imported_by(module) - {module} for module in graph.modules}
    order = list(TopologicalSorter(imported).static_order())  # raises CycleError, which tells the circle
    assert order.index("domain.kernel.errors") < order.index("service.app")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_has_one_reason_to_exist(file: Path) -> None:
    """One that is longer says in its docstring why."""
    text = file.read_text(encoding="utf-8")
    lines = text.count("\n")
    assert lines <= LONGEST or f"{LONGEST} lines" in (ast.get_docstring(ast.parse(text)) or ""), lines


def test_few_files_lie_loose_at_the_top_of_the_service() -> None:
    loose = sorted(path.name for path in (ROOT / "service").iterdir() if path.is_file())
    assert len(loose) <= 6, loose
