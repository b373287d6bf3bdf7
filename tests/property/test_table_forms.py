"""The forms of tables say the same, whatever is in the rows and however these are parted."""

import csv
import json
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from io import BytesIO, StringIO
from typing import Any, Final

import msgspec
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.queries.tables.columns import Kind, TableColumn, columns_of
from service.queries.tables.forms import TABLE_FORMS, FormMissing, FormName
from service.queries.tables.reader import TABLES
from tests.tiers import thinned

TEXT: Final = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.sampled_from(
    ["", "=1+1", "+39", "-", "@x", "\ttab", "\rreturn", 'a "word", two\r\nlines', "'", "null", "True", "1", "[]"]
)
NUMBER: Final = st.integers(-(1 << 53), 1 << 53)
JSON: Final = st.recursive(
    st.booleans() | NUMBER | TEXT, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=5
).filter(lambda value: value is not None)
VALUES: Final[dict[Kind, st.SearchStrategy[Any]]] = {
    "text": TEXT,
    "integer": NUMBER,
    "number": st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
    "date": st.dates(date(1900, 1, 1)),
    "time": st.datetimes(datetime(1970, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001  # it is given one
    "json": JSON,
}
READ: Final[dict[Kind, Any]] = {
    "text": str,
    "integer": int,
    "number": float,
    "boolean": {"true": True, "false": False}.__getitem__,
    "date": date.fromisoformat,
    "time": datetime.fromisoformat,
    "json": json.loads,
}
"""What reads a cell of CSV."""


def value_of(column: TableColumn) -> st.SearchStrategy[Any]:
    return st.none() | VALUES[column.kind] if column.nullable else VALUES[column.kind]


def written(form: FormName, row: type[msgspec.Struct], parts: Sequence[Sequence[msgspec.Struct]]) -> bytes:
    writer = TABLE_FORMS[form].writer(row)
    return b"".join([writer.begin(), *map(writer.rows, parts), writer.end()])


def in_csv(column: TableColumn, value: Any) -> Any:
    """What CSV can tell of a value: an empty text is null, and one that might be a formula isn't one."""
    if column.kind == "text" and isinstance(value, str):
        return f"'{value}" if value[:1] in {*"=+-@\t\r"} and value else value or None
    return value


def read_csv(content: bytes, columns: Sequence[TableColumn]) -> list[tuple[Any, ...]]:
    heads, *lines = csv.reader(StringIO(content.decode(), newline=""))
    assert heads == [column.name for column in columns]
    return [
        tuple(READ[column.kind](cell) if cell else None for column, cell in zip(columns, line, strict=True))
        for line in lines
    ]


def read_ndjson(content: bytes, columns: Sequence[TableColumn]) -> list[tuple[Any, ...]]:
    read: dict[Kind, Any] = {"date": date.fromisoformat, "time": datetime.fromisoformat, "number": float}
    rows = []
    for line in content.splitlines():
        values = json.loads(line)
        assert list(values) == [column.name for column in columns]
        told = [(read.get(column.kind), values[column.name]) for column in columns]
        rows.append(tuple(reads(value) if reads and value is not None else value for reads, value in told))
    return rows


def read_parquet(content: bytes, columns: Sequence[TableColumn]) -> list[tuple[Any, ...]]:
    table = pq.read_table(BytesIO(content))
    assert table.column_names == [column.name for column in columns]
    return [
        tuple(
            json.loads(value) if column.kind == "json" and value is not None else value
            for column, value in zip(columns, line.values(), strict=True)
        )
        for line in table.to_pylist()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", thinned(TABLES))
@given(data=st.data())
def test_all_forms_say_the_same(name: Any, data: st.DataObject) -> None:
    row = TABLES[name].row
    columns = columns_of(row)
    made = st.builds(row, **{column.name: value_of(column) for column in columns})
    parts = data.draw(st.lists(st.lists(made, max_size=3), max_size=3))
    values = [msgspec.structs.astuple(one) for part in parts for one in part]
    assert read_ndjson(written("ndjson", row, parts), columns) == values
    assert read_parquet(written("parquet", row, parts), columns) == values
    assert read_csv(written("csv", row, parts), columns) == [
        tuple(in_csv(column, value) for column, value in zip(columns, line, strict=True)) for line in values
    ]


@pytest.mark.slow
def test_parquet_is_written_in_groups_and_not_held_back() -> None:
    row = TABLES["removals"].row
    rows = [row(match_id=number, version=number, changed=number) for number in range(4_000)]
    writer = TABLE_FORMS["parquet"].writer(row)
    sizes = [len(writer.rows(rows)) for _ in range(6)]
    assert [size > 10_000 for size in sizes] == [False, False, True, False, False, True]


def test_without_pyarrow_there_is_no_parquet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "service.queries.tables.parquet", raising=False)
    with pytest.raises(FormMissing, match="pyarrow"):
        TABLE_FORMS["parquet"].writer(TABLES["plays"].row)
