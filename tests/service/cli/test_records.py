"""``partita export`` and ``partita import``, run on databases as people run them."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from domain.compression import plain
from replays.records.form import MAX_RECORD
from tests.projections.test_missing_games import missing
from tests.service.programs import called, started, wait_until
from tests.service.records.books import body_of, some_evening, two_states

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


@pytest.mark.slow
def test_imported_twice_it_is_there_once(conninfo: str, bundle: Path) -> None:
    called("import", bundle, *on(conninfo))
    said = called("import", bundle, *on(conninfo))
    assert (said.code, said.out) == (0, "Imported 0 matches; 3 here already, 0 refused.\n")
    assert matches(conninfo) == 3


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_game_that_is_missing_is_exported_by_its_key(conninfo: str, bundle: Path, tmp_path: Path) -> None:
    """Given matches of a game that was taken away, when they are exported by its key, then it says what is missing."""
    called("import", bundle, *on(conninfo))
    said = called("export", "--table", "plays", *on(conninfo))  # the read models follow
    assert said.code == 0, said.err
    assert "klunker" in said.out
    with missing("klunker"):
        said = called("export", "--game", "klunker", *on(conninfo))
        assert (said.code, said.out.encode()) == (0, BODIES[0]), said.err
        assert "The game klunker isn't installed here: 1 match with the result that was known." in said.err
        said = called("export", "--game", "dschunke", *on(conninfo))
        assert (said.code, said.out.encode()) == (0, BODIES[2])
        assert "klunker" not in said.err
        said = called("export", "--game", "klunker", "--table", "plays", *on(conninfo))
        assert (said.code, "The game klunker isn't installed here" in said.err) == (0, True)
        assert "Exported 1 row," in said.err
        out = tmp_path / "none.ndjson"
        said = called("export", "--game", "nowhere", "--output", out, *on(conninfo))
        assert (said.code, "There is no game 'nowhere' here, and no match of one." in said.err) == (2, True)
        assert not out.exists()
        with psycopg.connect(conninfo) as connection:
            connection.execute("DELETE FROM scoreboard_match WHERE game = 'klunker'")  # as after a rebuild without it
            log = connection.execute("SELECT notification_id, topic, state FROM match_events").fetchall()
            of_klunker = [position for position, *stored in log if plain(*stored)[0].startswith("klunker/")]
            connection.execute(
                "INSERT INTO set_aside (projection, position, originator_id, fault)"
                " SELECT 'scoreboard', min(notification_id), originator_id, 'UnknownGame: klunker' FROM match_events"
                " WHERE notification_id = ANY(%s) GROUP BY originator_id",
                (of_klunker,),
            )
        said = called("export", "--game", "klunker", *on(conninfo))
        assert (said.code, "its game is missing" in said.err, said.out) == (1, True, "")


def test_a_bundle_that_cant_be_made_whole_leaves_no_file(conninfo: str, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    assert called("export", "--match", uuid4(), "--output", out, *on(conninfo)).code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_was_removed_isnt_exported(conninfo: str, bundle: Path) -> None:
    called("demo", *on(conninfo))
    assert matches(conninfo) > 0
    called("demo", "--remove", *on(conninfo))
    said = called("export", *on(conninfo))
    assert (said.code, said.out) == (0, "")


@pytest.mark.slow
def test_a_damaged_match_is_told_and_the_others_exported(conninfo: str, bundle: Path, tmp_path: Path) -> None:
    called("import", bundle, *on(conninfo))
    damaged = msgspec.json.decode(BODIES[1])["match"]["id"]
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "UPDATE match_events SET state = '\\x00' WHERE originator_id = %s AND originator_version = 3", (damaged,)
        )
    out = tmp_path / "out"
    said = called("export", "--output", out, *on(conninfo))
    assert (said.code, "Exported 2 matches; 1 left out.\n" in said.err) == (1, True), said
    assert f"Left out, damaged: the match {damaged}: " in said.err
    assert out.read_bytes() == BODIES[0] + BODIES[2]
    said = called("import", bundle, *on(conninfo))
    assert (said.code, "line 2: /match/id: The id is taken.\n" in said.err) == (1, True), said


@pytest.mark.slow
def test_an_imported_bundle_names_who_has_another_name_here(
    conninfo: str, new_database: Callable[[], str], bundle: Path
) -> None:
    player = msgspec.json.decode(BODIES[0])["players"][0]
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO players (id, name) VALUES (%s, 'Ada')", (player["id"],))
    said = called("import", bundle, *on(conninfo))
    assert f"line 1: {player['name']} is Ada here." in said.err
    assert "is Ada here" not in called("import", bundle, *on(new_database())).err


@pytest.mark.slow
def test_a_killed_import_has_taken_in_whole_matches_and_is_completed_by_another(conninfo: str, tmp_path: Path) -> None:
    """It dies while it waits for more, when the first transaction is over and the second one isn't."""
    lines = copies(150)
    bundle, out = tmp_path / "bundle", tmp_path / "out"
    bundle.write_bytes(b"".join(lines))
    process = started("import", "-", *on(conninfo))
    assert process.stdin is not None
    process.stdin.write(b"".join(lines[:-1]))
    process.stdin.flush()
    wait_until(lambda: matches(conninfo) > 0)
    helping = psutil.Process(process.pid).children()
    process.kill()
    process.communicate()
    before = matches(conninfo)
    assert 0 < before < len(lines)
    assert helping
    wait_until(lambda: not any(is_alive(one) for one in helping))
    called("export", "--output", out, *on(conninfo))
    assert out.read_bytes() == b"".join(lines[:before])
    said = called("import", bundle, *on(conninfo))
    assert (said.code, said.out) == (0, f"Imported {150 - before} matches; {before} here already, 0 refused.\n")
    called("export", "--output", out, *on(conninfo))
    assert out.read_bytes() == bundle.read_bytes()


def is_alive(process: psutil.Process) -> bool:
    """Whether it runs; one that has ended may wait for somebody to ask how."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def copies(number: int) -> list[bytes]:
    """Records of as many matches that are alike."""
    (_, one) = two_states("halunken")
    return [one.replace(id_of(one), str(UUID(int=(4 << 120) + copy)).encode()) for copy in range(number)]


def id_of(body: bytes) -> bytes:
    match_id: str = msgspec.json.decode(body)["match"]["id"]
    return match_id.encode()


@pytest.mark.slow
def test_a_match_that_is_here_in_another_state_is_told_so(conninfo: str, bundle: Path) -> None:
    older, newer = two_states("klunker")
    version = len(msgspec.json.decode(older)["events"])
    bundle.write_bytes(older + newer)
    said = called("import", bundle, *on(conninfo))
    told = f"line 2: /match/id: The match here hasn't got as far as this record. It is at version {version}.\n"
    assert (said.code, told in said.err) == (1, True), said
    older, newer = two_states("dschunke")
    bundle.write_bytes(newer + older)
    said = called("import", bundle, *on(conninfo))
    assert "line 2: /match/id: The match here has gone on since this record was made." in said.err
    assert matches(conninfo) == 2
