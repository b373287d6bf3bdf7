"""The forms in which a table leaves: CSV and lines of JSON, and Parquet where pyarrow is installed.

All say the same. CSV and Parquet have no values of JSON, so what is JSON is text there.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from io import StringIO
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from replays.exports.cells import plain_cell
from service.queries.tables.columns import Kind, columns_of, json_text

FormName: TypeAlias = Literal["csv", "ndjson", "parquet"]


class FormMissing(Exception):  # noqa: N818  # what it is
    """The library that writes a form isn't installed."""


class Writer(Protocol):
    """Writes one table. What it gives is sent as it comes; it holds back no more than it says."""

    def begin(self) -> bytes:
        """What stands before all rows."""

    def rows(self, rows: Sequence[Struct]) -> bytes:
        """Some more rows."""

    def end(self) -> bytes:
        """What stands behind all rows, and what was held back."""


class CsvWriter:
    """RFC 4180, in UTF-8, with a line of names first. What is null is empty; no text is taken for a formula."""

    def __init__(self, row: type[Struct]) -> None:
        self._columns = columns_of(row)
        self._cells = [_CELLS[column.kind] for column in self._columns]

    def begin(self) -> bytes:
        """The names of the columns."""
        return csv_lines([[column.name for column in self._columns]])

    def rows(self, rows: Sequence[Struct]) -> bytes:
        """A line a row."""
        return csv_lines([self._line(msgspec.structs.astuple(row)) for row in rows])

    def end(self) -> bytes:
        """Nothing."""
        return b""

    def _line(self, values: Sequence[Any]) -> list[Any]:
        return [None if value is None else cell(value) for cell, value in zip(self._cells, values, strict=True)]


class NdjsonWriter:
    """A JSON object a line, with the columns as its fields."""

    def __init__(self, _: type[Struct]) -> None:
        self._encoder = msgspec.json.Encoder(decimal_format="number")

    def begin(self) -> bytes:
        """Nothing."""
        return b""

    def rows(self, rows: Sequence[Struct]) -> bytes:
        """A line a row."""
        return self._encoder.encode_lines(rows)

    def end(self) -> bytes:
        """Nothing."""
        return b""


def _parquet_writer(row: type[Struct]) -> Writer:
    """Writes Parquet.

    Raises:
        FormMissing: pyarrow isn't installed.
    """
    try:
        from service.queries.tables.parquet import ParquetWriter  # noqa: PLC0415  # large, and only here of use
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        raise FormMissing("Parquet takes pyarrow, the extra `parquet`, which isn't installed here.") from None
    return ParquetWriter(row)


class Form(Struct, frozen=True):
    """A form: its media type, what it is for people, and what makes a writer of rows of one struct."""

    media_type: str
    title: str
    writer: Callable[[type[Struct]], Writer]


TABLE_FORMS: Final[Mapping[FormName, Form]] = {
    "csv": Form("text/csv", "The table as CSV (RFC 4180), with the names of the columns first", CsvWriter),
    "ndjson": Form("application/x-ndjson", "A row a line", NdjsonWriter),
    "parquet": Form("application/vnd.apache.parquet", "The table as Parquet", _parquet_writer),
}
"""The usual one first."""


def csv_lines(rows: Iterable[Sequence[Any]]) -> bytes:
    """Lines of CSV (RFC 4180), in UTF-8; an empty cell where there is nothing."""
    text = StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def _time(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")


def _text(value: Any) -> str:
    return str(plain_cell(str(value)))


_CELLS: Final[Mapping[Kind, Callable[[Any], Any]]] = {
    "text": _text,
    "integer": int,
    "number": str,
    "boolean": lambda value: "true" if value else "false",
    "date": lambda value: value.isoformat(),
    "time": _time,
    "json": json_text,
}
