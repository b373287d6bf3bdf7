"""Rows in the binary form of PostgreSQL's COPY, packed at once, which takes half of what binding each value takes.

A row is the number of its fields, in two bytes, and the fields; a field is its length, in four bytes, and its value.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Final

from psycopg import Connection, sql

_START: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END: Final = b"\xff\xff"

_LENGTH: Final = Struct("!i").pack
_INT8: Final = Struct("!iq").pack


def int8(value: int) -> bytes:
    """A field of a column of the type ``bigint``."""
    return _INT8(8, value)


def text(value: str) -> bytes:
    """A field of a column of the type ``text``."""
    return bytea(value.encode())


def bytea(value: bytes) -> bytes:
    """A field of a column of the type ``bytea``."""
    return _LENGTH(len(value)) + value


def copy_rows(connection: Connection, statement: sql.Composed, rows: Iterable[bytes]) -> None:
    """Put `rows`, which may come in parts, into a table by `statement`, a ``COPY … FROM STDIN BINARY``."""
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(b"".join((_START, *rows, _END)))
