"""The archive of the WAL as files: which segments there are, which go, and what is in a partial one. No database."""

import gzip
import json
import subprocess
import zlib
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from service.cli.backups.archiving import Archiving
from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import Backup, BackupKind
from service.cli.backups.places import FolderPlace
from service.cli.backups.wal import (
    SEGMENT_BYTES,
    Need,
    Timeline,
    WalStretch,
    new_stretch,
    remove_older_wal,
    segment,
    segments_after,
    stretches_in,
    unpacked,
)
from tests.service.backups.test_manifest import made

TIMELINE = Timeline(77, 1)


def name(number: int, timeline: int = 1) -> str:
    return segment(timeline, f"0/{number:X}000000")


def archived(folder: Path, day: int, *files: str, timeline: Timeline = TIMELINE) -> WalStretch:
    """A stretch of an archive that was begun on a day, with files."""
    stretch = new_stretch(folder, timeline, datetime(2026, 11, day, tzinfo=UTC))
    for file in files:
        (stretch.folder / file).touch()
    return stretch


def with_wal(folder: Path, day: int, first: int, last: int, timeline: Timeline = TIMELINE) -> Backup:
    """A backup that takes some segments."""
    backup = made(folder, day)
    ranges = [{"Timeline": timeline.number, "Start-LSN": f"0/{first:X}000028", "End-LSN": f"0/{last:X}000120"}]
    listed = {"System-Identifier": timeline.cluster, "Files": [], "WAL-Ranges": ranges}
    (backup.folder / "backup_manifest").write_text(json.dumps(listed))
    return backup


@pytest.mark.parametrize(
    ("position", "called"),
    [
        ("0/2000028", "000000030000000000000002"),
        ("0/FF000000", "0000000300000000000000FF"),
        ("1/0", "000000030000000100000000"),
        ("1A/B3FFFFFF", "000000030000001A000000B3"),
    ],
)
def test_segments_are_named_as_the_server_does(position: str, called: str) -> None:
    assert segment(3, position) == called


def test_the_need_of_a_backup_is_that_of_the_servers_list(tmp_path: Path) -> None:
    backup = with_wal(tmp_path, 0, 2, 3)
    assert Need.of(backup) == Need(TIMELINE, name(2), name(3))
    (backup.folder / "backup_manifest").write_text("{}")
    with pytest.raises(BackupFailed, match="no list of its files"):
        Need.of(backup)


def test_of_a_segment_the_whole_file_counts(tmp_path: Path) -> None:
    files = (f"{name(2)}.gz", f"{name(3)}.gz", f"{name(3)}.gz.partial", f"{name(4)}.gz.partial", "00000002.history")
    found = archived(tmp_path, 1, *files).segments()
    assert [(one, path.name) for one, path in found.items()] == [
        (name(2), f"{name(2)}.gz"),
        (name(3), f"{name(3)}.gz"),
        (name(4), f"{name(4)}.gz.partial"),
    ]


def test_a_backup_goes_on_with_the_stretch_that_has_its_end(tmp_path: Path) -> None:
    backup = with_wal(tmp_path, 0, 4, 5)
    assert segments_after(backup) == {}
    archived(tmp_path, 1, f"{name(1)}.gz", f"{name(2)}.gz.partial")
    right = archived(tmp_path, 2, f"{name(3)}.gz", f"{name(4)}.gz", f"{name(5)}.gz", f"{name(6)}.gz.partial")
    archived(tmp_path, 3, f"{name(9)}.gz.partial")
    archived(tmp_path, 4, f"{name(5, 2)}.gz", timeline=Timeline(77, 2))
    archived(tmp_path, 5, f"{name(5)}.gz", timeline=Timeline(78, 1))
    assert list(segments_after(backup).values()) == list(right.segments().values())[1:]
    assert segments_after(replace(backup, manifest=replace(backup.manifest, kind=BackupKind.DUMP))) == {}


def test_stretches_are_told_apart_by_their_names(tmp_path: Path) -> None:
    later = archived(tmp_path, 2, timeline=Timeline(5, 1))
    earlier = archived(tmp_path, 1, timeline=Timeline(7713587548905984438, 12))
    (tmp_path / "wal-1-1").mkdir()
    assert stretches_in(tmp_path) == [earlier, later]


def test_what_no_backup_takes_any_more_goes(tmp_path: Path) -> None:
    with_wal(tmp_path, 3, 3, 4)
    with_wal(tmp_path, 4, 6, 6)
    old = archived(tmp_path, 1, f"{name(1)}.gz", f"{name(2)}.gz")
    before_a_restore = archived(tmp_path, 2, f"{name(3)}.gz", timeline=Timeline(77, 9))
    current = archived(tmp_path, 3, *(f"{name(number)}.gz" for number in range(2, 8)), f"{name(8)}.gz.partial")
    remove_older_wal(tmp_path)
    assert not old.folder.exists()
    assert not before_a_restore.folder.exists()
    assert list(current.segments()) == [name(number) for number in range(3, 9)]


def test_a_stretch_takes_a_backup_of_its_own(tmp_path: Path) -> None:
    stretch = archived(tmp_path, 30)
    assert stretch.began == "2026-11-30T000000Z"
    made(tmp_path, 0)
    assert stretch.lacks_backup(FolderPlace(tmp_path).manifests())
    made(tmp_path, 1)
    assert not stretch.lacks_backup(FolderPlace(tmp_path).manifests())


def test_what_a_damaged_backup_may_take_stays(tmp_path: Path) -> None:
    made(tmp_path, 3)  # without the server's list
    stretch = archived(tmp_path, 1, f"{name(1)}.gz")
    remove_older_wal(tmp_path)
    assert list(stretch.segments()) == [name(1)]


def test_the_newest_stretch_stays_even_if_it_is_empty(tmp_path: Path) -> None:
    current = archived(tmp_path, 1)
    remove_older_wal(tmp_path)
    assert current.folder.exists()


@pytest.mark.parametrize("left", [40, 100_000, None])
def test_a_segment_is_as_long_as_the_server_wants_it(tmp_path: Path, left: int | None) -> None:
    written = bytes(number % 251 for number in range(300_000))
    file = tmp_path / "segment"
    deflate = zlib.compressobj(wbits=31)
    packed = deflate.compress(written) + deflate.flush(zlib.Z_SYNC_FLUSH)
    file.write_bytes(gzip.compress(written) if left is None else packed[:left])
    found = unpacked(file)
    assert len(found) == SEGMENT_BYTES
    assert written.startswith(found.rstrip(b"\0"))
    assert left is not None or found.startswith(written)


def test_what_follows_an_old_end_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "segment"
    file.write_bytes(gzip.compress(b"new") + b"the rest of a longer one")
    assert unpacked(file).rstrip(b"\0") == b"new"
    file.write_bytes(gzip.compress(b"new" * 1000)[:20] + b"the rest of a longer one")
    assert len(unpacked(file)) == SEGMENT_BYTES


@pytest.mark.parametrize(
    ("fault", "is_gap"),
    [
        ("ERROR:  requested WAL segment 000000010000000000000002 has already been removed", True),
        ("error: could not write 1 bytes to WAL file: No space left on device", False),
    ],
)
def test_a_gap_is_known_by_what_the_server_says(tmp_path: Path, fault: str, is_gap: bool) -> None:
    one = Archiving("dbname=nowhere", FolderPlace(tmp_path))
    assert not one._has_gap()
    with subprocess.Popen(["true"]) as one._process:
        one._said = BytesIO(f"pg_receivewal: {fault}\n".encode())
    with capture_logs() as logged:
        assert one._has_gap() == is_gap
    assert fault in logged[0]["fault"]
