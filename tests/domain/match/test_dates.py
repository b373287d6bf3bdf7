"""Which days a match may be of."""

from datetime import UTC, datetime, timedelta

from domain.match.dates import EARLIEST, implausible

NOW = datetime(2026, 11, 28, 20, 15, tzinfo=UTC)
DAY = timedelta(days=1)


def test_a_day_that_has_begun_somewhere_is_one() -> None:
    assert implausible(NOW.date(), NOW) is None
    assert implausible(NOW.date() + DAY, NOW) is None
    assert implausible(NOW.date() + 2 * DAY, NOW) == "That is still to come."


def test_none_is_before_the_earliest() -> None:
    assert implausible(EARLIEST, NOW) is None
    assert EARLIEST.isoformat() in str(implausible(EARLIEST - DAY, NOW))
