"""Who reads the log by position sees every event once and in order, while many processes write, and one is killed."""

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import psycopg
import pytest

from tests.service.programs import ROOT, environment

pytestmark = pytest.mark.slow

Seen = list[tuple[int, str, int]]

_PAGE = "SELECT notification_id, originator_id::text, originator_version FROM match_events WHERE notification_id > %s"


def follow(conninfo: str, limit: int, done: Event) -> Seen:
    """Read on from the last position seen, until `done` and at the end."""
    seen: Seen = []
    with psycopg.connect(conninfo, autocommit=True) as connection:
        while True:
            last_look = done.is_set()
            after = seen[-1][0] if seen else 0
            page = connection.execute(f"{_PAGE} ORDER BY notification_id LIMIT %s", (after, limit)).fetchall()
            seen += page
            if not page and last_look:
                return seen


def listen(conninfo: str, done: Event) -> Seen:
    """The same, but looking only when notified."""
    seen: Seen = []
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("LISTEN match_events")
        while True:
            last_look = done.is_set()
            notified = list(connection.notifies(timeout=0.2, stop_after=1))
            if not notified and not last_look:
                continue
            after = seen[-1][0] if seen else 0
            page = connection.execute(f"{_PAGE} ORDER BY notification_id", (after,)).fetchall()
            assert notified or not page, "events that nobody was told of"
            seen += page
            if last_look and not notified:
                return seen


def start_writer(conninfo: str, output: Path, clients: int, events: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tests.service.eventstore.writer", conninfo, str(clients), str(events)]
    with output.open("wb") as said:
        return subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=said)


def verify(conninfo: str, tails: Sequence[Seen], outputs: Sequence[Path]) -> Seen:
    """Every tail is the log; versions go up without gaps; what was acknowledged is where it was said to be."""
    with psycopg.connect(conninfo) as connection:
        log: Seen = connection.execute(f"{_PAGE} ORDER BY notification_id", (0,)).fetchall()
        ((keys, missing),) = connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE notification_id IS NULL) FROM idempotency_keys"
            " LEFT JOIN match_events ON originator_id = resource AND originator_version = last_version"
        ).fetchall()
    for tail in tails:
        assert tail == log
    newest: dict[str, int] = {}
    for _, originator_id, version in log:
        assert version == newest.get(originator_id, 0) + 1
        newest[originator_id] = version
    places = {(originator_id, version): position for position, originator_id, version in log}
    for output in outputs:
        for line in output.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                written, last, position = line.split()
                assert places[written, int(last)] == int(position)
    assert keys > 0
    assert missing == 0, "a key without its events"
    return log


def write_and_follow(conninfo: str, folder: Path, *, processes: int, clients: int, events: int, kill: bool) -> Seen:
    """What `processes` wrote while others followed; if one is to be killed, then in the middle of its work."""
    outputs = [folder / f"writer-{number}" for number in range(processes)]
    done = Event()
    with ThreadPoolExecutor(3) as pool:
        tails: list[Future[Seen]] = [pool.submit(follow, conninfo, limit, done) for limit in (7, 500)]
        tails.append(pool.submit(listen, conninfo, done))
        writers = [start_writer(conninfo, output, clients, events) for output in outputs]
        try:
            if kill:
                deadline = time.monotonic() + 60
                while outputs[0].stat().st_size < 40 * clients * events // 8:
                    assert time.monotonic() < deadline, "the writers don't get on"
                    time.sleep(0.001 * Random().random())
                writers[0].kill()
            assert [writer.wait(600) for writer in writers[kill:]] == [0] * (processes - kill)
        finally:
            for writer in writers:
                writer.kill()
                writer.wait()
            done.set()
        return verify(conninfo, [tail.result() for tail in tails], outputs)


def test_tails_miss_nothing(conninfo: str, tmp_path: Path) -> None:
    log = write_and_follow(conninfo, tmp_path, processes=3, clients=8, events=200, kill=True)
    assert len(log) > 2 * 8 * 200


@pytest.mark.long
@pytest.mark.parametrize("kill", [False, True])
def test_tails_miss_nothing_for_long(conninfo: str, tmp_path: Path, *, kill: bool) -> None:
    log = write_and_follow(conninfo, tmp_path, processes=8, clients=16, events=1000, kill=kill)
    assert len(log) > 100_000
