"""Games of other distributions: the entry points of the group ``partita.games`` that ``PARTITA_GAMES`` allows.

An entry point is called as the game, and leads to its ``GAME``: ``othello = "partita_othello:GAME"``. Nothing of a
distribution is imported unless its game is allowed. What can't be loaded is told rather than raised here, so that
``partita doctor`` can say all that is wrong; every other command ends with it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from domain.kernel.actions import kinds_of
from domain.kernel.game import AnyGame
from domain.kernel.interface import INTERFACE

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "partita.games"
"""The group of entry points."""

VARIABLE: Final = "PARTITA_GAMES"
"""The variable of the environment with the keys of the games that are loaded, with commas between them."""

ALL: Final = "*"
"""In its place: every game that is installed."""

RESERVED: Final = frozenset({"match", "series", "people", "subjects", "annotations", "variations"})
"""What a game can't be called: the log has topics of these names."""

_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


def is_key(text: str) -> bool:
    """Whether `text` has the form of a game's key."""
    return _KEY.fullmatch(text) is not None


class InstalledGame(Struct, frozen=True):
    """A game of another distribution that was loaded.

    Attributes:
        distribution: its name and version.
        package: the one that has its resources.
        editions: all of it, by name, oldest first.
    """

    key: str
    distribution: str
    package: str
    editions: Mapping[str, AnyGame]


class RefusedGame(Struct, frozen=True):
    """A game that is allowed, but can't be loaded; `reason` is for people."""

    key: str
    distribution: str
    reason: str


class InstalledGames(Struct, frozen=True):
    """What became of the games that are installed beside Partita.

    Attributes:
        absent: the keys that are allowed, but that no distribution has.
    """

    loaded: tuple[InstalledGame, ...] = ()
    refused: tuple[RefusedGame, ...] = ()
    absent: tuple[str, ...] = ()


class InvalidGame(TypeError):  # noqa: N818  # what it is
    """An object that isn't a game that can be loaded; says why, for people."""


Editions = Callable[[ModuleType], Mapping[str, AnyGame]]
"""Gives the editions that a package lists, by name, oldest first; raises TypeError where they don't fit together."""


def all_installed() -> "tuple[EntryPoint, ...]":
    """The games that are installed, allowed or not, of which nothing was imported."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # it takes longer than all else here

    return tuple(entry_points(group=GROUP))


def installed_games(
    allowed: str,
    built_in: Collection[str],
    editions: Editions,
    found: "Callable[[], Iterable[EntryPoint]]" = all_installed,
) -> InstalledGames:
    """The games that `allowed`, the value of the variable, names; the environment isn't searched where that is empty.

    Args:
        allowed: as above.
        built_in: the keys that are taken.
        editions: how the editions of a package are found.
        found: looks for what is installed.
    """
    keys = tuple(dict.fromkeys(key for key in re.split(r"[\s,]+", allowed) if key))
    if not keys:
        return InstalledGames()
    entries: defaultdict[str, list[EntryPoint]] = defaultdict(list)
    for entry in found():
        if entry not in entries[entry.name]:  # a distribution may stand twice in the search path
            entries[entry.name].append(entry)
    wanted = sorted(entries) if ALL in keys else [key for key in keys if key in entries]
    loaded: list[InstalledGame] = []
    refused: list[RefusedGame] = []
    for key in wanted:
        try:
            loaded.append(_loaded(key, entries[key], built_in, editions))
        except InvalidGame as error:
            refused.append(RefusedGame(key, _distributions(entries[key]), str(error)))
    absent = tuple(key for key in keys if key not in entries and key not in {ALL, *built_in})
    return InstalledGames(tuple(loaded), tuple(refused), absent)


def _loaded(key: str, entries: "Sequence[EntryPoint]", built_in: Collection[str], editions: Editions) -> InstalledGame:
    if not is_key(key) or key in RESERVED:
        raise InvalidGame("a game can't be called that: small letters, digits and _ make a key, and no name of the log")
    if key in built_in:
        raise InvalidGame("Partita has a game of that key itself")
    if len(entries) > 1:
        raise InvalidGame("several distributions have a game of that key; uninstall all but one")
    entry = entries[0]
    try:
        game: Any = entry.load()
        package = _package(entry)
        found = editions(package)
        _verify(key, game, found)
    except InvalidGame:
        raise
    except Exception as error:  # whatever it raises, the other games can be loaded
        reason = f"{type(error).__name__}: {error}"
        raise InvalidGame(f"it can't be loaded ({reason}); this Partita has interface {INTERFACE}") from error
    return InstalledGame(key, _distributions(entries), package.__name__, found)


def _package(entry: "EntryPoint") -> ModuleType:
    """The package that an entry point leads to, or that the module lies in to which it leads."""
    from importlib import import_module  # noqa: PLC0415  # where it is needed, beside what it imports

    module = import_module(entry.module)
    return module if hasattr(module, "__path__") else import_module(module.__package__ or entry.module)


def _verify(key: str, game: Any, editions: Mapping[str, AnyGame]) -> None:
    """Refuse what isn't the game that its entry point names, or is of another interface.

    Raises:
        InvalidGame: as the name says.
    """
    interface = game.meta.interface
    if interface != INTERFACE:
        wanted = "names no interface of the kernel" if interface is None else f"was written for interface {interface}"
        raise InvalidGame(f"it {wanted}; this Partita has interface {INTERFACE}")
    if game.meta.key != key:
        raise InvalidGame(f"its entry point calls it {key}, but its key is {game.meta.key}")
    if all(game is not edition for edition in editions.values()):
        raise InvalidGame("the object of its entry point isn't GAME of its package")
    structs = (*kinds_of(game.action_type), *kinds_of(game.fact_type), game.options_type, game.view_type)
    if others := [kind.__name__ for kind in structs if not kind.__name__.startswith(game.meta.name)]:
        raise InvalidGame(f"its structs have to begin with {game.meta.name}, and {', '.join(others)} don't")


def _distributions(entries: "Iterable[EntryPoint]") -> str:
    """The names and versions of those that have an entry point."""
    return ", ".join(f"{entry.dist.name} {entry.dist.version}" for entry in entries if entry.dist is not None) or "–"
