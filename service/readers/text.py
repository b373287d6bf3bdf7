"""What stands in fields of other programs: numbers, dates and names as text."""

import re
from datetime import date, datetime
from typing import Any, Final

from service.readers.play import UnreadablePlay

_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}))?")


def text_of(value: Any) -> str:
    """`value` as text; empty for None, lists and objects."""
    if value is None or isinstance(value, list | dict):
        return ""
    if isinstance(value, bool):
        return str(int(value))
    return str(value).strip()


def whole(value: Any) -> int:
    """`value` as a whole number; 0 where it isn't one."""
    written = text_of(value)
    return int(written) if re.fullmatch(r"-?\d{1,15}", written, re.ASCII) else 0


def positive(value: Any) -> int | None:
    """`value` as a positive whole number; None for 0 and anything else, which stand for unknown."""
    number = whole(value)
    return number if number > 0 else None


def true(value: Any) -> bool:
    """Whether `value` says yes."""
    return text_of(value).casefold() in {"1", "true", "yes", "y", "x", "ja", "j", "sì", "si", "s"}


def day_and_time(written: str) -> tuple[date, str]:
    """The date that is written in ISO 8601, and the time of day behind it; empty without one, and for midnight.

    Raises:
        UnreadablePlay: it isn't a date.
    """
    found = _DAY.match(written)
    if found is None:
        raise UnreadablePlay("not_a_date", written=written[:40])
    time = found[4] or ""
    return day_of(*(int(part) for part in found.groups()[:3])), "" if time == "00:00" else time


_SECOND: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ](\d{2}):(\d{2}):(\d{2})", re.ASCII)
BEHIND: Final = 10**8
"""Seconds, some three years, up to which it counts how long after its day a play was entered."""


def ordinal_of(played: str, entered: str) -> int:
    """What orders the plays of a date: the time of day, and where that is the same or unknown, when they were entered.

    Both are written in ISO 8601.
    """
    found = _SECOND.match(played)
    seconds = (int(found[1]) * 60 + int(found[2])) * 60 + int(found[3]) if found is not None else 0
    try:
        behind = datetime.fromisoformat(entered[:19]) - datetime.fromisoformat(played[:10])
    except ValueError:
        return seconds * BEHIND
    return seconds * BEHIND + min(max(0, int(behind.total_seconds())), BEHIND - 1)


def day_of(year: int, month: int, day: int) -> date:
    """The date.

    Raises:
        UnreadablePlay: there is no such day.
    """
    try:
        return date(year, month, day)
    except ValueError:
        raise UnreadablePlay("no_such_day", year=f"{year:04}", month=f"{month:02}", day=f"{day:02}") from None


def with_time(note: str, time: str) -> str:
    """A note, and below it the time of day."""
    return "\n".join(part for part in (note, time) if part)
