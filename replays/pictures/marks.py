"""Marks on a picture. Each colour has a pattern of its line, a shape of its label, and its name beside the label below.

A mark lies over what is drawn, as a line of its colour on a wider one of ink, which can be seen on any ground. Its
label stands on the upper edge of its place, where no picture has words.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import atan2, cos, dist, sin
from typing import Final, NamedTuple

import svg
from msgspec import Struct

from domain.annotations.content import Arrow, Colour, Mark
from replays.pictures.drawing import box, group, line, outline, text
from replays.pictures.numbers import rounded
from replays.pictures.palette import ON
from replays.pictures.places import Places, Spot
from replays.pictures.text import width

TONES: Final[Mapping[Colour, str]] = {
    Colour.GREEN: "green",
    Colour.RED: "vermilion",
    Colour.BLUE: "blue",
    Colour.YELLOW: "yellow",
}

PATTERNS: Final[Mapping[Colour, tuple[float, ...] | None]] = {
    Colour.GREEN: None,
    Colour.RED: (9, 4),
    Colour.BLUE: (3, 4),
    Colour.YELLOW: (13, 4, 3, 4),
}

LABEL: Final = 16
"""The height of a label."""

_SMALL: Final = 34
_LIFT: Final = 5
_LITTLE: Final = 4
"""How far a label is lifted, so that what is there can be seen: of a place less high than `_SMALL`, and of others."""

ABOVE: Final = LABEL / 2 + _LIFT + 1
"""How far a label reaches above its place at the most, its line included."""

_WITHIN: Final = 4.5
"""How far a second line around a place stands within the first."""

_HEAD: Final = 11
"""The length of an arrow's head."""

_SHORTEST: Final = 30
"""A shorter arrow would hardly be seen."""

_OPACITY: Final = 0.7
"""The opacity of arrows, which lie over names and numbers."""


class Labelled(Struct, frozen=True):
    """A mark that is shown.

    Attributes:
        label: its name in the picture: ``#1``.
        words: what stands beside the label below the picture.
        description: the whole in a sentence.
    """

    label: str
    mark: Mark
    words: str
    description: str

    @property
    def place(self) -> str:
        """Where its label stands."""
        return self.mark.from_ if isinstance(self.mark, Arrow) else self.mark.place


def label_width(label: str) -> float:
    """How wide a label is."""
    return width(label, 12, bold=True) + 13


def label(words: str, colour: Colour, x: float, y: float) -> svg.Element:
    """A label around a point, in the shape of its colour."""
    half, tall = label_width(words) / 2, LABEL / 2
    tone = TONES[colour]
    shape = {
        Colour.GREEN: _round(half, tall),
        Colour.RED: f"M{-half} {-tall}H{half}V{tall}H{-half}Z",
        Colour.BLUE: f"M{-half} 0L{5 - half} {-tall}H{half - 5}L{half} 0L{half - 5} {tall}H{5 - half}Z",
        Colour.YELLOW: f"M{4 - half} {-tall}H{half}L{half - 4} {tall}H{-half}Z",
    }[colour]
    return group(
        outline(shape, fill=tone, stroke="ink", thick=1.5),
        text(0, 4, words, size=12, tone=ON[tone], bold=True, anchor="middle"),
        at=(x, y),
    )


def _round(half: float, tall: float) -> str:
    straight = half - tall
    bow = f"a{tall} {tall} 0 0 1 0"
    return f"M{-straight} {-tall}H{straight}{bow} {2 * tall}H{-straight}{bow} {-2 * tall}Z"


def overlay(marks: Sequence[Labelled], places: Places, page_width: float) -> list[svg.Element]:
    """The marks whose places are there, over what is drawn; labels on top."""
    lines: list[svg.Element] = []
    labels: list[svg.Element] = []
    taken: list[_Taken] = []
    depth: Counter[str] = Counter()
    for one in marks:
        spot = places.get(one.place)
        end = places.get(one.mark.to) if isinstance(one.mark, Arrow) else spot
        if spot is None or end is None:
            continue
        start, _ = _edge(_middle(end), spot) if end is not spot else (spot.x + spot.width, 0)
        at = _free(spot, start, label_width(one.label), taken, page_width)
        taken.append(at)
        if end is spot:
            drawn = _around(spot, one.mark.colour, _WITHIN * depth[one.place])
            depth[one.place] += 1
        else:
            drawn = _arrow(spot, end, one.mark.colour)
        lines.append(group(*drawn, title=one.description, opacity=None if end is spot else _OPACITY))
        labels.append(label(one.label, one.mark.colour, at.x, at.y))
    return [*lines, *labels]


class _Taken(NamedTuple):
    """The middle and the width of a label."""

    x: float
    y: float
    width: float


def _free(spot: Spot, end: float, broad: float, taken: Sequence[_Taken], page_width: float) -> _Taken:
    """Where a label finds room on the upper edge of a place: where it reaches `end`, else as near to that as can be.

    An arrow begins below it, if it leaves the place there; any other label stands at the right end.
    """
    y = spot.y - (_LIFT if spot.height < _SMALL else _LITTLE)
    right = min(max(end + 4, spot.x + broad), page_width - 1) - broad / 2
    neighbours = [_Taken(right + way * count * (broad + 2) / 2, y, broad) for count in range(16) for way in (-1, 1)]
    within = [one for one in neighbours if broad / 2 < one.x < page_width - broad / 2]
    return next((one for one in within if not any(_collide(one, other) for other in taken)), within[0])


def _collide(one: _Taken, other: _Taken) -> bool:
    return abs(one.y - other.y) < LABEL and abs(one.x - other.x) < (one.width + other.width) / 2


def _around(spot: Spot, colour: Colour, inset: float) -> list[svg.Element]:
    """A line around a place, within those that are there already."""
    inset = min(inset, spot.width / 2 - 4, spot.height / 2 - 4) - 2
    sides = (spot.x + inset, spot.y + inset, spot.width - 2 * inset, spot.height - 2 * inset)
    return [
        box(*sides, fill=None, stroke="ink", thick=5),
        box(*sides, fill=None, stroke=TONES[colour], thick=3, dash=PATTERNS[colour]),
    ]


def _arrow(begin: Spot, end: Spot, colour: Colour) -> list[svg.Element]:
    """An arrow from edge to edge of two places, or from middle to middle where they lie close together."""
    start, tip = _edge(_middle(end), begin), _edge(_middle(begin), end)
    if dist(start, tip) < _SHORTEST:
        start, tip = _middle(begin), _middle(end)
    angle = atan2(tip[1] - start[1], tip[0] - start[0])
    neck = (tip[0] - _HEAD * cos(angle), tip[1] - _HEAD * sin(angle))
    side = _HEAD * 1.3
    barbs = [(tip[0] - side * cos(angle + turn), tip[1] - side * sin(angle + turn)) for turn in (0.5, -0.5)]
    return [
        line([start, neck], stroke="ink", thick=5),
        line([start, neck], stroke=TONES[colour], thick=3, dash=PATTERNS[colour]),
        outline(f"M{_joined([tip, *barbs])}Z", fill=TONES[colour], stroke="ink", thick=1.5),
    ]


def _edge(start: tuple[float, float], spot: Spot) -> tuple[float, float]:
    """Where the straight way from `start` to the middle of `spot` meets its edge; the middle, if it begins within."""
    middle = _middle(spot)
    across, down = start[0] - middle[0], start[1] - middle[1]
    share = min(
        (half / abs(way) for half, way in ((spot.width / 2, across), (spot.height / 2, down)) if abs(way) > half),
        default=0.0,
    )
    return middle[0] + across * share, middle[1] + down * share


def _middle(spot: Spot) -> tuple[float, float]:
    return spot.x + spot.width / 2, spot.y + spot.height / 2


def _joined(points: Iterable[tuple[float, float]]) -> str:
    return "L".join(f"{rounded(x)} {rounded(y)}" for x, y in points)
