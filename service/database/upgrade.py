"""Brings the cluster of a data directory to the major version of PostgreSQL that Partita has now, by pg_upgrade.

DATA/.upgrading/            what is being made
DATA/.upgrading/postgresql  the new cluster, which takes the place of the old one when all is well
DATA/postgresql-15          the old cluster, afterwards
"""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

from service.database.admission import ADMIN
from service.database.errors import DatabaseUnavailable, DiskFull
from service.database.locks import opened_lock, try_alone, wait_alone
from service.database.programs import Account, Programs
from service.database.server import INITDB, START_SECONDS, STOP_SECONDS, Server

UPGRADING: Final = ".upgrading"

_CLUSTER: Final = "postgresql"
_RULES: Final = "local all all trust\n"
"""For those who can reach the socket, which lies where only root and who runs Partita can."""

_MAKES_CHECKSUMS: Final = 18
"""The first version that makes them unless it is told otherwise; both clusters must agree."""

_SHOWN_LINES: Final = 12
_ROOM_MORE: Final = 256 << 20  # WAL, and what initdb makes


class Upgrade:
    """An upgrade of a cluster that nobody uses meanwhile; the methods are called in the order in which they stand."""

    def __init__(self, data: Path, old_bin: Path | None) -> None:
        """Look whether there is one to be made.

        Raises:
            DatabaseUnavailable: there is no cluster, or a newer one, or its programs aren't there.
        """
        self._data = data
        self._old = data / _CLUSTER
        self.staging = data / UPGRADING
        self._new = self.staging / _CLUSTER
        account = Account.for_cluster(self._old)
        self._programs = Programs.find(account)
        self.major = self._programs.major
        self.old_major = _major_of(self._old)
        self.aside = data / f"{_CLUSTER}-{self.old_major}"
        if self.old_major > self.major:
            raise DatabaseUnavailable(f"{self._old} was written by PostgreSQL {self.old_major}, a newer version.")
        if self.is_needed:
            self._old_programs = Programs.of_major(self.old_major, account, old_bin)
            if self.aside.exists():
                raise DatabaseUnavailable(f"{self.aside} is kept from an earlier upgrade. Move it away first.")

    @property
    def is_needed(self) -> bool:
        """Whether the cluster is of an older version."""
        return self.old_major < self.major

    def verify_room(self) -> None:
        """Verify that a copy has room.

        Raises:
            DiskFull: it has none.
        """
        size = sum(path.lstat().st_size for path in self._old.rglob("*")) + _ROOM_MORE
        if (free := shutil.disk_usage(self._data).free) < size:
            raise DiskFull(
                f"A copy of the database takes {size >> 20} MiB in {self._data}, where {free >> 20} are free."
            )

    def old_server(self) -> Server:
        """The old cluster's, to be started and stopped; it recovers what was left by a crash."""
        return Server(self._data, self._old_programs)

    def make(self, *, checksums: bool) -> None:
        """Make the new cluster, with all that is in the old one, which must have been stopped in order.

        Raises:
            DatabaseUnavailable: PostgreSQL can't; there is no new cluster then.
        """
        account = self._programs.account
        self.staging.mkdir(mode=0o700)
        work = self.staging / "work"
        for folder in (self._new, work):
            folder.mkdir(mode=0o700)
            account.give(folder)
        (work / "pg_hba.conf").write_text(_RULES)
        account.give(work / "pg_hba.conf")
        with tempfile.TemporaryFile() as said:
            if not self._made(work, checksums=checksums, said=said):
                words = "\n  ".join([*_last_lines(said), *self._reports()])
                raise DatabaseUnavailable(f"PostgreSQL can't upgrade {self._old}, which is as it was.\n  {words}")
        shutil.rmtree(work)

    def _made(self, work: Path, *, checksums: bool, said: IO[bytes]) -> bool:
        """Whether all went well. All programs have the lock that tells that none of them is left."""
        with opened_lock(self._data / "postgresql-server.lock") as lock:
            if not try_alone(lock):
                raise DatabaseUnavailable(f"The server of {self._old} still runs.")
            options = [option for option in INITDB if "checksums" not in option]
            if checksums:
                options.append("--data-checksums")
            elif self.major >= _MAKES_CHECKSUMS:
                options.append("--no-data-checksums")
            status = self._programs.run(
                "initdb", self._new, *options, output=said.fileno(), pass_fds=[lock], timeout=START_SECONDS
            )
            return status == 0 and self._run(work, said, lock) == 0

    def _run(self, work: Path, said: IO[bytes], lock: int) -> int:
        """Run pg_upgrade, which is handed the folders open: the account may not be able to reach them."""
        with ExitStack() as opened:
            folders = []
            for folder in (self._old, self._new, work):
                folders.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY))
                opened.callback(os.close, folders[-1])
            old, new, sockets = (f"/proc/self/fd/{one}" for one in folders)
            rules = f"-c hba_file={sockets}/pg_hba.conf"
            return self._programs.account.run(
                [
                    self._programs.folder / "pg_upgrade",
                    *("--old-bindir", self._old_programs.folder, "--new-bindir", self._programs.folder),
                    *("--old-datadir", old, "--new-datadir", new, "--socketdir", sockets, "--username", ADMIN),
                    *("--old-options", rules, "--new-options", rules),
                ],
                output=said.fileno(),
                pass_fds=[*folders, lock],
                cwd=work,
                timeout=None,
            )

    def _reports(self) -> Iterator[str]:
        """What pg_upgrade wrote down of what it can't bring over."""
        for file in sorted(self._new.glob("pg_upgrade_output.d/**/*.txt")):
            yield from file.read_text(errors="replace").splitlines()[:_SHOWN_LINES]

    def put_in_place(self) -> None:
        """Have the new cluster take the place of the old one, which is kept beside it. Both were stopped."""
        os.sync()
        self._old.rename(self.aside)
        self._new.rename(self._old)
        os.sync()
        self.abandon()

    def abandon(self) -> None:
        """Remove what was made, and end what still works at it."""
        if self.staging.exists():
            _end_programs(self._data)
            shutil.rmtree(self.staging, ignore_errors=True)


def finish_leftover(data: Path) -> str | None:
    """Remove what an upgrade left that was killed, or finish it if it was all but done; tells which, if there was one.

    Raises:
        DatabaseUnavailable: its programs still run.
    """
    staging, place = data / UPGRADING, data / _CLUSTER
    if not staging.exists():
        return None
    _end_programs(data)
    if not place.exists() and (staging / _CLUSTER).exists():  # the old one had been moved away: the new one was checked
        (staging / _CLUSTER).rename(place)
        os.sync()
        found = "An upgrade broke off when it was all but done. It was finished."
    else:
        found = "An upgrade broke off earlier. What it left was removed."
    shutil.rmtree(staging, ignore_errors=True)
    return found


def _end_programs(data: Path) -> None:
    """End the servers that pg_upgrade started, if it was killed; if it lives, it ends without them."""
    lock_file = data / "postgresql-server.lock"
    since = time.monotonic()
    with opened_lock(lock_file) as lock:
        while not wait_alone(lock, 1.0):
            if time.monotonic() - since > STOP_SECONDS:
                raise DatabaseUnavailable(f"An upgrade that broke off still runs: fuser -v '{lock_file}'")
            for folder in (data / UPGRADING, data):
                Server(folder).interrupt()


def _major_of(cluster: Path) -> int:
    try:
        return int((cluster / "PG_VERSION").read_text())
    except FileNotFoundError:
        raise DatabaseUnavailable(f"There is no database in {cluster.parent}; --data names another folder.") from None


def _last_lines(said: IO[bytes]) -> list[str]:
    said.seek(0)
    return said.read().decode(errors="replace").strip().splitlines()[-_SHOWN_LINES:]
