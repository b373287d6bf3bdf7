"""What a backup is: a folder named by the moment at which it was begun, in which a manifest lists all the others.

In a store, to which several machines may write at a time, the name has a part by chance, too.

A folder gets its name when it is whole and on the disk. Until then its name begins with a dot.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from service.cli.backups.errors import BackupFailed

MANIFEST: Final = "backup.json"
FORMAT: Final = 1

BACKUP_NAME: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{6}Z(?:-[0-9a-f]{8})?")


class BackupKind(StrEnum):
    """How the database is in a backup."""

    CLUSTER = "cluster"
    """The files of a server, as pg_basebackup writes them: only the same major version can read them."""

    DUMP = "dump"
    """One database as pg_dump writes it: for any server of the same version or a newer one."""


class FileFacts(Struct, frozen=True):
    """A file of a backup: its bytes, and their SHA-256 in hexadecimal."""

    size: int
    sha256: str


class LogHead(Struct, frozen=True):
    """The size of the log's tree and its root in hexadecimal, when the backup was begun."""

    size: int
    root: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What is in a backup.

    Attributes:
        format: of this manifest; a reader refuses those that it doesn't know.
        source: which database it is of: backups of one folder may be of several.
        began_at, ended_at: when it was made. All that was acknowledged before `began_at` is in it.
        partita, postgresql: the versions that made it.
        position: that of the newest event at `began_at`.
        head: None if the database is older than evidence.
        files: all other files, by their names.
        faults: places at which the restored copy isn't what was recorded; None if it wasn't restored.
    """

    format: int = FORMAT
    kind: BackupKind
    source: str
    began_at: datetime
    ended_at: datetime
    partita: str
    postgresql: str
    position: int
    head: LogHead | None
    files: dict[str, FileFacts]
    faults: int | None = None

    @property
    def is_good(self) -> bool:
        """Whether nothing is known against the backup."""
        return not self.faults

    @property
    def major(self) -> int:
        """The major version of PostgreSQL."""
        return int(re.match(r"\d*", self.postgresql)[0] or 0)  # type: ignore[index]  # it always matches


class Backup(Struct, frozen=True):
    """One that is whole."""

    folder: Path
    manifest: Manifest

    def verify_files(self) -> None:
        """Verify that its files are what was written.

        Raises:
            BackupFailed: they aren't.
        """
        for name, facts in self.manifest.files.items():
            file = self.folder / name
            if not file.is_file():
                raise BackupFailed(f"{file} is missing.")
            if facts_of(file) != facts:
                raise BackupFailed(f"{file} isn't what was written: it is damaged. Use another backup.")


def name_of(moment: datetime) -> str:
    """The name of a backup that is begun at a moment."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"


def facts_of(file: Path) -> FileFacts:
    """The size and the hash of a file."""
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return FileFacts(file.stat().st_size, digest)


def read_backup(folder: Path) -> Backup:
    """The backup in a folder.

    Raises:
        BackupFailed: there is none, or one that this version can't read.
    """
    file = folder / MANIFEST
    try:
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise BackupFailed(f"{folder} is no backup: there is no {MANIFEST} in it.") from None
    return Backup(folder, decoded(data, str(file)))


def decoded(data: bytes, place: str) -> Manifest:
    """The manifest that was read at a place.

    Raises:
        BackupFailed: it is none that this version can read.
    """
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError as error:
        raise BackupFailed(f"{place} isn't the manifest of a backup: {error}.") from None
    if manifest.format != FORMAT:
        raise BackupFailed(f"{place} was made by Partita {manifest.partita}, in a form that this version can't read.")
    if not all(re.fullmatch(r"[\w.-]+", name) and name[0] != "." for name in manifest.files):
        raise BackupFailed(f"{place} names files that no backup has.")
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write it, as the last file."""
    file = folder / MANIFEST
    with file.open("xb") as opened:
        file.chmod(0o600)
        opened.write(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
        opened.flush()
        os.fsync(opened.fileno())


def backups_in(folder: Path) -> list[Backup]:
    """All backups in a folder, the oldest first; what can't be read isn't one."""
    return sorted(_readable(folder), key=lambda backup: backup.manifest.began_at)


def _readable(folder: Path) -> Iterator[Backup]:
    for path in folder.iterdir():
        if BACKUP_NAME.fullmatch(path.name):
            try:
                yield read_backup(path)
            except (BackupFailed, OSError):
                continue
