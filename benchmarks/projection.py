"""Projections: how fast a backlog becomes rows, beside a bare COPY of the same rows."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection, sql

from benchmarks.harness import Effort, Figure, Report, Samples
from benchmarks.plays import Play, scripts
from benchmarks.stage import Stage, seed, stage
from projections import PROJECTIONS
from projections.follower import BATCH, Follower
from projections.projection import Projection
from service.process.gc_tuning import IdleCollections

_SCRIPTS: Final = 8


class _Table(Struct, frozen=True):
    """The rows of one table, with the types of its columns."""

    name: str
    types: list[int]
    rows: list[tuple[Any, ...]]


def run(effort: Effort) -> Report:
    """Events a second of each projection, and of all together, in the batches and transactions of the service."""
    figures: list[Figure] = []
    with stage() as place:
        events = seed(place, backlog(effort.backlog))
        with place.connect() as connection:
            connection.execute("SET synchronous_commit = off")
            rounds = max(1, effort.rounds - 2)
            with _as_in_the_service():
                for kind in PROJECTIONS:
                    figures += _figures(connection, kind.name, [kind], events, rounds, perf_counter)
                name = "all together, by processor time"
                figures += _figures(connection, name, PROJECTIONS, events, rounds, process_time)
        disk = _disk(place)
        database = place.database
    figures += [
        Figure(name="the log on disk, an event", value=disk[0] / events, unit="bytes"),
        Figure(name="the same with its indexes", value=disk[1] / events, unit="bytes"),
    ]
    notes = (
        database + "; synchronous_commit off for the projections, as in the service.",
        f"A backlog of {events:,} events of 32 matches at a time, in batches of {BATCH}; COPY commits as often.",
        "All together: in one transaction, as in the service. Processor time is of the process, without PostgreSQL.",
    )
    return Report("Projections", tuple(figures), notes)


@contextmanager
def _as_in_the_service() -> Iterator[None]:
    """With the garbage collector as it is there."""
    thresholds = gc.get_threshold()
    IdleCollections()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def _figures(
    connection: Connection[Any],
    name: str,
    kinds: Sequence[type[Projection]],
    events: int,
    rounds: int,
    clock: Callable[[], float],
) -> list[Figure]:
    """Of read models that get each batch together, beside COPY of all their rows."""
    projected, copied = [], []
    rows = 0
    for _ in range(rounds):
        for kind in kinds:
            _empty(connection, kind())
        projected.append(events / _seconds_to_project(connection, kinds, clock))
        tables = [_table(connection, table) for kind in kinds for table in kind.tables]
        rows = sum(len(table.rows) for table in tables)
        copied.append(events / _seconds_to_copy(connection, tables, clock))
    if not rows:  # it takes nothing from a log of matches: there is nothing to compare with
        return [Samples(tuple(projected)).figure(f"{name} (reads on, no rows)", "events/s")]
    base = Samples(tuple(copied))
    copy = f"bare COPY of its {rows:,} rows"
    return [
        Samples(tuple(projected)).figure(name, "events/s", copy, base),
        base.figure(f"{name}: {copy}", "events/s"),
    ]


def backlog(events: int, first: int = 0) -> dict[UUID, tuple[Play, int]]:
    """Matches with so many events in all; `first` is the number of matches there are already."""
    plays = scripts(_SCRIPTS)
    matches: dict[UUID, tuple[Play, int]] = {}
    while events > 0:
        play = plays[len(matches) % len(plays)]
        upto = min(events, len(play.events))
        matches[UUID(int=(15 << 120) + first + len(matches))] = (play, upto)
        events -= upto
    return matches


def _empty(connection: Connection[Any], projection: Projection) -> None:
    with connection.transaction():
        projection.drop_tables(connection)
        projection.create_tables(connection)
        connection.execute("UPDATE projections SET position = 0 WHERE name = %s", (projection.name,))


def _seconds_to_project(
    connection: Connection[Any], kinds: Sequence[type[Projection]], clock: Callable[[], float]
) -> float:
    follower = Follower(connection, *kinds)
    start = clock()
    while follower.advance():
        pass
    return clock() - start


def _table(connection: Connection[Any], name: str) -> _Table:
    select = sql.SQL("SELECT * FROM {}").format(sql.Identifier(name))
    cursor = connection.execute(select, binary=True)
    types = [column.type_code for column in cursor.description or ()]
    return _Table(name, types, cursor.fetchall())


def _seconds_to_copy(connection: Connection[Any], tables: list[_Table], clock: Callable[[], float]) -> float:
    """Copy the rows into tables of the same form, as many at a time as the projection made in one batch."""
    for table in tables:
        form = sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL EXCLUDING GENERATED)")
        connection.execute(form.format(_bare(table), sql.Identifier(table.name)))
    batches = max(1, -(-max(len(table.rows) for table in tables) // BATCH))
    start = clock()
    for batch in range(batches):
        with connection.transaction(), connection.cursor() as cursor:
            for table in tables:
                size = len(table.rows)
                with cursor.copy(sql.SQL("COPY {} FROM STDIN BINARY").format(_bare(table))) as copy:
                    copy.set_types(table.types)
                    for row in table.rows[size * batch // batches : size * (batch + 1) // batches]:
                        copy.write_row(row)
    spent = clock() - start
    for table in tables:
        connection.execute(sql.SQL("DROP TABLE {}").format(_bare(table)))
    return spent


def _bare(table: _Table) -> sql.Identifier:
    return sql.Identifier(f"bare_{table.name}")


def _disk(place: Stage) -> tuple[int, int]:
    """The bytes of the log, without and with its indexes."""
    with place.connect() as connection:
        query = "SELECT pg_table_size('match_events'), pg_total_relation_size('match_events')"
        row = connection.execute(query).fetchone()
    return (int(row[0]), int(row[1])) if row else (0, 0)
