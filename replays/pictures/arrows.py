"""Arrows from place to place, on the way that crosses the fewest words; what they cross still lies over them."""

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, dist, inf, sin
from typing import Final, NamedTuple

import svg
from msgspec import Struct

from replays.pictures.drawing import line, outline
from replays.pictures.numbers import rounded
from replays.pictures.obstacles import Area, Obstacles
from replays.pictures.places import Spot

_HEAD: Final = 11
"""The length of an arrow's head."""

_SHORTEST: Final = 28
"""A shorter arrow would hardly be seen."""

_REACH: Final = 12
"""How far an arrow between places that lie close together reaches back into the one where it begins."""

_RIM: Final = 6
"""How near a way comes to the corner of a place."""

_CLEAR: Final = 7
"""Half of how wide a way has to be, for the head of an arrow."""

_GAP: Final = 4
"""How far the line stays away from words."""

Point = tuple[float, float]


class Lane(NamedTuple):
    """Where an arrow begins, and where its tip is."""

    start: Point
    tip: Point

    @property
    def area(self) -> Area:
        """Where an arrow lies that goes across or down."""
        (x, y), (u, v) = self
        across, down = (_CLEAR, 0) if x == u else (0, _CLEAR)
        return Area(min(x, u) - across, min(y, v) - down, max(x, u) + across, max(y, v) + down)


class Arrowhead(Struct, frozen=True):
    """Where the line of an arrow ends, and the outline of its head."""

    neck: Point
    data: str


def lane(begin: Spot, end: Spot, obstacles: Obstacles) -> Lane:
    """The way from edge to edge of two places; straight across or down, past words, where they lie side by side."""
    ways = [*_across(begin, end), *(_turned(one) for one in _across(_transposed(begin), _transposed(end)))]
    middle = _middle(begin)

    def cost(one: Lane) -> tuple[float, float, float]:
        words, things = (sum(one.area.shared(area) for area in areas) for areas in (obstacles.words, obstacles.things))
        return words, things, dist(one.start, middle)

    return min(ways, key=cost, default=_straight(begin, end))


def drawn_arrow(one: Lane, tone: str, dash: Sequence[float] | None, words: Sequence[Area]) -> Iterator[svg.Element]:
    """An arrow; its line is interrupted where there are words."""
    head = _arrowhead(one)
    for piece in pieces(one.start, head.neck, words):
        yield line(piece, stroke="ink", thick=5)
        yield line(piece, stroke=tone, thick=3, dash=dash)
    yield outline(head.data, fill=tone, stroke="ink", thick=1.5)


def pieces(start: Point, end: Point, words: Iterable[Area]) -> list[tuple[Point, Point]]:
    """What of the way from `start` to `end` crosses no words."""
    length = dist(start, end)

    def at(share: float) -> Point:
        return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])

    found, begin = [], 0.0
    for enters, leaves in sorted(_within(start, end, area.grown(_GAP)) for area in words):
        if enters > leaves:
            continue
        if (enters - begin) * length >= _GAP:
            found.append((at(begin), at(enters)))
        begin = max(begin, leaves)
    return [*found, (at(begin), end)] if (1 - begin) * length >= _GAP else found


def _within(start: Point, end: Point, area: Area) -> tuple[float, float]:
    """From which share of a way to which it lies within an area; the first is more than the second where it doesn't."""
    enters, leaves = 0.0, 1.0
    for place, to, low, high in zip(start, end, area[:2], area[2:], strict=True):
        if place == to:
            if not low < place < high:
                return inf, -inf
            continue
        first, second = sorted(((low - place) / (to - place), (high - place) / (to - place)))
        enters, leaves = max(enters, first), min(leaves, second)
    return enters, leaves


def _across(begin: Spot, end: Spot) -> list[Lane]:
    """The ways from left to right or back that two places side by side allow."""
    if begin.x + begin.width <= end.x:
        edge, other = begin.x + begin.width, end.x
    elif end.x + end.width <= begin.x:
        edge, other = begin.x, end.x + end.width
    else:
        return []
    towards = 1 if other > edge else -1
    lacking = max(0.0, _SHORTEST - abs(other - edge))
    back = min(lacking, _REACH, begin.width / 2)
    start, tip = edge - towards * back, other + towards * min(lacking - back, end.width / 2)
    low = max(begin.y, end.y) + _RIM
    high = min(begin.y + begin.height, end.y + end.height) - _RIM
    count = int((high - low) // 2) + 1 if high >= low else 0
    return [
        Lane((start, y), (tip, y))
        for y in ((low + high) / 2 + 2 * (place // 2) * (-1) ** place for place in range(count))
    ]


def _straight(begin: Spot, end: Spot) -> Lane:
    """From edge to edge, or from middle to middle where that is too short."""
    edges = Lane(_edge(_middle(end), begin), _edge(_middle(begin), end))
    return edges if dist(*edges) >= _SHORTEST else Lane(_middle(begin), _middle(end))


def _arrowhead(one: Lane) -> Arrowhead:
    (x, y), (u, v) = one
    angle = atan2(v - y, u - x)
    side = _HEAD * 1.3
    barbs = [(u - side * cos(angle + turn), v - side * sin(angle + turn)) for turn in (0.5, -0.5)]
    corners = "L".join(f"{rounded(across)} {rounded(down)}" for across, down in [one.tip, *barbs])
    return Arrowhead((u - _HEAD * cos(angle), v - _HEAD * sin(angle)), f"M{corners}Z")


def _edge(start: Point, spot: Spot) -> Point:
    """Where the straight way from `start` to the middle of `spot` meets its edge; the middle, if it begins within."""
    middle = _middle(spot)
    across, down = start[0] - middle[0], start[1] - middle[1]
    share = min(
        (half / abs(way) for half, way in ((spot.width / 2, across), (spot.height / 2, down)) if abs(way) > half),
        default=0.0,
    )
    return middle[0] + across * share, middle[1] + down * share


def _middle(spot: Spot) -> Point:
    return spot.x + spot.width / 2, spot.y + spot.height / 2


def _transposed(spot: Spot) -> Spot:
    return Spot(spot.y, spot.x, spot.height, spot.width, spot.title)


def _turned(one: Lane) -> Lane:
    (x, y), (u, v) = one
    return Lane((y, x), (v, u))
