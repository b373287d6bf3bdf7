"""The server process of one cluster: is it there, start it, stop it. Who may do so is decided in `embedded`.

Each process of the server inherits an open, locked file. Who gets that lock knows that none of them is left, in
whatever container, and may start a server; a pid, which may belong to another program by now, can't tell.
"""

import errno
import hashlib
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo

from service.database.admission import ADMIN, OWNER, admit, establish
from service.database.errors import DatabaseUnavailable, DataUnwritable, DiskFull, WrongServerVersion
from service.database.locks import opened_lock, try_alone, wait_alone
from service.database.programs import Account, Programs

DATABASE = "partita"
PORT = 5432  # only the name of the socket

SETTINGS = {
    "listen_addresses": "",
    "port": str(PORT),
    "cluster_name": DATABASE,
    "fsync": "on",
    "shared_buffers": "128MB",
    "max_connections": "200",
    "max_slot_wal_keep_size": "4GB",  # what is kept for an archive that doesn't fetch it
    "logging_collector": "off",
    "log_destination": "stderr",
    "log_checkpoints": "off",
    "lc_messages": "C",  # we read some of them
}

INITDB: tuple[str, ...] = ("-U", ADMIN, "-A", "peer", "-E", "UTF8", "--locale=C.UTF-8", "--data-checksums")

START_SECONDS = 600  # a recovery may take long
STOP_SECONDS = 120  # so may the last checkpoint
ANSWER_SECONDS = 30  # for a server that claims to be ready
HAIL_SECONDS = 5
MOST_BOOTS = 3

_SOCKETS = Path("/tmp")  # noqa: S108 - short (a socket's path has 107 bytes), and the same for all users of a cluster
_READY = "ready"
_FULL = ("too many clients", "remaining connection slots are reserved")
_NOT_ESTABLISHED = re.compile(f'(database "{DATABASE}"|role "{OWNER}") does not exist')
_IMPOSSIBLE_PID = 2**31 - 1


class Server:
    """The PostgreSQL server of the cluster in a data directory. Only one caller at a time may start or stop it."""

    def __init__(self, data: Path, programs: Programs | None = None) -> None:
        """`programs` are those to run it with, if they aren't the ones that are found."""
        self._data = data
        self._given = programs
        self._cluster = data / "postgresql"
        self._log = data / "postgresql.log"
        self._lock = data / "postgresql-server.lock"

    def conninfo(self, database: str = DATABASE, *, user: str = OWNER) -> str:
        """How to connect."""
        return make_conninfo(host=str(self._sockets()), port=PORT, user=user, dbname=database)

    def hail(self) -> str | None:
        """What the server says: that it is ready, why it takes nobody now, or nothing at all.

        It must know the cluster's identifier: the socket alone doesn't tell whose it is.
        """
        try:
            if not _is_private(self._sockets(), self._cluster.stat().st_uid):
                return None
            identifier = (self._cluster / "global" / "pg_control").read_bytes()[:8]
            with psycopg.connect(self.conninfo(), connect_timeout=HAIL_SECONDS) as connection:
                row = connection.execute("SELECT system_identifier FROM pg_control_system()").fetchone()
        except FileNotFoundError:
            return None
        except psycopg.Error as error:
            _, fatal, reason = str(error).partition("FATAL:")
            return reason.strip() if fatal else None
        return _READY if row == (int.from_bytes(identifier, sys.byteorder, signed=True),) else None

    def answers(self) -> bool:
        """Whether it serves, even if it has no connection left just now."""
        return _serves(self.hail())

    def ensure_running(self, *, create: bool) -> bool:
        """Wait until the database answers, and start the server if none of its processes is left; True if we did.

        A cluster that isn't there is created only on request, the database in it always.
        """
        boots = 0
        since = time.monotonic()
        while not _serves(reply := self.hail()):
            waited = time.monotonic() - since
            if waited > (ANSWER_SECONDS if self._claims_to_be_ready() else START_SECONDS):
                raise DatabaseUnavailable(
                    f"The PostgreSQL server of {self._cluster} runs, but after {waited:.0f} s it still says: "
                    f"{reply or 'nothing'}. Maybe it is suspended, or it runs in another container or with "
                    f"another /tmp. End its process, which {self._cluster}/postmaster.pid names, and try again."
                )
            if not create and not self._cluster.exists():
                raise DatabaseUnavailable(f"{self._cluster} is gone. Restore it from a backup and start again.")
            with opened_lock(self._lock) as lock:
                if try_alone(lock):
                    if boots == MOST_BOOTS:
                        raise self.failure("keeps dying after its start")
                    self._boot(lock)
                    boots += 1
                    since = time.monotonic()
                    continue
            if reply is not None and _NOT_ESTABLISHED.search(reply):
                self._establish()
                continue
            if reply is not None and "authentication failed" in reply:
                raise DatabaseUnavailable(
                    f"{self._cluster} is served to another user. Run Partita as that one, or root."
                )
            time.sleep(0.05)
        return boots > 0

    def shut_down(self) -> None:
        """Stop the server, disconnecting its clients."""
        log = os.open(self._log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            status = self._pg_ctl("-w", "-t", str(STOP_SECONDS), output=log, timeout=STOP_SECONDS + 60)
        finally:
            os.close(log)
        self._verify_gone(STOP_SECONDS if status == 0 else 0)

    def shut_down_within(self, seconds: float) -> None:
        """Tell the server to stop, if there is one, and wait for so many seconds.

        It stops by itself when it has written what there is to write. It needn't answer, and no program is started for
        that: on a machine where all is slow, there may be no time for one.
        """
        with opened_lock(self._lock) as lock:
            if try_alone(lock):
                return
        if not self.interrupt():
            self._pg_ctl("-W", output=subprocess.DEVNULL, timeout=seconds + 1)
        self._verify_gone(seconds)

    def interrupt(self) -> bool:
        """Send the server the signal for a fast shutdown, if it can be told that it is the one of this cluster."""
        with suppress(OSError, ValueError, IndexError):
            pid = int((self._cluster / "postmaster.pid").read_text().splitlines()[0])
            if Path(f"/proc/{pid}/cwd").samefile(self._cluster):  # it may be another program by now
                os.kill(pid, signal.SIGINT)
                return True
        return False

    def _pg_ctl(self, *wait: str, output: int, timeout: float) -> int:
        programs = self._given or Programs.find(Account.for_cluster(self._cluster))
        return programs.run("pg_ctl", self._cluster, "-s", "-m", "fast", *wait, "stop", output=output, timeout=timeout)

    def _verify_gone(self, seconds: float) -> None:
        with opened_lock(self._lock) as lock:
            if not wait_alone(lock, seconds):
                raise self.failure("doesn't stop")
        with suppress(OSError):
            self._sockets().rmdir()

    def failure(self, what: str) -> DatabaseUnavailable:
        """Why PostgreSQL failed, as far as the end of its log tells."""
        words = self._last_words()
        if os.strerror(errno.ENOSPC) in words or os.strerror(errno.EDQUOT) in words:
            return self.disk_full()
        if os.strerror(errno.EROFS) in words or os.strerror(errno.EACCES) in words:
            return DataUnwritable(f"PostgreSQL {what}: it may not read or write {self._cluster}. {words}")
        return DatabaseUnavailable(f"PostgreSQL {what} in {self._cluster}. {words}")

    def disk_full(self) -> DiskFull:
        """The error for a full disk."""
        return DiskFull(f"The disk with {self._data} is full. Make room there (nothing is lost) and start again.")

    def _sockets(self) -> Path:
        """The folder of the socket, by the identity of the cluster's folder and its owner.

        The server's working directory keeps that identity from being used again, even if the folder is moved or deleted
        while it runs.
        """
        status = self._cluster.stat()
        identity = hashlib.sha256(f"{status.st_dev}:{status.st_ino}".encode()).hexdigest()[:16]
        return _SOCKETS / f"partita-{status.st_uid}-{identity}"

    def _claims_to_be_ready(self) -> bool:
        with suppress(OSError, IndexError):
            return (self._cluster / "postmaster.pid").read_text().splitlines()[7].strip() == "ready"
        return False

    def _boot(self, lock: int) -> None:
        """Start the server, handing it the lock that tells that none of its processes was left."""
        account = Account.for_cluster(self._cluster)
        programs = self._given or Programs.find(account)
        version = self._cluster / "PG_VERSION"
        is_new = not version.exists()
        if not is_new and (written := int(version.read_text())) != programs.major:
            raise WrongServerVersion(_how_to_migrate(self._cluster, written, programs))
        with suppress(FileNotFoundError):
            self._log.replace(self._log.with_suffix(".log.1"))
        log = os.open(self._log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            # This line also takes a block of the disk, so that there is room to tell that the disk is full.
            os.write(log, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} starting {self._cluster}\n".encode())
            if is_new:
                self._create_cluster(programs, log, lock)
            sockets = self._make_sockets(account)
            self._refuse_foreign_server()
            admit(self._cluster, account)
            for stale in (self._cluster / "postmaster.pid", sockets / f".s.PGSQL.{PORT}.lock"):
                _disown(stale)
            settings = SETTINGS | {"unix_socket_directories": str(sockets)}
            status = programs.run(
                "pg_ctl",
                self._cluster,
                *("-s", "-w", "-t", str(START_SECONDS)),
                *("-o", shlex.join(word for name in settings for word in ("-c", f"{name}={settings[name]}"))),
                "start",
                output=log,
                pass_fds=[lock],
                timeout=START_SECONDS + 60,
            )
        finally:
            os.close(log)
        if status != 0:
            raise self.failure("doesn't start")

    def _create_cluster(self, programs: Programs, log: int, lock: int) -> None:
        """Make the cluster elsewhere and move it to its place, which so never holds half of one."""
        if self._cluster.exists() and any(self._cluster.iterdir()):
            raise DatabaseUnavailable(
                f"{self._cluster} holds something that is no PostgreSQL cluster (there is no PG_VERSION in it). "
                "Restore it from a backup or move it away."
            )
        for leftover in self._data.glob("postgresql-new-*"):
            shutil.rmtree(leftover)
        new = Path(tempfile.mkdtemp(prefix="postgresql-new-", dir=self._data))
        programs.account.give(new)
        status = programs.run(
            "initdb",
            new,
            *INITDB,
            output=log,
            pass_fds=[lock],
            timeout=START_SECONDS,
        )
        if status != 0:
            shutil.rmtree(new, ignore_errors=True)
            raise self.failure("can't be set up")
        new.rename(self._cluster)
        folder = os.open(self._data, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _establish(self) -> None:
        admit(self._cluster, Account.for_cluster(self._cluster))
        try:
            establish(DATABASE, lambda database: self.conninfo(database, user=ADMIN))
        except psycopg.errors.DiskFull:
            raise
        except psycopg.OperationalError:
            pass  # the server died; the next hail will tell

    def _make_sockets(self, account: Account) -> Path:
        sockets = self._sockets()
        try:
            sockets.mkdir(mode=0o700, exist_ok=True)
            if sockets.lstat().st_uid == os.geteuid():
                account.give(sockets)
        except OSError as error:
            raise DatabaseUnavailable(
                f"The folder {sockets} for the database's socket can't be created: {error.strerror}."
            ) from error
        if not _is_private(sockets, account.uid):
            raise DatabaseUnavailable(
                f"The database's socket belongs into {sockets}, which must be a folder of user {account.uid} with mode "
                "700 and isn't. Somebody else may have put it there; remove it and try again."
            )
        return sockets

    def _refuse_foreign_server(self) -> None:
        """Keep off a server that somebody started on the cluster by hand, without our lock."""
        with suppress(OSError, ValueError):
            pid = int((self._cluster / "postmaster.pid").read_text().split("\n", 1)[0])
            if Path(f"/proc/{pid}/cwd").samefile(self._cluster):
                raise DatabaseUnavailable(
                    f"Process {pid} uses {self._cluster} and wasn't started by Partita. Stop it and try again."
                )

    def _last_words(self) -> str:
        try:
            lines = self._log.read_text(errors="replace").splitlines()[-12:]
        except OSError:
            lines = []
        return "\n    ".join([f"The end of {self._log}:", *lines])


def _serves(reply: str | None) -> bool:
    return reply is not None and (reply == _READY or any(full in reply for full in _FULL))


def _is_private(folder: Path, owner: int) -> bool:
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == owner and not status.st_mode & 0o077


def _disown(lock_file: Path) -> None:
    """Replace the pid of an ended server, which another program or a zombie may have now, by an impossible one.

    PostgreSQL then recovers by itself; the rest of the file helps it to find processes that are left.
    """
    try:
        descriptor = os.open(lock_file, os.O_RDWR | os.O_NOFOLLOW)  # the folder isn't root's: follow nothing
    except FileNotFoundError:
        return
    with os.fdopen(descriptor, "r+b") as file:
        rest = file.read().partition(b"\n")[2]
        file.seek(0)
        file.write(b"%d\n%s" % (_IMPOSSIBLE_PID, rest))
        file.truncate()


def _how_to_migrate(cluster: Path, written: int, programs: Programs) -> str:
    found = (
        f"{cluster} was written by PostgreSQL {written}, and {programs.folder} is PostgreSQL {programs.major}, "
        "which can't read it. Nothing was changed. "
    )
    if written > programs.major:
        return f"{found}Use PostgreSQL {written} again, or restore a backup of PostgreSQL {programs.major}."
    return f"{found}Run `partita upgrade-database`, which brings it over, or use PostgreSQL {written} again."
