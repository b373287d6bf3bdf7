"""Projections: how fast a backlog becomes rows, beside a bare COPY of the same rows."""

from time import perf_counter
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

_SCRIPTS: Final = 8


class _Table(Struct, frozen=True):
    """The rows of one table, with the types of its columns."""

    name: str
    types: list[int]
    rows: list[tuple[Any, ...]]


def run(effort: Effort) -> Report:
    """Events a second of each projection, in the batches and transactions in which the service does it."""
    figures: list[Figure] = []
    with stage() as place:
        events = seed(place, backlog(effort.backlog))
        with place.connect() as connection:
            connection.execute("SET synchronous_commit = off")
            for kind in PROJECTIONS:
                projected, copied = [], []
                rows = 0
                for _ in range(max(1, effort.rounds - 2)):
                    _empty(connection, kind())
                    projected.append(events / _seconds_to_project(connection, kind()))
                    tables = [_table(connection, name) for name in kind.tables]
                    rows = sum(len(table.rows) for table in tables)
                    copied.append(events / _seconds_to_copy(connection, tables))
                if not rows:  # it takes nothing from a log of matches: there is nothing to compare with
                    figures.append(Samples(tuple(projected)).figure(f"{kind.name} (reads on, no rows)", "events/s"))
                    continue
                base = Samples(tuple(copied))
                copy = f"bare COPY of its {rows:,} rows"
                figures += [
                    Samples(tuple(projected)).figure(kind.name, "events/s", copy, base),
                    base.figure(f"{kind.name}: {copy}", "events/s"),
                ]
        disk = _disk(place)
        database = place.database
    figures += [
        Figure(name="the log on disk, an event", value=disk[0] / events, unit="bytes"),
        Figure(name="the same with its indexes", value=disk[1] / events, unit="bytes"),
    ]
    notes = (
        database + "; synchronous_commit off for the projections, as in the service.",
        f"A backlog of {events:,} events of 32 matches at a time, in batches of {BATCH}; COPY commits as often.",
    )
    return Report("Projections", tuple(figures), notes)


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


def _seconds_to_project(connection: Connection[Any], projection: Projection) -> float:
    follower = Follower(connection, type(projection))
    start = perf_counter()
    while follower.advance():
        pass
    return perf_counter() - start


def _table(connection: Connection[Any], name: str) -> _Table:
    select = sql.SQL("SELECT * FROM {}").format(sql.Identifier(name))
    cursor = connection.execute(select, binary=True)
    types = [column.type_code for column in cursor.description or ()]
    return _Table(name, types, cursor.fetchall())


def _seconds_to_copy(connection: Connection[Any], tables: list[_Table]) -> float:
    """Copy the rows into tables of the same form, as many at a time as the projection made in one batch."""
    for table in tables:
        form = sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL EXCLUDING GENERATED)")
        connection.execute(form.format(_bare(table), sql.Identifier(table.name)))
    batches = max(1, -(-max(len(table.rows) for table in tables) // BATCH))
    start = perf_counter()
    for batch in range(batches):
        with connection.transaction(), connection.cursor() as cursor:
            for table in tables:
                size = len(table.rows)
                with cursor.copy(sql.SQL("COPY {} FROM STDIN BINARY").format(_bare(table))) as copy:
                    copy.set_types(table.types)
                    for row in table.rows[size * batch // batches : size * (batch + 1) // batches]:
                        copy.write_row(row)
    spent = perf_counter() - start
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
