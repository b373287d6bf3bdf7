"""Names of people whom tests seat: as many as the largest table has seats, each with an initial of its own."""

from typing import Final

NAMES: Final = (
    "Ada",
    "Bea",
    "Cid",
    "Dov",
    "Eve",
    "Fay",
    "Gil",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Leo",
    "Mia",
    "Ned",
    "Ola",
    "Pip",
)
