"""A real HTTP server: what the tests of the service run against."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from service.app import create_app
from service.auth.owner_token import ensure_owner_token
from service.http.connections import ConnectionLimits
from service.http.protocol import protocol_within
from service.process.container import Services
from service.process.settings import Settings
from tests.service import cheap_pins
from tests.service.http_client import client_of

__all__ = ["cheap_pins"]  # for its effect

CONNECTIONS = ConnectionLimits()


@contextmanager
def running_service(
    conninfo: str,
    data: Path,
    *,
    around: Callable[[Any], Any] = lambda app: app,
    connections: ConnectionLimits = CONNECTIONS,
    **settings: Any,
) -> Iterator[httpx.Client]:
    """The whole service on a port of its own, in this process; the client carries the owner's token.

    `around` puts an ASGI application around it.

    All tests come from one address, and many of them with tokens that are no good. Only those of evidence want the log
    to be checked again and again.
    """
    token = ensure_owner_token(conninfo, data).read_text().strip()
    for_tests = {
        "database_seconds": 60.0,
        "wait_seconds": 20.0,
        "import_seconds": 20.0,
        "failures_allowed": 1_000_000,
        "verify_rate": 0,
    }
    app = create_app(Services(Settings(data, conninfo, **for_tests | settings)))
    config = uvicorn.Config(
        around(app),
        host="127.0.0.1",
        port=0,
        http=protocol_within(connections),
        log_config=None,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service didn't start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    headers = {"Authorization": f"Bearer {token}"}
    try:
        with client_of(f"http://127.0.0.1:{port}", headers=headers) as client:
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
    with client_of(api.base_url) as client:
        yield client
