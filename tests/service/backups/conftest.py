"""A data folder with a log, whose embedded database runs while the tests of a module do."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from service.auth.owner_token import ensure_owner_token
from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from service.evidence.head import LOG_KEY_FILE, ensure_key
from tests.places import place_of_databases
from tests.service.programs import called
from tests.service.records.books import body_of, some_evening

_numbers = itertools.count()

EVENINGS = [("klunker", 1), ("klunker", 3), ("dschunke", 2), ("klunker", 5), ("dschunke", 4)]


def record(data: Path, number: int) -> None:
    """Import one of `EVENINGS`."""
    bundle = data.parent / f"bundle-{number}"
    bundle.write_bytes(body_of(some_evening(*EVENINGS[number])))
    said = called("import", bundle, "--data", data)
    assert said.code == 0, said.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with place_of_databases(tmp_path_factory) as place:
        yield place


@pytest.fixture(scope="module")
def data(folder: Path) -> Iterator[Path]:
    data = folder / "data"
    with EmbeddedPostgres(data) as database:
        migrate(database.conninfo)
        ensure_owner_token(database.conninfo, data)
        ensure_key(data / LOG_KEY_FILE)
        record(data, 0)
        yield data


@pytest.fixture
def empty_database(postgres: EmbeddedPostgres) -> Callable[[], str]:
    """Makes databases without any table."""

    def create() -> str:
        name = f"empty_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(make_conninfo(postgres.admin_conninfo, dbname="postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return make_conninfo(postgres.admin_conninfo, dbname=name)

    return create
