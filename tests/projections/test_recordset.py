"""Rows that are written as one parameter are what they are when each value is a parameter."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from projections.recordset import recordset

COLUMNS = {
    "id": "uuid",
    "small": "integer",
    "big": "bigint",
    "exact": "numeric",
    "real": "double precision",
    "told": "boolean",
    "words": "text",
    "day": "date",
    "at": "timestamptz",
    "tags": "text[]",
    "places": "integer[]",
    "people": "uuid[]",
    "scores": "numeric[]",
    "options": "jsonb",
}

_words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
_exact = st.integers(-(10**18), 10**18) | st.decimals(-(10**9), 10**9, places=3)
_none = st.none()

ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.uuids(),
            "small": _none | st.integers(-(2**31), 2**31 - 1),
            "big": _none | st.integers(-(2**63), 2**63 - 1),
            "exact": _none | _exact,
            "real": _none | st.floats(allow_nan=False, allow_infinity=False),
            "told": _none | st.booleans(),
            "words": _none | _words,
            "day": _none | st.dates(),
            "at": _none
            | st.datetimes(datetime(1000, 1, 1), datetime(9000, 1, 1)).map(lambda at: at.replace(tzinfo=UTC)),  # noqa: DTZ001
            "tags": st.lists(_words, max_size=3),
            "places": st.lists(_none | st.integers(-(2**31), 2**31 - 1), max_size=3),
            "people": st.lists(st.uuids(), max_size=2),
            "scores": st.lists(_none | _exact, max_size=3),
            "options": st.dictionaries(_words, _words | st.lists(st.integers(), max_size=2), max_size=3),
        }
    ),
    max_size=4,
)

LATE = {
    "id": UUID(int=1),
    "small": 0,
    "big": 2**63 - 1,
    "exact": Decimal("0.10"),
    "real": 0.1,
    "told": False,
    "words": 'a "quoted" \\ line\nand {braces}, NULL',
    "day": date.max,
    "at": datetime(2026, 11, 30, 12, 0, 0, 123456, UTC) + timedelta(microseconds=1),
    "tags": ["NULL", "", "a,b", "{}"],
    "places": [None, 1],
    "people": [],
    "scores": [Decimal("1.50"), 2, None],
    "options": {"nested": {"a": [1, "2", None]}},
}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS.map(lambda rows: [*rows, LATE]))
def test_rows_are_the_same_either_way(conninfo: str, rows: list[dict[str, Any]]) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for table in ("one_by_one", "together"):
            columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
            connection.execute(f"CREATE TEMPORARY TABLE {table} (place serial, {columns})")
        names, values = ", ".join(COLUMNS), ", ".join(f"%({name})s" for name in COLUMNS)
        connection.cursor().executemany(
            f"INSERT INTO one_by_one ({names}) VALUES ({values})",
            [row | {"options": Jsonb(row["options"]), "scores": _decimals(row["scores"])} for row in rows],
        )
        connection.execute(
            f"INSERT INTO together ({names}) SELECT {names} FROM json_populate_recordset(NULL::together, %s::json)",
            (recordset(rows),),
        )
        alike = "SELECT * FROM one_by_one EXCEPT ALL SELECT * FROM together"
        assert connection.execute(alike).fetchall() == []
        assert connection.execute("SELECT count(*) FROM together").fetchone() == (len(rows),)


def _decimals(numbers: list[Any]) -> list[Decimal | None]:
    return [None if number is None else Decimal(number) for number in numbers]
