"""Who is let into the embedded server, and as whom.

The kernel tells the server which account is at the other end of its socket (``peer``). So there is no password that
could be read, lost or restored with an old one.
"""

import os
import pwd
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from service.database.errors import DatabaseUnavailable
from service.database.programs import Account

ADMIN: Final = "postgres"
"""The superuser of a cluster: for its roles, and for copies of all its files."""

OWNER: Final = "partita"
"""The role that Partita works with: it owns the database and what is in it, and has no rights beyond."""

_MAP: Final = "partita"
_NOTE: Final = "# Partita writes this file at each start.\n"
_RULES: Final = f"{_NOTE}local all all peer map={_MAP}\nlocal replication all peer map={_MAP}\n"
_ROLES: Final = (ADMIN, OWNER, "all")
"""As whom: any role, which PostgreSQL before 16 can't be told in one word."""


def admit(cluster: Path, account: Account) -> None:
    """Have the server of a cluster let in root and who runs Partita, and nobody else, from its next start or reload on.

    An account that has nothing but the cluster, such as `nobody`, is shared with other programs, and stays outside.

    Raises:
        DatabaseUnavailable: who runs Partita has no name.
    """
    names = [_name(0)]
    if account.uid in {os.geteuid(), cluster.parent.stat().st_uid}:
        names.append(_name(account.uid))
    if _name(os.geteuid()) is None:
        raise DatabaseUnavailable(
            f"The user {os.geteuid()} has no name, by which PostgreSQL knows users. Add a line for it to /etc/passwd."
        )
    lines = [f'{_MAP} "{name}" {role}\n' for name in dict.fromkeys(filter(None, names)) for role in _ROLES]
    _write(cluster / "pg_ident.conf", _NOTE + "".join(lines), account)
    _write(cluster / "pg_hba.conf", _RULES, account)


def establish(database: str, conninfo_of: Callable[[str], str]) -> None:
    """Make the database and its owner, as far as they aren't there, in a server that runs.

    The owner is given what is in the database: there, the superuser made all that earlier versions recorded.

    Raises:
        psycopg.Error: it failed, and nothing has changed but that the database may be there.
    """
    name, owner = sql.Identifier(database), sql.Identifier(OWNER)
    with psycopg.connect(conninfo_of("postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT FROM pg_database WHERE datname = %s", (database,)).fetchall():
            connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
            # The errors of statements reach their clients; in the log they would only make it grow.
            connection.execute(sql.SQL("ALTER DATABASE {} SET log_min_messages = log").format(name))
    with psycopg.connect(conninfo_of(database)) as connection:
        if not connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (OWNER,)).fetchall():
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(owner))
        connection.execute(sql.SQL("ALTER DATABASE {} OWNER TO {}").format(name, owner))
        for kind, thing in connection.execute(_OF_ADMIN).fetchall():
            connection.execute(sql.SQL("ALTER {} {} OWNER TO {}").format(sql.SQL(kind), sql.SQL(thing), owner))
        connection.execute("SELECT pg_reload_conf()")  # a server that an earlier version left lets in anybody


_OF_ADMIN: Final = """
    WITH schemas AS (
        SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), admin AS (SELECT oid FROM pg_roles WHERE rolname = current_user)
    SELECT 'SCHEMA' AS kind, format('%I', s.nspname) AS thing FROM schemas s JOIN admin a ON a.oid = s.nspowner
    UNION ALL
    SELECT CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
        WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, format('%I.%I', s.nspname, c.relname)
    FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace JOIN admin a ON a.oid = c.relowner
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'c') OR c.relkind = 'S' AND NOT EXISTS (  -- a column's goes with its table
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
    UNION ALL
    SELECT 'ROUTINE', p.oid::regprocedure::text
    FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace JOIN admin a ON a.oid = p.proowner
    UNION ALL
    SELECT 'TYPE', format('%I.%I', s.nspname, t.typname)
    FROM pg_type t JOIN schemas s ON s.oid = t.typnamespace JOIN admin a ON a.oid = t.typowner
    WHERE t.typtype IN ('d', 'e')
"""
"""What there is of the superuser's in a database, beside what came with it."""


def _name(uid: int) -> str | None:
    with suppress(KeyError):
        return pwd.getpwuid(uid).pw_name
    return None


def _write(file: Path, text: str, account: Account) -> None:
    """Put a file of the cluster in its place whole, if it isn't so already; the folder isn't root's: follow nothing."""
    with suppress(FileNotFoundError):
        if not file.is_symlink() and file.read_text(errors="replace") == text:
            return
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "w") as opened:
        account.give(new)
        opened.write(text)
    new.replace(file)
