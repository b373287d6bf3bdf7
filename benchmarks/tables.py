"""Tables for analysis: rows a second in each form, beside a bare COPY of the rows that they are made of."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from benchmarks.harness import Effort, Figure, Report, Work, rates
from benchmarks.records import records, take_in
from benchmarks.stage import Stage, stage
from projections import PROJECTIONS
from projections.runner import catch_up
from service.auth.access import ROLES, Principal
from service.eventstore.event_store import EventStore, event_store
from service.queries.filters import MatchFilter
from service.queries.tables.forms import TABLE_FORMS, FormName
from service.queries.tables.reader import TABLES, TableName, TableQuery, TableReader
from service.reads.reads import Reads

_OWNER: Final = Principal(scopes=ROLES["owner"])

_BARE: Final[dict[TableName, str]] = {
    "plays": "SELECT row_to_json(m) FROM scoreboard_match m",
    "seats": "SELECT row_to_json(x) FROM (SELECT m.*, s.seat, s.player_id, s.score, s.rank, s.tie_breaks, s.winner,"
    " f.figures FROM scoreboard_match m JOIN scoreboard_seat s USING (match_id)"
    " LEFT JOIN statistics_seat f USING (match_id, seat)) x",
    "steps": "SELECT match_id, step, version, topic, stored FROM move_history",
}
"""The rows that a table is made of: as JSON by the database, but for steps, which are stored as they are."""


def run(effort: Effort) -> Report:
    """Tables of as many matches of all games as the smallest bundle has."""
    matches = effort.bundles[0]
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder, stage() as place:
        bundle = Path(folder, "bundle")
        with bundle.open("wb") as file:
            file.writelines(islice(records(), matches))
        take_in(place, bundle)
        with place.connect() as connection:
            for projection in PROJECTIONS:
                catch_up(connection, projection())
        with _store_of(place) as (store, runner):
            figures = [figure for table in _BARE for figure in _figures(place, store, runner, table, effort)]
        database = place.database
    notes = (
        database + ".",
        f"{matches:,} matches of all games, as the owner sees them.",
        "Bare COPY: of the same rows, by the database as JSON; of steps, as they are stored: unfolded and unread.",
    )
    return Report("Tables", tuple(figures), notes)


@contextmanager
def _store_of(place: Stage) -> Iterator[tuple[EventStore, asyncio.Runner]]:
    with asyncio.Runner() as runner:
        store = event_store(place.conninfo)
        yield runner.run(store.__aenter__()), runner
        runner.run(store.__aexit__(None, None, None))


def _figures(place: Stage, store: EventStore, runner: asyncio.Runner, table: TableName, effort: Effort) -> list[Figure]:
    bare = f"bare COPY of {table}"
    works: dict[str, Work] = {bare: partial(_copy, place, _BARE[table])}
    works |= {f"{table} as {form}": partial(_export, store, runner, table, form) for form in TABLE_FORMS}
    found = rates(works, effort)
    return [
        samples.figure(name, "rows/s", *(() if name == bare else (bare, found[bare])))
        for name, samples in found.items()
    ]


def _copy(place: Stage, query: str) -> int:
    with place.connect() as connection, connection.cursor() as cursor:
        with cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
            for _ in copy:
                pass
        return cursor.rowcount


def _export(store: EventStore, runner: asyncio.Runner, table: TableName, form: FormName) -> int:
    async def export() -> int:
        rows, writer = 0, TABLE_FORMS[form].writer(TABLES[table].row)
        async for part in TableReader(store, Reads(store.pool)).parts(TableQuery(table, MatchFilter(), _OWNER)):
            writer.rows(part)
            rows += len(part)
        writer.end()
        return rows

    return runner.run(export())
