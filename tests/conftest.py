"""What all tests share: one PostgreSQL for a process that runs tests, and a calm garbage collector."""

import itertools
import os
from collections.abc import Callable, Iterator

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from service.process.gc_tuning import calm_collector
from tests import unsynced

_numbers = itertools.count()

__all__ = ["unsynced"]  # for its effect


def pytest_collection_finish() -> None:
    """All modules are there now, and all set-ups of games: they needn't be looked through again and again."""
    calm_collector()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """One server for all tests of a process, with a migrated database to copy."""
    with EmbeddedPostgres(tmp_path_factory.mktemp("postgres")) as server:
        migrate(server.conninfo)
        yield server


@pytest.fixture(scope="session")
def new_database(postgres: EmbeddedPostgres) -> Callable[[], str]:
    """Makes fresh, migrated databases."""

    def create() -> str:
        name = f"test_{os.getpid()}_{next(_numbers)}"
        admin = make_conninfo(postgres.conninfo, dbname="postgres")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE partita STRATEGY file_copy")
        return make_conninfo(postgres.conninfo, dbname=name)

    return create


@pytest.fixture
def conninfo(new_database: Callable[[], str]) -> str:
    """A fresh, migrated database."""
    return new_database()
