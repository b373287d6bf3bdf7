"""Copies of the tree in which mutants are run."""

import io
import os
import shlex
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec

from tests.mutants.sample import Mutant
from tests.mutants.selection import tests_for

PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m")
SECONDS: Final = 600
"""After which a mutant counts as noticed: it doesn't end."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: `killed`, `survived` or `incompetent`, as Cosmic Ray calls them, and in what time."""

    mutant: Mutant
    result: str
    seconds: float
    diff: str

    @property
    def line(self) -> str:
        one = self.mutant
        return f"{self.result:9} {self.seconds:6.1f} s  {one.module}:{one.line} {one.operator} {one.occurrence}"

    def as_row(self) -> dict[str, Any]:
        return asdict(self.mutant) | {"result": self.result, "seconds": round(self.seconds, 1), "diff": self.diff}


class Tree:
    """A copy of what Git knows of the tree as it is now, the tests as in a commit where one is named.

    Modules are compiled once and known by their hash, so that a mutated one is compiled anew and the others aren't.
    """

    def __init__(self, root: Path, folder: Path, tests: str | None, marked: str) -> None:
        self.folder = folder
        self._pytest = (*PYTEST, marked)
        listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in subprocess.run(listed, cwd=root, check=True, capture_output=True).stdout.decode().split("\0"):
            if (root / name).is_file() and not (tests and name.startswith("tests/")):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes((root / name).read_bytes())
        if tests:
            archive = subprocess.run(
                ("git", "archive", tests, "tests"), cwd=root, check=True, capture_output=True
            ).stdout
            with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
                tar.extractall(folder, filter="data")
        compiled = (sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", ".")
        subprocess.run(compiled, cwd=folder, check=True)
        self._run("--collect-only", "tests", PYTHONDONTWRITEBYTECODE="")  # compiles what the tests assert

    def _command(self, *arguments: str) -> str:
        here = f"cd {shlex.quote(str(self.folder))} && exec {shlex.join((*self._pytest, *arguments))}"
        return shlex.join(("sh", "-c", here))

    def _run(self, *arguments: str, **environment: str) -> int:
        return subprocess.run(
            shlex.split(self._command(*arguments)), env={**os.environ, **environment}, check=False, capture_output=True
        ).returncode

    def passes(self, modules: Sequence[str]) -> bool:
        """Whether the tests of these modules pass as long as nothing is mutated."""
        chosen = {self._tests(module) for module in modules}
        return all(self._run(*arguments) == 0 for arguments in sorted(chosen))

    def run(self, mutant: Mutant) -> Outcome:
        """Mutate, test, and put the module right again."""
        path = self.folder / mutant.module
        spec = MutationSpec(path, f"core/{mutant.operator}", mutant.occurrence, (mutant.line, 0), (mutant.line, 1))
        since = monotonic()
        done = mutate_and_test([spec], self._command(*self._tests(mutant.module)), SECONDS)
        result = done.test_outcome.value if done.test_outcome else done.worker_outcome.value
        return Outcome(mutant, result, monotonic() - since, (done.diff or "").replace(f"{self.folder}/", ""))

    def _tests(self, module: str) -> tuple[str, ...]:
        paths, narrowed = tests_for(module)
        there = tuple(path for path in paths if (self.folder / path).exists())
        return (*there, *(("-k", narrowed) if narrowed else ()))
