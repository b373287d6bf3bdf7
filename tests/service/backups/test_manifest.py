"""What a backup is, which ones go, and how programs connect: without a database."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from service.cli.backups.errors import BackupFailed
from service.cli.backups.making import folder_of_backups, remove_backup
from service.cli.backups.manifest import (
    MANIFEST,
    Backup,
    BackupKind,
    LogHead,
    Manifest,
    backups_in,
    facts_of,
    name_of,
    read_backup,
    write_manifest,
)
from service.cli.backups.programs import connection_of
from service.cli.backups.retention import LastBackup, last_backup, note_last, superfluous

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def made(folder: Path, day: int, *, source: str = "embedded 1", faults: int | None = 0) -> Backup:
    """A backup of noon of a day, with a file."""
    moment = NOON + timedelta(days=day)
    place = folder / name_of(moment)
    place.mkdir(parents=True)
    (place / "base.tar.gz").write_bytes(b"all of it")
    manifest = Manifest(
        kind=BackupKind.CLUSTER,
        source=source,
        began_at=moment,
        ended_at=moment + timedelta(seconds=3),
        partita="0.1.0",
        postgresql="18.6 (Debian 18.6-1)",
        position=17,
        head=LogHead(17, "00" * 32),
        files={"base.tar.gz": facts_of(place / "base.tar.gz")},
        faults=faults,
    )
    write_manifest(place, manifest)
    return Backup(place, manifest)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    backup = made(tmp_path, 0)
    assert backup.folder.name == "2026-11-29T120000Z"
    assert read_backup(backup.folder) == backup
    assert stat.S_IMODE((backup.folder / MANIFEST).stat().st_mode) == 0o600
    assert backup.manifest.major == 18
    backup.verify_files()


def test_only_what_is_whole_is_a_backup(tmp_path: Path) -> None:
    later, earlier = made(tmp_path, 2), made(tmp_path, 1)
    made(tmp_path, 3).folder.rename(tmp_path / ".2026-12-02T120000Z.part")
    (tmp_path / name_of(NOON)).mkdir()
    (made(tmp_path, 4).folder / MANIFEST).write_text("{")
    (tmp_path / "holidays").mkdir()
    assert backups_in(tmp_path) == [earlier, later]


@pytest.mark.parametrize(
    ("written", "instead"),
    [("{", "["), ('"cluster"', '"clusters"'), ('"format": 1', '"format": 99'), ('"base.tar.gz"', '"../base.tar.gz"')],
)
def test_a_manifest_that_cant_be_used_is_refused(tmp_path: Path, written: str, instead: str) -> None:
    file = made(tmp_path, 0).folder / MANIFEST
    assert written in file.read_text()
    file.write_text(file.read_text().replace(written, instead))
    with pytest.raises(BackupFailed):
        read_backup(file.parent)


def test_a_folder_that_is_no_backup_says_so(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="is no backup"):
        read_backup(tmp_path)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    backup = made(tmp_path, 0)
    file = backup.folder / "base.tar.gz"
    file.write_bytes(b"all of iT")
    with pytest.raises(BackupFailed, match=r"base\.tar\.gz isn't what was written"):
        backup.verify_files()
    file.unlink()
    with pytest.raises(BackupFailed, match=r"base\.tar\.gz is missing"):
        backup.verify_files()


def test_those_before_the_newest_good_ones_may_go(tmp_path: Path) -> None:
    days = [made(tmp_path, day, faults=1 if day in {2, 4} else None if day == 3 else 0) for day in range(6)]
    assert superfluous(days, "embedded 1", 6) == []
    assert superfluous(days, "embedded 1", 4) == []
    assert superfluous(days, "embedded 1", 3) == days[:1]
    assert superfluous(days, "embedded 1", 2) == days[:3]
    assert superfluous(days, "embedded 1", 1) == days[:5]


def test_of_another_database_none_goes(tmp_path: Path) -> None:
    others = [made(tmp_path, day, source="partita on db:5432") for day in (0, 1)]
    own = [made(tmp_path, day) for day in (2, 3)]
    assert superfluous([*others, *own], "embedded 1", 1) == own[:1]


def test_what_is_removed_is_gone(tmp_path: Path) -> None:
    first, second = made(tmp_path, 0), made(tmp_path, 1)
    remove_backup(first)
    assert list(tmp_path.iterdir()) == [second.folder]


def test_one_process_at_a_time_has_a_folder_and_clears_up(tmp_path: Path) -> None:
    leftover = tmp_path / "backups" / ".2026-11-29T120000Z.part"
    leftover.mkdir(parents=True)
    with folder_of_backups(tmp_path / "backups"):
        assert not leftover.exists()
        leftover.mkdir()
        with pytest.raises(BackupFailed, match="Another process"), folder_of_backups(tmp_path / "backups"):
            pass
        assert leftover.exists()


def test_the_data_folder_knows_the_last_backup(tmp_path: Path) -> None:
    backup = made(tmp_path / "backups", 0, faults=2)
    assert last_backup(tmp_path) is None
    note_last(tmp_path, backup.manifest, str(backup.folder))
    assert last_backup(tmp_path) == LastBackup(NOON, str(backup.folder), is_good=False)
    note_last(tmp_path / "nowhere", backup.manifest, "anywhere")
    assert not (tmp_path / "nowhere").exists()


def test_programs_connect_without_a_secret_on_their_command_line() -> None:
    environment = {"PGPASSFILE": "/home/ada/.pgpass", "HOME": "/home/ada"}
    found = connection_of("postgresql://ada:s%40cret@db.example:5433/games?sslmode=require", environment)
    assert found.argument == "--dbname=user=ada dbname=games host=db.example port=5433 sslmode=require"
    assert found.variables == {"PGPASSWORD": "s@cret", "PGPASSFILE": "/home/ada/.pgpass"}


def test_a_secret_without_a_variable_is_refused() -> None:
    with pytest.raises(BackupFailed, match="no safe way to hand sslpassword on"):
        connection_of("dbname=games sslpassword=secret", {})
