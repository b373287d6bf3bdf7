"""Brings a database to the schema of this software: one explicit step, safe when several processes take it at once."""

from importlib import resources
from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import AsyncConnection, sql

from projections import PROJECTIONS
from projections.rights import writers
from service.database.errors import DatabaseUnavailable
from service.database.roles import grant

_LOCK: Final = 0x70617274  # any number that no other program takes on this database: "part"

OLDEST_SERVER: Final = 150000
"""The oldest version of PostgreSQL that will do, as libpq numbers it."""


class SchemaState(Struct, frozen=True):
    """How the schema of a database is.

    Attributes:
        missing: the migrations that aren't applied yet.
        unknown: those that a newer version of this software has applied.
        newest: the last one that this software knows.
    """

    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    newest: str


def migrate(conninfo: str, grant_to: str | None = None) -> list[str]:
    """Apply what is missing, all or nothing, and tell the names of what was applied.

    `grant_to` is a role that gets the rights that the service needs; roles that have them keep them, whatever is new.

    Raises:
        DatabaseUnavailable: the server can't be reached or is too old, the schema is newer than this software, or it is
            older and the role that is connected may not change it.
    """
    try:
        with psycopg.connect(conninfo) as connection:
            _verify_server(connection)
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            try:
                return _migrated(connection, grant_to)
            except psycopg.errors.InsufficientPrivilege as error:
                raise _not_by(connection.info.user, error) from None
    except psycopg.Error as error:
        raise DatabaseUnavailable(f"The database can't be used: {error}".rstrip()) from error


def _verify_server(connection: psycopg.Connection) -> None:
    if connection.info.server_version < OLDEST_SERVER:
        version = connection.info.parameter_status("server_version")
        raise DatabaseUnavailable(f"PostgreSQL 15 or newer is needed; this server is {version}.")


def _migrated(connection: psycopg.Connection, grant_to: str | None) -> list[str]:
    have = _applied(connection)
    known = _migrations()
    if unknown := sorted(have - known.keys()):
        raise DatabaseUnavailable(
            f"The database was set up by a newer version of Partita ({', '.join(unknown)}); update this one."
        )
    applied = [name for name in known if name not in have]
    for name in applied:
        connection.execute(sql.SQL(known[name]))
        connection.execute("INSERT INTO schema_migrations (name) VALUES (%s)", (name,))
    applied += [projection.name for projection in PROJECTIONS if projection().prepare(connection)]
    granted = writers(connection) if applied else []
    for role in dict.fromkeys([*granted, *([grant_to] if grant_to else [])]):
        grant(connection, role)
    return applied


def _applied(connection: psycopg.Connection) -> set[str]:
    """The migrations that were applied before; the table that tells is made first, if it isn't there."""
    if connection.execute("SELECT to_regclass('schema_migrations')").fetchone() == (None,):
        connection.execute(
            "CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())"
        )
    return {name for (name,) in connection.execute("SELECT name FROM schema_migrations")}


def _not_by(role: str, error: psycopg.Error) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        f"The database isn't set up for this version of Partita and the role {role}, which may not do so itself"
        f" ({error.diag.message_primary}). The owner of the tables does: partita migrate --grant-to {role}, with the"
        " owner's --database-url."
    )


async def schema_state(connection: AsyncConnection[Any]) -> SchemaState:
    """How the schema is, without changing anything."""
    there = "SELECT to_regclass('schema_migrations') IS NOT NULL"
    have = set[str]()
    if await (await connection.execute(there)).fetchone() == (True,):
        rows = await (await connection.execute("SELECT name FROM schema_migrations")).fetchall()
        have = {name for (name,) in rows}
    known = list(_migrations())
    missing = tuple(name for name in known if name not in have)
    return SchemaState(missing, tuple(sorted(have.difference(known))), known[-1])


def _migrations() -> dict[str, str]:
    folder = resources.files("service.database").joinpath("migrations")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in files if file.name.endswith(".sql")}
