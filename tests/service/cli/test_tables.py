"""``partita export --table``: flat tables from the command line, whether or not a service runs."""

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from service.queries.tables.reader import TABLES
from tests.service.programs import called
from tests.service.records.books import body_of, some_evening

BODIES = [body_of(some_evening(key, seed)) for key, seed in (("klunker", 1), ("halunken", 2), ("dschunke", 3))]
MATCHES = [json.loads(body)["match"]["id"] for body in BODIES]


def on(conninfo: str) -> tuple[str, str]:
    return ("--database-url", conninfo)


def taken_in(conninfo: str, folder: Path, *bodies: bytes) -> None:
    file = folder / "evenings.ndjson"
    file.write_bytes(b"".join(bodies))
    assert called("import", file, *on(conninfo)).code == 0


@pytest.mark.slow
def test_a_table_has_what_was_imported_without_a_service(conninfo: str, tmp_path: Path) -> None:
    taken_in(conninfo, tmp_path, *BODIES)
    said = called("export", "--table", "plays", *on(conninfo))
    lines = list(csv.DictReader(StringIO(said.out)))
    assert (said.code, {line["match_id"] for line in lines}) == (0, {*MATCHES})
    assert re.fullmatch(r"Exported 3 rows, complete up to position \d+\.\n", said.err)
    out = tmp_path / "steps.parquet"
    assert called("export", "--table", "steps", "--format", "parquet", "--output", out, *on(conninfo)).code == 0
    steps = [row["match_id"] for row in pq.read_table(out).to_pylist()]
    assert {line["match_id"]: int(line["steps"]) for line in lines} == {one: steps.count(one) for one in MATCHES}
    as_lines = ("--format", "ndjson", *on(conninfo))
    (play,) = called("export", "--table", "plays", "--game", "klunker", *as_lines).out.splitlines()
    assert json.loads(play)["match_id"] == MATCHES[0]
    seats = called("export", "--table", "seats", "--match", MATCHES[1], *as_lines).out
    assert {json.loads(line)["match_id"] for line in seats.splitlines()} == {MATCHES[1]}


@pytest.mark.slow
def test_the_next_export_goes_on_from_there(conninfo: str, tmp_path: Path) -> None:
    taken_in(conninfo, tmp_path, *BODIES[:2])
    (position,) = re.findall(r"position (\d+)", called("export", "--table", "plays", *on(conninfo)).err)
    taken_in(conninfo, tmp_path, *BODIES)
    assert called("remove", MATCHES[0], *on(conninfo)).code == 0
    since = ("--changed-after", position, "--format", "ndjson", *on(conninfo))
    for table, matches in (("plays", {MATCHES[2]}), ("seats", {MATCHES[2]}), ("removals", {MATCHES[0]})):
        out = called("export", "--table", table, *since).out
        assert {json.loads(line)["match_id"] for line in out.splitlines()} == matches, table


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_empty(conninfo: str, table: str) -> None:
    said = called("export", "--table", table, *on(conninfo))
    assert (said.code, len(said.out.splitlines())) == (0, 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--format", "parquet"), "--table"),
        (("--table", "plays", "--format", "bgg"), "bgg"),
        (("--changed-after", "1"), "--table"),
        (("--table", "ratings", "--changed-after", "1"), "ratings"),
        (("--table", "moves"), "moves"),
    ],
)
def test_options_without_a_meaning_are_refused(conninfo: str, options: tuple[str, ...], words: str) -> None:
    said = called("export", *options, *on(conninfo))
    assert (said.code, words in said.err) == (2, True)
