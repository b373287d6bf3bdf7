"""``partita upgrade-database``, with an older PostgreSQL of the system, which ``.ci/postgresql`` installs."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from service.database import EmbeddedPostgres
from service.database.programs import OLDEST_MAJOR, Account, Programs
from service.database.upgrade import UPGRADING, Upgrade
from tests.places import place_of_databases
from tests.service.backups.conftest import record
from tests.service.backups.test_backup import log_of
from tests.service.database.test_embedded import ROOT, clean_up, holder, needs_root
from tests.service.evidence.tampering import FLIP, tamper
from tests.service.programs import Said, called, environment, partita, serving, wait_until

OURS: Final = Programs.find(Account.for_cluster(Path("/nowhere"))).major
OLDER: Final = [
    int(folder.parent.name)
    for folder in Path("/usr/lib/postgresql").glob("*/bin")
    if (folder / "postgres").exists() and OLDEST_MAJOR <= int(folder.parent.name) < OURS
]
KEPT: Final = f"postgresql-{min(OLDER, default=0)}"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not OLDER and not os.environ.get("CI"), reason="needs an older PostgreSQL"),
]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder of an older PostgreSQL, with a log and read models; stopped."""
    with place_of_databases(tmp_path_factory) as place, pytest.MonkeyPatch.context() as patched:
        patched.setattr(Programs, "find", lambda account: Programs.of_major(min(OLDER), account, None))
        data = place / "template"
        with EmbeddedPostgres(data):
            assert called("migrate", "--data", data).code == 0
            record(data, 0)
            assert called("rebuild", "--data", data).code == 0
            assert called("token", "create", "--role", "recorder", "--label", "Ada", "--data", data).code == 0
        patched.undo()
        yield data


@pytest.fixture
def data(template: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A copy of it."""
    data = template.parent / f"data-{abs(hash(request.node.name))}"
    subprocess.run(["cp", "-a", template, data], check=True)
    yield data
    clean_up(data)


def upgraded(data: Path, *arguments: object) -> Said:
    return called("upgrade-database", "--data", data, *arguments)


def major_of(cluster: Path) -> int:
    return int((cluster / "PG_VERSION").read_text())


def is_done(data: Path) -> bool:
    """Whether the database is of our version, has all that was recorded, and the old one is beside it."""
    return (
        major_of(data / "postgresql") == OURS
        and major_of(data / KEPT) == min(OLDER)
        and not (data / UPGRADING).exists()
        and called("verify", "--data", data).code == 0
    )


def is_as_it_was(data: Path) -> bool:
    return major_of(data / "postgresql") == min(OLDER) and not list(data.glob("postgresql-[0-9]*"))


def contents(data: Path) -> list[list[tuple[object, ...]]]:
    """Events with their leaves, tokens, and some read models."""
    with psycopg.connect(EmbeddedPostgres(data).conninfo) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE tableowner = 'partita' ORDER BY 2"
        )
        return [
            sorted(log_of(EmbeddedPostgres(data).conninfo), key=repr),
            *(
                sorted(connection.execute(f'SELECT t::text FROM "{schema}"."{name}" t').fetchall())
                for schema, name in tables.fetchall()
                if name not in {"audit", "response_cache"}
            ),
        ]


def with_old_programs(data: Path, work: Callable[[], object]) -> object:
    """Do something while the older server serves."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Programs, "find", lambda account: Programs.of_major(min(OLDER), account, None))
        with EmbeddedPostgres(data):
            return work()


def test_all_that_was_recorded_is_there_afterwards(data: Path) -> None:
    before = with_old_programs(data, lambda: contents(data))
    said = called("verify", "--data", data)
    assert (said.code, "Run `partita upgrade-database`" in said.err) == (1, True), said
    said = upgraded(data)
    assert (said.code, f"of PostgreSQL {OURS} now" in said.out, KEPT in said.out) == (0, True, True), said
    assert "all as they were recorded" in said.out
    assert is_done(data)
    with EmbeddedPostgres(data):
        assert contents(data) == before
        assert "upgrade-database" in called("audit", "--data", data).out
        assert f"{KEPT} is kept from an upgrade" in called("doctor", "--data", data).out
    said = upgraded(data)
    assert (said.code, "as it should be" in said.out) == (0, True), said
    with serving(data) as service, service.client() as client:
        wait_until(lambda: client.get("/api/v1/matches").json()["items"])
        assert service.stop() == 0
    (data / "postgresql").rename(data / "newer")
    (data / KEPT).rename(data / "postgresql")
    assert with_old_programs(data, lambda: contents(data)) == before


def test_a_server_that_was_killed_recovers_first(data: Path) -> None:
    def kill() -> list[list[tuple[object, ...]]]:
        record(data, 1)
        found = contents(data)
        clean_up(data)
        return found

    before = with_old_programs(data, kill)
    assert (data / "postgresql" / "postmaster.pid").exists()
    assert upgraded(data).code == 0
    with EmbeddedPostgres(data):
        assert contents(data) == before


def test_while_it_is_used_it_isnt_upgraded(data: Path) -> None:
    assert upgraded(data).code == 0
    with holder(data):
        said = upgraded(data)
    assert (said.code, "is used" in said.err) == (1, True), said


@pytest.mark.parametrize("when", ["making", "verifying", "between"])
def test_killed_in_the_midst_it_begins_anew_or_is_finished(data: Path, when: str) -> None:
    text = KILLED_AT.format(place={"making": "Account.run", "verifying": "cli", "between": "rename"}[when])
    command = [sys.executable, "-c", text, "upgrade-database", "--data", str(data)]
    assert subprocess.run(command, cwd="/", env=environment(), check=False).returncode == -signal.SIGKILL
    assert (data / UPGRADING).exists()
    if when == "between":
        assert not (data / "postgresql").exists()
        for refused in (called("verify", "--data", data), partita("serve", "--port", 0, "--data", data)):
            assert (refused.code, "Run `partita upgrade-database` again" in refused.err) == (1, True), refused
    else:
        assert is_as_it_was(data)
    said = upgraded(data)
    assert (said.code, "broke off" in said.err) == (0, True), said
    assert is_done(data)


KILLED_AT = """
import os, signal, sys, threading, time
from pathlib import Path
import tests.unsynced
from service.cli import upgrade
from service.cli.main import main
from service.database.programs import Account

place = "{place}"
run, moved = Account.run, Path.rename

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def run_and_die(self, command, **options):
    if command[0].name == "pg_upgrade":  # which goes on by itself for some time
        threading.Timer(1.0, die).start()
    return run(self, command, **options)

def moved_and_died(self, target):
    if self.parent.name == ".upgrading":
        die()
    return moved(self, target)

if place == "Account.run":
    Account.run = run_and_die
if place == "cli":
    upgrade.check_log = die
if place == "rename":
    Path.rename = moved_and_died
main(sys.argv[1:])
"""


def test_a_signal_ends_it_and_nothing_has_changed(data: Path) -> None:
    text = KILLED_AT.replace("signal.SIGKILL", "signal.SIGTERM").format(place="Account.run")
    command = [sys.executable, "-c", text, "upgrade-database", "--data", str(data)]
    done = subprocess.run(command, cwd="/", env=environment(), check=False, timeout=60)
    assert done.returncode == 128 + signal.SIGTERM
    assert is_as_it_was(data)
    assert not (data / UPGRADING).exists()
    assert upgraded(data).code == 0
    assert is_done(data)


def test_a_log_that_isnt_what_was_recorded_isnt_brought_over(data: Path) -> None:
    with_old_programs(data, lambda: tamper(EmbeddedPostgres(data).conninfo, f"{FLIP} WHERE notification_id = 3"))
    said = upgraded(data)
    assert (said.code, "isn't what was recorded" in said.err) == (1, True), said
    assert is_as_it_was(data)
    assert not (data / UPGRADING).exists()


def test_a_copy_that_lacks_something_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Upgrade.make

    def make(self: Upgrade, *, checksums: bool) -> None:
        made(self, checksums=checksums)
        with EmbeddedPostgres(self.staging) as new, psycopg.connect(new.conninfo) as connection:
            connection.execute("DELETE FROM tokens")

    monkeypatch.setattr(Upgrade, "make", make)
    said = upgraded(data)
    assert (said.code, "doesn't have what the old one has" in said.err) == (1, True), said
    assert is_as_it_was(data)


def test_what_postgresql_cant_bring_over_is_told(data: Path) -> None:
    def spoil() -> None:
        database = EmbeddedPostgres(data)
        with psycopg.connect(make_conninfo(database.admin_conninfo), autocommit=True) as connection:
            connection.execute("CREATE TABLE odd (line pg_catalog.pg_class)")  # a type of the system's

    with_old_programs(data, spoil)
    said = upgraded(data)
    assert (said.code, "PostgreSQL can't upgrade" in said.err, "odd" in said.err) == (1, True, True), said
    assert is_as_it_was(data)
    assert not (data / UPGRADING).exists()


def test_the_old_programs_are_asked_for(data: Path, tmp_path: Path) -> None:
    said = upgraded(data, "--old-bin", tmp_path)
    assert (said.code, "--old-bin /usr/lib/postgresql" in said.err) == (1, True), said
    assert upgraded(data, "--old-bin", f"/usr/lib/postgresql/{min(OLDER)}/bin").code == 0
    said = called("upgrade-database", "--data", tmp_path / "nowhere")
    assert (said.code, "There is no database" in said.err) == (1, True), said
    said = called("upgrade-database", "--database-url", "dbname=partita")
    assert said.code == 2


def test_an_old_database_that_is_kept_isnt_written_over(data: Path) -> None:
    (data / KEPT).mkdir()
    said = upgraded(data)
    assert (said.code, "Move it away" in said.err) == (1, True), said
    assert major_of(data / "postgresql") == min(OLDER)


def test_without_room_for_a_copy_nothing_begins(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 1 << 20})
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    said = upgraded(data)
    assert (said.code, "where 1 are free" in said.err) == (1, True), said
    assert is_as_it_was(data)


# Becomes an ordinary user when all modules are there, since that user may not be able to read them.
AS_USER = """
import os, sys
import click._termui_impl, concurrent.futures.thread  # which are imported late
import tests.unsynced
from pathlib import Path
from service.cli.main import main
main.commands["upgrade-database"]  # loads it
_, uid, gid, data = sys.argv
os.setgroups([])
os.setgid(int(gid))
os.setuid(int(uid))
main(["upgrade-database", "--data", data])
"""


@needs_root
def test_an_ordinary_user_upgrades_too(data: Path) -> None:
    owner = pwd.getpwnam("nobody")
    subprocess.run(["chown", "-R", f"{owner.pw_uid}:{owner.pw_gid}", data], check=True)
    data.parent.chmod(0o755)
    command = [sys.executable, "-c", AS_USER, str(owner.pw_uid), str(owner.pw_gid), str(data)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (data / "postgresql").stat().st_uid == owner.pw_uid
    assert is_done(data)
