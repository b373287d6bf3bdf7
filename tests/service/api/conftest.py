"""One service for all tests of the routes that a process runs; each test makes what it looks at."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from secrets import token_hex

import httpx
import psycopg
import pytest

from tests.service.http_client import client_of


@pytest.fixture(scope="session")
def database(shared_database: str) -> str:
    """The database of `api`."""
    return shared_database


@pytest.fixture(scope="session")
def api(shared_service: httpx.Client) -> httpx.Client:
    """A client with the owner's token."""
    return shared_service


@pytest.fixture(scope="session")
def public(api: httpx.Client) -> Iterator[httpx.Client]:
    """A client without a token."""
    with client_of(api.base_url) as client:
        yield client


@pytest.fixture(scope="session")
def beside(database: str) -> Iterator[psycopg.Connection]:
    """A connection to the database of `api`, which is open all the time: making one costs more than most requests."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture
def stored(beside: psycopg.Connection) -> Callable[[], tuple[int, ...]]:
    """Counts all that a request can leave behind: the log, players with their names, keys."""
    counts = (
        "SELECT (SELECT coalesce(max(notification_id), 0) FROM match_events), (SELECT count(*) FROM players),"
        " (SELECT count(name) FROM players), (SELECT count(*) FROM idempotency_keys)"
    )

    def count() -> tuple[int, ...]:
        row = beside.execute(counts).fetchone()
        assert row is not None
        return row

    return count


@pytest.fixture
def nothing_stored(stored: Callable[[], tuple[int, ...]]) -> Iterator[None]:
    """Holds that the test leaves nothing behind; what it needs has to be there before."""
    before = stored()
    yield
    assert stored() == before


@pytest.fixture
def client_with(api: httpx.Client, beside: psycopg.Connection) -> Iterator[Callable[..., httpx.Client]]:
    """Makes clients whose tokens have the scopes given."""
    clients = []

    def make(*scopes: str) -> httpx.Client:
        token_id = token_hex(6)
        token = f"partita_{token_id}_{token_hex(24)}"
        beside.execute(
            "INSERT INTO tokens (id, hash, scopes, label) VALUES (%s, %s, %s, 'test')",
            (token_id, sha256(token.encode()).digest(), list(scopes)),
        )
        clients.append(client_of(api.base_url, token))
        return clients[-1]

    yield make
    for client in clients:
        client.close()
