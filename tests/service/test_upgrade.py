"""``partita upgrade-database``, with an older PostgreSQL of the system, which ``.ci/postgresql`` installs."""

import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest

from service.cli import upgrade
from service.database import DatabaseUnavailable, EmbeddedPostgres
from service.database.programs import OLDEST_MAJOR, Account, Programs
from service.database.upgrade import UPGRADING, Upgrade
from tests.conftest import place_of_databases
from tests.service.backups.conftest import record
from tests.service.backups.test_backup import log_of
from tests.service.database.test_embedded import clean_up
from tests.service.evidence.tampering import FLIP, tamper
from tests.service.programs import COMMAND, called, environment, partita, serving, started, wait_until

OLDER: Final = [
    int(folder.parent.name)
    for folder in Path("/usr/lib/postgresql").glob("*/bin")
    if folder.parent.name.isdigit() and (folder / "postgres").exists() and int(folder.parent.name) >= OLDEST_MAJOR
]
OURS: Final = Programs.find(Account.for_cluster(Path("/nowhere"))).major

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not [major for major in OLDER if major < OURS] and not os.environ.get("CI"), reason="needs an older PostgreSQL"
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with place_of_databases(tmp_path_factory) as place:
        yield place


@pytest.fixture
def old(folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of an older PostgreSQL, with a log and read models."""
    data = folder / request.node.name
    older = min(major for major in OLDER if major < OURS)
    with monkeypatch.context() as patched:
        patched.setattr(Programs, "find", lambda account: Programs.of_major(older, account, None))
        with EmbeddedPostgres(data):
            assert called("demo", "--data", data).code == 0
            assert called("rebuild", "--data", data).code == 0
    assert major_of(data) == older != OURS
    yield data
    clean_up(data)


def major_of(data: Path) -> int:
    return int((data / "postgresql" / "PG_VERSION").read_text())


def points(conninfo: str) -> list[tuple[object, ...]]:
    """What is in a read model."""
    with psycopg.connect(conninfo) as connection:
        return connection.execute("SELECT * FROM match_rows ORDER BY 1").fetchall()


def test_placeholder(old: Path) -> None:
    assert major_of(old) == 15
    said = called("upgrade-database", "--data", old)
    assert said.code == 0, said
    print(said)
