"""Where the resources of a game lie: its rules, words, refusals, pictures and samples are in one Python package.

That of a game that comes with Partita is ``domain.games.<key>``; one of another distribution has a package of its own,
which :mod:`domain.registry` notes here before anything of the game is read.
"""

from importlib.util import find_spec
from typing import Final

BUILT_IN: Final = "domain.games"

_NOTED: Final[dict[str, str]] = {}


def note_package(key: str, package: str) -> None:
    """From now on the resources of the game called `key` are those of `package`."""
    _NOTED[key] = package


def package_of(key: str) -> str:
    """The package with the resources of the game called `key`."""
    return _NOTED.get(key, f"{BUILT_IN}.{key}")


def is_built_in(key: str) -> bool:
    """Whether the game called `key` comes with Partita."""
    return key not in _NOTED


def module_of(key: str, name: str) -> str | None:
    """The module `name` in the package of a game, if it has one, by its full name."""
    full = f"{package_of(key)}.{name}"
    try:
        return full if find_spec(full) is not None else None
    except ModuleNotFoundError:  # what it lies in is a module, or isn't there
        return None
