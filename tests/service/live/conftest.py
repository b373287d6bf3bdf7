"""The service's tests of routes make clients with any scopes; so do these."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.service.api.conftest import client_with

__all__ = ["client_with"]


@pytest.fixture(scope="module")
def beside(database: str) -> Iterator[psycopg.Connection]:
    """A connection to the database of the module's service."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection
