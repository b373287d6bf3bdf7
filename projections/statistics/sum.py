"""What matches that are alike have together, as numbers that are added and taken away."""

from datetime import date
from hashlib import blake2b
from operator import add
from typing import Final
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.points import Points

# The order of dates and then of opening as one number, of which the lower part is the position of the opening.
MOMENT_BITS: Final = 43
LAST_DAY: Final = (1 << 63 - MOMENT_BITS) - 1
"""The upper part has 20 bits: days until the year 2871, the latest that can be represented."""

EXTREMES: Final = {
    "highest_score": "highest_score",
    "lowest_score": "lowest_score",
    "highest_winning_score": "winning_score",
    "lowest_winning_score": "winning_score",
    "biggest_margin": "margin",
    "smallest_margin": "margin",
    "most_steps": "steps",
    "fewest_steps": "steps",
    "longest": "duration",
    "shortest": "duration",
}
"""The extremes by name, with the columns of a match; the highest and the lowest by turns."""

DECIMALS: Final = ("total_score", "winning_score", "margin")
NUMBERS: Final = ("matches", "won", "timed", "opposed", "steps", "duration", "thoughts", "thinking", *DECIMALS)
"""What is summed up beside the figures of the game."""


class Group(Struct, frozen=True):
    """What the matches of a row have in common.

    Attributes:
        month: its first day; None for all months, or for those of a day.
        day: None for those of a month, or for all.
        place: None for all places.
    """

    game: str
    subject: UUID
    month: date | None
    day: date | None
    place: str | None
    visibility: str
    origin: str
    sealed: bool
    irregular: bool
    scores_known: bool
    scored: bool
    seats: int

    @property
    def id(self) -> UUID:
        """Follows from the rest."""
        return UUID(bytes=blake2b(msgspec.msgpack.encode(self), digest_size=16).digest())


class FirstExtreme(Struct, frozen=True):
    """The highest or lowest value of something, and the first match that has it, by its date and opening."""

    value: Points
    moment: int


Start = tuple[int | None, tuple[int, ...], int, bool]
"""Which seat began, None where the game has no start; which seats have won, how many sides these are; and if it was a
draw."""


class Sum(Struct, frozen=True):
    """What some matches have together.

    Attributes:
        numbers: sums, in the order of `NUMBERS`.
        figures: sums of what the game counts, in its order; `figure_seats` are how many seats these are of.
        starts: how many matches began and ended in each way; negative where they are taken away.
        extremes: in the order of `EXTREMES`, and then the most that a seat has of each figure; None without any.
    """

    numbers: tuple[Points, ...]
    figures: tuple[int, ...]
    figure_seats: tuple[int, ...]
    starts: dict[Start, int]
    extremes: tuple[FirstExtreme | None, ...]

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(
            tuple(map(add, self.numbers, other.numbers)),
            tuple(map(add, self.figures, other.figures)),
            tuple(map(add, self.figure_seats, other.figure_seats)),
            {key: self.starts.get(key, 0) + other.starts.get(key, 0) for key in {**self.starts, **other.starts}},
            tuple(
                _first(one, more, highest=place % 2 == 0 or place >= len(EXTREMES))
                for place, (one, more) in enumerate(zip(self.extremes, other.extremes, strict=True))
            ),
        )

    def __neg__(self) -> "Sum":
        """What takes the numbers away when it is added."""
        return Sum(
            tuple(-number for number in self.numbers),
            tuple(-number for number in self.figures),
            tuple(-number for number in self.figure_seats),
            {key: -matches for key, matches in self.starts.items()},
            (None,) * len(self.extremes),
        )

    def has_extreme_of(self, other: "Sum") -> bool:
        """Whether a match in it that has an extreme is that of `other`."""
        return any(one is not None and one == its for one, its in zip(self.extremes, other.extremes, strict=True))


def _first(one: FirstExtreme | None, more: FirstExtreme | None, *, highest: bool) -> FirstExtreme | None:
    if one is None or more is None:
        return more if one is None else one
    if one.value == more.value:
        return one if one.moment <= more.moment else more
    return one if (one.value > more.value) is highest else more
