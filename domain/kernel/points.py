"""Points: whole numbers, or decimals kept exactly."""

from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias

from babel import Locale
from babel.numbers import get_decimal_symbol

from domain.kernel.languages import Language

Points: TypeAlias = int | Decimal
"""A number of points; a whole one is an int. On the wire a decimal is a text, which no reader rounds."""


def points(number: Decimal) -> Points:
    """`number` without zeros at its end, and as an int where it is whole."""
    if number == number.to_integral_value():
        return int(number)
    return number.normalize()


def points_written(number: Points, language: Language) -> str:
    """`number` as it is written, all of it, with the decimal sign of the language and no groups."""
    return str(number).replace(".", _decimal_sign(language))


@lru_cache
def _decimal_sign(language: Language) -> str:
    return get_decimal_symbol(Locale.parse(language, sep="-"))
