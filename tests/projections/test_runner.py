"""One leader follows the log, whatever dies."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from projections import PROJECTIONS
from projections.projection import Projection
from projections.runner import ProjectionRunner
from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from tests.projections.log import Recorder, any_game, caught_up, last_position, position, recorder, rows, wait_until

KIND = PROJECTIONS[-1]

# Follows the log with one read model until its standard input ends.
FOLLOWER = """
import sys
from projections import PROJECTIONS
from projections.runner import ProjectionRunner
runner = ProjectionRunner(sys.argv[1], PROJECTIONS[-1])
runner.start()
print("following", flush=True)
sys.stdin.read()
runner.stop()
"""


@contextmanager
def running(conninfo: str, *kinds: Callable[[], Projection]) -> Iterator[list[ProjectionRunner]]:
    runners = [ProjectionRunner(conninfo, kind) for kind in kinds]
    try:
        for runner in runners:
            runner.start()
        yield runners
    finally:
        for runner in runners:
            runner.stop()


@contextmanager
def follower(conninfo: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-W", "error", "-c", FOLLOWER, conninfo]
    with subprocess.Popen(
        command, cwd=Path(__file__).parents[2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "following\n"
        yield process


def leader(conninfo: str) -> int | None:
    """The server process of the connection that leads."""
    with psycopg.connect(conninfo) as connection:
        found = connection.execute(
            "SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()"
            " WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32) | objid::bigint = %s",
            (KIND().advisory_lock("leader"),),
        ).fetchall()
    assert len(found) <= 1
    return int(found[0][0]) if found else None


def write(record: Recorder) -> None:
    for _ in range(3):
        record.something(any_game(record.random))


def is_current(conninfo: str) -> bool:
    return position(conninfo, KIND.name) == last_position(conninfo)


def assert_current(conninfo: str) -> None:
    wait_until(lambda: is_current(conninfo))


@pytest.mark.slow
def test_a_new_leader_when_the_connection_of_the_old_one_dies(conninfo: str) -> None:
    with recorder(conninfo) as record, running(conninfo, KIND, KIND) as runners:
        for _ in range(3):
            write(record)
            assert_current(conninfo)
            old = leader(conninfo)
            with psycopg.connect(conninfo) as connection:
                connection.execute("SELECT pg_terminate_backend(%s)", (old,))
            write(record)
            assert_current(conninfo)
            wait_until(lambda old=old: leader(conninfo) not in {None, old})  # type: ignore[misc]
        wait_until(lambda: [runner.fault for runner in runners] == [None, None])


@pytest.mark.slow
def test_a_new_leader_when_the_process_of_the_old_one_is_killed(conninfo: str) -> None:
    with recorder(conninfo) as record, ExitStack() as stack:
        first = stack.enter_context(follower(conninfo))
        wait_until(lambda: leader(conninfo))
        second = stack.enter_context(follower(conninfo))
        write(record)
        assert_current(conninfo)
        old = leader(conninfo)
        os.kill(first.pid, signal.SIGKILL)
        write(record)
        assert_current(conninfo)
        assert leader(conninfo) not in {None, old}
        second.communicate()
        assert second.returncode == 0
        assert leader(conninfo) is None


@pytest.mark.slow
def test_the_rows_are_those_of_one_runner(conninfo: str, new_database: Callable[[], str]) -> None:
    """Several runners of each read model, and a leader that is lost again and again."""
    with recorder(conninfo, 5) as record, running(conninfo, *PROJECTIONS, *PROJECTIONS, *PROJECTIONS):
        for number in range(40):
            record.something(any_game(record.random))
            if number % 8 == 0 and (old := leader(conninfo)):
                with psycopg.connect(conninfo) as connection:
                    connection.execute("SELECT pg_terminate_backend(%s)", (old,))
        wait_until(lambda: caught_up(conninfo))
    followed = rows(conninfo)
    copy = new_database()
    with psycopg.connect(conninfo) as source, psycopg.connect(copy) as target:
        events = source.execute("SELECT * FROM match_events ORDER BY notification_id").fetchall()
        target.cursor().executemany("INSERT INTO match_events VALUES (%s, %s, %s, %s, %s)", events)
    with running(copy, *PROJECTIONS):
        wait_until(lambda: caught_up(copy))
    assert rows(copy) == followed


@pytest.mark.slow
def test_a_read_model_is_tried_again_for_as_long_as_the_database_has_trouble(conninfo: str) -> None:
    failing = True

    class Failing(KIND):  # type: ignore[misc,valid-type]
        def apply(self, connection, batch):
            if failing:
                raise psycopg.errors.DiskFull("something is wrong")
            super().apply(connection, batch)

    with recorder(conninfo) as record, running(conninfo, Failing) as (runner,):
        write(record)
        wait_until(lambda: runner.fault)
        time.sleep(1.5)  # longer than it takes to blame an entry
        assert runner.fault == "DiskFull: something is wrong"
        assert position(conninfo, KIND.name) == 0
        failing = False
        assert_current(conninfo)
        wait_until(lambda: runner.fault is None)
        write(record)
        assert_current(conninfo)
    assert rows(conninfo)["set_aside"] == []


@pytest.mark.slow
def test_a_restart_of_the_database(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / "data") as postgres:
        migrate(postgres.conninfo)
        with recorder(postgres.conninfo) as record, running(postgres.conninfo, *PROJECTIONS) as runners:
            for _ in range(2):
                write(record)
                postmaster = int((tmp_path / "data/postgresql/postmaster.pid").read_text().split("\n")[0])
                os.kill(postmaster, signal.SIGKILL)
                wait_until(lambda: all(runner.fault for runner in runners))
                assert postgres.ensure_alive()
                write(record)
                wait_until(lambda: caught_up(postgres.conninfo))
                wait_until(lambda: not any(runner.fault for runner in runners))


@pytest.mark.slow
def test_a_lost_notification_only_costs_time(conninfo: str) -> None:
    with recorder(conninfo) as record:
        write(record)
    with running(conninfo, KIND):
        assert_current(conninfo)
        with psycopg.connect(conninfo) as connection:  # as the event store does, without NOTIFY
            rows = connection.execute("SELECT topic, state FROM match_events WHERE topic = 'match/opened'").fetchall()
            topic, state = rows[0]
            connection.execute("INSERT INTO match_events VALUES (%s, 1, %s, %s)", (uuid4(), topic, state))
        assert_current(conninfo)


@pytest.mark.slow
def test_a_transaction_that_had_to_wait_is_no_reason_to_wait_for_as_long_again(
    conninfo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it waited for, a processor, a lock or the disk: events that came meanwhile are late enough."""
    waited = 0.5
    pauses: list[float | None] = []

    class NotedEvent(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout)
            return super().wait(timeout)

    class Waiting(KIND):  # type: ignore[misc,valid-type]
        def apply(self, connection, batch):
            super().apply(connection, batch)
            time.sleep(waited)

    monkeypatch.setattr("projections.runner.Event", NotedEvent)
    with recorder(conninfo) as record, running(conninfo, Waiting):
        write(record)
        assert_current(conninfo)
        wait_until(lambda: pauses)
    assert max(pause or 0 for pause in pauses) < waited


def test_a_runner_that_was_never_started_stops(conninfo: str) -> None:
    ProjectionRunner(conninfo, KIND).stop()


@pytest.mark.parametrize("conninfo", ["host=/nonexistent", "host=/nonexistent port=1"])
def test_a_runner_without_a_database_stops_at_once(conninfo: str) -> None:
    with running(conninfo, KIND) as (runner,):
        wait_until(lambda: runner.fault)
