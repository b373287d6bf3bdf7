"""The event store's tests take a database each."""

from tests.projections.conftest import in_a_hurry

__all__ = ["in_a_hurry"]
