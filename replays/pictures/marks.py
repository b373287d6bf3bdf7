"""Marks on a picture. Each colour has a pattern of its line, a shape of its label, and its name beside the label below.

A mark lies over what is drawn, as a line of its colour on a wider one of ink, which can be seen on any ground. Its
label stands at an edge of its place, where it hides no words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import svg
from msgspec import Struct

from domain.annotations.content import Arrow, Colour, Mark
from replays.pictures.arrows import drawn_arrow, lane
from replays.pictures.drawing import box, group, outline, text
from replays.pictures.obstacles import Area, Obstacles
from replays.pictures.palette import ON
from replays.pictures.places import Places, Spot
from replays.pictures.text import width

TONES: Final[Mapping[Colour, str]] = {
    Colour.GREEN: "green",
    Colour.RED: "red",
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

_CLEAR: Final = 1.5
"""How far a label stays away from words and things."""
_ASIDE: Final = 3.0
"""How far it stays away from words beside it, so that it isn't read as one with them."""

_WITHIN: Final = 4.5
"""How far a second line around a place stands within the first."""


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
        return label_place(self.mark)


def label_place(mark: Mark) -> str:
    """The place at which the label of a mark stands."""
    return mark.from_ if isinstance(mark, Arrow) else mark.place


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


def overlay(marks: Sequence[Labelled], places: Places, page_width: float, hindrances: Obstacles) -> list[svg.Element]:
    """The marks whose places are there, over what is drawn; labels on top, where they hide neither words nor things."""
    lines: list[svg.Element] = []
    begun: list[tuple[Labelled, Spot, float]] = []
    things = [area.grown(_CLEAR) for area in hindrances.things]
    words = [
        area.grown(_CLEAR)._replace(left=area.left - _ASIDE, right=area.right + _ASIDE) for area in hindrances.words
    ]
    depth: Counter[str] = Counter()
    for one in marks:
        spot = places.get(one.place)
        end = places.get(one.mark.to) if isinstance(one.mark, Arrow) else spot
        if spot is None or end is None:
            continue
        tone, pattern = TONES[one.mark.colour], PATTERNS[one.mark.colour]
        if end is spot:
            drawn = _around(spot, one.mark.colour, _WITHIN * depth[one.place])
            depth[one.place] += 1
            start = spot.x + spot.width
        else:
            taken = lane(spot, end, hindrances)
            drawn = [*drawn_arrow(taken, tone, pattern, hindrances.words)]
            things.append(taken.area)
            start = taken.start[0]
        lines.append(group(*drawn, title=one.description))
        begun.append((one, spot, start))
    labels: list[svg.Element] = []
    for one, spot, start in begun:
        at = _free(spot, start, label_width(one.label), page_width, (words, things))
        words.append(at)
        labels.append(label(one.label, one.mark.colour, (at.left + at.right) / 2, (at.top + at.bottom) / 2))
    return [*lines, *labels]


def _free(
    spot: Spot, end: float, broad: float, page_width: float, blocked: tuple[Sequence[Area], Sequence[Area]]
) -> Area:
    """Where a label finds room at a place: where it reaches `end`, else as near to that as can be.

    It stands on the upper edge, or within a place that is high enough; where all is full it hides as little as it can
    of the first of what is `blocked`, words and labels, before the second, other things.
    """
    upper = spot.y - (_LIFT if spot.height < _SMALL else _LITTLE)
    lower = spot.y + spot.height
    rows = [upper, *([spot.y + LABEL / 2 + 2, lower - LABEL / 2 - 2, lower] if spot.height >= _SMALL else [])]
    right = min(max(end + 4, spot.x + broad), page_width - 1) - broad / 2
    most = spot.width / 2 + (6 - broad / 2 if spot.width > broad else broad)
    steps = [way * count * (broad + 2) / 4 for count in range(32) for way in (-1, 1)]
    found = [
        Area(x - broad / 2, y - LABEL / 2, x + broad / 2, y + LABEL / 2)
        for y in rows
        for x in (right + step for step in steps)
        if broad / 2 < x < page_width - broad / 2 and abs(x - spot.x - spot.width / 2) <= most
    ]
    return min(found, key=lambda one: [sum(map(one.shared, areas)) for areas in blocked])


def _around(spot: Spot, colour: Colour, inset: float) -> list[svg.Element]:
    """A line around a place, within those that are there already."""
    inset = min(inset, spot.width / 2 - 4, spot.height / 2 - 4) - 2
    sides = (spot.x + inset, spot.y + inset, spot.width - 2 * inset, spot.height - 2 * inset)
    return [
        box(*sides, fill=None, stroke="ink", thick=5),
        box(*sides, fill=None, stroke=TONES[colour], thick=3, dash=PATTERNS[colour]),
    ]
