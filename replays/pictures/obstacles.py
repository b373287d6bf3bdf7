"""What stands in the way of a mark: the words of a drawing, and the small things in it."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

import svg
from defusedxml.ElementTree import fromstring
from msgspec import Struct

from replays.pictures.text import width

_SPACE: Final = "{http://www.w3.org/2000/svg}"
_BROAD: Final = 150
_HIGH: Final = 60
"""What is larger is a ground on which other things lie."""

_MOVE: Final = re.compile(r"(translate|scale)\(([^)]*)\)")
_ASCENT: Final = 0.76
_DESCENT: Final = 0.24
"""How far letters reach above and below their base line, in ems."""


class Area(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "Area") -> float:
        """How much both cover."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def grown(self, by: float) -> "Area":
        """The same with a rim."""
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Obstacles(Struct, frozen=True):
    """Where words are, and where small things and the outlines of changes are."""

    words: Sequence[Area] = ()
    things: Sequence[Area] = ()


def obstacles(drawn: Sequence[svg.Element]) -> Obstacles:
    """What stands in the way in `drawn`."""
    words: list[Area] = []
    things: list[Area] = []
    body = "".join(map(str, drawn))
    root = fromstring(f'<svg xmlns="{_SPACE[1:-1]}">{body}</svg>')
    for element, area in _areas(root, 0, 0, 1, 1):
        if element.tag == f"{_SPACE}text":
            words.append(area)
        elif _is_small(area) or "s-mark" in element.get("class", ""):
            things.append(area)
    return Obstacles(words, things)


def _areas(element: Element, x: float, y: float, across: float, down: float) -> Iterator[tuple[Element, Area]]:
    """Every rectangle, circle and text within an element, and where it is; `across` and `down` are the scale."""
    for kind, numbers in _MOVE.findall(element.get("transform", "")):
        values = [float(number) for number in re.split(r"[ ,]+", numbers)]
        if kind == "translate":
            x, y = x + values[0] * across, y + values[-1] * down
        else:
            across, down = across * values[0], down * values[-1]
    if area := _extent(element):
        left, top, right, bottom = area
        yield element, Area(x + left * across, y + top * down, x + right * across, y + bottom * down)
    for child in element:
        yield from _areas(child, x, y, across, down)


def _is_small(area: Area) -> bool:
    return area.right - area.left <= _BROAD and area.bottom - area.top <= _HIGH


def _extent(element: Element) -> Area | None:
    def number(name: str) -> float:
        return float(element.get(name, 0))

    match element.tag.removeprefix(_SPACE):
        case "rect":
            return Area(number("x"), number("y"), number("x") + number("width"), number("y") + number("height"))
        case "circle":
            x, y, radius = number("cx"), number("cy"), number("r")
            return Area(x - radius, y - radius, x + radius, y + radius)
        case "text":
            size = number("font-size")
            broad = width(element.text or "", size, bold=element.get("font-weight") == "bold")
            x = number("x") - {"middle": broad / 2, "end": broad}.get(element.get("text-anchor", ""), 0)
            return Area(x, number("y") - _ASCENT * size, x + broad, number("y") + _DESCENT * size)
        case _:
            return None
