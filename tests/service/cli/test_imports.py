"""``partita import`` of files of other programs, and ``partita imports``, as people run them."""

import json
import re
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.service.programs import called
from tests.service.readers.bgstats_files import export, person, play, score

pytestmark = pytest.mark.slow  # each starts a process

FILE = export(
    players=[person(1, "Ada"), person(2, "Bruno")],
    plays=[
        play("a", 1, [score(1, "12", winner=True), score(2, "nine")], playImages='["x"]'),
        play("b", 77, [score(1, "3")]),
    ],
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(FILE))
    return path


def test_a_file_is_planned_imported_listed_and_taken_back(conninfo: str, file: Path) -> None:
    on = ("--database-url", conninfo)
    planned = called("import", "--dry-run", file, *on)
    assert planned.code == 1
    assert "/plays/1: It refers to the game 77, which isn’t in the file." in planned.err
    assert "1 new, 0 to be corrected, 0 here already, 0 removed here, 1 refused" in planned.out
    assert "Scores that aren't numbers, kept as written: 1." in planned.out
    assert "Not imported: 1 pictures." in planned.out
    assert "Traceback" not in planned.err
    done = called("import", "--yes", file, *on)
    assert "1 imported, 0 corrected, 0 here already, 0 removed here, 1 refused" in done.out
    again = called("import", "--yes", file, *on)
    assert "0 imported, 0 corrected, 1 here already" in again.out
    listed = called("imports", *on)
    assert re.search(r"bgstats +export\.json .* 1 +done", listed.out)
    found = re.search(r"Import ([0-9a-f-]{36}):", done.out)
    assert found is not None
    back = called("imports", "--take-back", found[1], *on)
    assert (back.code, back.out) == (0, "Removed 1 matches and 2 people.\n")
    assert called("imports", "--take-back", found[1], *on).code == 1
    assert "taken back" in called("imports", *on).out


def test_who_is_not_known_for_sure_takes_an_answer(conninfo: str, file: Path, tmp_path: Path) -> None:
    on = ("--database-url", conninfo)
    brunos = [uuid4(), uuid4()]
    with psycopg.connect(conninfo) as connection:
        for bruno in brunos:
            connection.execute("INSERT INTO players (id, name) VALUES (%s, 'Bruno')", (bruno,))
    unsure = called("import", "--yes", file, *on)
    assert unsure.code == 1
    assert str(brunos[1]) in unsure.out
    assert "--people has to say" in unsure.err
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"Bruno": str(brunos[1])}))
    assert "1 imported" in called("import", "--yes", "--people", answers, file, *on).out
    answers.write_text(json.dumps({"Bruno": "somebody"}))
    assert "Each is the id of a player" in called("import", "--people", answers, file, *on).err


def test_a_table_takes_a_mapping(conninfo: str, tmp_path: Path) -> None:
    on = ("--database-url", conninfo)
    table, mapping = tmp_path / "evenings.csv", tmp_path / "mapping.json"
    table.write_text("when,what,who,how many\n01/02/2020,Catan,Ada,5\n")
    assert "No `date` column was found" in called("import", "--yes", table, *on).err
    mapping.write_text('{"date": "when", "title": "what", "players": "who", "scores": "how many", "dates": "dmy"}')
    done = called("import", "--yes", "--mapping", mapping, "--source", "evenings", table, *on)
    assert (done.code, "1 imported" in done.out) == (0, True)
    mapping.write_text('{"dates": "whatever"}')
    refused = called("import", "--yes", "--mapping", mapping, table, *on)
    assert (refused.code, "Traceback" in refused.err) == (2, False)


def test_what_is_no_file_of_plays_is_an_error_for_people(conninfo: str, tmp_path: Path) -> None:
    packed = tmp_path / "packed.json"
    packed.write_bytes(b"PK\x03\x04rest")
    said = called("import", packed, "--database-url", conninfo)
    assert (said.code, "only unpacked text is read" in said.err, "Traceback" in said.err) == (1, True, False)
