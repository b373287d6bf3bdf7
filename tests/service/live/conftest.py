"""The service's tests of routes make clients with any scopes; so do these."""

from tests.service.api.conftest import client_with

__all__ = ["client_with"]
