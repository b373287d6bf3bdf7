"""The subject of a match: what statistics, ratings and lists go by. That is the game, or for a sheet its title."""

import unicodedata
from functools import lru_cache
from typing import Final
from uuid import UUID, uuid5

from msgspec import Struct

from domain.kernel.game import Meta, Options

_NAMESPACE: Final = UUID("73756270-6563-4400-8000-000000000000")
_OPTION: Final = "title"


class Subject(Struct, frozen=True):
    """What is played in some matches.

    Attributes:
        id: follows from the game, or from the key of the title; the same on every machine.
        game: the key of the game by whose rules it is recorded.
        title: as it is spelled in the match; None where the game itself is the subject.
    """

    id: UUID
    game: str
    title: str | None = None


def title_key(title: str) -> str:
    """What is the same in titles that people take for the same: forms of a letter, case and spacing don't count.

    Source: Unicode Standard Annex #15 (NFKC), and the full case folding of chapter 3.13. Empty for no title.
    """
    folded = unicodedata.normalize("NFKC", title).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


@lru_cache(maxsize=1024)
def subject_of_title(game: str, title: str) -> Subject:
    """The subject of matches of `game` with this title; without one, the game."""
    key = title_key(title)
    if not key:
        return subject_of_game(game)
    return Subject(uuid5(_NAMESPACE, f"title {game} {key}"), game, " ".join(title.split()))


@lru_cache(maxsize=128)
def subject_of_game(game: str) -> Subject:
    """The subject that a game is itself."""
    return Subject(uuid5(_NAMESPACE, f"game {game}"), game)


def subject_of(meta: Meta, options: Options) -> Subject:
    """The subject of a match of the game `meta` with `options`."""
    return subject_of_title(meta.key, getattr(options, _OPTION)) if meta.titled else subject_of_game(meta.key)
