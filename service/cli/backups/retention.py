"""Which backups are kept, and when the last one was made."""

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from service.cli.backups.manifest import Backup, Manifest

_LAST_BACKUP: Final = "last-backup.json"


class LastBackup(Struct, frozen=True):
    """What a data folder knows of the last backup of its database.

    Attributes:
        at: when it was begun.
        place: its folder, or its address in a store.
        is_good: whether nothing is known against it.
    """

    at: datetime
    place: str
    is_good: bool


def superfluous(backups: Sequence[Backup], source: str, keep: int) -> list[Backup]:
    """Those of a database that are older than its `keep` newest good ones; none if there are fewer of these."""
    own = sorted(
        (backup for backup in backups if backup.manifest.source == source), key=lambda one: one.manifest.began_at
    )
    good = [backup for backup in own if backup.manifest.is_good][-keep:]
    if len(good) < keep:
        return []
    return own[: own.index(good[0])]


def note_last(data: Path, manifest: Manifest, place: str) -> None:
    """Leave a note in a data folder, if there is one."""
    if data.is_dir():
        note = LastBackup(manifest.began_at, place, manifest.is_good)
        unfinished = data / f"{_LAST_BACKUP}.{os.getpid()}"
        unfinished.write_bytes(msgspec.json.encode(note) + b"\n")
        unfinished.replace(data / _LAST_BACKUP)


def last_backup(data: Path) -> LastBackup | None:
    """When the last backup was made, as far as the data folder knows."""
    try:
        return msgspec.json.decode((data / _LAST_BACKUP).read_bytes(), type=LastBackup)
    except (OSError, msgspec.DecodeError):
        return None
