"""What a batch of the log changes in a table that has one row for each step of a match."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from struct import Struct
from typing import Final, LiteralString
from uuid import UUID

from psycopg import Connection, sql

from projections.packed import copy_rows

_MATCH_AND_STEP: Final = Struct("!hi16sii").pack


class LineChange:
    """The rows of one match that go and come.

    Attributes:
        rows: those that come, by step; each is what follows match and step, as fields of :mod:`projections.packed`.
        length: the step above which all go first; None if none do.
    """

    __slots__ = ("length", "rows")

    def __init__(self) -> None:
        self.rows: dict[int, bytes] = {}
        self.length: int | None = None

    def cut(self, to_step: int) -> None:
        """The rows of all steps above `to_step` go, also those that came in this batch."""
        self.length = to_step if self.length is None else min(to_step, self.length)
        self.rows = {step: row for step, row in self.rows.items() if step <= to_step}


class Lines:
    """The rows that go and come, match by match."""

    def __init__(self) -> None:
        self._changes: defaultdict[UUID, LineChange] = defaultdict(LineChange)

    def of(self, match_id: UUID) -> LineChange:
        """What changes of a match."""
        return self._changes[match_id]

    def write(self, connection: Connection, table: LiteralString, *columns: LiteralString) -> None:
        """Bring `table` up to date; `columns` are those of the rows after match and step."""
        cut = [(match_id, one.length) for match_id, one in self._changes.items() if one.length is not None]
        if cut:
            delete = sql.SQL("DELETE FROM {} WHERE match_id = %s AND step > %s").format(sql.Identifier(table))
            with connection.cursor() as cursor:
                cursor.executemany(delete, cut)
        if any(one.rows for one in self._changes.values()):
            copy_rows(connection, _copy_statement(table, *columns), self._rows(2 + len(columns)))

    def _rows(self, fields: int) -> Iterator[bytes]:
        for match_id, change in self._changes.items():
            match = match_id.bytes
            for step, row in change.rows.items():
                yield _MATCH_AND_STEP(fields, 16, match, 4, step)
                yield row


@cache
def _copy_statement(table: LiteralString, *columns: LiteralString) -> sql.Composed:
    names = sql.SQL(", ").join(map(sql.Identifier, ("match_id", "step", *columns)))
    return sql.SQL("COPY {} ({}) FROM STDIN BINARY").format(sql.Identifier(table), names)
