"""The rights of the role by which the service runs, where it isn't the owner of the tables.

It makes no tables, and of the log it can add to, nothing can be changed or taken out.
"""

from typing import Final

from psycopg import Connection, sql

from service.database.errors import DatabaseUnavailable

_USUAL: Final = "SELECT, INSERT, UPDATE, DELETE"

_LESS: Final = {
    "match_events": "SELECT, INSERT",
    "log_leaves": "SELECT, INSERT",
    "log_nodes": "SELECT, INSERT",
    "audit": "SELECT, INSERT, DELETE",
    "schema_migrations": "SELECT",
}
"""Of these tables, the service needs less."""

LOG: Final = ("match_events", "log_leaves", "log_nodes")
"""What is only added to."""


def grant(connection: Connection, role: str) -> None:
    """Give `role` what the service needs, and take what else was granted to it in the schema; by the owner.

    Raises:
        DatabaseUnavailable: it may change the log even so.
        psycopg.Error: there is no such role, or who is connected isn't the owner.
    """
    to = sql.Identifier(role)
    connection.execute(sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(to))
    connection.execute(sql.SQL("REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {}").format(to))
    for (table,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall():
        rights = sql.SQL(_LESS.get(table, _USUAL))
        connection.execute(sql.SQL("GRANT {} ON public.{} TO {}").format(rights, sql.Identifier(table), to))
    connection.execute(sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {}").format(to))
    connection.execute(sql.SQL("GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO {}").format(to))
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(to))
    for table in LOG:
        if _may_change(connection, role, table):
            raise DatabaseUnavailable(
                f"The role {role} may change {table} even so: it is a superuser, owns the table, or belongs to a role "
                "that may. Name one that isn't and doesn't."
            )


def _may_change(connection: Connection, role: str, table: str) -> bool:
    query = "SELECT has_table_privilege(%s, %s, 'UPDATE, DELETE, TRUNCATE')"
    return connection.execute(query, (role, f"public.{table}")).fetchone() == (True,)
