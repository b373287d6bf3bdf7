"""The sign of each seat: a colour and a shape, the same in every picture, so that it is known without the colour."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import svg

from replays.pictures.drawing import Drawn, classes, group, text
from replays.pictures.numbers import rounded
from replays.pictures.palette import ON, ROOT, style
from replays.pictures.scene import Layout, Scene
from replays.pictures.text import clusters, width, without_addition

COLOURS: Final = ("blue", "orange", "green", "purple", "yellow", "sky", "vermilion", "grey")
"""The colour of each seat; with more seats they come again."""


def polygon(corners: int, radius: float, *, turn: float = 0, inner: float | None = None) -> str:
    """The path of a regular polygon around the origin, a corner on top; with `inner`, of a star."""
    number = corners * (1 if inner is None else 2)
    points = []
    for corner in range(number):
        reach = inner if inner is not None and corner % 2 else radius
        angle = 2 * pi * corner / number + turn - pi / 2
        points.append(f"{rounded(reach * cos(angle))} {rounded(reach * sin(angle))}")
    return f"M{'L'.join(points)}Z"


def disc(radius: float) -> str:
    """The path of a circle around the origin."""
    return f"M{-radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


def shape(seat: int, radius: float) -> str:
    """The path of the sign of `seat` around the origin; all look equally large."""
    match seat % 8:
        case 0:
            return disc(radius)
        case 1:
            return polygon(4, radius * 1.25, turn=pi / 4)
        case 2:
            return polygon(3, radius * 1.3)
        case 3:
            return polygon(4, radius * 1.25)
        case 4:
            return polygon(5, radius * 1.15)
        case 5:
            return polygon(3, radius * 1.3, turn=pi)
        case 6:
            return polygon(5, radius * 1.3, inner=radius * 0.6)
        case _:
            return polygon(6, radius * 1.1)


@lru_cache(maxsize=1024)
def _sign(seat: int, radius: float, letter: str) -> str:
    colour = COLOURS[seat % len(COLOURS)]
    # The middle of a triangle isn't that of what stands around it.
    down = radius * {2: 0.05, 5: -0.05}.get(seat % 8, 0)
    drawn = Drawn(
        f'<path d="{shape(seat, radius)}" class="{" ".join(classes(colour, "edge"))}" stroke-linejoin="round"/>'
    )
    written = (
        [text(0, down + 4, letter, size=12, tone=ON[colour], bold=True, anchor="middle")]
        if letter and radius > 8
        else []
    )
    lift = {2: radius * 0.15, 5: -radius * 0.15}.get(seat % 8, 0)
    return str(group(drawn, *written, at=(0, lift)))


def sign(seat: int, x: float, y: float, radius: float = 7, letter: str = "") -> svg.Element:
    """The sign of `seat` around a point, with a letter in it if it is large enough."""
    return Drawn(f'<g transform="translate({rounded(x)} {rounded(y)})">{_sign(seat, radius, letter)}</g>')


@lru_cache(maxsize=1024)
def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each name: the first one; where these aren't different, or no letters, numbers from 1."""
    firsts = tuple(next(clusters(name.upper()), "") for name in names)
    if len(set(firsts)) == len(firsts) and all(first.isalpha() and width(first, 12) < 12 for first in firsts):
        return firsts
    return tuple(str(seat + 1) for seat in range(len(names)))


def letter_of(scene: Scene, seat: int) -> str:
    """The letter of a seat."""
    return letters(scene.names)[seat]


@lru_cache(maxsize=1024)
def short(names: Sequence[str]) -> Sequence[str]:
    """All names without additions in brackets; with them, if two would be the same without."""
    without = tuple(without_addition(name, 0, 12) for name in names)
    return without if len(set(without)) == len(set(names)) else names


def named(
    scene: Scene, seat: int, x: float, y: float, room: float, *, size: float = 12, shortened: bool = False
) -> list[svg.Element]:
    """The sign and name of a seat, on a base line; `shortened`, and in the compact layout, as :func:`short` has it."""
    names = short(scene.names) if shortened or scene.layout is Layout.COMPACT else scene.names
    name = without_addition(names[seat], room - 18, size, bold=True)
    return [sign(seat, x + 7, y - size * 0.36, 6), text(x + 18, y, name, size=size, bold=True, room=room - 18)]


@lru_cache(maxsize=64)
def sign_picture(seat: int) -> str:
    """The sign of a seat as a small picture that stands beside its name in a page."""
    drawn = str(sign(seat, 0, 0, 7))
    rules = f"<style>{style(drawn)}</style>"
    return f'<svg class="{ROOT} seat-sign" viewBox="-10 -10 20 20" aria-hidden="true">{rules}{drawn}</svg>'
