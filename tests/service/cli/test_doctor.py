"""``partita doctor``: what it finds in order, what it finds wrong, and what it says to do."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg
import pytest

from projections import PROJECTIONS
from projections.runner import catch_up
from service.auth.owner_token import ensure_owner_token
from service.cli.backups.retention import LastBackup
from service.cli.doctor import machine
from service.cli.doctor.backups import of_backups
from tests.service.programs import called, database_runs


class Told(NamedTuple):
    code: int
    findings: dict[str, dict[str, str]]

    def level(self, check: str) -> str:
        return self.findings[check]["level"]

    def bad(self) -> dict[str, str]:
        """The checks that aren't in order, with how bad they are."""
        return {check: one["level"] for check, one in self.findings.items() if one["level"] != "ok"}


@pytest.fixture
def data(conninfo: str, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    ensure_owner_token(conninfo, folder)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for projection in PROJECTIONS:
            catch_up(connection, projection())
    return folder


def doctor(data: Path, conninfo: str | None, *arguments: str) -> Told:
    where = () if conninfo is None else ("--database-url", conninfo)
    said = called("doctor", "--json", "--data", data, *where, *arguments)
    findings: list[dict[str, str]] = [json.loads(line) for line in said.out.splitlines()]
    assert all(bool(one["advice"]) == (one["level"] != "ok") for one in findings)
    by_check = {one["check"]: one for one in findings}
    assert len(by_check) == len(findings)
    return Told(said.code, by_check)


def asked(conninfo: str, *statements: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


# The embedded database of tests is used by its superuser, and fsync is off for them.
IN_TESTS = {"rights": "warning", "durability": "failure"}


def test_all_that_is_in_order_is_told(data: Path, conninfo: str) -> None:
    told = doctor(data, conninfo)
    assert {check: level for check, level in told.bad().items() if check not in IN_TESTS} == {}
    assert {
        *("python", "open files", "data directory", "disk", "owner's token", "database", "durability", "connections"),
        *("rights", "schema", "secrets", "owner", "clock", "backup"),
        *(f"read model {projection.name}" for projection in PROJECTIONS),
    } <= told.findings.keys()
    assert told.findings["owner"]["found"] == "1 good tokens may do everything"


def test_it_shows_lines_for_people(data: Path, conninfo: str) -> None:
    (data / "owner-token").chmod(0o644)
    said = called("doctor", "--data", data, "--database-url", conninfo)
    assert said.code == 1
    assert "\nok       schema: up to date: " in said.out
    assert f"\nFAILURE  owner's token: others may read {data}/owner-token\n         chmod 600 " in said.out


def test_without_a_data_directory_it_says_how_to_begin(tmp_path: Path) -> None:
    told = doctor(tmp_path / "nowhere", None)
    assert told.code == 1
    assert told.level("data directory") == told.level("database") == "failure"
    assert not (tmp_path / "nowhere").exists()


def test_folders_and_files_that_others_may_use_are_told(data: Path, conninfo: str) -> None:
    data.chmod(0o770)
    (data / "owner-token").chmod(0o640)
    told = doctor(data, conninfo)
    assert told.code == 1
    assert (told.level("data directory"), told.level("owner's token")) == ("failure", "failure")
    assert "chmod go-w" in told.findings["data directory"]["advice"]


@pytest.mark.parametrize(
    ("content", "file", "owner"),
    [(None, "warning", "warning"), ("something else", "failure", "warning"), ("partita_0_0", "ok", "warning")],
)
def test_a_token_file_that_is_no_good_is_told(
    data: Path, conninfo: str, content: str | None, file: str, owner: str
) -> None:
    token = data / "owner-token"
    token.unlink()
    if content is not None:
        token.touch(mode=0o600)
        token.write_text(content)
    told = doctor(data, conninfo)
    assert (told.level("owner's token"), told.level("owner")) == (file, owner)


@pytest.mark.parametrize(
    ("free", "level"), [(100 << 20, "failure"), (1 << 30, "warning"), (3 << 30, "ok")], ids=("full", "tight", "roomy")
)
def test_a_disk_without_room_is_told(
    data: Path, conninfo: str, free: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(data)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert doctor(data, conninfo).level("disk") == level


def test_few_open_files_and_untested_pythons_are_told() -> None:
    assert machine._open_files(1024).level == "warning"
    assert machine._open_files(machine.ENOUGH_FILES).level == "ok"
    assert machine._python((3, 99)).level == "warning"
    assert machine._python((3, 12)).level == "ok"


def test_a_database_that_does_not_answer_is_told(data: Path) -> None:
    told = doctor(data, f"host={data} port=1 dbname=none")
    assert told.code == 1
    assert told.level("database") == "failure"
    assert str(data) in told.findings["database"]["found"]


def test_a_schema_that_is_old_or_too_new_is_told_and_left_alone(data: Path, conninfo: str) -> None:
    asked(conninfo, "DELETE FROM schema_migrations WHERE name LIKE '0020%'")
    told = doctor(data, conninfo)
    assert told.level("schema") == "warning"
    assert "0020_audit.sql" in told.findings["schema"]["found"]
    asked(conninfo, "INSERT INTO schema_migrations VALUES ('9999_later.sql')")
    told = doctor(data, conninfo)
    assert (told.code, told.level("schema")) == (1, "failure")
    assert "9999_later.sql" in told.findings["schema"]["found"]


def test_an_empty_database_is_told_and_stays_empty(data: Path, conninfo: str) -> None:
    asked(conninfo, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    assert doctor(data, conninfo).level("schema") == "warning"
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


@contextmanager
def role(conninfo: str, name: str) -> Iterator[str]:
    """A database's conninfo for a role that may read everything, and nothing else."""
    asked(conninfo, f"CREATE ROLE {name} LOGIN IN ROLE pg_read_all_data", "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    try:
        yield psycopg.conninfo.make_conninfo(conninfo, user=name)
    finally:
        asked(conninfo, f"DROP OWNED BY {name}", f"DROP ROLE {name}")


def test_rights_that_are_missing_are_told(data: Path, conninfo: str) -> None:
    name = f"reader_{os.getpid()}"
    with role(conninfo, name) as other:
        told = doctor(data, other)
        assert (told.level("rights"), "may not make tables" in told.findings["rights"]["found"]) == ("failure", True)
        asked(conninfo, f"GRANT CREATE ON SCHEMA public TO {name}")
        told = doctor(data, other)
        assert (told.level("rights"), "may not make schemas" in told.findings["rights"]["found"]) == ("warning", True)


def test_secrets_that_every_role_may_read_are_told(data: Path, conninfo: str) -> None:
    asked(conninfo, "GRANT SELECT ON match_seeds TO PUBLIC")
    told = doctor(data, conninfo)
    assert told.level("secrets") == "failure"
    assert told.findings["secrets"]["advice"] == "REVOKE ALL ON match_seeds FROM PUBLIC."


def test_durability_that_is_off_for_the_role_is_told(data: Path, conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        name = connection.info.dbname
    asked(conninfo, f"ALTER DATABASE {name} SET synchronous_commit = off")
    told = doctor(data, conninfo)
    assert told.level("durability") == "failure"
    assert "synchronous_commit" in told.findings["durability"]["found"]


def test_a_revoked_owner_is_told(data: Path, conninfo: str) -> None:
    asked(conninfo, "UPDATE tokens SET revoked_at = now()")
    told = doctor(data, conninfo)
    assert told.findings["owner"] == {
        "check": "owner",
        "level": "warning",
        "found": "0 good tokens may do everything; that of the file isn't one",
        "advice": "The next `partita serve` sets it right.",
    }


def test_read_models_that_do_not_get_on_are_told(data: Path, conninfo: str) -> None:
    first, second, *others = (projection.name for projection in PROJECTIONS)
    asked(
        conninfo,
        f"UPDATE projections SET version = version + 1 WHERE name = '{first}'",
        "INSERT INTO set_aside (projection, originator_id, position, fault)"
        f" VALUES ('{second}', gen_random_uuid(), 1, 'a test')",
    )
    told = doctor(data, conninfo)
    assert told.code == doctor(data, conninfo).code
    levels = {name: told.level(f"read model {name}") for name in (first, second, *others)}
    assert levels == {first: "warning", second: "warning", **dict.fromkeys(others, "ok")}
    assert f"partita retry {second}" in told.findings[f"read model {second}"]["advice"]


def test_warnings_count_if_that_is_wanted(data: Path, conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.doctor.database._MUST_BE_ON", ())
    assert doctor(data, conninfo).code == 0
    assert doctor(data, conninfo, "--strict").code == 1


@pytest.mark.slow
def test_an_embedded_database_is_started_to_be_looked_at_and_stopped_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert called("migrate", "--data", data).code == 0
    assert not database_runs(data)
    told: Any = doctor(data, None)
    assert told.findings["database"]["found"].endswith(", embedded")
    assert told.level("rights") == "ok"
    assert not database_runs(data)


@pytest.mark.parametrize(
    ("days", "is_good", "embedded", "level"),
    [(7, True, True, "ok"), (9, True, True, "warning"), (0, False, True, "warning"), (None, True, False, "ok")],
)
def test_the_last_backup_is_told(tmp_path: Path, days: int | None, is_good: bool, embedded: bool, level: str) -> None:
    if days is not None:
        last = LastBackup(datetime.now(UTC) - timedelta(days=days), "/backups/one", is_good)
        (tmp_path / "last-backup.json").write_bytes(msgspec.json.encode(last))
    assert of_backups(tmp_path, embedded=embedded).level == level
