"""``partita backup`` and ``partita restore``: what comes back, and what is left when something breaks off."""

import fcntl
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from service.cli.backups.manifest import Backup, backups_in
from service.cli.backups.retention import last_backup
from service.database import EmbeddedPostgres
from tests.service.backups.conftest import record
from tests.service.database.test_embedded import mounted, needs_root, postmaster
from tests.service.evidence.tampering import FLIP, tamper
from tests.service.programs import (
    called,
    database_runs,
    environment,
    living,
    partita,
    serving,
    started,
    wait_until,
)

pytestmark = pytest.mark.slow

KEYS = ("owner-token", "log-key")


def backup(folder: Path, data: Path, *arguments: object) -> Backup:
    """The newest backup in a folder, after one more was made."""
    said = called("backup", folder, "--data", data, *arguments)
    assert said.code == 0, said.err
    return backups_in(folder)[-1]


def log_of(conninfo: str) -> list[tuple[object, ...]]:
    """All events with their leaves, and all tokens."""
    with psycopg.connect(conninfo) as connection:
        events = connection.execute("SELECT * FROM match_events e JOIN log_leaves l ON l.position = e.notification_id")
        return [*events.fetchall(), *connection.execute("SELECT id, hash FROM tokens ORDER BY id").fetchall()]


def programs_in(folder: Path) -> list[psutil.Process]:
    """The programs that copy a database to a folder."""
    return [
        one
        for one in psutil.process_iter(["name", "cmdline"])
        if one.info["name"] == "pg_basebackup" and str(folder) in " ".join(one.info["cmdline"] or ())
    ]


def test_what_was_recorded_comes_back(data: Path, folder: Path, tmp_path: Path) -> None:
    made = backup(tmp_path / "backups", data)
    assert made.manifest.faults == 0
    assert set(made.manifest.files) == {"base.tar.gz", "pg_wal.tar.gz", "backup_manifest", *KEYS}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made.folder.iterdir()} == {0o600}
    assert stat.S_IMODE(made.folder.stat().st_mode) == 0o700
    there = last_backup(data)
    assert there is not None
    assert (there.at, there.place) == (made.manifest.began_at, str(made.folder))
    before = log_of(EmbeddedPostgres(data).conninfo)
    record(data, 1)

    restored = folder / "restored"
    said = called("restore", tmp_path / "backups", "--data", restored)
    assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said
    assert sorted(path.name for path in restored.iterdir()) == sorted([*KEYS, "postgresql"])
    for name in KEYS:
        assert (restored / name).read_bytes() == (data / name).read_bytes()
        assert stat.S_IMODE((restored / name).stat().st_mode) == 0o600
    with EmbeddedPostgres(restored) as database:
        assert log_of(database.conninfo) == before
        assert called("verify", "--data", restored).code == 0
        assert "partita restore" in called("audit", "--data", restored).out


def test_paths_begin_where_the_command_is_called(data: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert called("backup", "relative", "--data", "data").code == 0
    assert called("restore", "relative", "--data", "there", "--no-verify").code == 0
    assert (folder / "there" / "postgresql").is_dir()


def test_the_service_goes_on_with_what_was_restored(data: Path, folder: Path, tmp_path: Path) -> None:
    backup(tmp_path, data, "--no-verify")
    restored = folder / "served"
    assert called("restore", tmp_path, "--data", restored).code == 0
    with serving(restored) as service, service.client() as client:
        wait_until(lambda: client.get("/api/v1/matches").json()["items"])
        assert client.post("/api/v1/players", json={"name": "Ada"}).status_code == 201
        assert service.stop() == 0


def test_a_dump_goes_into_a_data_folder(data: Path, folder: Path, tmp_path: Path) -> None:
    made = backup(tmp_path, data, "--dump")
    assert (set(made.manifest.files), made.manifest.faults) == ({"partita.dump", *KEYS}, 0)
    restored = folder / "from-dump"
    assert called("restore", made.folder, "--data", restored).code == 0
    with EmbeddedPostgres(restored) as database:
        assert log_of(database.conninfo) == log_of(EmbeddedPostgres(data).conninfo)


def test_ones_own_database_goes_to_an_empty_one(data: Path, tmp_path: Path, empty_database: Callable[[], str]) -> None:
    source, target = empty_database(), empty_database()
    backup(tmp_path / "embedded", data, "--dump", "--no-verify")
    keys = tmp_path / "keys"
    assert called("restore", tmp_path / "embedded", "--database-url", source, "--data", keys).code == 0
    assert sorted(path.name for path in keys.iterdir()) == sorted(KEYS)
    made = backup(tmp_path / "own", keys, "--database-url", source)
    assert (made.manifest.kind, made.manifest.faults) == ("dump", 0)
    assert " on /" in made.manifest.source
    said = called("restore", made.folder, "--database-url", target, "--data", keys)
    assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said
    assert log_of(target) == log_of(source)
    said = called("restore", made.folder, "--database-url", target, "--data", keys)
    assert (said.code, "The database isn't empty" in said.err) == (1, True)


def test_files_of_a_server_dont_go_into_ones_own_database(
    data: Path, tmp_path: Path, empty_database: Callable[[], str]
) -> None:
    made = backup(tmp_path, data, "--no-verify", "--no-keys")
    assert not {*KEYS} & set(made.manifest.files)
    said = called("restore", made.folder, "--database-url", empty_database(), "--data", tmp_path / "keys")
    assert (said.code, "--dump" in said.err) == (1, True)


def test_nothing_is_restored_over_something(data: Path, tmp_path: Path) -> None:
    made = backup(tmp_path / "backups", data, "--no-verify")
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "letters").touch()
    said = called("restore", made.folder, "--data", taken)
    assert (said.code, "isn't empty" in said.err) == (1, True)
    assert [path.name for path in taken.iterdir()] == ["letters"]


KILLED_AT_THE_END = """
import os, signal, sys
from pathlib import Path
import tests.unsynced
from service.cli.main import main

moved = Path.rename

def killed(self, target):
    if self.name == "postgresql":
        os.kill(os.getpid(), signal.SIGKILL)
    return moved(self, target)

Path.rename = killed
main(sys.argv[1:])
"""


def killed_restore(backups: Path, data: Path, when: str) -> None:
    """Begin a restore, and kill it: while it unpacks, while the database runs, or when all but that is in its place."""
    if when == "at the end":
        command = [sys.executable, "-c", KILLED_AT_THE_END, "restore", str(backups), "--data", str(data)]
        assert subprocess.run(command, cwd="/", env=environment(), check=False).returncode == -signal.SIGKILL
        return
    staging = data / ".restoring"
    with started("restore", backups, "--data", data) as process:
        wait_until(lambda: (staging / "postgresql").exists() if when == "unpacking" else database_runs(staging))
        process.kill()


@pytest.mark.parametrize("when", ["unpacking", "running", "at the end"])
def test_what_a_killed_restore_left_is_told_and_removed(data: Path, folder: Path, tmp_path: Path, when: str) -> None:
    backup(tmp_path, data, "--no-verify")
    restored = folder / f"killed-{when.replace(' ', '-')}"
    killed_restore(tmp_path, restored, when)
    assert (restored / ".restoring").is_dir()
    assert ((restored / "log-key").exists()) == (when == "at the end")
    for refused in (
        called("migrate", "--data", restored),
        called("verify", "--data", restored),
        partita("serve", "--port", 0, "--data", restored),
    ):
        assert (refused.code, "broke off" in refused.err) == (1, True), refused
    said = called("restore", tmp_path, "--data", restored)
    assert (said.code, "What it left was removed" in said.err) == (0, True), said
    assert sorted(path.name for path in restored.iterdir()) == sorted([*KEYS, "postgresql"])
    assert not database_runs(restored / ".restoring")
    with EmbeddedPostgres(restored) as database:
        assert log_of(database.conninfo) == log_of(EmbeddedPostgres(data).conninfo)


def test_a_key_that_came_in_another_way_stays(data: Path, tmp_path: Path) -> None:
    backup(tmp_path / "backups", data, "--no-verify")
    restored = tmp_path / "restored"
    (restored / ".restoring").mkdir(parents=True)
    for place in (restored, restored / ".restoring"):
        (place / "log-key").write_text("a key")
    said = called("restore", tmp_path / "backups", "--data", restored)
    assert (said.code, "isn't empty" in said.err) == (1, True), said
    assert [path.name for path in restored.iterdir()] == ["log-key"]


def test_two_restores_at_once_dont_remove_each_others_files(data: Path, tmp_path: Path) -> None:
    backup(tmp_path / "backups", data, "--no-verify")
    restored = tmp_path / "restored"
    (restored / ".restoring").mkdir(parents=True)
    other = os.open(restored, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    said = called("restore", tmp_path / "backups", "--data", restored)
    os.close(other)
    assert (said.code, "Another process restores" in said.err) == (1, True), said
    assert (restored / ".restoring").is_dir()


@pytest.mark.parametrize("name", ["base.tar.gz", "pg_wal.tar.gz", "backup_manifest", "log-key"])
def test_a_damaged_backup_is_refused_and_leaves_nothing(data: Path, tmp_path: Path, name: str) -> None:
    file = backup(tmp_path / "backups", data, "--no-verify").folder / name
    written = bytearray(file.read_bytes())
    written[len(written) // 2] ^= 1
    file.write_bytes(written)
    said = called("restore", tmp_path / "backups", "--data", tmp_path / "restored")
    assert (said.code, f"{name} isn't what was written" in said.err) == (1, True), said
    assert not (tmp_path / "restored").exists()


def test_a_log_that_isnt_what_was_recorded_is_copied_and_told(folder: Path, tmp_path: Path) -> None:
    data = folder / "tampered"
    with EmbeddedPostgres(data) as database:
        assert called("migrate", "--data", data).code == 0
        record(data, 0)
        good = backup(tmp_path, data, "--keep", 1)
        tamper(database.conninfo, f"{FLIP} WHERE notification_id = 3")
        said = called("backup", tmp_path, "--data", data, "--keep", 1)
    assert (said.code, "the log has 1 faults" in said.out) == (1, True), said
    assert [one.manifest.faults for one in backups_in(tmp_path)] == [0, 1]
    said = called("restore", good.folder, "--data", folder / "sound")
    assert said.code == 0
    said = called("restore", tmp_path, "--data", folder / "unsound")
    assert (said.code, "isn't what was recorded" in said.out) == (1, True), said


def test_old_ones_go_when_a_new_one_is_there(data: Path, tmp_path: Path) -> None:
    first = backup(tmp_path, data, "--no-verify", "--dump")
    second = backup(tmp_path, data, "--no-verify", "--dump", "--keep", 2)
    third = backup(tmp_path, data, "--no-verify", "--dump", "--keep", 2)
    assert backups_in(tmp_path) == [second, third]
    assert not first.folder.exists()


def test_without_a_database_nothing_is_made(tmp_path: Path) -> None:
    said = called("backup", tmp_path / "backups", "--data", tmp_path / "nowhere")
    assert (said.code, "There is no database in" in said.err) == (1, True)
    gone = f"host={tmp_path} dbname=partita"
    said = called("backup", tmp_path / "backups", "--database-url", gone, "--data", tmp_path)
    assert (said.code, "The database can't be used" in said.err) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_told(data: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = called("backup", tmp_path / "file", "--data", data)
    assert said.code == 2
    said = called("backup", tmp_path / "file" / "backups", "--data", data)
    assert (said.code, "Not a directory" in said.err) == (1, True)


@needs_root
def test_a_full_disk_is_told_and_leaves_nothing(data: Path, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    with mounted(small, "-t", "tmpfs", "-o", "size=2m", "tmpfs"):
        said = called("backup", small, "--data", data)
        assert (said.code, "No space left on device" in said.err) == (1, True), said
        assert [path.name for path in small.iterdir()] == [".lock"]
        wait_until(lambda: not programs_in(small))  # pg_basebackup has a second process, for the WAL
    assert called("verify", "--data", data).code == 0


def test_a_backup_that_is_interrupted_leaves_nothing(data: Path, tmp_path: Path) -> None:
    with started("backup", tmp_path / "backups", "--data", data) as process:
        wait_until(lambda: list(tmp_path.glob("backups/.*.part/check/postgresql")))
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 128 + signal.SIGTERM
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [".lock"]


def test_what_a_killed_one_left_is_no_backup_and_goes_with_the_next(data: Path, tmp_path: Path) -> None:
    with started("backup", tmp_path, "--data", data) as process:
        wait_until(lambda: list(tmp_path.glob(".*.part/base.tar.gz")))
        process.kill()
    with started("backup", tmp_path, "--data", data) as process:
        wait_until(lambda: any(database_runs(check) for check in tmp_path.glob(".*.part/check")))
        (left,) = (postmaster(check) for check in tmp_path.glob(".*.part/check"))
        process.kill()
    assert backups_in(tmp_path) == []
    made = backup(tmp_path, data, "--no-verify")
    assert backups_in(tmp_path) == [made]
    assert left is not None
    assert not living([left])
    last = backup(tmp_path, data, "--no-verify", "--keep", 1)  # by now its program has ended, too
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", last.folder.name]
