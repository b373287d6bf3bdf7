"""Backups in a store that speaks S3: rclone's, on this machine, which checks signatures and keeps objects as files."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from service.cli.backups import making, store, store_place
from service.cli.backups.archiving import Archiving, archiving
from service.cli.backups.errors import BackupFailed
from service.cli.backups.making import folder_of_backups
from service.cli.backups.named_places import place_of
from service.cli.backups.place_name import PlaceName
from service.cli.backups.retention import last_backup
from service.cli.backups.store import Store
from service.database import EmbeddedPostgres
from tests.service.backups.conftest import record
from tests.service.backups.test_archive import archived_all, position
from tests.service.programs import Said, called, environment, serving, started, wait_until

SECRET = "a-secret-of-the-store"
URL = "s3://club/some/prefix"

slow = pytest.mark.slow


@dataclass
class Server:
    """A server of a store. What it has is below `folder`."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = field(default=None)

    @property
    def variables(self) -> dict[str, str]:
        return {
            "AWS_ACCESS_KEY_ID": "club",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
        }

    def start(self, *options: str) -> None:
        program = Path(sys.executable).with_name("rclone")
        address, key = f"127.0.0.1:{self.port}", f"club,{SECRET}"
        self.process = subprocess.Popen(
            [program, "--config", "", "serve", "s3", "--addr", address, "--auth-key", key, *options, self.folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self.listens)

    def listens(self) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def files(self) -> list[str]:
        """What is below the prefix."""
        prefix = self.folder / "club" / "some" / "prefix"
        return sorted(str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file())

    def backups(self) -> list[str]:
        """The names of folders with a manifest."""
        return [name.removesuffix("/backup.json") for name in self.files() if name.endswith("/backup.json")]

    def called(self, *arguments: object, **more: str) -> Said:
        said = called(*arguments, **(self.variables | more))
        assert SECRET not in said.out + said.err
        return said


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path / "store", free_port())
    (one.folder / "club").mkdir(parents=True)
    one.start()
    yield one
    one.stop()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_RETRIES", timedelta(milliseconds=100))


@pytest.fixture
def known(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)
    return server


@slow
def test_what_was_recorded_comes_back_from_a_store(data: Path, folder: Path, server: Server) -> None:
    said = server.called("backup", URL, "--data", data)
    assert (said.code, f"{URL}/" in said.out, said.out.endswith("restored and checked.\n")) == (0, True, True), said
    (name,) = server.backups()
    assert server.files() == [
        f"{name}/{file}"
        for file in ("backup.json", "backup_manifest", "base.tar.gz", "log-key", "owner-token", "pg_wal.tar.gz")
    ]
    there = last_backup(data)
    assert there is not None
    assert there.place == f"{URL}/{name}"
    assert [path.name for path in (data / ".backups").iterdir()] == [".lock"]
    for number, place in enumerate((URL, f"{URL}/{name}")):
        restored = folder / f"from-store-{number}"
        said = server.called("restore", place, "--data", restored)
        assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said
        assert sorted(path.name for path in restored.iterdir()) == ["log-key", "owner-token", "postgresql"]
        assert restored.stat().st_mode & 0o777 == 0o700
        assert position(restored) == position(data)


@slow
def test_the_doctor_looks_whether_it_is_there(data: Path, server: Server) -> None:
    assert server.called("backup", URL, "--data", data, "--no-verify", "--dump").code == 0
    assert _found_by_doctor(data, server).startswith("ok ")
    assert "SignatureDoesNotMatch" in _found_by_doctor(data, server, AWS_SECRET_ACCESS_KEY="wrong")
    shutil.rmtree(server.folder / "club" / "some")
    assert "it isn't there any more" in _found_by_doctor(data, server)


def _found_by_doctor(data: Path, server: Server, **more: str) -> str:
    (line,) = (one for one in server.called("doctor", "--data", data, **more).out.splitlines() if " backup: " in one)
    return line


@slow
def test_old_ones_go_from_a_store_when_a_new_one_is_there(data: Path, server: Server) -> None:
    for _ in range(3):
        assert server.called("backup", URL, "--data", data, "--no-verify", "--dump", "--keep", 2).code == 0
    assert len(server.backups()) == 2
    assert len(server.files()) == 2 * 4


@slow
def test_backups_of_one_second_stand_beside_each_other(
    data: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "name_of", lambda _: "2026-11-30T120000Z")
    arguments = ("backup", URL, "--data", data, "--no-verify", "--dump")
    for _ in range(2):
        assert server.called(*arguments).code == 0
    before = server.files()
    assert (len(server.backups()), len(before)) == (2, 2 * 4)

    def breaks_off(self: Store, name: str, file: Path) -> None:
        raise BackupFailed(f"{name} of {file} broke off.")

    with monkeypatch.context() as patched:
        patched.setattr(Store, "put_file", breaks_off)
        assert server.called(*arguments).code == 1
    assert server.files() == before
    assert server.called("restore", URL, "--data", server.folder.with_name("restored")).code == 0


@slow
@pytest.mark.parametrize("verify", ["--verify", "--no-verify"])
def test_a_store_that_fails_midway_has_no_backup_more(
    data: Path, server: Server, monkeypatch: pytest.MonkeyPatch, verify: str
) -> None:
    assert server.called("backup", URL, "--data", data, "--no-verify").code == 0
    before = server.backups()
    whole = Store.put_file

    def dies(self: Store, name: str, file: Path) -> None:
        whole(self, name, file)
        server.stop()

    with monkeypatch.context() as patched:
        patched.setattr(Store, "put_file", dies)
        said = server.called("backup", URL, "--data", data, "--keep", 1, verify)
    assert (said.code, f"{URL} can't be used: " in said.err) == (1, True), said
    said = server.called("backup", URL, "--data", data, "--keep", 1)
    assert (said.code, "can't be used" in said.err) == (1, True), said
    server.start()
    assert server.backups() == before
    assert len({name.partition("/")[0] for name in server.files()}) == 2  # the half one is there, and doesn't count
    assert server.called("restore", URL, "--data", server.folder.with_name("restored")).code == 0
    monkeypatch.setattr(store_place, "_ABANDONED", timedelta(0))
    assert server.called("backup", URL, "--data", data, "--keep", 1, "--no-verify").code == 0
    assert {name.partition("/")[0] for name in server.files()} == set(server.backups()) != set(before)


@slow
def test_what_a_store_changes_doesnt_count(data: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Store.put_file

    def damages(self: Store, name: str, file: Path) -> None:
        whole(self, name, file)
        if file.name == "base.tar.gz":
            (stored,) = server.folder.rglob("base.tar.gz")
            written = bytearray(stored.read_bytes())
            written[len(written) // 2] ^= 1
            stored.write_bytes(written)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "put_file", damages)
        said = server.called("backup", URL, "--data", data)
        assert (said.code, "base.tar.gz isn't what was written" in said.err) == (1, True), said
        assert server.files() == []
        assert server.called("backup", URL, "--data", data, "--no-verify").code == 0
    restored = server.folder.with_name("restored")
    said = server.called("restore", URL, "--data", restored)
    assert (said.code, "base.tar.gz isn't what was written" in said.err) == (1, True), said
    assert not restored.exists()


@slow
def test_a_store_that_refuses_says_why(data: Path, server: Server) -> None:
    for url, more, words in (
        (URL, {"AWS_SECRET_ACCESS_KEY": "wrong"}, "SignatureDoesNotMatch"),
        ("s3://nowhere/prefix", {}, "NoSuchBucket"),
        (URL, {"AWS_ACCESS_KEY_ID": ""}, "takes credentials: set AWS_ACCESS_KEY_ID"),
        (URL, {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{free_port()}"}, "can't be used"),
    ):
        for arguments in (("backup", url, "--data", data), ("restore", url, "--data", data.with_name("nothing"))):
            said = server.called(*arguments, **more)
            assert (said.code, words in said.err, len(said.err.splitlines())) == (1, True, 1), said
    assert not data.with_name("nothing").exists()
    said = server.called("restore", URL, "--data", data.with_name("nothing"))
    assert (said.code, "is no backup" in said.err) == (1, True), said


@slow
def test_a_restore_leaves_what_is_being_sent(data: Path, server: Server) -> None:
    with folder_of_backups(data / ".backups"):
        said = server.called("restore", URL, "--data", data)
        assert (said.code, "Another process is making a backup" in said.err) == (1, True), said
        assert (data / ".backups" / ".lock").exists()
    said = server.called("restore", URL, "--data", data)
    assert (said.code, "is no backup" in said.err) == (1, True), said


@slow
def test_any_moment_comes_back_from_a_store(
    data: Path, folder: Path, known: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_place, "_PARTIAL_SECONDS", 0.0)
    arguments = ("backup", URL, "--data", data, "--every", "1d", "--archive", "--no-verify")
    with started(*arguments, **known.variables) as process:
        wait_until(lambda: known.backups() and archived_all(data), 60)
        record(data, 1)
        with EmbeddedPostgres(data) as database:
            _switch_segment(database.admin_conninfo)
        record(data, 2)
        wait_until(lambda: archived_all(data))
        process.terminate()
        assert process.wait(20) == 0
    segments = [name for name in known.files() if name.startswith("wal-")]
    assert len([name for name in segments if name.endswith(".gz")]) >= 2
    assert len([name for name in segments if name.endswith(".partial")]) == 1
    said = known.called("restore", URL, "--data", folder / "store-end", "--at", "end")
    assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said
    assert position(folder / "store-end") == position(data)
    said = known.called("restore", URL, "--data", folder / "store-late", "--at", "2099-01-01")
    assert (said.code, "The archive ends before" in said.err) == (1, True), said
    assert not (folder / "store-late").exists()


def _is_writing(one: Archiving) -> bool:
    return one._process is not None


def _switch_segment(conninfo: str) -> None:
    import psycopg  # noqa: PLC0415

    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("SELECT pg_switch_wal()")


@slow
def test_while_a_store_is_away_the_archive_waits_within_bounds(
    data: Path, folder: Path, known: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = place_of(URL, data)
    with EmbeddedPostgres(data) as database, archiving(database.admin_conninfo, place) as one:
        assert one.go_on()  # it lacks a backup
        wait_until(lambda: archived_all(data))
        known.stop()
        _switch_segment(database.admin_conninfo)
        wait_until(lambda: archived_all(data))
        with pytest.raises(BackupFailed, match="can't be used"):
            one.go_on()
        assert _is_writing(one)
        monkeypatch.setattr(store_place, "MOST_SPOOLED_BYTES", 0)
        with pytest.raises(BackupFailed, match="can't be used"):
            one.go_on()
        assert not _is_writing(one)
        known.start()
        one.go_on()
        wait_until(lambda: archived_all(data))
    assert [name for name in known.files() if name.endswith(".gz")]


@slow
def test_the_service_makes_backups_in_a_store(folder: Path, server: Server) -> None:
    data = folder / "served-to-store"
    with serving(data) as service:
        service.wait_ready()
        assert service.stop() == 0
    with serving(data, "--backup", URL, **server.variables) as service:
        service.wait_ready()
        wait_until(server.backups, 60)
        for file in Path("/proc").glob("[0-9]*/environ"):  # of the database's processes, which may be of `nobody`
            if _is_postgres(file.parent, data):
                assert SECRET.encode() not in file.read_bytes()
        assert service.stop() == 0
        assert SECRET not in service.said


def _is_postgres(process: Path, data: Path) -> bool:
    try:
        return (process / "cwd").samefile(data / "postgresql")
    except OSError:
        return False


@slow
def test_an_upload_ends_with_a_signal(data: Path, server: Server) -> None:
    with started("backup", URL, "--data", data, "--no-verify", **server.variables) as process:
        wait_until(lambda: list((data / ".backups").glob(".*.part")))
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)  # it takes connections, and says nothing
        wait_until(lambda: not list((data / ".backups").glob(".*.part")))
        time.sleep(0.5)
        process.terminate()
        since = time.monotonic()
        assert process.wait(20) == 128 + signal.SIGTERM
        assert time.monotonic() - since < 5
        server.process.send_signal(signal.SIGCONT)
    assert server.backups() == []
    assert called("verify", "--data", data).code == 0


MEMORY = """
import hashlib, resource, sys
from pathlib import Path
from service.cli.backups.store import Store

def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

store, file, before = Store(sys.argv[1]), Path(sys.argv[2]), used()
store.put_file("large", file)
read = hashlib.sha256()
store.get_in_parts("large", read.update)
assert read.hexdigest() == hashlib.file_digest(file.open("rb"), "sha256").hexdigest()
print(used() - before)
"""


@slow
def test_memory_doesnt_grow_with_what_is_stored(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "large"
    with file.open("wb") as opened:
        for _ in range(20):
            opened.write(os.urandom(10_000_000))
    command = [sys.executable, "-c", MEMORY, URL, str(file)]
    done = subprocess.run(
        command, env=environment(**server.variables), cwd="/", capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 100_000_000


def test_what_is_no_place_is_refused() -> None:
    for text in (
        "s3://",
        "s3://a",
        "s3://Club",
        "s3://club/../other",
        "s3://club//x",
        "gs://club",
        "s3://key:secret@c",
    ):
        said = called("backup", text)
        assert (said.code, "is no place in a store" in said.err) == (2, True), text
    assert PlaceName().convert("s3://club/some/prefix/", None, None) == URL


def test_without_the_extra_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "service.cli.backups.store", None)
    said = called("restore", URL, "--data", tmp_path / "data")
    assert said.err == "Error: Stores of objects take an extra: pip install 'partita[s3]'.\n"
