"""When a match can have been played."""

from datetime import date, datetime, timedelta
from typing import Final

EARLIEST: Final = date(1800, 1, 1)
"""Before this nobody played anything that is recorded here."""

AHEAD: Final = timedelta(days=1)
"""How far a calendar, or a clock, may be ahead of ours: time zones differ."""


def implausible(day: date, now: datetime) -> str | None:
    """Why nothing can have been played on `day`, as far as is known at `now` (UTC), for people; None if it can."""
    if day < EARLIEST:
        return f"Dates begin with {EARLIEST} here."
    if day > now.date() + AHEAD:
        return "That is still to come."
    return None
