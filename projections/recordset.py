"""Rows as one parameter of a statement, which takes a fraction of encoding and binding each value of each row."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, LiteralString

from msgspec.json import Encoder
from psycopg import Connection, sql

_encoder = Encoder()


def recordset(rows: Sequence[Mapping[str, Any]]) -> str:
    """JSON that PostgreSQL's ``json_populate_recordset`` makes `rows` of a table of: values by column, exactly."""
    return _encoder.encode(rows).decode()


def insert_rows(connection: Connection, table: LiteralString, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put new rows into `table`, if there are any; a column that one doesn't name is null."""
    if rows:
        connection.execute(_insertion(table), (recordset(rows),), prepare=True)


@cache
def _insertion(table: LiteralString) -> sql.Composed:
    statement = sql.SQL("INSERT INTO {0} SELECT * FROM json_populate_recordset(NULL::{0}, %s::json)")
    return statement.format(sql.Identifier(table))
