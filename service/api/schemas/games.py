"""Games, as the API gives them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.rulebook import Clause, Section


class GameSummary(Struct, frozen=True):
    """A game that can be recorded.

    Attributes:
        edition: the edition of the rules that new matches are pinned to, the newest.
        editions: all that were ever released, oldest first; each match keeps its own.
    """

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    editions: tuple[str, ...]
    credits: str


class GameList(Struct, frozen=True):
    """All games that can be recorded."""

    items: tuple[GameSummary, ...]


class GameAnswer(Struct, frozen=True):
    """A game: its rules as numbered clauses, and what its options and actions look like (JSON Schema 2020-12).

    Attributes:
        edition: the edition of the rules that is told: the one asked for, or the newest.
        editions: all that were ever released, oldest first; new matches are pinned to the last of them.
    """

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    editions: tuple[str, ...]
    credits: str
    clauses: Sequence[Clause]
    options_schema: dict[str, Any]
    action_schema: dict[str, Any]
    identification_schema: dict[str, Any] | None


class RulesAnswer(Struct, frozen=True):
    """The rules of a game, in our own words, section by section.

    Attributes:
        edition: the edition whose rules these are: the one asked for, or the newest.
        language: the language that they are in: the one asked for (`Accept-Language`), or else English.
        introduction: the paragraphs before the first section.
        sections: in order; each has its clauses, with their readings and examples.
    """

    game: str
    title: str
    edition: str
    language: str
    introduction: tuple[str, ...]
    sections: tuple[Section, ...]


class MatchTemplate(Struct, frozen=True):
    """What a match was begun with, for the next one of its title.

    Attributes:
        match: that match.
        options: of the game, without those of its people.
    """

    match: UUID
    title: str
    options: dict[str, Any]


class MatchTemplates(Struct, frozen=True):
    """Templates for matches, the newest first."""

    items: tuple[MatchTemplate, ...]
