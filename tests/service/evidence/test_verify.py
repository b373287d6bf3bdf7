"""``partita verify``: whatever is done to the log past the service is named, with its match and version."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg import AsyncConnection

from domain.annotations.annotations import annotations_id
from service.evidence.nodes import store_nodes
from service.evidence.tree import TILE
from tests.service.evidence.tampering import AT, FLIP, TAMPERED, last_version, rewritten, tamper
from tests.service.programs import Said, called
from tests.service.records.books import body_of, some_evening

EVENINGS = [some_evening(key, seed) for key, seed in (("klunker", 1), ("klunker", 3), ("dschunke", 2))]
MATCH: UUID = EVENINGS[0].id
OTHER: UUID = EVENINGS[1].id


@pytest.fixture(scope="module")
def recorded(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with some matches, to be copied."""
    conninfo = new_database()
    bundle = tmp_path_factory.mktemp("bundle") / "evenings.ndjson"
    bundle.write_bytes(b"".join(map(body_of, EVENINGS)))
    assert called("import", bundle, "--database-url", conninfo).code == 0
    return conninfo


@pytest.fixture
def log(recorded: str, conninfo: str) -> str:
    """A copy of it."""
    with psycopg.connect(recorded) as source, psycopg.connect(conninfo) as target:
        for table in ("match_events", "log_leaves"):
            with (
                source.cursor().copy(f"COPY {table} TO STDOUT BINARY") as out,
                target.cursor().copy(f"COPY {table} FROM STDIN BINARY") as into,
            ):
                for data in out:
                    into.write(data)
        target.execute(
            "SELECT setval('match_events_notification_id_seq', (SELECT max(notification_id) FROM match_events))"
        )
    return conninfo


def verify(conninfo: str, *arguments: object) -> Said:
    return called("verify", "--database-url", conninfo, *arguments)


def with_nodes(conninfo: str) -> None:
    async def stored() -> None:
        async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
            while await store_nodes(connection):
                pass

    asyncio.run(stored())


def kept_head(conninfo: str, folder: Path, name: str = "head") -> Path:
    said = called("head", "--database-url", conninfo, "--data", folder)
    assert said.code == 0, said.err
    file = folder / f"{name}.txt"
    file.write_text(said.out)
    return file


def test_what_wasn_t_touched_is_as_it_was_recorded(log: str, tmp_path: Path) -> None:
    with_nodes(log)
    said = verify(log)
    assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said.out
    assert verify(log, MATCH).code == 0
    assert "nothing up to position" in verify(log, "--head", kept_head(log, tmp_path), "--data", tmp_path).out


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_done_to_an_event_is_named(log: str, what: str) -> None:
    tamper(log, *TAMPERED[what], match=MATCH, version=5)
    for said in (verify(log), verify(log, MATCH)):
        assert said.code == 1
        assert f"{MATCH} version 5 " in said.out
        assert {line.split(" (")[0] for line in said.out.splitlines() if "version" in line} == {f"{MATCH} version 5"}
    assert verify(log, OTHER).code == 0


def test_two_events_that_changed_places_are_both_named(log: str) -> None:
    swap = (
        "UPDATE match_events e SET topic = o.topic, state = o.state FROM match_events o"
        " WHERE e.originator_id = %(match)s AND o.originator_id = %(match)s"
        " AND (e.originator_version, o.originator_version) IN ((5, 6), (6, 5))"
    )
    tamper(log, swap, match=MATCH)
    for said in (verify(log), verify(log, MATCH)):
        assert [f"{MATCH} version {one} " in said.out for one in (4, 5, 6, 7)] == [False, True, True, False]


def test_positions_that_were_exchanged_are_named(log: str) -> None:
    """Between matches, which changes neither of them, but the order in which they were recorded."""
    moved = (
        "UPDATE match_events SET notification_id = %(to)s WHERE originator_id = %(match)s AND originator_version = 5"
    )
    with psycopg.connect(log) as connection:
        places = [
            connection.execute(
                "SELECT notification_id FROM match_events WHERE originator_id = %s AND originator_version = 5", (one,)
            ).fetchone()
            for one in (MATCH, OTHER)
        ]
    (first,), (second,) = (place or (0,) for place in places)
    for match, to in ((MATCH, -1), (OTHER, first), (MATCH, second)):
        tamper(log, moved, match=match, to=to)
    said = verify(log)
    assert said.code == 1
    named = {line.split(" (")[0] for line in said.out.splitlines() if "version" in line}
    assert named == {f"{MATCH} version 5", f"{OTHER} version 5"}


def test_an_event_that_was_put_in_is_named(log: str) -> None:
    last = last_version(log, MATCH)
    insert = (
        "INSERT INTO match_events (originator_id, originator_version, topic, state)"
        " SELECT originator_id, originator_version + 1, topic, state FROM match_events"
    )
    tamper(log, insert + AT, match=MATCH, version=last)
    said = verify(log)
    assert (said.code, f"{MATCH} version {last + 1} " in said.out) == (1, True)
    assert "was put in past the service" in said.out


def test_the_last_event_that_was_dropped_is_named(log: str) -> None:
    last = last_version(log, MATCH)
    tamper(log, "DELETE FROM match_events" + AT, match=MATCH, version=last)
    for said in (verify(log), verify(log, MATCH)):
        assert said.code == 1
        assert f"{MATCH} version {last} " in said.out
        assert "is missing" in said.out


def test_all_events_of_a_match_that_is_gone_are_named(log: str) -> None:
    last = last_version(log, MATCH)
    tamper(log, "DELETE FROM match_events WHERE originator_id = %(match)s", match=MATCH)
    said = verify(log)
    assert said.code == 1
    assert [f"{MATCH} version {version} " in said.out for version in (1, last, last + 1)] == [True, True, False]


def test_a_leaf_that_was_changed_with_its_event_shows_in_the_tree(log: str) -> None:
    with_nodes(log)
    rewritten(log, MATCH, 5)
    said = verify(log)
    assert said.code == 1
    assert f"up to position {TILE}: " in said.out


def test_a_log_that_was_rewritten_whole_isn_t_that_of_a_kept_head(log: str, tmp_path: Path) -> None:
    head = kept_head(log, tmp_path)
    rewritten(log, MATCH, 5)
    assert verify(log).code == 0  # it is sound in itself
    said = verify(log, "--head", head, "--data", tmp_path)
    assert said.code == 1
    assert "something was changed, taken out or put in between the positions 1 and" in said.out


def test_heads_narrow_down_where_it_was_changed(log: str, tmp_path: Path) -> None:
    early = kept_head(log, tmp_path, "early")
    more = tmp_path / "more.ndjson"
    later = some_evening("halunken", 7)
    more.write_bytes(body_of(later))
    assert called("import", more, "--database-url", log).code == 0
    late = kept_head(log, tmp_path, "late")
    rewritten(log, later.id, 5)
    said = verify(log, "--head", late, "--head", early, "--data", tmp_path)
    first = int(early.read_text().split("\n")[1])
    assert f"early.txt: nothing up to position {first} was changed" in said.out
    assert f"between the positions {first + 1} and" in said.out


def test_a_log_that_ends_before_a_kept_head_is_told(log: str, tmp_path: Path) -> None:
    head = kept_head(log, tmp_path)
    last = last_version(log, EVENINGS[2].id)
    for table, column in (("match_events", "originator_version"), ("log_leaves", "version")):
        gone = f"DELETE FROM {table} WHERE originator_id = %(match)s AND {column} = %(last)s"
        tamper(log, gone, match=EVENINGS[2].id, last=last)
    said = verify(log, "--head", head, "--data", tmp_path)
    assert said.code == 1
    assert "the log ends at position" in said.out


def test_a_head_that_somebody_else_signed_is_refused(log: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    head = kept_head(log, other)
    kept_head(log, tmp_path)
    said = verify(log, "--head", head, "--data", tmp_path)
    assert said.code == 1
    assert "signed with another key" in said.err
    altered = tmp_path / "altered.txt"
    altered.write_text(head.read_text().replace("\n", "\n1", 1))
    said = verify(log, "--head", altered, "--data", other)
    assert (said.code, "The signature of the head is wrong" in said.err) == (1, True)


def test_a_head_is_verified_by_the_published_key(log: str, tmp_path: Path) -> None:
    said = called("head", "--database-url", log, "--data", tmp_path)
    key = said.err.strip().removeprefix("The key of the log: ")
    head = tmp_path / "head.txt"
    head.write_text(said.out)
    elsewhere = tmp_path / "elsewhere"
    good = verify(log, "--head", head, "--data", elsewhere, "--key", key)
    assert (good.code, good.err.count("no key")) == (0, 0), good
    assert "no key to verify its signature" in verify(log, "--head", head, "--data", elsewhere).err
    assert verify(log, "--head", head, "--data", elsewhere, "--key", key[:-4] + "AAA=").code == 1


def test_what_is_asked_for_has_to_be_there(log: str) -> None:
    said = verify(log, "0b7e7e4c-2f5b-4b8e-9d3a-6f1c1d2e3f40")
    assert (said.code, "There is nothing with the id" in said.err) == (1, True)


def test_notes_of_a_match_that_was_removed_are_no_fault(log: str) -> None:
    """But those that are gone while their match is there are."""
    notes = annotations_id(MATCH)
    assert last_version(log, notes)
    tamper(log, "DELETE FROM match_events WHERE originator_id = %(notes)s", notes=notes)
    said = verify(log)
    assert (said.code, f"{notes} version 1 " in said.out) == (1, True)
    assert called("remove", MATCH, "--database-url", log).code == 0
    assert verify(log).code == 0


def test_erasure_deletes_what_people_wrote(log: str) -> None:
    assert called("remove", MATCH, "--database-url", log).code == 0
    with psycopg.connect(log) as connection:
        left: Any = connection.execute(
            "SELECT (SELECT count(*) FROM match_events WHERE originator_id = %(id)s),"
            " (SELECT count(*) > 0 FROM log_leaves WHERE originator_id = %(id)s)",
            {"id": annotations_id(MATCH)},
        ).fetchone()
    assert left == (0, True)


def test_the_higher_nodes_are_checked(log: str) -> None:
    with_nodes(log)
    tamper(log, "INSERT INTO log_nodes VALUES (2, 0, sha256(''))")
    said = verify(log)
    assert (said.code, f"up to position {TILE * TILE}: " in said.out) == (1, True)


def test_a_bit_that_is_flipped_in_each_event_is_named(log: str) -> None:
    tamper(log, FLIP + " WHERE originator_id = %(match)s", match=MATCH)
    said = verify(log, MATCH)
    assert all(f"{MATCH} version {version} " in said.out for version in range(1, last_version(log, MATCH) + 1))


@pytest.mark.slow
def test_an_export_carries_its_evidence_and_an_import_verifies_it(
    log: str, new_database: Callable[[], str], tmp_path: Path
) -> None:
    bundle = tmp_path / "evidence.ndjson"
    said = called("export", "--evidence", "--output", bundle, "--database-url", log, "--data", tmp_path)
    assert said.code == 0, said.err
    key = called("head", "--database-url", log, "--data", tmp_path).err.strip().removeprefix("The key of the log: ")
    there = ("--database-url", new_database())
    said = called("import", bundle, *there)
    told = f"Imported 3 matches; 0 here already, 0 refused.\nThe evidence of 3 matches holds, by the key {key}:"
    assert (said.code, said.out.startswith(told)) == (0, True), said.out
    forged = tmp_path / "forged.ndjson"
    forged.write_bytes(bundle.read_bytes().replace(b'"position":', b'"position":1', 1))
    said = called("import", "--dry-run", forged, *there)
    assert (said.code, "line 1: /evidence: " in said.err) == (1, True), said.err
    here, without = tmp_path / "here.ndjson", tmp_path / "without.ndjson"
    for file, where in ((here, ("--database-url", log)), (without, there)):
        assert called("export", "--output", file, *where).code == 0
    assert here.read_bytes() == without.read_bytes()


def test_a_match_that_was_changed_isn_t_exported(log: str, tmp_path: Path) -> None:
    tamper(log, FLIP + AT, match=MATCH, version=5)
    for evidence in ((), ("--evidence",)):
        said = called("export", *evidence, "--output", tmp_path / "out", "--database-url", log, "--data", tmp_path)
        assert (said.code, f"Left out, damaged: the match {MATCH}" in said.err) == (1, True), said.err


def test_evidence_is_for_records(log: str) -> None:
    said = called("export", "--evidence", "--table", "plays", "--database-url", log)
    assert (said.code, "--evidence is for records." in said.err) == (2, True)
