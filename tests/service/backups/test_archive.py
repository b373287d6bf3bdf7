"""``partita backup --every … --archive`` and ``partita restore --at``: the events until a moment, and no others."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from service.cli.backups.archiving import SLOT
from service.cli.backups.manifest import backups_in
from service.cli.backups.wal import stretches_in
from service.database import EmbeddedPostgres
from tests.service.backups.conftest import record
from tests.service.programs import called, living, started, wait_until

pytestmark = pytest.mark.slow


def position(data: Path) -> int:
    with EmbeddedPostgres(data) as database, psycopg.connect(database.conninfo) as connection:
        row = connection.execute("SELECT max(notification_id) FROM match_events").fetchone()
    assert row is not None
    return int(row[0])


@contextmanager
def archive(data: Path, backups: Path, number: int) -> Iterator["subprocess.Popen[bytes]"]:
    """An archive that is being written, with `number` backups in it before the work begins."""
    with started("backup", backups, "--data", data, "--every", "1d", "--archive", "--no-verify") as process:
        try:
            wait_until(lambda: _archives(process, data) and len(backups_in(backups)) == number)
            yield process
            wait_until(lambda: process.poll() is not None or archived_all(data))
        finally:
            process.terminate()
    assert process.returncode in {0, -signal.SIGKILL}


def _archives(process: "subprocess.Popen[bytes]", data: Path) -> bool:
    assert process.poll() is None
    return any(map(_receives, psutil.Process(process.pid).children())) and archived_all(data)


def _receives(process: psutil.Process) -> bool:
    try:
        return bool(process.name() == "pg_receivewal")
    except psutil.NoSuchProcess:  # it has ended since it was listed
        return False


def archived_all(data: Path) -> bool:
    """Whether the archive has what was committed."""
    with psycopg.connect(EmbeddedPostgres(data).conninfo) as connection:
        query = (
            "SELECT active AND restart_lsn >= pg_current_wal_flush_lsn() FROM pg_replication_slots WHERE slot_name = %s"
        )
        return connection.execute(query, (SLOT,)).fetchone() == (True,)


def noted() -> datetime:
    """A moment after what was recorded before, and before what is recorded later."""
    time.sleep(0.1)
    moment = datetime.now(UTC)
    time.sleep(0.1)
    return moment


def restore(backups: Path, data: Path, at: object) -> int:
    """Restore, and tell the position of the newest event."""
    said = called("restore", backups, "--data", data, "--at", at)
    assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said
    assert called("verify", "--data", data).code == 0
    return position(data)


def test_what_was_recorded_until_a_moment_comes_back(data: Path, folder: Path, tmp_path: Path) -> None:
    with archive(data, tmp_path, 1):
        before = position(data)
        record(data, 1)
        moment, then = noted(), position(data)
        record(data, 2)
        last = position(data)
        assert before < then < last
    assert restore(tmp_path, folder / "then", moment.isoformat()) == then
    assert restore(tmp_path, folder / "last", "end") == last
    said = called("restore", tmp_path, "--data", folder / "later", "--at", "2099-01-01")
    assert (said.code, "The archive ends before 2099-01-01 00:00:00 UTC" in said.err) == (1, True), said
    assert not (folder / "later").exists()
    said = called("restore", tmp_path, "--data", folder / "earlier", "--at", "2020-01-01")
    assert (said.code, "no backup from before that time" in said.err) == (1, True), said

    restored = folder / "then"  # a new timeline: another archive, in the same folder
    with EmbeddedPostgres(restored), archive(restored, tmp_path, 2):
        assert [one.timeline.number for one in stretches_in(tmp_path)] == [1, 2]
    assert restore(tmp_path, folder / "again", "end") == then


def test_an_archive_goes_on_where_it_was_ended(data: Path, folder: Path, tmp_path: Path) -> None:
    with archive(data, tmp_path, 1):
        pass
    record(data, 3)
    with archive(data, tmp_path, 1) as process:  # the last backup is of today
        receivers = psutil.Process(process.pid).children()
        process.kill()  # what it started goes on
        process.wait()
        assert len(receivers) == 1
    with archive(data, tmp_path, 1):
        record(data, 4)
    assert not living(receivers)
    assert len(stretches_in(tmp_path)) == 1
    assert restore(tmp_path, folder / "whole", "end") == position(data)


def test_a_gap_begins_a_new_stretch_with_a_backup(data: Path, folder: Path, tmp_path: Path) -> None:
    with archive(data, tmp_path, 1):
        pass
    with psycopg.connect(EmbeddedPostgres(data).admin_conninfo, autocommit=True) as connection:
        connection.execute("SELECT pg_drop_replication_slot(%s)", (SLOT,))
    with archive(data, tmp_path, 2):
        pass
    assert len(stretches_in(tmp_path)) == 2
    assert restore(tmp_path, folder / "after-gap", "end") == position(data)


def test_two_archives_of_a_database_are_refused(data: Path, tmp_path: Path) -> None:
    with archive(data, tmp_path / "one", 1):
        same = called("backup", tmp_path / "one", "--data", data, "--every", "1d", "--archive")
        assert (same.code, "Another process writes an archive to" in same.err) == (1, True), same
