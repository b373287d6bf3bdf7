"""What requirements.lock holds, and which of it Partita needs to run: the lock also has what only developers need.

``python .ci/locked.py`` prints the lock of a release, or of the packages that are named. It takes nothing but Python,
since images are built with it.
"""

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

_PIN: Final = re.compile(r"([A-Za-z0-9._-]+)==(\S+)")
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Locked:
    """One package of the lock.

    Attributes:
        name: as the lock has it, which is the normal form of PyPA.
        hashes: SHA-256 of each file that is accepted, hexadecimal.
        via: the names of the packages that need it.
        text: its lines in the lock.
    """

    name: str
    version: str
    hashes: tuple[str, ...]
    via: frozenset[str]
    text: str


def locked(text: str) -> dict[str, Locked]:
    """The packages of a lock, as pip-compile writes it."""
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    return {one.name: one for one in map(_package, blocks)}


def _package(block: str) -> Locked:
    pin = _PIN.match(block)
    if pin is None:
        raise ValueError(f"no name and version: {block.splitlines()[0]}")
    needed_by = block.partition("# via")[2]
    return Locked(
        normal(pin[1]), pin[2], tuple(_HASH.findall(block)), frozenset(map(normal, _NAME.findall(needed_by))), block
    )


def roots(project: Path = ROOT) -> list[str]:
    """The names of what pyproject.toml asks for, extras left out."""
    asked = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return [normal(_NAME.findall(line)[0]) for line in asked]


def normal(name: str) -> str:
    """A name as it is compared (PyPA, name normalization)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def runtime(packages: Mapping[str, Locked], asked: list[str]) -> dict[str, Locked]:
    """Those of `packages` that are `asked` for, and all that these need, by name in order."""
    needed, new = set[str](), set(asked)
    while new:
        needed |= new
        new = {one.name for one in packages.values() if one.via & needed} - needed
    return {name: packages[name] for name in sorted(needed)}


def of_release(project: Path = ROOT) -> dict[str, Locked]:
    """What Partita needs to run, at the versions of requirements.lock."""
    return runtime(locked((project / "requirements.lock").read_text(encoding="utf-8")), roots(project))


if __name__ == "__main__":
    everything = locked((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    chosen = [everything[name] for name in sys.argv[1:]] or of_release().values()
    sys.stdout.writelines(one.text for one in chosen)
