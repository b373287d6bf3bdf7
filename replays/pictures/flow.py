"""Things laid out one after the other, on as many lines as they need."""

from collections.abc import Iterable
from typing import Final

import svg
from msgspec import Struct

from replays.pictures.drawing import group, halo, text
from replays.pictures.text import width

GAP: Final = 5


class Thing(Struct, frozen=True):
    """Something drawn from (0, 0); `changed` outlines it, `by` tells by how much it has changed.

    Without a width it is nothing but that number.
    """

    width: float
    height: float
    element: svg.Element
    changed: bool = False
    by: str = ""

    @property
    def whole(self) -> float:
        """The width with what is written beside it."""
        return self.width + (width(self.by, 11, bold=True) + 3 if self.by else 0)


def flow(
    things: Iterable[Thing], x: float, y: float, room: float, *, gap: float = GAP
) -> tuple[list[svg.Element], float]:
    """The things from (x, y) on, in lines of `room`, and the height that they take."""
    drawn: list[svg.Element] = []
    across, down, tall = 0.0, 0.0, 0.0
    for thing in things:
        if across and across + thing.whole > room:
            across, down, tall = 0.0, down + tall + gap + 1, 0.0
        drawn += _placed(thing, x + across, y + down)
        across += thing.whole + gap
        tall = max(tall, thing.height)
    return drawn, down + tall


def _placed(thing: Thing, x: float, y: float) -> list[svg.Element]:
    placed: list[svg.Element] = [group(thing.element, at=(x, y))]
    if thing.width and (thing.changed or thing.by):
        placed.append(halo(x, y, thing.width, thing.height, radius=4))
    if thing.by:
        placed.append(text(x + thing.width + 4, y + thing.height / 2 + 4, thing.by, size=11, tone="mark", bold=True))
    return placed
