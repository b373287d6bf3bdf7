"""What all tests share: one PostgreSQL for a process that runs tests, and a calm garbage collector."""

import itertools
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import httpx
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from service.process.gc_tuning import tune_gc
from tests import hypothesis_profile, unsynced
from tests.places import place_of_databases

_numbers = itertools.count()

QUICK: Final = "not slow and not long"
"""What `make test` selects by markers."""

LONGEST_ID: Final = 200
"""Characters of a value that is told in a test's name."""

_SLOW: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.(slow|long)\b", re.MULTILINE)

__all__ = ["hypothesis_profile", "unsynced"]  # for their effects


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A module that is slow as a whole isn't even imported for the quick tests, in each process of them."""
    if config.option.markexpr == QUICK and collection_path.suffix == ".py":
        return _SLOW.search(collection_path.read_text(encoding="utf-8")) is not None or None
    return None


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names of tests are sent about between processes: a long value is told by its length."""
    return f"{argname}-{len(val)}" if isinstance(val, str | bytes) and len(val) > LONGEST_ID else None


def pytest_collection_finish() -> None:
    """All modules are there now, and all set-ups of games: they needn't be looked through again and again."""
    tune_gc()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """One server for all tests of a process, with a migrated database to copy."""
    with place_of_databases(tmp_path_factory) as folder, EmbeddedPostgres(folder) as server:
        migrate(server.admin_conninfo)
        yield server


@pytest.fixture(scope="session")
def new_database(postgres: EmbeddedPostgres) -> Callable[[], str]:
    """Makes fresh, migrated databases, with all rights: tests look and reach where the service doesn't."""

    def create() -> str:
        name = f"test_{os.getpid()}_{next(_numbers)}"
        admin = make_conninfo(postgres.admin_conninfo, dbname="postgres")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE partita STRATEGY file_copy")
        return make_conninfo(postgres.admin_conninfo, dbname=name)

    return create


@pytest.fixture(scope="session")
def shared_database(new_database: Callable[[], str]) -> str:
    """The database of `shared_service`."""
    return new_database()


@pytest.fixture(scope="session")
def shared_service(shared_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The owner's client of one service for all routes and cases: a service that waits takes its time, too."""
    from tests.service.conftest import running_service  # noqa: PLC0415  # tests of rules needn't load the service

    with running_service(shared_database, tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture
def conninfo(new_database: Callable[[], str]) -> str:
    """A fresh, migrated database."""
    return new_database()
