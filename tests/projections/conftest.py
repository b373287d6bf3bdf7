"""The read models run on the same real database as the service."""

from tests.service.conftest import conninfo, new_database, postgres

__all__ = ["conninfo", "new_database", "postgres"]
