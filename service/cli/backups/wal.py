"""The archive of the write-ahead log (WAL) beside backups: which segments are there, which are needed.

A folder of backups has a folder for each stretch without a gap, named by cluster, timeline and the moment at which it
was begun: ``wal-7713587548905984438-1-2026-11-29T120000Z``. A segment is compressed, and partial while it is written.
"""

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec import Struct

from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import Backup, BackupKind, Manifest, backups_in, name_of

SEGMENT_BYTES: Final = 16 << 20
"""What initdb makes them unless it is told otherwise."""

SERVERS_MANIFEST: Final = "backup_manifest"
"""The list that PostgreSQL makes of the files of a backup."""

_FOLDER: Final = re.compile(r"wal-(\d+)-(\d+)-(\d{4}-\d{2}-\d{2}T\d{6}Z)")
_SEGMENT: Final = re.compile(r"([0-9A-F]{24})\.gz(?:\.partial)?")
_CHUNK: Final = 1 << 20


class Timeline(Struct, frozen=True, order=True):
    """What a stretch of WAL belongs to: a restore to an earlier moment begins a new timeline."""

    cluster: int
    number: int


class _Range(Struct, frozen=True):
    timeline: int = msgspec.field(name="Timeline")
    start: str = msgspec.field(name="Start-LSN")
    end: str = msgspec.field(name="End-LSN")


class _ServersManifest(Struct, frozen=True):
    """What we read of ``backup_manifest``."""

    cluster: int = msgspec.field(name="System-Identifier")
    ranges: list[_Range] = msgspec.field(name="WAL-Ranges")


class Need(Struct, frozen=True):
    """The WAL of a backup: its timeline, and the first and the last segment that it takes to be consistent."""

    timeline: Timeline
    first: str
    last: str

    @classmethod
    def of(cls, backup: Backup) -> Self:
        """That of one of files.

        Raises:
            BackupFailed: its list can't be read.
        """
        try:
            listed = msgspec.json.decode((backup.folder / SERVERS_MANIFEST).read_bytes(), type=_ServersManifest)
        except (OSError, msgspec.DecodeError) as error:
            raise BackupFailed(f"{backup.folder} has no list of its files that can be read: {error}") from None
        ranges = listed.ranges
        number = ranges[-1].timeline
        return cls(Timeline(listed.cluster, number), segment(number, ranges[-1].start), segment(number, ranges[-1].end))


class WalStretch(Struct, frozen=True):
    """A folder of the archive."""

    folder: Path
    timeline: Timeline

    def lacks_backup(self, backups: Iterable[Manifest]) -> bool:
        """Whether none of the backups is one of files from since it was begun."""
        return not any(one.kind is BackupKind.CLUSTER and name_of(one.began_at) >= self.began for one in backups)

    @property
    def began(self) -> str:
        """The moment at which it was begun, as in names."""
        return self.folder.name.split("-", 3)[3]

    def segments(self) -> dict[str, Path]:
        """Its files by the names of segments, in order; a partial one only if there is none that is whole."""
        found: dict[str, Path] = {}
        for path in sorted(self.folder.iterdir(), key=lambda one: one.name, reverse=True):
            if form := _SEGMENT.fullmatch(path.name):
                found[form[1]] = path  # of both, the whole one comes later
        return dict(sorted(found.items()))


def segment(timeline: int, position: str) -> str:
    """The name of the segment with a position of the WAL, such as 0/2000028."""
    high, low = (int(half, 16) for half in position.split("/"))
    return f"{timeline:08X}{high:08X}{low // SEGMENT_BYTES:08X}"


def stretches_in(folder: Path) -> list[WalStretch]:
    """All stretches of an archive, the oldest first."""
    forms = [form for path in folder.iterdir() if (form := _FOLDER.fullmatch(path.name))]
    return [
        WalStretch(folder / form[0], Timeline(int(form[1]), int(form[2])))
        for form in sorted(forms, key=lambda one: one[3])
    ]


def new_stretch(folder: Path, timeline: Timeline, began_at: datetime) -> WalStretch:
    """Begin a stretch."""
    place = folder / f"wal-{timeline.cluster}-{timeline.number}-{name_of(began_at)}"
    place.mkdir(mode=0o700)
    return WalStretch(place, timeline)


def segments_after(backup: Backup) -> dict[str, Path]:
    """The segments of the archive from those of a backup on, by their names; none if it doesn't go on from there.

    Raises:
        BackupFailed: the backup is damaged.
    """
    if backup.manifest.kind is not BackupKind.CLUSTER:
        return {}
    need = Need.of(backup)
    for stretch in reversed(stretches_in(backup.folder.absolute().parent)):
        found = stretch.segments()
        if stretch.timeline == need.timeline and need.last in found:
            return {name: path for name, path in found.items() if name >= need.first}
    return {}


def unpacked(file: Path) -> bytes:
    """A segment in its full length; what hasn't been written of a partial one is zeros."""
    inflate = zlib.decompressobj(wbits=31)
    found = bytearray()
    with file.open("rb") as opened:
        try:
            while not inflate.eof and (chunk := opened.read(_CHUNK)):
                found += inflate.decompress(chunk)
        except zlib.error:
            pass  # a partial one was being written anew; what comes now has no valid checksums for the server
    return bytes(found[:SEGMENT_BYTES].ljust(SEGMENT_BYTES, b"\0"))


def remove_older_wal(folder: Path, also: Callable[[Path], None] = lambda _: None) -> None:
    """Remove what no backup in the folder takes any more; the newest stretch stays.

    `also` is called for each file before it is removed.
    """
    try:
        needs = [Need.of(backup) for backup in backups_in(folder) if backup.manifest.kind is BackupKind.CLUSTER]
    except BackupFailed:  # it may take any
        return
    stretches = stretches_in(folder)
    for stretch in stretches:
        for path in superfluous_wal(stretch, needs):
            also(path)
            path.unlink()
        if stretch != stretches[-1] and not stretch.segments():
            stretch.folder.rmdir()


def superfluous_wal(stretch: WalStretch, needs: Sequence[Need]) -> Iterator[Path]:
    """The segments that come before those of all backups of the same timeline; all if there is none."""
    first = min((need.first for need in needs if need.timeline == stretch.timeline), default=None)
    for name, path in stretch.segments().items():
        if (first is None or name < first) and not path.name.endswith(".partial"):
            yield path
