"""Rows that are written by COPY, which takes a fraction of what a statement for each would."""

from collections.abc import Iterable, Mapping
from typing import Any, LiteralString

from psycopg import Connection, sql


def copy_rows(
    connection: Connection,
    table: LiteralString,
    columns: Mapping[LiteralString, str],
    rows: Iterable[tuple[Any, ...]],
) -> None:
    """Put new rows into `table`; `columns` are theirs, with their types."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL("COPY {} ({}) FROM STDIN BINARY").format(sql.Identifier(table), names)
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(list(columns.values()))
        for row in rows:
            copy.write_row(row)
