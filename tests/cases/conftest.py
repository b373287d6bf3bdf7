"""One service for all cases that ask over HTTP, as those of the routes have."""

from tests.service.api.conftest import api, beside, client_with, database, nothing_stored, public, stored

__all__ = ["api", "beside", "client_with", "database", "nothing_stored", "public", "stored"]
