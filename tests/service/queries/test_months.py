"""A stretch of days is whole months and edges: each day is in exactly one of them."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.queries.months import Months, months_of

DAYS = st.dates(date(2023, 11, 1), date(2025, 2, 28))


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (date(2024, 1, 1), date(2024, 12, 31), Months((date(2024, 1, 1), date(2024, 12, 1)))),
        (date(2024, 2, 1), date(2024, 2, 29), Months((date(2024, 2, 1), date(2024, 2, 1)))),
        (date(2024, 2, 1), date(2024, 2, 28), Months(None, ((date(2024, 2, 1), date(2024, 2, 28)),))),
        (None, None, Months((date.min, date(9999, 12, 1)))),
        (date(9999, 12, 2), None, Months(None, ((date(9999, 12, 2), date.max),))),
        (None, date(1, 1, 30), Months(None, ((date.min, date(1, 1, 30)),))),
        (date(2024, 5, 2), date(2024, 5, 1), Months(None)),
        (
            date(2024, 1, 31),
            date(2024, 3, 1),
            Months(
                (date(2024, 2, 1), date(2024, 2, 1)),
                ((date(2024, 1, 31), date(2024, 1, 31)), (date(2024, 3, 1), date(2024, 3, 1))),
            ),
        ),
    ],
)
def test_months_and_edges(first: date | None, last: date | None, expected: Months) -> None:
    assert months_of(first, last) == expected


@given(DAYS, DAYS)
def test_each_day_is_in_one_of_them(first: date, last: date) -> None:
    found = months_of(first, last)
    days = [day for begin, end in found.edges for day in days_between(begin, end)]
    if found.whole is not None:
        from_month, to_month = found.whole
        assert from_month.day == to_month.day == 1
        assert from_month <= to_month
        following = (to_month + timedelta(days=31)).replace(day=1)
        days += days_between(from_month, following - timedelta(days=1))
    assert sorted(days) == days_between(first, last)


def days_between(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]
