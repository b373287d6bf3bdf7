"""Makes a read model anew beside the one in use, and puts it in its place at once."""

from collections.abc import Callable

import psycopg
from psycopg import Connection, sql

from projections.projection import Projection, read_log
from projections.runner import BATCH, lock_position, move_position


class RebuildRunning(Exception):  # noqa: N818  # what it is
    """Somebody else is rebuilding this read model."""


def rebuild(conninfo: str, projection: Projection, progress: Callable[[int, int], None]) -> int:
    """Fill fresh tables from the whole log, then swap them in; readers and writers go on meanwhile.

    `progress(done, end)` is called with positions in the log as they pass.

    Returns:
        The number of log entries that went in.

    Raises:
        RebuildRunning: another process is at it.
    """
    scratch = f"rebuild_{projection.name}"
    with psycopg.connect(conninfo, autocommit=True) as connection:
        lock = connection.execute("SELECT pg_try_advisory_lock(%s)", (projection.advisory_lock("rebuild"),)).fetchone()
        if lock != (True,):
            raise RebuildRunning(projection.name)
        connection.execute("SET synchronous_commit = off")  # as the runner does
        _drop(connection, scratch)
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(scratch)))
        try:
            return _rebuild(connection, projection, scratch, progress)
        finally:
            _drop(connection, scratch)


def _rebuild(connection: Connection, projection: Projection, scratch: str, progress: Callable[[int, int], None]) -> int:
    connection.execute(sql.SQL("SET search_path = {}, public").format(sql.Identifier(scratch)))
    projection.create_tables(connection)
    entries = position = 0
    caught_up = False
    while not caught_up:
        with connection.transaction():
            batch = read_log(connection, position, BATCH)
            projection.apply(connection, batch)
        caught_up = len(batch) < BATCH
        entries += len(batch)
        position = batch[-1].position if batch else position
        progress(position, max(position, _end(connection)))
    for table in projection.tables:
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))
    with connection.transaction():
        # From here on the leader waits: what came meanwhile goes in, then the tables change places.
        lock_position(connection, projection)
        while batch := read_log(connection, position, BATCH):
            projection.apply(connection, batch)
            entries += len(batch)
            position = batch[-1].position
        move_position(connection, projection, position)
        connection.execute("SET LOCAL search_path = public")
        projection.drop_tables(connection)
        for table in projection.tables:
            move = sql.SQL("ALTER TABLE {}.{} SET SCHEMA public")
            connection.execute(move.format(sql.Identifier(scratch), sql.Identifier(table)))
    return entries


def _end(connection: Connection) -> int:
    row = connection.execute("SELECT coalesce(max(notification_id), 0) FROM match_events").fetchone()
    return row[0] if row else 0


def _drop(connection: Connection, scratch: str) -> None:
    connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(scratch)))
