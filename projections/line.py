"""What a batch of the log changes in a table that has one row for each step of a match."""

from functools import cache
from typing import Generic, LiteralString, TypeVar
from uuid import UUID

from psycopg import Connection, sql

R = TypeVar("R", bound=tuple[object, ...])


class Lines(Generic[R]):
    """The rows that go and come, match by match; `R` are their values beside match and step."""

    def __init__(self) -> None:
        self._lengths: dict[UUID, int] = {}
        self._rows: dict[UUID, dict[int, R]] = {}

    def put(self, match_id: UUID, step: int, row: R) -> None:
        """A step that has no row yet gets one."""
        rows = self._rows.get(match_id)
        if rows is None:
            rows = self._rows[match_id] = {}
        rows[step] = row

    def cut(self, match_id: UUID, to_step: int) -> None:
        """The rows of all steps above `to_step` go."""
        self._lengths[match_id] = min(to_step, self._lengths.get(match_id, to_step))
        self._rows[match_id] = {step: row for step, row in self._rows.get(match_id, {}).items() if step <= to_step}

    def write(self, connection: Connection, table: LiteralString, columns: dict[LiteralString, str]) -> None:
        """Bring `table` up to date; `columns` are those of the rows after match and step, with their types."""
        if self._lengths:
            delete = sql.SQL("DELETE FROM {} WHERE match_id = %s AND step > %s").format(sql.Identifier(table))
            with connection.cursor() as cursor:
                cursor.executemany(delete, list(self._lengths.items()))
        with connection.cursor() as cursor, cursor.copy(_copy_statement(table, *columns)) as copy:
            copy.set_types(["uuid", "int4", *columns.values()])
            for match_id, steps in self._rows.items():
                for step, row in steps.items():
                    copy.write_row((match_id, step, *row))


@cache
def _copy_statement(table: LiteralString, *columns: LiteralString) -> sql.Composed:
    names = sql.SQL(", ").join(map(sql.Identifier, ("match_id", "step", *columns)))
    return sql.SQL("COPY {} ({}) FROM STDIN BINARY").format(sql.Identifier(table), names)
