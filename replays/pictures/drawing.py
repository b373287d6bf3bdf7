"""The strokes of a picture: typed elements of ``svg.py`` with our classes, rounded numbers and escaped text.

Most strokes come again and again, in one picture and in all that follow: they are kept as the text that they become.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, ParamSpec, TypeAlias, cast

import svg

from replays.pictures.numbers import rounded
from replays.pictures.palette import ON
from replays.pictures.text import fitted

P = ParamSpec("P")
Anchor: TypeAlias = Literal["start", "middle", "end"]

SMALLEST: Final = 12
"""The smallest size of text; pictures are 360 units wide, as a narrow phone has pixels."""


class Drawn(svg.Element):
    """Elements that were drawn before, kept as text."""

    element_name = "g"

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.markup = markup

    def as_str(self) -> str:
        """The text."""
        return self.markup


def drawn(element: svg.Element) -> Drawn:
    """`element`, drawn."""
    return Drawn(str(element))


def classes(fill: str | None, stroke: str | None) -> list[str]:
    """The classes that give these tones."""
    return [*([f"f-{fill}"] if fill else []), *([f"s-{stroke}"] if stroke else [])]


def _cached(stroke: Callable[P, Drawn]) -> Callable[P, Drawn]:
    """`stroke`, which remembers what it has drawn."""
    return cast("Callable[P, Drawn]", lru_cache(maxsize=4096)(stroke))


@_cached
def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str | None = "panel",
    stroke: str | None = None,
    radius: float = 6,
    thick: float | None = None,
    dash: tuple[float, ...] | None = None,
) -> Drawn:
    """A rectangle with round corners."""
    return drawn(
        svg.Rect(
            x=rounded(x),
            y=rounded(y),
            width=rounded(width),
            height=rounded(height),
            rx=radius or None,
            class_=classes(fill, stroke),
            fill=None if fill else "none",
            stroke_width=thick,
            stroke_dasharray=list(dash) if dash else None,
        )
    )


@_cached
def circle(x: float, y: float, radius: float, *, fill: str | None, stroke: str | None = None) -> Drawn:
    """A circle around a point."""
    kind = classes(fill, stroke)
    return drawn(
        svg.Circle(cx=rounded(x), cy=rounded(y), r=rounded(radius), class_=kind, fill=None if fill else "none")
    )


def line(
    points: Iterable[tuple[float, float]], *, stroke: str, thick: float = 1, dash: Sequence[float] | None = None
) -> svg.Polyline:
    """A line through points."""
    return svg.Polyline(
        points=[svg.Point(rounded(x), rounded(y)) for x, y in points],
        class_=classes(None, stroke),
        fill="none",
        stroke_width=thick,
        stroke_dasharray=list(dash) if dash else None,
        stroke_linejoin="round",
        stroke_linecap=None if dash else "round",
    )


@_cached
def outline(data: str, *, fill: str | None = None, stroke: str | None = None, thick: float | None = None) -> Drawn:
    """A path, given as SVG writes it."""
    return drawn(
        svg.Path(
            d=[Drawn(data)],  # type: ignore[list-item]  # it is only put into text
            class_=classes(fill, stroke),
            fill=None if fill else "none",
            stroke_width=thick,
            stroke_linejoin="round",
        )
    )


@_cached
def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 12,
    tone: str = "ink",
    bold: bool = False,
    anchor: Anchor = "start",
    room: float | None = None,
) -> Drawn:
    """Words on a base line; shortened to `room`, if one is given."""
    shown = words if room is None else fitted(words, rounded(room), size, bold=bold)
    return drawn(
        svg.Text(
            x=rounded(x),
            y=rounded(y),
            text=svg.escape(shown),
            class_=classes(tone, None),
            font_size=size,
            font_weight="bold" if bold else None,
            text_anchor=None if anchor == "start" else anchor,
        )
    )


def lines(x: float, y: float, words: Iterable[str], *, size: float = 12, tone: str = "ink") -> list[svg.Element]:
    """Lines of words, one below the other."""
    return [text(x, y + place * size * 1.3, words, size=size, tone=tone) for place, words in enumerate(words)]


def group(*elements: svg.Element, title: str | None = None, at: tuple[float, float] | None = None) -> svg.G:
    """Elements that belong together, moved to a place; `title` says what they are."""
    titles: list[svg.Element] = [svg.Title(elements=[], text=svg.escape(title))] if title else []
    moved: list[svg.Transform] | None = [svg.Translate(rounded(at[0]), rounded(at[1]))] if at else None
    return svg.G(elements=[*titles, *elements], transform=moved)


def halo(x: float, y: float, width: float, height: float, *, radius: float = 6) -> Drawn:
    """The mark of what the last action changed: a line around it."""
    return box(x - 1.5, y - 1.5, width + 3, height + 3, fill=None, stroke="mark", radius=radius + 1, thick=2)


def outlines(elements: Iterable[svg.Element]) -> bool:
    """Whether anything among `elements` is marked as what the last action changed."""
    return any(
        's-mark"' in one.markup  # in a text the quote would be escaped
        if isinstance(one, Drawn)
        else "s-mark" in (getattr(one, "class_", None) or ()) or outlines(one.elements or ())
        for one in elements
    )


@_cached
def ring(x: float, y: float, radius: float, *, dash: tuple[float, ...] | None = None) -> Drawn:
    """The mark around something round; dashed where it has gone."""
    return drawn(
        svg.Circle(
            cx=rounded(x),
            cy=rounded(y),
            r=radius,
            class_=["s-mark"],
            fill="none",
            stroke_width=2,
            stroke_dasharray=list(dash) if dash else None,
        )
    )


def pill(x: float, y: float, width: float, words: str, *, fill: str, size: float = 12) -> list[svg.Element]:
    """Words on a coloured strip, 4 higher than they are set."""
    on = ON.get(fill, "ink")
    return [
        box(x, y, width, size + 4, fill=fill, radius=8),
        text(x + width / 2, y + size, words, size=size, tone=on, bold=True, anchor="middle"),
    ]


def change(now: int, before: int) -> str:
    """By how much a number has changed, with its sign; empty when it hasn't."""
    if now == before:
        return ""
    return f"+{now - before}" if now > before else f"−{before - now}"
