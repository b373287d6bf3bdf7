"""Rows that are packed for COPY are what they are when each value is a parameter."""

from uuid import UUID

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from projections.line import Lines
from projections.packed import bytea, int8, text

_words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
_rows = st.dictionaries(
    st.tuples(st.uuids(), st.integers(0, 2**31 - 1)),
    st.tuples(st.integers(-(2**63), 2**63 - 1), _words, st.binary(max_size=300)),
    max_size=5,
)
LATE = {(UUID(int=1), 2**31 - 1): (-(2**63), "a\tb\n\\N ß€🂡", bytes(range(256)) * 300), (UUID(int=1), 0): (0, "", b"")}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=_rows.map(lambda rows: rows | LATE))
def test_rows_are_the_same_either_way(conninfo: str, rows: dict[tuple[UUID, int], tuple[int, str, bytes]]) -> None:
    lines = Lines()
    for (match_id, step), (version, topic, stored) in rows.items():
        lines.of(match_id).rows[step] = int8(version) + text(topic) + bytea(stored)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for table in ("one_by_one", "together"):
            columns = "match_id uuid, step integer, version bigint, topic text, stored bytea"
            connection.execute(f"CREATE TEMPORARY TABLE {table} ({columns})")
        connection.cursor().executemany(
            "INSERT INTO one_by_one VALUES (%s, %s, %s, %s, %s)", [(*key, *values) for key, values in rows.items()]
        )
        lines.write(connection, "together", "version", "topic", "stored")
        alike = "SELECT * FROM one_by_one EXCEPT ALL SELECT * FROM together"
        assert connection.execute(alike).fetchall() == []
        assert connection.execute("SELECT count(*) FROM together").fetchone() == (len(rows),)


def test_what_is_cut_goes_from_the_table_and_from_the_batch(conninfo: str) -> None:
    match_id = UUID(int=2)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("CREATE TEMPORARY TABLE steps (match_id uuid, step integer, words text)")
        before, after = Lines(), Lines()
        before.of(match_id).rows.update({step: text("before") for step in range(4)})
        before.write(connection, "steps", "words")
        line = after.of(match_id)
        line.rows[4] = text("cut")
        line.cut(1)
        line.rows[2] = text("after")
        after.write(connection, "steps", "words")
        rows = connection.execute("SELECT step, words FROM steps ORDER BY step").fetchall()
    assert rows == [(0, "before"), (1, "before"), (2, "after")]
