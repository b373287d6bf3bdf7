"""Finds the games: every folder below ``domain/games`` is one, and nothing else has to name it.

Beside them are the games of other distributions that ``PARTITA_GAMES`` allows (:mod:`domain.installed`).

A package has its rules as ``GAME``. Once there is a further edition, it lists all that were ever released as
``EDITIONS``, oldest first, and ``GAME`` is the last of them. A match is played, shown and corrected in the edition that
it began with.
"""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules
from types import MappingProxyType, ModuleType
from typing import Final

from msgspec.msgpack import Decoder

import domain.games
from domain.installed import VARIABLE, InstalledGames, installed_games
from domain.kernel.figures import Figure
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.packages import BUILT_IN, note_package, package_of
from domain.kernel.plain import plain_words
from domain.kernel.titles import game_title
from domain.rulebook import ENGLISH, Clause, Rulebook, read_rulebook


class UnknownGame(LookupError):  # noqa: N818  # what it is, like RuleViolation
    """No game, or no edition of it, has that name: it isn't part of Partita, nor installed and allowed."""

    def __init__(self, key: str, edition: str | None = None) -> None:
        super().__init__(key if edition is None else f"{key} in the edition {edition}")
        self.key = key
        self.edition = edition


_WIRE: Final = ("options_type", "action_type", "fact_type", "view_type", "identification_type", "board_type")
"""What all editions of a game have in common: what is stored of it, and what it is on the wire."""


def _built_in() -> dict[str, Mapping[str, AnyGame]]:
    names = sorted(module.name for module in iter_modules(domain.games.__path__) if module.ispkg)
    return {name: _editions(import_module(f"{BUILT_IN}.{name}")) for name in names}


def _found() -> Mapping[str, Mapping[str, AnyGame]]:
    found = _built_in() | {game.key: game.editions for game in INSTALLED.loaded}
    return MappingProxyType(dict(sorted(found.items())))


def _editions(package: ModuleType) -> Mapping[str, AnyGame]:
    """The editions in the package of a game: those that it lists, or the one that there ever was."""
    name = package.__name__.removeprefix(f"{BUILT_IN}.")
    listed: Sequence[AnyGame] = getattr(package, "EDITIONS", (package.GAME,))
    editions = {game.meta.edition: game for game in listed}
    if listed[-1] is not package.GAME or len(editions) < len(listed):
        raise TypeError(f"{name}: GAME is the last of EDITIONS, and each has a name of its own")
    for game in listed[:-1]:
        differing = [part for part in _WIRE if getattr(game, part, None) is not getattr(package.GAME, part, None)]
        if differing or game.meta.key != package.GAME.meta.key:
            raise TypeError(f"{name}: its editions differ in {differing or 'key'}, which they have to share")
    return MappingProxyType(editions)


def _newest(editions: Mapping[str, Mapping[str, AnyGame]]) -> Mapping[str, AnyGame]:
    return MappingProxyType({key: list(of_game.values())[-1] for key, of_game in editions.items()})


INSTALLED: Final[InstalledGames] = installed_games(os.environ.get(VARIABLE, ""), _built_in(), _editions)
"""What became of the games of other distributions."""

for _installed in INSTALLED.loaded:
    note_package(_installed.key, _installed.package)

EDITIONS: Final[Mapping[str, Mapping[str, AnyGame]]] = _found()
"""Every edition that was ever released of each game, by key and name of the edition, oldest first."""

GAMES: Final[Mapping[str, AnyGame]] = _newest(EDITIONS)
"""All games by their key, in alphabetical order, each in its newest edition."""

for _game in GAMES.values():
    # msgspec looks into a type when it is first used, and crashes if two threads make it do so at the same time.
    Decoder(_game.options_type)


def game_of(key: str, edition: str | None = None) -> AnyGame:
    """The game called `key`, in `edition` or the newest one.

    Raises:
        UnknownGame: there is none.
    """
    game = GAMES.get(key) if edition is None else EDITIONS.get(key, {}).get(edition)
    if game is None:
        raise UnknownGame(key, edition)
    return game


def title_of_game(key: str, language: Language) -> str:
    """What the game called `key` is called; one that isn't installed any more is called by its key, as words."""
    return game_title(GAMES[key], language) if key in GAMES else plain_words(key)


def seats_of(key: str) -> tuple[int, ...]:
    """The numbers of players that some edition of a game can be played by.

    Raises:
        UnknownGame: there is no such game.
    """
    if key not in EDITIONS:
        raise UnknownGame(key)
    return tuple(sorted({number for game in EDITIONS[key].values() for number in game.meta.seats}))


@cache
def figures_of(key: str) -> tuple[Figure, ...]:
    """What any edition of a game counts, each figure once: as the newest edition that has it calls it.

    Those of the newest edition come first, in its order.

    Raises:
        UnknownGame: there is no such game.
    """
    if key not in EDITIONS:
        raise UnknownGame(key)
    found: dict[str, Figure] = {}
    for game in reversed(list(EDITIONS[key].values())):
        found |= {figure.key: figure for figure in game.figures if figure.key not in found}
    return tuple(found.values())


@cache
def rulebook_of(key: str, edition: str | None = None, language: str = ENGLISH) -> Rulebook:
    """The rules of a game in `edition` or the newest one, in `language` if they were translated, else in English."""
    return read_rulebook(resources.files(package_of(key)), edition, language)


def clauses_of(key: str, edition: str | None = None, language: str = ENGLISH) -> tuple[Clause, ...]:
    """The clauses of a game, in order; see :func:`rulebook_of`."""
    return rulebook_of(key, edition, language).clauses
