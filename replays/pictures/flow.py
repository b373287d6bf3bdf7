"""Things laid out one after the other, on as many lines as they need."""

from collections.abc import Iterable, Iterator
from typing import Final

import svg
from msgspec import Struct

from replays.pictures.drawing import group, halo, text
from replays.pictures.places import Spot
from replays.pictures.text import width

GAP: Final = 5

_AFTER: Final = 8
"""What a number beside a thing takes besides its width: it stands nearer to that thing than to the next one."""

_CARD: Final = 24
"""What is higher has something below it; the number stands beside the upper part."""


class Thing(Struct, frozen=True):
    """Something drawn from (0, 0); `changed` outlines it, `by` tells by how much it has changed.

    Without a width it is nothing but that number. What can be marked has a `place`, and a `title` that says what it is.
    """

    width: float
    height: float
    element: svg.Element
    changed: bool = False
    by: str = ""
    place: str = ""
    title: str = ""

    @property
    def whole(self) -> float:
        """The width with what is written beside it."""
        return self.width + (width(self.by, 12, bold=True) + (_AFTER if self.width else 3) if self.by else 0)


def flow(
    things: Iterable[Thing], x: float, y: float, room: float, *, gap: float = GAP
) -> tuple[list[svg.Element], float]:
    """The things from (x, y) on, in lines of `room`, and the height that they take."""
    drawn: list[svg.Element] = []
    height = 0.0
    for thing, across, down in _laid_out(things, room, gap):
        drawn += _placed(thing, x + across, y + down)
        height = max(height, down + thing.height)
    return drawn, height


def spots(things: Iterable[Thing], x: float, y: float, room: float, *, gap: float = GAP) -> dict[str, Spot]:
    """Where :func:`flow` puts the things that can be marked."""
    return {
        thing.place: Spot(x + across, y + down, thing.width, thing.height, thing.title)
        for thing, across, down in _laid_out(things, room, gap)
        if thing.place
    }


def _laid_out(things: Iterable[Thing], room: float, gap: float) -> Iterator[tuple[Thing, float, float]]:
    """Each thing, and how far from where they begin it stands."""
    across, down, tall = 0.0, 0.0, 0.0
    for thing in things:
        if across and across + thing.whole > room:
            across, down, tall = 0.0, down + tall + gap + 1, 0.0
        yield thing, across, down
        across += thing.whole + gap
        tall = max(tall, thing.height)


def _placed(thing: Thing, x: float, y: float) -> list[svg.Element]:
    placed: list[svg.Element] = [group(thing.element, at=(x, y))]
    if thing.width and (thing.changed or thing.by):
        placed.append(halo(x, y, thing.width, thing.height, radius=4))
    if thing.by:
        placed.append(
            text(x + thing.width + 4, y + min(thing.height, _CARD) / 2 + 4, thing.by, size=12, tone="mark", bold=True)
        )
    return placed
