"""What is written in a cell, as a number (S2.4)."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Final

_NUMBER: Final = r"(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})"
_SUM: Final = re.compile(rf"[+-]?{_NUMBER}(?:[+-]{_NUMBER})*\+?", re.ASCII)
_TERM: Final = re.compile(rf"([+-]?)({_NUMBER})", re.ASCII)


@lru_cache(maxsize=4096)
def amount_of(written: str) -> Decimal | None:
    """The exact number that is `written`, or its sum; None where it isn't one.

    Blanks don't matter, nor does a plus at the end, as after ``9+9+``; a minus may be the typographic one.
    """
    text = "".join(written.split()).replace("\N{MINUS SIGN}", "-")
    if not _SUM.fullmatch(text):
        return None
    return sum((Decimal(sign + number) for sign, number in _TERM.findall(text)), Decimal(0))


def is_unreadable(written: str) -> bool:
    """Whether something is written that isn't a number (S2.5)."""
    return bool(written) and amount_of(written) is None
