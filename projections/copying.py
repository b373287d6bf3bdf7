"""Rows that are written by COPY, which takes a fraction of what a statement for each would."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, LiteralString

from psycopg import Connection, sql

from domain.kernel.points import Points


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


def exact(score: Points | None) -> Decimal | None:
    """Points as a binary COPY takes a ``numeric``."""
    return None if score is None else Decimal(score)
