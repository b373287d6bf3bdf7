"""A stretch of days as whole months, of which there are sums, and the days at its edges, of which there are none."""

from calendar import monthrange
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

_ONE_DAY: Final = timedelta(days=1)
_FIRST: Final = date.min
_LAST: Final = date(date.max.year, date.max.month, 1)


class Months(Struct, frozen=True):
    """Days that belong together.

    Attributes:
        whole: the first days of the first and the last whole month; None without one.
        edges: the first and the last of the days before and behind these, or of all.
    """

    whole: tuple[date, date] | None
    edges: tuple[tuple[date, date], ...] = ()


def months_of(first: date | None, last: date | None) -> Months:
    """The days from `first` to `last`, both among them; None is without end."""
    begin, end = first or date.min, last or date.max
    from_month = begin if begin.day == 1 else _following(begin)
    to_month = end.replace(day=1) if end == _last_day(end) else _preceding(end)
    if from_month is None or to_month is None or from_month > to_month:
        return Months(None, ((begin, end),) if begin <= end else ())
    edges = [(begin, from_month - _ONE_DAY)] if begin < from_month else []
    if (last_day := _last_day(to_month)) < end:
        edges.append((last_day + _ONE_DAY, end))
    return Months((from_month, to_month), tuple(edges))


def _last_day(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _following(day: date) -> date | None:
    """The first day of the month after that of `day`; None if there is no such date."""
    return None if day >= _LAST else _last_day(day) + _ONE_DAY


def _preceding(day: date) -> date | None:
    """The first day of the month before that of `day`, likewise."""
    first = day.replace(day=1)
    return None if first == _FIRST else (first - _ONE_DAY).replace(day=1)
