"""Makes a backup while the database is used."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

import psycopg
from msgspec import Struct
from msgspec.structs import replace

from service.auth.owner_token import OWNER_TOKEN_FILE
from service.cli.backups.checking import check_copy, state_of
from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import (
    Backup,
    BackupKind,
    Manifest,
    facts_of,
    name_of,
    read_backup,
    write_manifest,
)
from service.cli.backups.programs import major_version, run
from service.cli.backups.restoring import CHECKS_ARCHIVES, DUMP, restored, stop_leftover
from service.database.locks import opened_lock, try_alone
from service.evidence.head import LOG_KEY_FILE

_LOCK: Final = ".lock"
_CHECK: Final = "check"
_NAMES_DIFFER_SECONDS: Final = 0.1
_UNFINISHED: Final = ".{}.part"

_BASE_BACKUP: Final = ("--format=tar", "--gzip", "--wal-method=stream", "--checkpoint=fast", "--no-password")
_DUMP: Final = ("--format=custom", "--exclude-schema=rebuild_*", "--no-password")


class Source(Struct, frozen=True):
    """What is to be copied.

    Attributes:
        conninfo: how to connect.
        kind: how it is copied.
        is_embedded: whether it is the embedded database.
        keys: files to go with it, by the names that they get.
    """

    conninfo: str
    kind: BackupKind
    is_embedded: bool
    keys: dict[str, Path]


def key_files(data: Path, log_key: Path | None) -> dict[str, Path]:
    """The owner's token and the key of the log, as far as they are there."""
    files = {OWNER_TOKEN_FILE: data / OWNER_TOKEN_FILE, LOG_KEY_FILE: log_key or data / LOG_KEY_FILE}
    return {name: file for name, file in files.items() if file.exists()}


@contextmanager
def folder_of_backups(folder: Path) -> Iterator[None]:
    """Have a folder of backups alone, which is made if it isn't there; what was left of unfinished ones is removed.

    Raises:
        BackupFailed: another process makes a backup there.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with opened_lock(folder / _LOCK) as lock:
        if not try_alone(lock):
            raise BackupFailed(f"Another process is making a backup in {folder}.")
        for leftover in folder.glob(_UNFINISHED.format("*")):
            stop_leftover(leftover / _CHECK)
            shutil.rmtree(leftover, ignore_errors=True)  # the program of one that was killed may still write
        yield


def make_backup(source: Source, folder: Path, *, verify: bool) -> Backup:
    """Make a backup in a folder that is ours, and check what was written; if `verify`, restored, too.

    Raises:
        BackupFailed: it can't be made, or isn't a copy of what is there. There is nothing new in the folder then.
        OSError, psycopg.Error, DatabaseUnavailable: the same.
    """
    while (place := folder / name_of(began_at := datetime.now(UTC))).exists():
        time.sleep(_NAMES_DIFFER_SECONDS)
    unfinished = folder / _UNFINISHED.format(place.name)
    unfinished.mkdir(mode=0o700)
    try:
        manifest = _copied(source, unfinished, began_at)
        if verify:
            manifest = replace(manifest, faults=_faults(Backup(unfinished, manifest)))
        write_manifest(unfinished, manifest)
        synced(unfinished)
        unfinished.rename(place)
        synced(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return read_backup(place)


def remove_backup(backup: Backup) -> None:
    """Remove one; what is left if that breaks off isn't taken for one."""
    doomed = backup.folder.with_name(_UNFINISHED.format(backup.folder.name))
    backup.folder.rename(doomed)
    shutil.rmtree(doomed)


def synced(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _copied(source: Source, folder: Path, began_at: datetime) -> Manifest:
    """Write all files but the manifest."""
    position, head = state_of(source.conninfo)
    with psycopg.connect(source.conninfo) as connection:
        name = _name_of(connection, is_embedded=source.is_embedded)
        server = connection.info.parameter_status("server_version") or ""
    if source.kind is BackupKind.CLUSTER:
        run("pg_basebackup", f"--pgdata={folder}", *_BASE_BACKUP, conninfo=source.conninfo)
        if major_version() >= CHECKS_ARCHIVES:
            run("pg_verifybackup", "--format=tar", "--no-parse-wal", "--quiet", folder)
    else:
        run("pg_dump", f"--file={folder / DUMP}", *_DUMP, conninfo=source.conninfo)
    ended_at = datetime.now(UTC)
    for key, file in source.keys.items():
        _copy_secret(file, folder / key)
    return Manifest(
        kind=source.kind,
        source=name,
        began_at=began_at,
        ended_at=ended_at,
        partita=version("partita"),
        postgresql=server,
        position=position,
        head=head,
        files={file.name: facts_of(file) for file in sorted(folder.iterdir())},
    )


def _name_of(connection: psycopg.Connection, *, is_embedded: bool) -> str:
    if not is_embedded:
        info = connection.info
        return f"{info.dbname} on {info.host}:{info.port}"
    row = connection.execute("SELECT system_identifier FROM pg_control_system()").fetchone()
    return f"embedded {row[0] if row else ''}"


def _copy_secret(file: Path, target: Path) -> None:
    with target.open("xb") as opened:
        target.chmod(0o600)
        opened.write(file.read_bytes())
        opened.flush()
        os.fsync(opened.fileno())


def _faults(backup: Backup) -> int:
    """Restore a copy beside the backup, and count what isn't as it was recorded."""
    place = backup.folder / _CHECK
    with restored(backup, place) as conninfo:
        found = check_copy(conninfo, backup.manifest)
    shutil.rmtree(place)
    return len(found.faults) if found else 0
