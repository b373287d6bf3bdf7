"""``partita export`` and ``partita import``, run on databases as people run them."""

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import msgspec
import psycopg
import pytest

from replays.records.form import MAX_RECORD
from tests.service.programs import called
from tests.service.records.books import body_of, some_evening

BODIES = [body_of(some_evening(key, seed)) for key, seed in (("klunker", 1), ("halunken", 2), ("dschunke", 3))]


def on(conninfo: str) -> tuple[str, str]:
    return ("--database-url", conninfo)


def matches(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT count(*) FROM match_events WHERE topic = 'match/opened'").fetchone()
    assert row is not None
    return int(row[0])


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    file = tmp_path / "evenings.ndjson"
    file.write_bytes(b"".join(BODIES))
    return file


def test_a_bundle_goes_in_and_out_with_the_same_bytes(conninfo: str, bundle: Path, tmp_path: Path) -> None:
    said = called("import", bundle, *on(conninfo))
    assert (said.code, said.out) == (0, "Imported 3 matches; 0 here already, 0 refused.\n")
    out = tmp_path / "out.ndjson"
    said = called("export", "--output", out, *on(conninfo))
    assert (said.code, "Exported 3 matches." in said.err) == (0, True)
    assert out.read_bytes() == bundle.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".part")] == []


def test_imported_twice_it_is_there_once(conninfo: str, bundle: Path) -> None:
    called("import", bundle, *on(conninfo))
    said = called("import", bundle, *on(conninfo))
    assert (said.code, said.out) == (0, "Imported 0 matches; 3 here already, 0 refused.\n")
    assert matches(conninfo) == 3


def test_a_dry_run_writes_nothing(conninfo: str, bundle: Path) -> None:
    said = called("import", "--dry-run", bundle, *on(conninfo))
    assert (said.code, said.out) == (0, "Could import 3 matches; 0 here already, 0 refused.\n")
    assert matches(conninfo) == 0


def test_what_is_refused_is_told_with_its_line_and_the_rest_taken_in(conninfo: str, bundle: Path) -> None:
    forged = msgspec.json.decode(BODIES[1])
    forged["results"]["step"] = 7777
    lines = [BODIES[0], b"{\n", msgspec.json.encode(forged) + b"\n", b"\n", b" " * MAX_RECORD + b"x\n", BODIES[2]]
    bundle.write_bytes(b"".join(lines))
    said = called("import", bundle, *on(conninfo))
    assert (said.code, said.out) == (1, "Imported 2 matches; 0 here already, 3 refused.\n")
    assert "line 2: " in said.err
    assert "line 3: /results/step: The events say otherwise." in said.err
    assert f"line 5: A record has at most {MAX_RECORD} bytes." in said.err
    assert matches(conninfo) == 2


def test_another_match_with_the_id_is_told_with_its_version(conninfo: str, bundle: Path) -> None:
    called("import", bundle, *on(conninfo))
    other = msgspec.json.decode(BODIES[0])
    other["events"][0]["by"] = "somebody else"
    bundle.write_bytes(msgspec.json.encode(other))
    said = called("import", bundle, *on(conninfo))
    assert said.code == 1
    assert f"line 1: /match/id: Another match has this id here. It is at version {len(other['events'])}." in said.err


def test_one_match_or_one_game_is_written_to_standard_output(conninfo: str, bundle: Path) -> None:
    called("import", bundle, *on(conninfo))
    match_id = msgspec.json.decode(BODIES[1])["match"]["id"]
    assert called("export", "--match", match_id, *on(conninfo)).out.encode() == BODIES[1]
    assert called("export", "--game", "dschunke", *on(conninfo)).out.encode() == BODIES[2]
    said = called("export", "--match", uuid4(), *on(conninfo))
    assert (said.code, "There is no match" in said.err, said.out) == (1, True, "")


def test_a_bundle_that_cant_be_made_whole_leaves_no_file(conninfo: str, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    assert called("export", "--match", uuid4(), "--output", out, *on(conninfo)).code == 1
    assert list(tmp_path.iterdir()) == []


def test_what_was_removed_isnt_exported(conninfo: str, bundle: Path) -> None:
    called("demo", *on(conninfo))
    assert matches(conninfo) > 0
    called("demo", "--remove", *on(conninfo))
    said = called("export", *on(conninfo))
    assert (said.code, said.out) == (0, "")


def test_an_imported_bundle_names_who_has_another_name_here(
    conninfo: str, new_database: Callable[[], str], bundle: Path
) -> None:
    player = msgspec.json.decode(BODIES[0])["players"][0]
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO players (id, name) VALUES (%s, 'Ada')", (player["id"],))
    said = called("import", bundle, *on(conninfo))
    assert f"line 1: {player['name']} is Ada here." in said.err
    assert "is Ada here" not in called("import", bundle, *on(new_database())).err
