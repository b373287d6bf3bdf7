"""A read model is made anew while it is written and read."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from projections import PROJECTIONS
from projections.projection import Projection
from projections.rebuild import RebuildRunning, rebuild
from service.database.migrate import migrate
from tests.projections.log import Recorder, any_game, caught_up, last_position, position, recorder, rows, wait_until
from tests.projections.test_batches import EACH, ONE_QUICKLY, follow, rebuild_all
from tests.projections.test_runner import running

# Rebuilds a read model, and waits in the middle for its end.
REBUILDER = """
import sys
from projections import PROJECTIONS
from projections.rebuild import rebuild

def progress(done, end):
    print("halfway", flush=True)
    sys.stdin.read()

rebuild(sys.argv[1], PROJECTIONS[int(sys.argv[2])](), progress)
"""

# Matches of which a row is missing: what is read in one statement is of one state.
PARTIAL = """
SELECT s.match_id FROM scoreboard_seat s JOIN scoreboard_match m USING (match_id)
WHERE m.seats <> (SELECT count(*) FROM scoreboard_seat WHERE match_id = m.match_id)
   OR m.step + 1 <> (SELECT count(*) FROM scoreboard_step WHERE match_id = m.match_id)
"""


def without_progress(done: int, end: int) -> None:
    pass


@contextmanager
def in_background(*works: Callable[[], object]) -> Iterator[None]:
    """Do each of `works` again and again in threads; a failure fails the test."""
    stopping = threading.Event()

    def repeat(work: Callable[[], object]) -> int:
        times = 0
        while not stopping.is_set():
            work()
            times += 1
        return times

    with ThreadPoolExecutor(len(works)) as pool:
        futures = [pool.submit(repeat, work) for work in works]
        try:
            yield
        finally:
            stopping.set()
        assert all(future.result() > 1 for future in futures)


class Reader:
    """Reads the read models on a connection of its own."""

    def __init__(self, conninfo: str) -> None:
        self._connection = psycopg.connect(conninfo)
        self._connection.prepare_threshold = 1
        self._seen = 0

    def read(self) -> None:
        with self._connection.transaction():
            assert self._connection.execute(PARTIAL).fetchall() == []
            (seen,) = self._connection.execute("SELECT count(*) FROM scoreboard_match").fetchone() or (0,)
            (history,) = self._connection.execute("SELECT count(*) FROM move_history").fetchone() or (0,)
        assert seen >= self._seen > -1, "matches have vanished"
        assert (history > 0) == (seen > 0) or self._seen == 0
        self._seen = seen

    def close(self) -> None:
        self._connection.close()


@pytest.mark.slow
def test_no_reader_sees_a_rebuild(conninfo: str) -> None:
    readers = [Reader(conninfo) for _ in range(2)]
    with recorder(conninfo, 6) as record, running(conninfo, *PROJECTIONS):
        for _ in range(10):
            record.something(any_game(record.random))
        wait_until(lambda: caught_up(conninfo))

        with in_background(lambda: play_on(record), *(reader.read for reader in readers)):
            for _ in range(3):
                rebuild_all(conninfo)
        wait_until(lambda: caught_up(conninfo))
    for reader in readers:
        reader.close()
    followed = rows(conninfo)
    rebuild_all(conninfo)
    assert rows(conninfo) == followed


@ONE_QUICKLY
def test_a_rebuild_counts_the_log(conninfo: str, kind: type[Projection]) -> None:
    summary_of: list[tuple[int, int]] = []
    assert rebuild(conninfo, kind(), lambda done, end: summary_of.append((done, end))) == 0
    with recorder(conninfo, 7) as record:
        for _ in range(20):
            record.something(any_game(record.random))
    end = last_position(conninfo)
    assert rebuild(conninfo, kind(), lambda done, end: summary_of.append((done, end))) == end
    assert summary_of[-1] == (end, end)
    assert all(0 <= done <= of for done, of in summary_of)


@ONE_QUICKLY
def test_only_one_rebuilds(conninfo: str, kind: type[Projection]) -> None:
    refused = []

    def meanwhile(done: int, end: int) -> None:
        with pytest.raises(RebuildRunning):
            rebuild(conninfo, kind(), without_progress)
        refused.append(done)

    rebuild(conninfo, kind(), meanwhile)
    assert refused


@pytest.mark.slow
@EACH
@pytest.mark.parametrize("end", ["error", "kill"])
def test_a_rebuild_that_fails_changes_nothing(conninfo: str, kind: type[Projection], end: str) -> None:
    with recorder(conninfo, 8) as record:
        for _ in range(5):
            record.something(any_game(record.random))
    follow(conninfo, kind)
    before = rows(conninfo)
    if end == "error":

        def fail(done: int, end: int) -> None:
            raise RuntimeError("in the middle of a rebuild")

        with pytest.raises(RuntimeError):
            rebuild(conninfo, kind(), fail)
    else:
        command = [sys.executable, "-c", REBUILDER, conninfo, str(PROJECTIONS.index(kind))]
        with subprocess.Popen(
            command, cwd=Path(__file__).parents[2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "halfway\n"
            process.kill()
    assert rows(conninfo) == before
    wait_until(lambda: rebuilt(conninfo, kind))  # the server needs a moment to notice the end of a killed client
    assert rows(conninfo) == before
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT to_regnamespace(%s)", (f"rebuild_{kind.name}",)).fetchone() == (None,)


def rebuilt(conninfo: str, kind: type[Projection]) -> bool:
    try:
        rebuild(conninfo, kind(), without_progress)
    except RebuildRunning:
        return False
    return True


@pytest.mark.slow
@EACH
def test_a_new_version_makes_the_rows_anew_beside_the_old_ones(conninfo: str, kind: type[Projection]) -> None:
    """While the old version runs and is read, and matches are recorded."""
    old: Any = type("Old", (kind,), {"version": kind.version - 1, "__module__": kind.__module__})
    with recorder(conninfo, 9) as record:
        for _ in range(10):
            record.something(any_game(record.random))
        for each in PROJECTIONS:
            follow(conninfo, each)
        age(conninfo, kind)
        reader = Reader(conninfo)
        with running(conninfo, old) as (runner,), in_background(lambda: play_on(record), reader.read):
            assert migrate(conninfo) == []
            assert version(conninfo, kind) == old.version
            with running(conninfo, kind, kind) as newer:  # as in a rolling update
                wait_until(lambda: version(conninfo, kind) == kind.version)
                wait_until(lambda: [one.fault for one in newer] == [None, None])
                wait_until(lambda: "newer than this software" in (runner.fault or ""))
                reached = position(conninfo, kind.name)
                wait_until(lambda: position(conninfo, kind.name) > reached)
        reader.close()
        for each in PROJECTIONS:
            follow(conninfo, each)
    followed = rows(conninfo)
    rebuild_all(conninfo)
    assert rows(conninfo) == followed


def age(conninfo: str, kind: type[Projection]) -> None:
    """Let the rows be those of the version before."""
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE projections SET version = version - 1 WHERE name = %s", (kind.name,))


@ONE_QUICKLY
def test_an_old_version_lets_the_rows_of_a_newer_one_be(conninfo: str, kind: type[Projection]) -> None:
    with recorder(conninfo, 9) as record:
        record.something(any_game(record.random))
        follow(conninfo, kind)
        with psycopg.connect(conninfo) as connection:
            connection.execute("UPDATE projections SET version = version + 1 WHERE name = %s", (kind.name,))
        before = rows(conninfo)
        with running(conninfo, kind) as (runner,):
            wait_until(lambda: "version" in (runner.fault or ""))
            record.something(any_game(record.random))
            time.sleep(0.3)
    assert rows(conninfo) == before
    assert version(conninfo, kind) == kind.version + 1
    rebuild(conninfo, kind(), without_progress)  # who asks for it gets it
    assert version(conninfo, kind) == kind.version


@ONE_QUICKLY
def test_a_read_model_that_is_new_is_made_of_the_whole_log(conninfo: str, kind: type[Projection]) -> None:
    with recorder(conninfo, 9) as record:
        for _ in range(10):
            record.something(any_game(record.random))
    for each in PROJECTIONS:
        follow(conninfo, each)
    followed = rows(conninfo)
    with psycopg.connect(conninfo) as connection:
        kind().drop_tables(connection)
        connection.execute("DELETE FROM projections WHERE name = %s", (kind.name,))
    assert migrate(conninfo) == []
    with running(conninfo, kind, kind):
        wait_until(lambda: version(conninfo, kind) == kind.version)
    assert rows(conninfo) == followed


@pytest.mark.slow
def test_a_rebuild_that_nobody_waits_for_ends_with_its_runner(conninfo: str) -> None:
    kind = PROJECTIONS[0]
    with recorder(conninfo, 9) as record:
        record.something(any_game(record.random))
    before = rows(conninfo)
    reached = threading.Event()

    class Slow(kind):  # type: ignore[misc,valid-type]
        __module__ = kind.__module__
        version = kind.version + 1

        def apply(self, connection, batch):
            super().apply(connection, batch)
            reached.set()
            time.sleep(0.3)

    with running(conninfo, Slow) as (runner,):
        assert reached.wait(10)
        runner.stop()
    assert rows(conninfo) == before


def play_on(record: Recorder) -> None:
    if record.playing:
        record.play(record.random.choice(record.playing), 3)
    else:
        record.open(any_game(record.random))


def version(conninfo: str, kind: type[Projection]) -> int | None:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT version FROM projections WHERE name = %s", (kind.name,)).fetchone()
    return None if row is None else int(row[0])
