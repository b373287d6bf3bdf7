"""Makes a read model anew beside the one in use, and puts it in its place at once."""

from collections.abc import Callable
from time import sleep
from typing import Final, LiteralString

import psycopg
from psycopg import Connection, sql

from projections.follower import BATCH, CHANNEL, Follower
from projections.log import end_of_log
from projections.projection import Projection

_SHARED_TABLES: Final = ("projections", "set_aside")
"""What a read model's progress is kept in, and which it has beside, too."""


class RebuildRunning(Exception):  # noqa: N818  # what it is
    """Somebody else is rebuilding this read model."""


class NotPrivileged(Exception):  # noqa: N818  # what it is
    """The role that is connected may make no schema to rebuild in; it says what to grant."""


def rebuild(conninfo: str, projection: Projection, progress: Callable[[int, int], None]) -> int:
    """Fill fresh tables from the whole log, then swap them in; readers and writers go on meanwhile.

    Entries that can't be processed become dead letters as in the runner; earlier ones are tried again with the rest.
    `progress(done, end)` is called with positions in the log as they pass. A role that may make schemas makes one for
    it; otherwise there has to be one that it may use, named ``rebuild_`` and the read model.

    Returns:
        The number of log entries that were gone through.

    Raises:
        RebuildRunning: another process is at it.
        NotPrivileged: there is no such schema, and the role may not make one.
        Broken: too much can't be processed.
    """
    scratch = f"rebuild_{projection.name}"
    with psycopg.connect(conninfo, autocommit=True) as connection:
        makes_schemas = _holds(connection, "SELECT has_database_privilege(current_database(), 'CREATE')")
        if not makes_schemas:  # before the lock, which somebody else may want who has the right
            _verify_usable(connection, scratch)
        lock = connection.execute("SELECT pg_try_advisory_lock(%s)", (projection.advisory_lock("rebuild"),)).fetchone()
        if lock != (True,):
            raise RebuildRunning(f"another process rebuilds {projection.name}")
        connection.execute("SET synchronous_commit = off")  # as the runner does
        clear = _drop if makes_schemas else _empty
        clear(connection, scratch)
        if makes_schemas:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(scratch)))
        try:
            return _rebuild(connection, projection, scratch, progress)
        finally:
            clear(connection, scratch)


def _rebuild(connection: Connection, projection: Projection, scratch: str, progress: Callable[[int, int], None]) -> int:
    shadow = sql.Identifier(scratch)
    connection.execute(sql.SQL("SET search_path = {}, public").format(shadow))
    for table in _SHARED_TABLES:
        form = sql.SQL("CREATE TABLE {}.{} (LIKE public.{} INCLUDING ALL)")
        connection.execute(form.format(shadow, sql.Identifier(table), sql.Identifier(table)))
    projection.create_tables(connection)
    connection.execute(
        "INSERT INTO projections (name, version, position) VALUES (%s, %s, 0)", (projection.name, projection.version)
    )
    follower = Follower(connection, type(projection), channel=None)
    entries, done = 0, BATCH
    while done == BATCH:  # the rest comes later: who writes all the time must not be run after for ever
        done = follower.advance_patiently(_pause)
        entries += done
        progress(_position(connection, projection), end_of_log(connection))
    for table in projection.tables:
        connection.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table)))
    with connection.transaction():
        # From here on the leader waits: what came meanwhile goes in, then the tables change places.
        connection.execute("SELECT FROM public.projections WHERE name = %s FOR UPDATE", (projection.name,))
        done = BATCH
        while done == BATCH:
            done = follower.advance_patiently(_pause)
            entries += done
        position = _position(connection, projection)
        connection.execute("SET LOCAL search_path = public")
        _swap(connection, projection, shadow)
        _put_in_place(connection, projection, shadow)
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{projection.name} {position}"))
    progress(position, position)
    return entries


def _swap(connection: Connection, projection: Projection, shadow: sql.Identifier) -> None:
    projection.drop_tables(connection)
    for table in projection.tables:
        move = sql.SQL("ALTER TABLE {}.{} SET SCHEMA public")
        connection.execute(move.format(shadow, sql.Identifier(table)))


def _put_in_place(connection: Connection, projection: Projection, shadow: sql.Identifier) -> None:
    """Replace the position and the dead letters of the old tables by those of the new ones."""
    connection.execute("DELETE FROM set_aside WHERE projection = %s", (projection.name,))
    connection.execute(sql.SQL("INSERT INTO set_aside SELECT * FROM {}.set_aside").format(shadow))
    move = sql.SQL(
        "INSERT INTO projections (name, version, position, fingerprint)"
        " SELECT name, version, position, fingerprint FROM {}.projections ON CONFLICT (name) DO UPDATE"
        " SET version = excluded.version, position = excluded.position, fingerprint = excluded.fingerprint,"
        " generation = projections.generation + 1"
    )
    connection.execute(move.format(shadow))


def _position(connection: Connection, projection: Projection) -> int:
    row = connection.execute("SELECT position FROM projections WHERE name = %s", (projection.name,)).fetchone()
    return int(row[0]) if row else 0


def _pause(_: Exception, seconds: float) -> bool:
    sleep(seconds)
    return False


def _drop(connection: Connection, scratch: str) -> None:
    connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(scratch)))


def _empty(connection: Connection, scratch: str) -> None:
    """Drop what a rebuild has left in a schema that this role may use, but not make."""
    tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (scratch,)).fetchall()
    for (table,) in tables:
        connection.execute(sql.SQL("DROP TABLE {}.{} CASCADE").format(sql.Identifier(scratch), sql.Identifier(table)))


def _verify_usable(connection: Connection, scratch: str) -> None:
    """Refuse to go on without a schema to rebuild in.

    Raises:
        NotPrivileged: as the name says.
    """
    usable = (
        "SELECT coalesce(bool_and(has_schema_privilege(oid, 'CREATE, USAGE')), false)"
        " FROM pg_namespace WHERE nspname = %s"
    )
    if _holds(connection, usable, scratch):
        return
    role, name = connection.info.user, connection.info.dbname
    raise NotPrivileged(
        f"the role {role} may make no schema in the database {name}, and a read model is made anew in one of its own;"
        f" let it make them (GRANT CREATE ON DATABASE {name} TO {role}),"
        f" make this one once (CREATE SCHEMA {scratch} AUTHORIZATION {role}),"
        " or, where the tables belong to another role, let that one rebuild"
    )


def _holds(connection: Connection, query: LiteralString, *values: str) -> bool:
    return connection.execute(query, values).fetchone() == (True,)
