"""A service that runs on a log that somebody has changed: what is told where, and that the rest is served."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import AsyncConnection

from projections.rebuild import rebuild
from projections.scoreboard.projection import Scoreboard
from service.eventstore.group_commit import GroupCommit
from service.eventstore.recorder import Write
from service.evidence.checking import check_nodes, check_stretch, end_of_log
from tests.service.conftest import running_service
from tests.service.evidence.tampering import AT, FLIP, TAMPERED, tamper
from tests.service.programs import called
from tests.service.scenes import DEAL, MATCHES, ROUND, items, open_match, played, problem

FORGED = 4
"""The version of the event that is changed."""


def wait_for(found: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 30
    while not (what := found()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return what


@pytest.mark.slow
@pytest.mark.parametrize("what", ["forged", "put in its place"])
def test_an_event_that_can_be_read_and_isn_t_what_was_recorded_is_told(
    new_database: Callable[[], str], tmp_path: Path, what: str
) -> None:
    """Where it is loaded, at once; by the slow check, for those who look after the service."""
    conninfo = new_database()
    with running_service(conninfo, tmp_path) as api:
        match, sound = open_match(api), open_match(api)
        for one in (match, sound):
            played(api, one, DEAL, *ROUND)
        frames = items(api, f"{MATCHES}/{match['id']}/replay")
    tamper(conninfo, *TAMPERED[what], match=match["id"], version=FORGED)
    with running_service(conninfo, tmp_path, verify_rate=1000, verify_rest_seconds=0.1) as api:
        problem(api.get(f"{MATCHES}/{match['id']}/state"), 500, "damaged-log")
        page = api.get(f"{MATCHES}/{match['id']}/replay").json()
        assert (page["items"], page["fault"]["version"]) == (frames[: FORGED - 1], FORGED)
        assert api.get(f"{MATCHES}/{sound['id']}/state").status_code == 200
        assert open_match(api)
        ready = wait_for(lambda: (told := api.get("/health/ready").json())["checks"]["log"] != "ok" and told)
        assert ready["status"] != "ok"
        assert match["id"] not in json.dumps(ready)  # everybody may read that
        assert "partita_log_faults 1" in api.get("/metrics").text
    said = called("doctor", "--json", "--data", tmp_path, "--database-url", conninfo)
    (finding,) = (one for line in said.out.splitlines() if (one := json.loads(line))["check"] == "log")
    assert f"{match['id']} version {FORGED} " in finding["found"]


@pytest.mark.slow
def test_what_is_repaired_is_told_no_longer(new_database: Callable[[], str], tmp_path: Path) -> None:
    conninfo = new_database()
    with running_service(conninfo, tmp_path, verify_rate=1000, verify_rest_seconds=0.1) as api:
        match = open_match(api)
        wait_for(lambda: "partita_log_verified_timestamp_seconds 0" not in api.get("/metrics").text)
        tamper(conninfo, FLIP + AT, match=match["id"], version=1)
        wait_for(lambda: api.get("/health/ready").json()["checks"]["log"] != "ok")
        tamper(conninfo, FLIP + AT, match=match["id"], version=1)  # the same bit again
        wait_for(lambda: api.get("/health/ready").json()["checks"]["log"] == "ok")


async def faults_of(conninfo: str) -> list[str]:
    async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
        end = await end_of_log(connection)
        stretch = await check_stretch(connection, 0, 1_000_000, end)
        return [str(fault) for fault in (*stretch.faults, *await check_nodes(connection, end))]


def write_of(originator_id: UUID, after: int, number: int, predecessor: bytes | None) -> Write:
    events = [StoredEvent(originator_id, after + n, "test/event", os.urandom(40)) for n in range(1, number + 1)]
    return Write(events, predecessor=predecessor)


def test_services_that_write_at_once_leave_a_sound_log(conninfo: str) -> None:
    async def writer(number: int) -> None:
        commit = GroupCommit(conninfo, places=100)
        try:
            await asyncio.gather(*(one_match(commit, number) for _ in range(5)))
        finally:
            await commit.stop()

    async def one_match(commit: GroupCommit, number: int) -> None:
        originator_id, last, version = uuid4(), None, 0
        for turn in range(10):
            write = write_of(originator_id, version, 1 + (turn + number) % 3, last)
            await commit.append(write)
            version, last = version + len(write.events), write.fingerprint

    async def all_at_once() -> None:
        await asyncio.gather(*map(writer, range(3)))

    asyncio.run(all_at_once())
    assert asyncio.run(faults_of(conninfo)) == []
    with psycopg.connect(conninfo) as connection:
        counts = connection.execute(
            "SELECT (SELECT count(*) FROM match_events), (SELECT count(*) FROM log_leaves)"
        ).fetchone()
    assert counts is not None
    assert counts[0] == counts[1] >= 3 * 5 * 10


@pytest.mark.slow
def test_a_rebuild_changes_no_evidence(new_database: Callable[[], str], tmp_path: Path) -> None:
    conninfo = new_database()
    with running_service(conninfo, tmp_path) as api:
        played(api, open_match(api), DEAL, *ROUND)
        before = api.get("/api/v1/log/head").json()["root"]
        rebuild(conninfo, Scoreboard(), lambda *_: None)
        assert api.get("/api/v1/log/head").json()["root"] == before
    assert asyncio.run(faults_of(conninfo)) == []


@pytest.mark.slow
def test_a_writer_that_is_killed_leaves_no_event_without_its_leaf(conninfo: str) -> None:
    """Again and again, in the middle of its writes."""
    for _ in range(5):
        pid = os.fork()
        if not pid:  # the child writes until it is killed
            asyncio.run(_write_for_ever(conninfo))
            os._exit(0)
        time.sleep(0.5)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert asyncio.run(faults_of(conninfo)) == []
    with psycopg.connect(conninfo) as connection:
        row = connection.execute(
            "SELECT count(*), count(l.position) FROM match_events"
            " LEFT JOIN log_leaves l ON l.position = notification_id"
        ).fetchone()
    assert row is not None
    assert row[0] == row[1] > 0


async def _write_for_ever(conninfo: str) -> None:
    commit = GroupCommit(conninfo, places=100)
    while True:
        await asyncio.gather(*(commit.append(write_of(uuid4(), 0, 3, None)) for _ in range(20)))


def test_events_from_before_get_leaves_that_show_what_comes_after(conninfo: str) -> None:
    """As an update finds them."""
    with psycopg.connect(conninfo) as connection:
        one, other = uuid4(), uuid4()
        for number in range(1, 6):
            for originator_id in (one, other):
                connection.execute(
                    "INSERT INTO match_events (originator_id, originator_version, topic, state)"
                    " VALUES (%s, %s, 'a/b', %s)",
                    (originator_id, number, os.urandom(30)),
                )
        assert len(asyncio.run(_after_commit(connection, conninfo))) == 10
        assert connection.execute("SELECT append_missing_leaves()").fetchone() == (10,)
        assert connection.execute("SELECT append_missing_leaves()").fetchone() == (0,)
        connection.commit()
    assert asyncio.run(faults_of(conninfo)) == []
    tamper(conninfo, FLIP + AT, match=one, version=3)
    assert [fault.split(" (")[0] for fault in asyncio.run(faults_of(conninfo))] == [f"{one} version 3"]


async def _after_commit(connection: psycopg.Connection, conninfo: str) -> list[str]:
    connection.commit()
    return await faults_of(conninfo)
