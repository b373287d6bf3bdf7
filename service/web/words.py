"""What the pages say, from the files in ``locales``, and how they write dates and numbers."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

from domain.kernel.languages import Language
from domain.kernel.points import Points, points_written
from domain.kernel.words import KERNEL, Texts

WORDS: Final = Texts("service.web", KERNEL)
"""Every word of the pages in each language."""


def _locale(language: Language) -> Locale:
    return Locale.parse(language, sep="-")


@lru_cache(maxsize=4096)
def day(when: date, language: Language) -> str:
    """A date as it is written: 5 March 2026."""
    return format_date(when, WORDS[language]["date_pattern"], locale=_locale(language))


@lru_cache(maxsize=4096)
def short_day(when: date, language: Language) -> str:
    """A date as it is written where there is little room: 5 Mar 2026."""
    return format_date(when, WORDS[language]["short_date_pattern"], locale=_locale(language))


@lru_cache(maxsize=4096)
def weekday(when: date, language: Language) -> str:
    """A date with the day of the week: Thu 5 March 2026."""
    return format_date(when, WORDS[language]["weekday_pattern"], locale=_locale(language))


@lru_cache(maxsize=4096)
def month_of(month: str, language: Language) -> str:
    """A month, in ISO 8601 as ``2026-03``, as it is written where there is little room: Mar 2026."""
    return format_skeleton("yMMM", date.fromisoformat(f"{month}-01"), locale=_locale(language))


@lru_cache(maxsize=4096)
def decimal(number: float | None, language: Language) -> str:
    """A number with one decimal, with the sign that the language has for it; a dash for none. Nothing has no sign."""
    if number is None:
        return "–"
    return format_decimal(round(number, 1) + 0.0, "0.0", locale=_locale(language)).replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=4096)
def percent(share: float | None, language: Language) -> str:
    """A share of 1 in per cent, as the language writes it, without decimals; a dash for none."""
    return "–" if share is None else format_percent(share, locale=_locale(language))


def numbers_of(seats: Sequence[int]) -> str:
    """Numbers of players as a range, where they are one."""
    first, last = min(seats), max(seats)
    if len(seats) > 1 and set(range(first, last + 1)) == set(seats):
        return f"{first}–{last}"
    return ", ".join(map(str, seats))


def points_or_dash(number: Points | None, language: Language) -> str:
    """Points as they are written; a dash for none."""
    return "–" if number is None else points_written(number, language)


def duration_of(seconds: float, language: Language) -> str:
    """So many seconds as hours and minutes: 1 hr, 23 min."""
    minutes = round(seconds / 60)
    parts = [(minutes // 60, "hour"), (minutes % 60, "minute")]
    shown = [(number, unit) for number, unit in parts if number] or [(0, "minute")]
    return " ".join(
        format_unit(number, f"duration-{unit}", length="short", locale=_locale(language)) for number, unit in shown
    )
