"""Games, as the API gives them."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.registry import Clause


class GameSummary(Struct, frozen=True):
    """A game that can be recorded."""

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    credits: str


class GameList(Struct, frozen=True):
    """All games that can be recorded."""

    items: tuple[GameSummary, ...]


class GameAnswer(Struct, frozen=True):
    """A game: its rules as numbered clauses, and what its options and actions look like (JSON Schema 2020-12)."""

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    credits: str
    clauses: Sequence[Clause]
    options_schema: dict[str, Any]
    action_schema: dict[str, Any]
    identification_schema: dict[str, Any] | None
