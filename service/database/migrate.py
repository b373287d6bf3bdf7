"""Brings a database to the schema of this software: one explicit step, safe when several processes take it at once."""

from importlib import resources
from typing import Final

import psycopg
from psycopg import sql

from projections import PROJECTIONS
from service.database.errors import DatabaseUnavailable

_LOCK: Final = 0x70617274  # any number that no other program takes on this database: "part"
_OLDEST_SERVER: Final = 150000


def migrate(conninfo: str) -> list[str]:
    """Apply what is missing, all or nothing, and tell the names of what was applied.

    Raises:
        DatabaseUnavailable: the server can't be reached or is too old, or the schema is newer than this software.
    """
    try:
        with psycopg.connect(conninfo) as connection:
            return _migrate(connection)
    except psycopg.Error as error:
        raise DatabaseUnavailable(f"The database can't be used: {error}".rstrip()) from error


def _migrate(connection: psycopg.Connection) -> list[str]:
    if connection.info.server_version < _OLDEST_SERVER:
        version = connection.info.parameter_status("server_version")
        raise DatabaseUnavailable(f"PostgreSQL 15 or newer is needed; this server is {version}.")
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
    connection.execute(
        "CREATE TABLE IF NOT EXISTS schema_migrations"
        " (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())"
    )
    have = {name for (name,) in connection.execute("SELECT name FROM schema_migrations")}
    known = _migrations()
    if unknown := sorted(have - known.keys()):
        raise DatabaseUnavailable(
            f"The database was set up by a newer version of Partita ({', '.join(unknown)}); update this one."
        )
    applied = [name for name in known if name not in have]
    for name in applied:
        connection.execute(sql.SQL(known[name]))
        connection.execute("INSERT INTO schema_migrations (name) VALUES (%s)", (name,))
    return applied + [projection.name for projection in PROJECTIONS if projection().prepare(connection)]


def _migrations() -> dict[str, str]:
    folder = resources.files("service.database").joinpath("migrations")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in files if file.name.endswith(".sql")}
