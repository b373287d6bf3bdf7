"""Points: whole numbers, or decimals kept exactly."""

from decimal import Decimal
from typing import TypeAlias

Points: TypeAlias = int | Decimal
"""A number of points; a whole one is an int. On the wire a decimal is a text, which no reader rounds."""


def points(number: Decimal) -> Points:
    """`number` without zeros at its end, and as an int where it is whole."""
    if number == number.to_integral_value():
        return int(number)
    return number.normalize()
