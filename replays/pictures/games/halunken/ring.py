"""Where the fourteen taverns and the spaces before them stand (H1.4): clockwise, tavern 0 at the top."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final, TypeAlias

from msgspec import Struct

from domain.games.halunken.meta import TAVERNS
from replays.pictures.numbers import rounded
from replays.pictures.sheet import INSIDE

Point: TypeAlias = tuple[float, float]

HOUSE: Final = (42.0, 48.0)
"""The width and height of a tavern."""

APART: Final = 26
"""Between the middle points of pieces that stand before the same tavern."""

ROW: Final = 6
"""Taverns above and below the harbour of the flat ring; one more stands at each side."""


class Ring(Struct, frozen=True):
    """The middle points of taverns and spaces; within the spaces lies the harbour.

    Attributes:
        height: that of the whole; it is as wide as a block.
        harbour: where its label stands.
        cards: how far below that the cards in it begin.
        gap: what is left between them.
    """

    houses: tuple[Point, ...]
    spaces: tuple[Point, ...]
    centre: Point
    height: float
    harbour: Point
    cards: float = 10
    gap: float = 5

    def side_by_side(self, tavern: int, number: int) -> list[Point]:
        """Where that many pieces stand before `tavern`: in a line across the way to it, from the left or the top."""
        (x, y), (house_x, house_y) = self.spaces[tavern], self.houses[tavern]
        across, down = house_y - y, x - house_x
        apart = APART / hypot(across, down)
        if (rounded(across), down) < (0, 0):
            apart = -apart
        places = [apart * (place - (number - 1) / 2) for place in range(number)]
        return [(x + across * place, y + down * place) for place in places]


@cache
def round_ring() -> Ring:
    """An ellipse, as on the board."""
    centre = (INSIDE / 2, 191.0)
    return Ring(around(centre, (150, 165)), around(centre, (105, 120)), centre, 382, (centre[0], 128))


@cache
def flat_ring() -> Ring:
    """Two rows and their ends, which leave room below."""
    height, (broad, tall) = 214.0, HOUSE
    xs = [INSIDE * (place + 0.5) / ROW for place in range(ROW)]
    middle, reach = height / 2, tall + 15
    above, below = [(x, tall / 2) for x in xs], [(x, height - tall / 2) for x in reversed(xs)]
    houses = [*above, (INSIDE - broad / 2, middle), *below, (broad / 2, middle)]
    top, bottom = [(x, reach) for x in xs], [(x, height - reach) for x in reversed(xs)]
    spaces = [*top, (INSIDE - broad - 15, middle), *bottom, (broad + 15, middle)]
    return Ring(_turned(houses), _turned(spaces), (INSIDE / 2, middle), height, (INSIDE / 2, 85), cards=7, gap=4)


def _turned(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points from the one right of the middle of the upper row on."""
    return (*points[ROW // 2 :], *points[: ROW // 2])


def around(centre: Point, reach: Point) -> tuple[Point, ...]:
    """A point for each tavern on an ellipse, clockwise from the top, all equally far from each other along it."""
    steps = 2000
    points = [
        (centre[0] + reach[0] * sin(2 * pi * step / steps), centre[1] - reach[1] * cos(2 * pi * step / steps))
        for step in range(steps + 1)
    ]
    walked = [0.0]
    for (x, y), (to_x, to_y) in pairwise(points):
        walked.append(walked[-1] + hypot(to_x - x, to_y - y))
    places, step = [], 0
    for tavern in range(TAVERNS):
        while walked[step] < walked[-1] * tavern / TAVERNS:
            step += 1
        places.append(points[step])
    return tuple(places)
