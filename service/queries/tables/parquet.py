"""Parquet, by pyarrow, which is an extra of this project."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from service.queries.tables.columns import Kind, TableColumn, columns_of, json_text

GROUP: Final = 10_000
"""Rows of a row group, which is what is held back: readers are slow with many small ones."""


class ParquetWriter:
    """Writes row groups as they come; behind the last one stands where each begins."""

    def __init__(self, row: type[Struct]) -> None:
        self._columns = columns_of(row)
        schema = pa.schema([pa.field(one.name, _TYPES[one.kind], nullable=one.nullable) for one in self._columns])
        self._sink = _Sink()
        self._writer = pq.ParquetWriter(self._sink, schema)
        self._schema = schema
        self._held: list[Struct] = []

    def begin(self) -> bytes:
        """The mark of the form."""
        return self._sink.taken()

    def rows(self, rows: Sequence[Struct]) -> bytes:
        """Hold back `rows` until there are enough of them for a group."""
        self._held += rows
        if len(self._held) >= GROUP:
            self._write_group()
        return self._sink.taken()

    def end(self) -> bytes:
        """The last group and the index of all."""
        if self._held:
            self._write_group()
        self._writer.close()
        return self._sink.taken()

    def _write_group(self) -> None:
        values = zip(*map(msgspec.structs.astuple, self._held), strict=True)
        arrays = [_array(column, of) for column, of in zip(self._columns, values, strict=True)]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema), row_group_size=len(self._held))
        self._held.clear()


class _Sink:
    """A file that is written only, and taken from as it grows."""

    closed = False

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, part: Any) -> int:
        self._written.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """All is there already."""

    def close(self) -> None:
        self.closed = True

    def taken(self) -> bytes:
        """What was written since this was asked for."""
        taken = b"".join(self._written)
        self._written.clear()
        return taken


def _array(column: TableColumn, values: Sequence[Any]) -> Any:
    value_of = _VALUES.get(column.kind)
    if value_of is not None:
        values = [None if value is None else value_of(value) for value in values]
    return pa.array(values, type=_TYPES[column.kind])


_VALUES: Final[Mapping[Kind, Callable[[Any], Any]]] = {"text": str, "number": float, "json": json_text}
"""What isn't a value of its type already."""

_TYPES: Final[Mapping[Kind, Any]] = {
    "text": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "date": pa.date32(),
    "time": pa.timestamp("us", tz="UTC"),
    "json": pa.string(),
}
