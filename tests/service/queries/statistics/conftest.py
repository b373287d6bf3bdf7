"""One club for all tests of statistics."""

from collections.abc import Callable, Iterator

import pytest

from tests.service.queries.statistics.club import Club, club


@pytest.fixture(scope="session")
def played(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Some matches and about as many corrections."""
    with club(new_database(), tmp_path_factory.mktemp("data"), 11) as found:
        found.go_on(140)
        yield found
