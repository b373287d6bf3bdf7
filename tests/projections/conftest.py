"""The read models run on the same real database as the service."""

import pytest

from service.database.server import SETTINGS
from tests.service.conftest import conninfo, new_database, postgres

__all__ = ["conninfo", "in_a_hurry", "new_database", "postgres"]


@pytest.fixture(scope="session", autouse=True)
def in_a_hurry(request: pytest.FixtureRequest) -> None:
    """No power failure is expected of the shared server, and with a database a test, syncing takes most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SETTINGS, "fsync", "off")
        request.getfixturevalue("postgres")
