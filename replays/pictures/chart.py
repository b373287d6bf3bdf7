"""The standings of a match step by step, as a chart: a line a seat, distinguished not only by colour.

Long matches are thinned by the rule M4 (Jugel et al., 2014): of the steps that fall on one column of the picture, the
first, the last, the lowest and the highest stay, so that the picture is that of all steps.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Final, TypeAlias

import svg
from msgspec import Struct

from domain.kernel.languages import Language
from domain.kernel.points import Points
from domain.kernel.standing import Standing
from replays.pictures.drawing import group, line, text
from replays.pictures.numbers import rounded, ticks
from replays.pictures.seats import COLOURS, sign
from replays.pictures.sheet import MARGIN, WIDTH, document
from replays.pictures.text import clean, isolated, width
from replays.pictures.words import say

Point: TypeAlias = tuple[int, Points]
"""A step, and a score."""

DASHES: Final = (None, (8, 4), (3, 3), (10, 4, 2, 4), (5, 3), (2, 4), (14, 5), (7, 3, 2, 3, 2, 3))

TOP: Final = 50.0
BOTTOM: Final = 262.0
LEFT: Final = 46.0
RIGHT: Final = 240.0
"""Where the lines end; the names are right of them."""
NARROWEST: Final = 160.0
"""Where they end at the least: long names get the room that is left, and beyond it are shortened."""
HEIGHT: Final = 300
FEW: Final = 10
"""So few steps have room for a sign each."""
COLUMNS: Final = 100
"""Columns of two units, the thickness of a line."""
NAME_HEIGHT: Final = 15
BEFORE: Final = 11.0
"""The room between the numbers of the scale and where the lines begin, on which there may be a sign."""
BACK: Final = 3.0
"""How far the sign of a first point stands before its step, so that what covers later steps leaves all of it."""


class Curve(Struct, frozen=True):
    """The score of one seat: pieces without a gap; there is a gap where it is secret."""

    seat: int
    pieces: tuple[tuple[Point, ...], ...]
    secret: bool = False

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return tuple(point for piece in self.pieces for point in piece)

    @property
    def last(self) -> Point | None:
        """Where it ends."""
        return self.pieces[-1][-1] if self.pieces else None


class PlotArea(Struct, frozen=True):
    """Which scores and steps are shown, and where."""

    steps: int
    ticks: tuple[int, ...]
    left: float = LEFT
    right: float = RIGHT
    top: float = TOP
    bottom: float = BOTTOM

    def x(self, step: int) -> float:
        """Across."""
        return self.left + (self.right - self.left) * step / max(1, self.steps)

    def y(self, score: Points) -> float:
        """Down."""
        low, high = self.ticks[0], self.ticks[-1]
        return self.bottom - (self.bottom - self.top) * (float(score) - low) / (high - low)


def chart(
    title: str, rows: Sequence[tuple[int, tuple[Standing, ...]]], names: Sequence[str], language: Language
) -> str:
    """The chart of `rows`, each a step and the standings that a viewer may know there, in order: an SVG document."""
    lines = tuple(clean(name) or "?" for name in names)
    curves = [curve(seat, rows) for seat in range(len(lines))]
    scores = [score for each in curves for _, score in each.points]
    written = [_score(each, language) for each in curves]
    right = RIGHT - max(0, min(RIGHT - NARROWEST, _excess(lines, written)))
    frame = PlotArea(rows[-1][0] if rows else 0, ticks(min([0, *scores]), max([0, *scores])), right=right)
    drawn: list[svg.Element] = [
        text(MARGIN, 23, title, size=16, bold=True, room=WIDTH - 2 * MARGIN),
        text(MARGIN, 40, say(language, "chart"), size=12, tone="soft"),
        *axes(frame, language),
        *(element for each in curves for element in seat_line(each, frame)),
        *_labels(curves, frame, lines, written),
    ]
    height = HEIGHT
    if any(each.secret for each in curves):
        drawn.append(text(MARGIN, height + 8, say(language, "gap"), size=12, tone="soft"))
        height += 18
    descriptions = [_description(each, name, language) for each, name in zip(curves, lines, strict=True)]
    return document(drawn, height, f"{title}: {say(language, 'chart')}", descriptions)


def curve(seat: int, rows: Sequence[tuple[int, tuple[Standing, ...]]]) -> Curve:
    """The scores of a seat that are known."""
    secret = any(standings[seat].score is None and standings[seat].rank is None for _, standings in rows)
    scored = ((step, standings[seat].score) for step, standings in rows)
    pieces = []
    for known, piece in groupby(scored, key=lambda point: point[1] is not None):
        if known:
            pieces.append(tuple((step, score) for step, score in piece if score is not None))
    return Curve(seat, tuple(pieces), secret)


def thinned(piece: Sequence[Point], steps: int) -> Iterator[Point]:
    """The points that make the same picture as all of `piece`."""
    if steps <= 2 * COLUMNS:
        yield from piece
        return
    for _, column in groupby(piece, key=lambda point: point[0] * COLUMNS // steps):
        points = list(column)
        lowest, highest = min(points, key=lambda point: point[1]), max(points, key=lambda point: point[1])
        yield from sorted({points[0], lowest, highest, points[-1]})


def _short(tick: int) -> str:
    """A round number beside the scale, where there is little room: ``250k``."""
    for unit, name in ((10**15, "P"), (10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k")):
        if abs(tick) >= max(unit, 10_000) and tick % (unit // 10) == 0:
            return f"{Decimal(tick) / unit:f}{name}".replace("-", "−")
    return str(tick).replace("-", "−")


def axes(frame: PlotArea, language: Language) -> Iterator[svg.Element]:
    """The scores and steps along the edges."""
    for tick in frame.ticks:
        y = frame.y(tick)
        yield line([(frame.left, y), (frame.right, y)], stroke="line", thick=1.5 if tick == 0 else 0.7)
        label = _short(tick)
        right = max(frame.left - BEFORE, width(label, 12) + 1)
        yield text(right, y + 4, label, size=12, tone="soft", anchor="end")
    steps = ticks(0, frame.steps) if frame.steps else (0,)
    for step in steps:
        if step <= frame.steps:
            x = frame.x(step)
            yield line([(x, frame.bottom), (x, frame.bottom + 4)], stroke="line")
            yield text(x, frame.bottom + 16, str(step), size=12, tone="soft", anchor="middle")
    yield text(
        (frame.left + frame.right) / 2, frame.bottom + 32, say(language, "steps"), size=12, tone="soft", anchor="middle"
    )


def seat_line(each: Curve, frame: PlotArea, *, begun: bool = False) -> Iterator[svg.Element]:
    """The line of a seat: a score holds until the next step. Its sign stands on it now and then.

    With `begun` it also stands where the line begins, so that something is seen where no more than that is shown, and
    at each of few steps.
    """
    colour = COLOURS[each.seat % len(COLOURS)]
    dash = DASHES[each.seat % len(DASHES)]
    for piece in each.pieces:
        if begun or len(piece) == 1:
            yield sign(each.seat, frame.x(piece[0][0]) - BACK, frame.y(piece[0][1]), 4)
        if len(piece) == 1:
            continue
        path: list[tuple[float, float]] = []
        for step, score in thinned(piece, frame.steps):
            x, y = frame.x(step), frame.y(score)
            if path and rounded(path[-1][1]) != rounded(y):
                path.append((x, path[-1][1]))
            path.append((x, y))
        shown = _straight(path)
        yield line(shown, stroke="edge", thick=3.4, dash=dash)
        yield line(shown, stroke=colour, thick=2, dash=dash)
    marks = 5
    places = {frame.steps * (2 * mark + 1) // (2 * marks) + each.seat * frame.steps // 40 for mark in range(marks)}
    if begun and 1 < frame.steps <= FEW:
        places = {*range(frame.steps + 1)}
    elif frame.steps <= marks:
        places = set()
    marked = {piece[0][0] for piece in each.pieces if begun or len(piece) == 1}
    for step, score in each.points:
        if step in places - marked:
            yield sign(each.seat, frame.x(step), frame.y(score), 4)


def _straight(path: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """`path` without the points in the middle of a level line."""
    points: list[tuple[float, float]] = []
    for place, point in enumerate(path):
        between = 0 < place < len(path) - 1
        if not (between and path[place - 1][1] == point[1] == path[place + 1][1]):
            points.append(point)
    return points


def _labels(
    curves: Sequence[Curve], frame: PlotArea, names: Sequence[str], scores: Sequence[str]
) -> Iterator[svg.Element]:
    """Name and last score of each seat at the end of its line; below them who keeps the score secret, or has none."""
    ends = sorted((frame.y(each.last[1]), each.seat, each.last[0]) for each in curves if each.last)
    places = spread([y for y, *_ in ends], NAME_HEIGHT, TOP, BOTTOM + 6)
    for (y, seat, step), place in zip(ends, places, strict=True):
        yield line([(frame.x(step) + 3, y), (frame.right + 10, place)], stroke="line")
        yield _label(seat, frame.right + 14, place, names[seat], scores[seat])
    unknown = [each.seat for each in curves if not each.last]
    below = (places[-1] if places else TOP) + NAME_HEIGHT
    for place, seat in enumerate(unknown):
        yield _label(seat, frame.right + 14, below + place * NAME_HEIGHT, names[seat], scores[seat])


def _label(seat: int, x: float, y: float, name: str, score: str) -> svg.Element:
    """A name, shortened where there is no room; then whoever points at it gets all of it."""
    room = _name_room(x, score)
    return group(
        sign(seat, x + 5, y, 4.5),
        text(x + 13, y + 4, name, size=12, room=room),
        text(WIDTH - 4, y + 4, score, size=12, bold=True, anchor="end"),
        title=name if width(name, 12) > rounded(room) else None,
    )


def _name_room(x: float, score: str) -> float:
    """How wide a name can be whose label begins at `x`."""
    return WIDTH - 4 - x - 12 - width(score, 12, bold=True) - 4


def _excess(names: Sequence[str], scores: Sequence[str]) -> float:
    """By how much the widest name is wider than the room that it has where lines end at `RIGHT`."""
    pairs = zip(names, scores, strict=True)
    return max((width(name, 12) + 1 - _name_room(RIGHT + 14, score) for name, score in pairs), default=0)


def _score(each: Curve, language: Language) -> str:
    """The last score of a line; without one, that it is secret, or a dash."""
    if each.last:
        return str(each.last[1]).replace("-", "\N{MINUS SIGN}")
    return say(language, "secret") if each.secret else "–"


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """`places`, sorted, moved as little as keeps them `apart`, between `low` and `high` if there is room."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + apart) if moved else max(place, low))
    limit = high
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - apart
    return moved


def _description(each: Curve, name: str, language: Language) -> str:
    """The figures of a line."""
    if each.last is None:
        return say(language, "curve_secret" if each.secret else "curve_none", name=isolated(name))
    (first_step, first), (last_step, last) = each.points[0], each.last
    top_step, top = max(each.points, key=lambda point: (point[1], -point[0]))
    return say(
        language,
        "curve",
        name=isolated(name),
        first=first,
        first_step=first_step,
        top=top,
        top_step=top_step,
        last=last,
        last_step=last_step,
    )
