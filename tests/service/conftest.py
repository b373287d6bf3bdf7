"""A real PostgreSQL, a real HTTP server: what the tests of the service run against."""

import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import uvicorn
from psycopg.conninfo import make_conninfo

from service.app import create_app
from service.config import Settings
from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from service.database.server import SETTINGS
from service.tokens.owner import ensure_owner_token
from service.wiring import Services

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """One server for all tests of a process, with a migrated database to copy.

    No power failure is expected of it, and with a database a test, syncing takes most of the time.
    """
    server = EmbeddedPostgres(tmp_path_factory.mktemp("postgres"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SETTINGS, "fsync", "off")
        server.start()
    with server:
        migrate(server.conninfo)
        yield server


@pytest.fixture(scope="session")
def new_database(postgres: EmbeddedPostgres) -> Callable[[], str]:
    """Makes fresh, migrated databases."""

    def create() -> str:
        name = f"test_{os.getpid()}_{next(_numbers)}"
        admin = make_conninfo(postgres.conninfo, dbname="postgres")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE partita")
        return make_conninfo(postgres.conninfo, dbname=name)

    return create


@pytest.fixture
def conninfo(new_database: Callable[[], str]) -> str:
    """A fresh, migrated database."""
    return new_database()


@contextmanager
def running_service(conninfo: str, data: Path, **settings: Any) -> Iterator[httpx.Client]:
    """The whole service on a port of its own, in this process; the client carries the owner's token.

    All tests come from one address, and many of them with tokens that are no good.
    """
    token = ensure_owner_token(conninfo, data).read_text().strip()
    for_tests = {"wait_seconds": 5.0, "failures_allowed": 1_000_000}
    app = create_app(Services(Settings(data, conninfo, **for_tests | settings)))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, timeout_graceful_shutdown=5))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service didn't start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    headers = {"Authorization": f"Bearer {token}"}
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=30) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client with the owner's token of a service with a database of its own, shared by the tests of a module."""
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture(scope="module")
def public(api: httpx.Client) -> Iterator[httpx.Client]:
    """A client of the same service without a token."""
    with httpx.Client(base_url=api.base_url, timeout=30) as client:
        yield client
