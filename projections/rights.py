"""Who writes read models without owning their tables: the role by which the service runs, if it isn't the owner."""

from typing import Final

from psycopg import Connection, sql

_WRITERS: Final = """
    SELECT r.rolname FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE c.oid = to_regclass('public.projections') AND a.privilege_type = 'UPDATE' AND a.grantee <> c.relowner
    ORDER BY r.rolname
"""


def writers(connection: Connection) -> list[str]:
    """The roles that may move the positions of read models, and so keep them up, beside the owner."""
    return [name for (name,) in connection.execute(_WRITERS)]


def grant_to_writers(connection: Connection, *tables: str) -> None:
    """Let them write `tables`, which are new."""
    names = sql.SQL(", ").join(map(sql.Identifier, tables))
    for role in writers(connection):
        grant = sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON {} TO {}").format(names, sql.Identifier(role))
        connection.execute(grant)
