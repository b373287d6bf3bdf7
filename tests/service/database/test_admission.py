"""Who is let into the embedded server, and what they may do there."""

import os
import pwd
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from projections.rebuild import rebuild
from projections.scoreboard.projection import Scoreboard
from service.cli.backups.making import Source, make_backup
from service.cli.backups.manifest import BackupKind
from service.database import DatabaseUnavailable, EmbeddedPostgres
from service.database.admission import ADMIN, OWNER, admit
from service.database.locks import opened_lock, try_alone
from service.database.migrate import migrate
from service.database.programs import Account, Programs
from service.database.server import PORT, Server
from tests.projections.log import any_game, recorder, rows
from tests.service.programs import called, wait_until

BEFORE: Final = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--data-checksums", "--no-sync")
"""How earlier versions made a cluster."""

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def rules(conninfo: str) -> set[str]:
    """The ways by which anybody is let in, as the server has read them."""
    with psycopg.connect(conninfo) as connection:
        return {
            method or error
            for method, error in connection.execute("SELECT auth_method, error FROM pg_hba_file_rules").fetchall()
        }


def said_by_psql(data: Path, conninfo: str, uid: int | None) -> str:
    """What the server says to an account that asks who it is."""
    psql = Programs.find(Account.for_cluster(data / "postgresql")).folder / "psql"
    as_other = {} if uid is None else {"user": uid, "group": pwd.getpwuid(uid).pw_gid, "extra_groups": ()}
    command = [psql, "-X", "-A", "-t", "-c", "SELECT current_user", conninfo]
    told = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **as_other)  # type: ignore[call-overload]
    said: str = (told.stdout + told.stderr).strip()
    return said


def is_refused(data: Path, conninfo: str, uid: int) -> bool:
    return "Peer authentication failed" in said_by_psql(data, conninfo, uid)


@pytest.mark.slow
@needs_root
def test_another_process_of_the_same_account_is_not_let_in(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with EmbeddedPostgres(data) as postgres:
        account = (data / "postgresql").stat().st_uid
        for conninfo, role in ((postgres.conninfo, OWNER), (postgres.admin_conninfo, ADMIN)):
            assert said_by_psql(data, conninfo, None) == role
            for database in ("partita", "postgres", "template1"):
                assert is_refused(data, make_conninfo(conninfo, dbname=database), account)
            assert is_refused(data, make_conninfo(conninfo, replication="true"), account)


@pytest.mark.slow
def test_the_role_that_serves_has_no_rights_beyond_its_database(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / "data") as postgres:
        assert rules(postgres.admin_conninfo) == {"peer"}
        for statement in (
            "COPY (SELECT 1) TO PROGRAM 'true'",
            "COPY (SELECT 1) TO '/tmp/partita-copied'",
            "SELECT pg_read_file('postgresql.conf')",
            "SELECT lo_import('/etc/passwd')",
            "ALTER SYSTEM SET archive_command = 'true'",
            "CREATE ROLE other SUPERUSER",
            "SET ROLE postgres",
            "SELECT pg_create_physical_replication_slot('other')",
            "CREATE FUNCTION run() RETURNS int LANGUAGE c AS 'libc', 'system'",
        ):
            connected = psycopg.connect(postgres.conninfo, autocommit=True)
            with connected as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
        with pytest.raises(psycopg.OperationalError, match="permission denied to start WAL sender"):
            psycopg.connect(postgres.conninfo, replication="true")


def test_who_has_no_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4_000_000)
    with pytest.raises(DatabaseUnavailable, match="4000000 has no name"):
        admit(tmp_path, Account(4_000_000, 4_000_000))
    assert not list(tmp_path.iterdir())


def test_a_link_in_the_place_of_a_rule_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("theirs")
    cluster = tmp_path / "postgresql"
    cluster.mkdir()
    for name in ("pg_hba.conf", "pg_hba.conf.new", "pg_ident.conf.new"):
        (cluster / name).symlink_to(other)
    admit(cluster, Account(os.geteuid(), os.getegid()))
    assert other.read_text() == "theirs"
    assert not any(file.is_symlink() for file in cluster.iterdir())


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Path]:
    """A data directory of an earlier version, with a log, whose server was left running: it lets in everybody."""
    data = tmp_path / "data"
    cluster = data / "postgresql"
    account = Account.for_cluster(cluster)
    cluster.mkdir(mode=0o700, parents=True)
    account.give(cluster)
    found, sockets = Programs.find(account), Server(data)._make_sockets(account)
    options = f"-c listen_addresses= -c port={PORT} -c unix_socket_directories={sockets} -c fsync=off"
    with opened_lock(data / "postgresql-server.lock") as lock, (data / "postgresql.log").open("w") as log:
        assert try_alone(lock)
        assert found.run("initdb", cluster, *BEFORE, output=log.fileno(), timeout=120) == 0
        start = ("-s", "-w", "-o", options, "start")
        assert found.run("pg_ctl", cluster, *start, output=log.fileno(), pass_fds=[lock], timeout=120) == 0
    try:
        with psycopg.connect(Server(data).conninfo("postgres", user="postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE partita")
        conninfo = Server(data).conninfo(user="postgres")
        migrate(conninfo)
        with recorder(conninfo) as made:
            made.open(any_game(made.random))
        yield data
    finally:
        Server(data).shut_down_within(20)


@pytest.mark.slow
@pytest.mark.parametrize("state", ["stopped", "left running"])
def test_a_data_directory_of_an_earlier_version_is_brought_over(earlier: Path, state: str) -> None:
    before = Server(earlier).conninfo(user="postgres")
    assert "trust" in rules(before)
    log, read_models = log_of(before), rows(before)
    if state == "stopped":
        Server(earlier).shut_down()
    with EmbeddedPostgres(earlier) as postgres:
        wait_until(lambda: rules(postgres.admin_conninfo) == {"peer"})
        account = (earlier / "postgresql").stat().st_uid
        if os.geteuid() == 0:
            wait_until(lambda: is_refused(earlier, postgres.admin_conninfo, account))
        assert (log_of(postgres.conninfo), rows(postgres.conninfo)) == (log, read_models)
        assert owners(postgres.conninfo) == {OWNER}
        assert migrate(postgres.conninfo) == []
        rebuild(postgres.conninfo, Scoreboard(), lambda *_: None)
        with recorder(postgres.conninfo, seed=1) as made:
            made.open(any_game(made.random))
        assert log_of(postgres.conninfo)[: len(log)] == log
        assert len(log_of(postgres.conninfo)) > len(log)
    with EmbeddedPostgres(earlier) as postgres:
        assert conninfo_to_dict(postgres.conninfo)["user"] == OWNER
        assert rules(postgres.admin_conninfo) == {"peer"}


@pytest.mark.slow
def test_a_backup_of_an_earlier_version_is_brought_over_when_it_is_restored(earlier: Path, tmp_path: Path) -> None:
    before = Server(earlier).conninfo(user="postgres")
    backups, restored = tmp_path / "backups", tmp_path / "restored"
    backups.mkdir()
    make_backup(Source(before, BackupKind.CLUSTER, is_embedded=True, keys={}), backups, verify=False)
    said = called("restore", backups, "--data", restored)
    assert said.code == 0, said.err
    with EmbeddedPostgres(restored) as postgres:
        assert rules(postgres.admin_conninfo) == {"peer"}
        assert owners(postgres.conninfo) == {OWNER}
        assert log_of(postgres.conninfo) == log_of(before)


def log_of(conninfo: str) -> list[object]:
    with psycopg.connect(conninfo) as connection:
        return list(connection.execute("SELECT * FROM match_events ORDER BY notification_id").fetchall())


def owners(conninfo: str) -> set[str]:
    """Whose the database is, and all that is in it."""
    with psycopg.connect(conninfo) as connection:
        found = connection.execute(
            "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()"
            " UNION SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
            " UNION SELECT pg_get_userbyid(proowner) FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
            " UNION SELECT pg_get_userbyid(typowner) FROM pg_type WHERE typnamespace = 'public'::regnamespace"
        ).fetchall()
    return {name for (name,) in found}
