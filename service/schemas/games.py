"""Games and their leaders, as the API gives them."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.registry import Clause
from service.schemas.players import PlayerRef


class Leader(Struct, frozen=True):
    """What a player has done in the finished matches of a game; a shared victory counts as a win."""

    player: PlayerRef
    matches: int
    wins: int
    shared_wins: int
    best_score: int | None


class LeaderPage(Struct, frozen=True):
    """A page of a leaderboard: most wins first, then the best score."""

    items: tuple[Leader, ...]
    next_cursor: str | None
    position: int


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
