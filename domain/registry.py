"""Finds the games: every folder below ``domain/games`` is one, and nothing else has to name it."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.msgpack import Decoder

import domain.games
from domain.kernel.game import AnyGame


class UnknownGame(LookupError):  # noqa: N818  # what it is, like RuleViolation
    """No game, or no edition of it, has that name."""


class Clause(Struct, frozen=True):
    """One numbered clause of a game's rules, in Markdown, or a reading of an unclear point."""

    number: str
    text: str


def _found() -> Mapping[str, AnyGame]:
    names = sorted(module.name for module in iter_modules(domain.games.__path__) if module.ispkg)
    return MappingProxyType({name: import_module(f"domain.games.{name}").GAME for name in names})


GAMES: Final[Mapping[str, AnyGame]] = _found()
"""All games by their key, in alphabetical order."""

for _game in GAMES.values():
    # msgspec looks into a type when it is first used, and crashes if two threads make it do so at the same time.
    Decoder(_game.options_type)


def game_of(key: str, edition: str | None = None) -> AnyGame:
    """The game called `key`, in `edition` or the newest one.

    Raises:
        UnknownGame: there is none.
    """
    game = GAMES.get(key)
    if game is None or edition not in {None, game.meta.edition}:
        raise UnknownGame(key if edition is None else f"{key} in the edition {edition}")
    return game


_CLAUSE = re.compile(r"^- ([A-Z]\d+\.\d+) (.+?)(?=^- |^#|\Z)", re.MULTILINE | re.DOTALL)


@cache
def clauses_of(key: str) -> tuple[Clause, ...]:
    """The clauses of a game, in order, read from the ``RULES.md`` in its folder."""
    text = resources.files(f"domain.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8")
    return tuple(Clause(number, " ".join(words.split())) for number, words in _CLAUSE.findall(text))
