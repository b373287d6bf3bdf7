"""Restores backups: into a data folder for the embedded database, or into a database that is empty."""

import os
import shutil
import stat
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import click
import psycopg

from service.auth.owner_token import OWNER_TOKEN_FILE
from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import Backup, BackupKind
from service.cli.backups.programs import major_version, run
from service.cli.backups.recovery import NOT_SO_FAR, Target, forget_recovery, prepare_recovery
from service.cli.common import RESTORING, SPOOL, server
from service.database import DatabaseUnavailable
from service.database.locks import try_alone
from service.database.programs import Account
from service.database.server import Server
from service.evidence.head import LOG_KEY_FILE

DUMP: Final = "partita.dump"

CHECKS_ARCHIVES: Final = 18
"""The first version whose pg_verifybackup reads archives."""

_CLUSTER: Final = "postgresql"
_KEYS: Final = (OWNER_TOKEN_FILE, LOG_KEY_FILE)
_STOP_SECONDS: Final = 10.0
_IGNORED: Final = {"lost+found", SPOOL}  # in the root of a disk; what was fetched from a store


@contextmanager
def restored(backup: Backup, folder: Path, target: Target | None = None) -> Iterator[str]:
    """A backup as an embedded database that runs, in a folder that isn't there yet. Keys aren't brought back.

    Raises:
        BackupFailed, DatabaseUnavailable: it can't be restored, or the archive of `target` doesn't go so far.
    """
    folder.mkdir(mode=0o700)
    if backup.manifest.kind is BackupKind.DUMP:
        with server(folder, None) as conninfo:
            restore_dump(backup, conninfo)
            yield conninfo
        return
    _unpack(backup, folder / _CLUSTER)
    if target is not None:
        _recover(folder, target)
    with server(folder, None, create=False) as conninfo:
        yield conninfo


def _recover(folder: Path, target: Target) -> None:
    prepare_recovery(folder / _CLUSTER, target)
    try:
        with server(folder, None, create=False, as_admin=True) as conninfo:
            forget_recovery(conninfo)
    except DatabaseUnavailable as error:
        if NOT_SO_FAR in str(error):
            raise BackupFailed(
                f"The archive ends before {target.at:%Y-%m-%d %H:%M:%S} UTC. `--at end` restores all that is there."
            ) from None
        raise


@contextmanager
def restored_to(backup: Backup, data: Path, target: Target | None = None) -> Iterator[str]:
    """The same, to stay in a data folder, with its keys, if nothing fails; the folder must be empty or absent.

    What a restore left there that was killed is removed first.

    Raises:
        BackupFailed: it isn't empty, another process restores to it, or the backup can't be restored. The folder is as
            it was then.
    """
    is_new = not data.exists()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _alone_in(data):
        _remove_leftovers(data)
        if {path.name for path in data.iterdir()} - _IGNORED:
            raise BackupFailed(f"{data} isn't empty. Name another folder, or move away what is in it.")
        try:
            with restored(backup, data / RESTORING, target) as conninfo:
                yield conninfo
            _put_in_place(backup, data)
        except BaseException:
            _remove_staging(data)
            if is_new:
                with suppress(OSError):  # all was in its place already
                    data.rmdir()
            raise
        shutil.rmtree(data / RESTORING)


@contextmanager
def _alone_in(data: Path) -> Iterator[None]:
    folder = os.open(data, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if not try_alone(folder):
            raise BackupFailed(f"Another process restores a backup to {data}.")
        yield
    finally:
        os.close(folder)


def _put_in_place(backup: Backup, data: Path) -> None:
    """Move what was restored to its place, the cluster last: with it, all is there."""
    staging = data / RESTORING
    for name in keys_of(backup):
        _copy_key(backup, name, staging)
    os.sync()  # all at once: there are a thousand files
    for name in keys_of(backup):
        (data / name).hardlink_to(staging / name)
    (staging / _CLUSTER).rename(data / _CLUSTER)
    os.sync()


def _remove_leftovers(data: Path) -> None:
    """Remove what a restore left that was killed, and say so."""
    if (data / RESTORING).exists():
        stop_leftover(data / RESTORING)
        _remove_staging(data)
        click.echo(f"A restore to {data} broke off earlier. What it left was removed.", err=True)


def _remove_staging(data: Path) -> None:
    """Remove what isn't in its place yet; without the cluster, keys go, too, unless they came in another way."""
    staging = data / RESTORING
    if not (data / _CLUSTER).exists():
        for name in _KEYS:
            with suppress(FileNotFoundError):
                if (data / name).samefile(staging / name):
                    (data / name).unlink()
    shutil.rmtree(staging, ignore_errors=True)


def stop_leftover(folder: Path) -> None:
    """Stop the database of a copy, if whoever restored it was killed and it still runs."""
    if (folder / _CLUSTER).exists():
        with suppress(DatabaseUnavailable):  # when its folder is gone, it ends by itself
            Server(folder).shut_down_within(_STOP_SECONDS)


def restore_dump(backup: Backup, conninfo: str) -> None:
    """Restore a dump into a database that is empty; all of it or nothing.

    Raises:
        BackupFailed: the database isn't empty, or it failed.
    """
    if backup.manifest.kind is not BackupKind.DUMP:
        raise BackupFailed(
            f"{backup.folder} has the files of an embedded database, which go into a data folder (--data). "
            "To move it to another server, restore it, make a backup with --dump, and restore that."
        )
    with psycopg.connect(conninfo) as connection:
        query = "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        if connection.execute(query).fetchone() != (0,):
            raise BackupFailed("The database isn't empty. Make a new one, and restore into that.")
    arguments = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-password")
    run("pg_restore", *arguments, backup.folder / DUMP, conninfo=conninfo)


def restore_keys(backup: Backup, data: Path) -> None:
    """Bring the owner's token and the key of the log back to a data folder, unless it has them."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in keys_of(backup):
        if not (data / name).exists():
            _copy_key(backup, name, data)


def keys_of(backup: Backup) -> list[str]:
    """Which files of the data folder are in a backup."""
    return [name for name in backup.manifest.files if name in _KEYS]


def _copy_key(backup: Backup, name: str, folder: Path) -> None:
    target = folder / name
    with target.open("xb") as opened:
        target.chmod(0o600)
        opened.write((backup.folder / name).read_bytes())


def _unpack(backup: Backup, cluster: Path) -> None:
    """Write the files of a cluster, and verify each by the list that the server made of them."""
    if backup.manifest.major != (ours := major_version()):
        raise BackupFailed(
            f"{backup.folder} was made by PostgreSQL {backup.manifest.major}, and this is PostgreSQL {ours}, which "
            "can't read it. Restore it with a version of Partita that has the other one."
        )
    account = Account.for_cluster(cluster)
    cluster.mkdir(mode=0o700)
    account.give(cluster)
    wal = cluster / "pg_wal"
    for archive, folder in (("base.tar.gz", cluster), ("pg_wal.tar.gz", wal)):
        with tarfile.open(backup.folder / archive) as opened:
            opened.extractall(folder, filter=lambda member, path: _owned(member, path, account))  # noqa: S202
    manifest = backup.folder / "backup_manifest"
    run("pg_verifybackup", "--quiet", f"--manifest-path={manifest}", cluster)


def _owned(member: tarfile.TarInfo, path: str, account: Account) -> tarfile.TarInfo | None:
    """A file of a cluster as PostgreSQL wants it; what would get to anywhere else is refused."""
    safe = tarfile.data_filter(member, path)
    mode = stat.S_IRWXU if member.isdir() else stat.S_IRUSR | stat.S_IWUSR
    return safe.replace(mode=mode, uid=account.uid, gid=account.gid, uname="", gname="", deep=False)
