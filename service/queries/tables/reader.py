"""Reads the tables, some matches at a time, so that their size costs no memory."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct

from domain.kernel.languages import ENGLISH, Language
from domain.registry import UnknownGame, figures_of
from projections.ratings.projection import Ratings
from projections.scoreboard.projection import Scoreboard
from projections.statistics.projection import Statistics
from service.auth.access import Principal
from service.eventstore.event_store import EventStore
from service.queries.filters import MatchFilter
from service.queries.leaderboards import pool_of
from service.queries.tables.removals import of_listed_matches
from service.queries.tables.rows import (
    ExportedPlay,
    ExportedRating,
    ExportedRemoval,
    ExportedSeat,
    ExportedStep,
)
from service.queries.tables.selects import PLAYS, RATINGS, REMOVALS, SEATS
from service.queries.tables.steps import steps_of
from service.reads.reads import Reads

TableName: TypeAlias = Literal["plays", "seats", "steps", "ratings", "removals"]


class ExportTable(Struct, frozen=True):
    """A table: the struct of its rows, the read models that they depend on, and the query of rows of matches, if any.

    So many `matches` are read at once.
    """

    row: type[Struct]
    read_models: tuple[str, ...]
    select: str = ""
    matches: int = 500


TABLES: Final[Mapping[TableName, ExportTable]] = {
    "plays": ExportTable(ExportedPlay, (Scoreboard.name,), PLAYS),
    "seats": ExportTable(ExportedSeat, (Scoreboard.name, Statistics.name), SEATS),
    "steps": ExportTable(ExportedStep, (Scoreboard.name,), matches=10),
    "ratings": ExportTable(ExportedRating, (Scoreboard.name, Ratings.name), RATINGS),
    "removals": ExportTable(ExportedRemoval, (Scoreboard.name,)),
}

_REMOVALS_PER_PAGE: Final = 1000


class TableQuery(Struct, frozen=True):
    """What is asked for: a table, of which matches, who asks, and the language of sentences.

    Of `removals`, `wanted` tells only behind which position they are.
    """

    table: TableName
    wanted: MatchFilter
    principal: Principal
    language: Language = ENGLISH


class TableReader:
    """Gives the rows of tables in parts, in the order in which their matches were opened, or removed."""

    def __init__(self, store: EventStore, reads: Reads) -> None:
        self._store = store
        self._reads = reads

    def parts(self, query: TableQuery) -> AsyncIterator[Sequence[Struct]]:
        """The rows that `query` asks for, as far as who asks may know them."""
        return self._removals(query) if query.table == "removals" else self._of_matches(query)

    async def _of_matches(self, query: TableQuery) -> AsyncIterator[Sequence[Struct]]:
        after, table = 0, TABLES[query.table]
        while page := await self._page(query.wanted.accessible_to(query.principal), after, table.matches):
            match_ids = [match_id for match_id, _ in page]
            yield await self._rows(query, table, match_ids)
            after = page[-1][1]

    async def _page(self, wanted: MatchFilter, after: int, limit: int) -> Sequence[tuple[UUID, int]]:
        """Matches opened behind the position `after`, with the positions at which they were."""
        query = (
            f"SELECT m.match_id, m.opened FROM scoreboard_match m WHERE {wanted.where()}"
            " AND m.opened > %(after)s ORDER BY m.opened LIMIT %(limit)s"
        )
        return await self._reads.tuples(query, wanted.parameters() | {"after": after, "limit": limit})

    async def _rows(self, query: TableQuery, table: ExportTable, match_ids: Sequence[UUID]) -> Sequence[Struct]:
        principal = query.principal
        if query.table == "steps":
            return await self._store.blocking(steps_of, self._store.log, match_ids, principal, query.language)
        asked = {"ids": list(match_ids), "all": principal.sees_all, "pool": pool_of(principal)}
        return [table.row(**_named(row)) for row in await self._reads.dicts(table.select, asked)]

    async def _removals(self, query: TableQuery) -> AsyncIterator[Sequence[Struct]]:
        after, done = query.wanted.changed_after or 0, False
        while not done:
            rows = await self._reads.rows(REMOVALS, {"after": after, "limit": _REMOVALS_PER_PAGE}, ExportedRemoval)
            yield await self._store.blocking(of_listed_matches, self._store.log, rows)
            done = len(rows) < _REMOVALS_PER_PAGE
            after = rows[-1].changed if rows else after


def _named(row: dict[str, Any]) -> dict[str, Any]:
    """The columns of a row, with each of its figures by its key; those that the match's edition counts."""
    if row.get("figures") is None:
        return row
    try:
        figures = figures_of(row["game"])
    except UnknownGame:  # nobody can tell what they were
        return row | {"figures": {}}
    named = zip(figures, row["figures"], strict=True)
    return row | {"figures": {figure.key: amount for figure, amount in named if amount is not None}}
