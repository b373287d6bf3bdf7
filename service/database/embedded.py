"""The embedded PostgreSQL of a data directory, which any number of processes share.

DATA/postgresql/             the cluster
DATA/postgresql.log, .log.1  what the server said since its start, and before
DATA/postgresql-gate.lock    held alone by who starts or stops the server
DATA/postgresql-users.lock   shared by all users; who gets it alone when leaving stops the server
DATA/postgresql-server.lock  held by the processes of the server itself
"""

import errno
import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import psycopg

from service.database.admission import ADMIN
from service.database.errors import DatabaseUnavailable, DataUnwritable
from service.database.locks import open_lock, opened_lock, try_alone, wait_alone
from service.database.server import START_SECONDS, STOP_SECONDS, Server

GATE_SECONDS = START_SECONDS + STOP_SECONDS
_GATE_LOCK = "postgresql-gate.lock"
_USERS_LOCK = "postgresql-users.lock"


@contextmanager
def unused(data: Path) -> Iterator[None]:
    """See to it that nobody uses or starts the embedded PostgreSQL of a data directory meanwhile.

    Raises DatabaseUnavailable if somebody does.
    """
    with opened_lock(data / _GATE_LOCK) as gate, opened_lock(data / _USERS_LOCK) as users:
        if not (try_alone(gate) and try_alone(users)):
            raise DatabaseUnavailable(f"The database in {data} is used. Stop what uses it: fuser -v '{data}'/*.lock")
        yield


class EmbeddedPostgres:
    """One user's hold on the embedded PostgreSQL in a data directory.

    Between `start()` and `stop()` the server runs. It is shared with other processes and other instances, and it
    outlives its starter as long as there are users; the last user stops it. If a user is killed, the next one to leave
    as the last stops it. As a context manager it starts and stops.
    """

    def __init__(self, data: Path) -> None:
        self._data = data.absolute()
        self._server = Server(self._data)
        self._gate_lock = self._data / _GATE_LOCK
        self._users_lock = self._data / _USERS_LOCK
        self._hold: int | None = None

    @property
    def conninfo(self) -> str:
        """How to connect (a libpq conninfo string); valid once the server was started."""
        return self._server.conninfo()

    @property
    def admin_conninfo(self) -> str:
        """The same as the superuser, for copies of the whole cluster and for its settings."""
        return self._server.conninfo(user=ADMIN)

    def start(self) -> str:
        """Hold the server, start it if it doesn't run, and return `conninfo`.

        The data directory, the cluster and the database `partita` are created if missing. Doing it again only makes
        sure that the server runs. Raises DatabaseUnavailable, and holds nothing then.
        """
        with self._explained():
            self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._gate():
                if self._hold is None:
                    self._hold = open_lock(self._users_lock)
                    fcntl.flock(self._hold, fcntl.LOCK_SH)
                try:
                    self._server.ensure_running(create=True)
                except BaseException:
                    self._leave()
                    raise
        return self.conninfo

    def stop(self, within: float | None = None) -> None:
        """Let go of the server, and stop it if nobody else holds it; without a hold nothing happens.

        With `within`, it is waited for so many seconds only; a server that was told to stop does so later.

        Raises DatabaseUnavailable if it doesn't stop.
        """
        if self._hold is not None:
            with self._explained(), self._gate(within):
                self._leave(within)

    def ensure_alive(self) -> bool:
        """Restart the server if it died under us; True if that was so. It is cheap if the server lives.

        Raises DatabaseUnavailable if it can't be restarted; it is still held and one may try again.
        """
        if self._hold is None:
            raise RuntimeError("ensure_alive() without start()")
        with self._explained():
            if self._server.answers():
                return False
            with self._gate():
                return self._server.ensure_running(create=False)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @contextmanager
    def _gate(self, within: float | None = None) -> Iterator[None]:
        seconds = GATE_SECONDS if within is None else within
        with opened_lock(self._gate_lock) as gate:
            if not wait_alone(gate, seconds):
                raise DatabaseUnavailable(
                    f"Another process has been starting or stopping the database in {self._data} for "
                    f"{seconds:.0f} s. See which one: fuser -v '{self._gate_lock}'"
                )
            try:
                yield
            finally:
                fcntl.flock(gate, fcntl.LOCK_UN)  # closing alone wouldn't do if we forked meanwhile

    def _leave(self, within: float | None = None) -> None:
        """Drop our hold and stop the server if that was the last one; we are in the gate."""
        if self._hold is not None:
            os.close(self._hold)  # not unlocked: a forked child keeps its copy
            self._hold = None
        with opened_lock(self._users_lock) as users:
            if try_alone(users):
                if within is not None:
                    self._server.shut_down_within(within)
                elif self._server.hail() is not None:
                    self._server.shut_down()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Tell a person what an error of the system or of PostgreSQL means."""
        try:
            yield
        except OSError as error:
            if error.errno in {errno.ENOSPC, errno.EDQUOT}:
                raise self._server.disk_full() from error
            reason = f"{error.filename or self._data}: {error.strerror}"
            if error.errno in {errno.EROFS, errno.EACCES, errno.EPERM}:
                raise DataUnwritable(
                    f"The data directory {self._data} must be writable for user {os.geteuid()}, and isn't ({reason}). "
                    "Give it to that user, run Partita as its owner, or choose another one."
                ) from error
            raise DatabaseUnavailable(f"The data directory {self._data} can't be used ({reason}).") from error
        except psycopg.errors.DiskFull as error:
            raise self._server.disk_full() from error
        except (psycopg.Error, subprocess.TimeoutExpired) as error:
            raise self._server.failure(f"failed ({error})") from error
