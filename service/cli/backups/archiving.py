"""Writes the WAL of the embedded database to an archive, as it comes: pg_receivewal, looked after."""

import hashlib
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import IO, Any, Final

import psycopg
import structlog
from psycopg import Connection
from psycopg.conninfo import make_conninfo

from service.cli.backups.errors import BackupFailed
from service.cli.backups.places import Place
from service.cli.backups.programs import last_words, started
from service.cli.backups.wal import Timeline, WalStretch, new_stretch, stretches_in
from service.database.locks import opened_lock, try_alone

SLOT: Final = "partita_archive"
"""What makes the server keep WAL until it is in the archive, up to a limit."""

_LOCK: Final = ".archive.lock"
_GONE: Final = "has already been removed"  # what the server says of a segment
_MARK_SECONDS: Final = 10.0
_STOP_SECONDS: Final = 5.0

_log = structlog.get_logger(__name__)


class Archiving:
    """An archive that is being written. It is ours alone; the database runs."""

    def __init__(self, conninfo: str, place: Place) -> None:
        self._conninfo = conninfo
        self._place = place
        self._folder = folder = place.folder
        self._name = f"partita {hashlib.sha256(bytes(folder.resolve())).hexdigest()[:16]}"
        self._process: subprocess.Popen[bytes] | None = None
        self._said: IO[bytes] | None = None
        self._marked = 0.0
        self._stretch: WalStretch | None = None
        self._lacks_backup = True

    def go_on(self) -> bool:
        """See that it is written, and mark the time in it; true while it lacks a backup to begin with.

        Raises:
            BackupFailed, psycopg.Error, OSError: it can't be written just now.
        """
        self._hand_over()
        if self._process is None or self._process.poll() is not None:
            has_gap = self._has_gap()
            with psycopg.connect(self._conninfo, autocommit=True) as connection:
                self._stretch = self._stretch_of(connection, has_gap=has_gap)
            self._lacks_backup = True
            self._start(self._stretch)
        if time.monotonic() - self._marked > _MARK_SECONDS:
            self._mark()
        if self._lacks_backup and self._stretch is not None:
            self._lacks_backup = self._stretch.lacks_backup(self._place.manifests())
        return self._lacks_backup

    def _hand_over(self) -> None:
        """Hand what has come to its place; while that can't be, no more is written than the disk should bear."""
        try:
            self._place.take_archive()
        except BackupFailed:
            if self._process is not None and self._place.is_behind():
                self.stop()
                self._process = self._said = None
            raise

    def stop(self) -> None:
        """End with what has come so far."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._said is not None:
            self._said.close()

    def _stretch_of(self, connection: Connection[Any], *, has_gap: bool) -> WalStretch:
        """The stretch to be written on; a new one if something of what comes after the last is gone."""
        row = connection.execute(
            "SELECT system_identifier, timeline_id FROM pg_control_system(), pg_control_checkpoint()"
        ).fetchone()
        if row is None:
            raise BackupFailed("The server doesn't say which one it is.")
        timeline = Timeline(*row)
        if self._has_slot(connection):
            for stretch in reversed(stretches_in(self._folder)):
                if stretch.timeline == timeline and not has_gap:
                    return stretch
            connection.execute("SELECT pg_drop_replication_slot(%s)", (SLOT,))
        connection.execute("SELECT pg_create_physical_replication_slot(%s, true)", (SLOT,))
        return new_stretch(self._folder, timeline, datetime.now(UTC))

    def _has_slot(self, connection: Connection[Any]) -> bool:
        """Whether the slot is there and free, and nothing was removed that it should have kept."""
        row = connection.execute(
            "SELECT s.wal_status, s.active_pid, a.application_name FROM pg_replication_slots s"
            " LEFT JOIN pg_stat_activity a ON a.pid = s.active_pid WHERE s.slot_name = %s",
            (SLOT,),
        ).fetchone()
        if row is None:
            return False
        status, pid, name = row
        if pid is not None and name != self._name:
            raise BackupFailed("Another process writes an archive of this database to another folder.")
        if pid is not None:  # of one of us that was killed
            connection.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
        if status == "lost":
            connection.execute("SELECT pg_drop_replication_slot(%s)", (SLOT,))
            return False
        return True

    def _start(self, stretch: WalStretch) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the program runs
        self._process = started(
            "pg_receivewal",
            f"--directory={stretch.folder}",
            f"--slot={SLOT}",
            *("--synchronous", "--status-interval=1", "--no-loop", "--compress=gzip", "--no-password"),
            conninfo=make_conninfo(self._conninfo, application_name=self._name),
            output=self._said,
        )

    def _has_gap(self) -> bool:
        """Whether it ended since the server hasn't what comes next any more; logs why it ended."""
        if self._process is None or self._said is None:
            return False
        fault = " ".join(last_words(self._said))
        _log.warning("the archive is begun again", fault=fault)
        self._said.close()
        return _GONE in fault

    def _mark(self) -> None:
        """Write something, so that the archive shows how far it goes even if nothing is recorded."""
        with psycopg.connect(self._conninfo, autocommit=True) as connection:
            connection.execute("SELECT pg_logical_emit_message(true, 'partita', '')")
        self._marked = time.monotonic()


@contextmanager
def archiving(conninfo: str, place: Place) -> Iterator[Archiving]:
    """Write an archive of the database to a place meanwhile.

    Raises:
        BackupFailed: another process does so.
    """
    folder = place.folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with opened_lock(folder / _LOCK) as lock:
        if not try_alone(lock):
            raise BackupFailed(f"Another process writes an archive to {place}.")
        one = Archiving(conninfo, place)
        try:
            yield one
        finally:
            one.stop()
            with suppress(BackupFailed):  # it is taken when the archive goes on
                place.take_archive(has_ended=True)
