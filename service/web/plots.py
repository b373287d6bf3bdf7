"""Charts as SVG: columns, bars and lines in the colours of the page, each with the table of its numbers.

They are drawn for the width of a phone and scale up; no script is needed. A column and a point tell their number to who
points at them (``<title>``), and to nobody alone: the table beside the chart has all of them.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from math import ceil
from typing import Final

from msgspec import Struct

from replays.pictures.numbers import ticks
from replays.pictures.text import clean, isolated, width, wrapped

WIDTH: Final = 300.0
"""What a card has of a narrow phone's 360 pixels, so that its text isn't smaller than it is set."""
HEIGHT: Final = 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 292.0, 14.0, 158.0
_WIDEST: Final = 64.0
"""A column is no wider, so that one alone isn't a wall."""
_ALONE: Final = 12.0
"""How far the band of a single point reaches on both sides."""
_BAR: Final = 26.0
_MOST_LABELS: Final = 7
_APART: Final = 3.0
"""Between labels below a chart."""
_SIZE: Final = 12
"""Of the text."""
_ABOVE: Final = 10.0
"""What columns take above the plot, so that what they count stands clear of the highest number of the scale."""
_NAME_ROOM: Final = 160.0
"""How wide the names beside bars get at the most."""
_NAME_LINES: Final = 3
_NAME_LINE: Final = 14.0
"""How many lines they get at the most, and how far these are apart."""
_CHARACTER: Final = 7.2
"""The width of a character of a label, at the most."""


class Chart(Struct, frozen=True):
    """A chart and its table.

    Attributes:
        title: what it shows.
        svg: the picture.
        heads: of the columns of the table.
        rows: as many cells each; the first one names the row.
        note: what has to be known to read it.
    """

    title: str
    svg: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class Column(Struct, frozen=True):
    """A column, or a bar: `part` of its `value` is shown in another colour; `text` tells the number in words."""

    label: str
    value: float
    text: str
    part: float = 0.0


class Point(Struct, frozen=True):
    """A point of a line: a day and a value; the line of somebody's strength has a band of uncertainty around it."""

    day: date
    value: float
    text: str
    spread: float = 0.0


def columns(values: Sequence[Column], title: str, unit: str) -> str:
    """Upright columns, side by side without gaps in their order: a histogram. `unit` is what they count."""
    axis = ticks(0, _whole(max((one.value for one in values), default=0)))
    room = min(_WIDEST, (_RIGHT - _LEFT) / max(1, len(values)))
    left = (_LEFT + _RIGHT - room * len(values)) / 2
    drawn = [*_levels(axis), f'<text class="soft" x="0" y="{10 - _ABOVE:g}">{escape(unit)}</text>']
    for place, one in enumerate(values):
        x, top, part = left + place * room, _y(one.value, axis), _y(one.part, axis)
        drawn.append(
            f'<g><title>{escape(one.text)}</title><rect class="all" x="{x + 0.5:.1f}" y="{top:.1f}"'
            f' width="{max(0.8, room - 1):.1f}" height="{_BOTTOM - top:.1f}"/>'
            + (
                f'<rect class="part" x="{x + 0.5:.1f}" y="{part:.1f}" width="{max(0.8, room - 1):.1f}"'
                f' height="{_BOTTOM - part:.1f}"/>'
                if one.part
                else ""
            )
            + "</g>"
        )
    drawn += _labels([(left + (place + 0.5) * room, one) for place, one in enumerate(values)], room)
    return _document(drawn, HEIGHT, title, above=_ABOVE)


def bars(values: Sequence[Column], title: str) -> str:
    """Bars that lie below one another, each with its number, and its name in as many lines as it needs, up to three."""
    longest = max((one.value for one in values), default=0) or 1
    name_room = min(_NAME_ROOM, max((width(clean(one.label), _SIZE) for one in values), default=0) + 8)
    number_room = max((width(one.text, _SIZE) for one in values), default=0) + 8
    space = WIDTH - name_room - number_room - 4
    drawn, y = [], 4.0
    for one in values:
        name, long = clean(one.label), space * one.value / longest
        lines = wrapped(name, name_room - 6, _SIZE, _NAME_LINES)
        more = _NAME_LINE * (len(lines) - 1)
        middle, end = y + more / 2, name_room + max(1.0, long)
        drawn.append(
            f"<g>{_all_of(one.label) if ' '.join(lines) != name else ''}"
            f'<text x="0" y="{y + 15:.1f}">{_lines(lines)}</text>'
            f'<rect class="all" x="{name_room:.1f}" y="{middle + 2:.1f}" width="{max(1.0, long):.1f}" height="18"/>'
            f'<text x="{end + 6:.1f}" y="{middle + 15:.1f}">{escape(one.text)}</text></g>'
        )
        y += _BAR + more
    return _document(drawn, y + 4, title)


def line(points: Sequence[Point], title: str, day_labels: Sequence[str]) -> str:
    """A line through `points`, which are in the order of their days; `day_labels` are the first day and the last.

    Where these are the same, it stands there once.
    """
    low = min((one.value - one.spread for one in points), default=0)
    high = max((one.value + one.spread for one in points), default=0)
    axis = ticks(_whole(low, down=True), _whole(high))
    first = points[0].day.toordinal() if points else 0
    days = max(1, points[-1].day.toordinal() - first) if points else 1

    def x(place: int) -> float:
        """By the day; where all are of one day, one after the other; one alone in the middle, over its day."""
        if len(points) == 1:
            return (_LEFT + _RIGHT) / 2
        if days == 1:
            return _LEFT + (_RIGHT - _LEFT) * place / (len(points) - 1)
        return _LEFT + (_RIGHT - _LEFT) * (points[place].day.toordinal() - first) / days

    places = _thinned(len(points))
    drawn = [*_levels(axis)]
    if any(one.spread for one in points):
        sides = (-_ALONE, _ALONE) if len(points) == 1 else (0.0,)
        upper = [
            (x(place) + side, _y(points[place].value + points[place].spread, axis))
            for place in places
            for side in sides
        ]
        lower = [
            (x(place) - side, _y(points[place].value - points[place].spread, axis))
            for place in reversed(places)
            for side in sides
        ]
        drawn.append(f'<polygon class="band" points="{_path([*upper, *lower])}"/>')
    drawn.append(
        f'<polyline class="line" points="{_path([(x(place), _y(points[place].value, axis)) for place in places])}"/>'
    )
    if len(points) <= _MOST_DOTS:
        drawn += [
            f'<circle class="dot" cx="{x(place):.1f}" cy="{_y(one.value, axis):.1f}" r="3">'
            f"<title>{escape(one.text)}</title></circle>"
            for place, one in enumerate(points)
        ]
    ends = [(_LEFT, "start", day_labels[0]), (_RIGHT, "end", day_labels[-1])] if day_labels else []
    if len({*day_labels}) == 1:
        ends = [((_LEFT + _RIGHT) / 2, "middle", day_labels[0])]
    drawn += [
        f'<text class="soft" x="{place:.1f}" y="{_BOTTOM + 18}" text-anchor="{anchor}">{escape(label)}</text>'
        for place, anchor, label in ends
    ]
    return _document(drawn, HEIGHT, title)


_MOST_DOTS: Final = 60
_MOST_POINTS: Final = 300


def _thinned(number: int) -> list[int]:
    """The places of at most so many points that a line can show, the first and the last among them."""
    step = max(1, -(-number // _MOST_POINTS))
    return sorted({*range(0, number, step), number - 1}) if number else []


def _levels(axis: Sequence[int]) -> Iterable[str]:
    for tick in axis:
        y = _y(tick, axis)
        yield (
            f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text class="soft" x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{_number(tick)}</text>'
        )


def _labels(places: Sequence[tuple[float, Column]], room: float) -> list[str]:
    """The labels below columns that are `room` wide: all, or the first, the last, and between them what has room.

    Of few columns that aren't empty, each comes before an empty one. None touches another, and none leaves the chart.
    """
    longest = max((len(one.label) for _, one in places), default=1) * _CHARACTER + 8
    step = 1 if longest <= room else max(ceil(longest / room), ceil(len(places) / _MOST_LABELS))
    there = [place for place, (_, one) in enumerate(places) if one.value]
    between = [*(there if len(there) <= _MOST_LABELS else ()), *range(step, len(places) - 1, step)]
    shown: list[tuple[float, float, str]] = []
    for place in dict.fromkeys((0, len(places) - 1, *between)) if places else ():
        x, label = places[place][0], places[place][1].label
        half = width(label, _SIZE) / 2
        x = min(x, WIDTH - half)
        if all(abs(x - other) >= half + broad / 2 + _APART for other, broad, _ in shown):
            shown.append((x, 2 * half, label))
    return [
        f'<text class="soft" x="{x:.1f}" y="{_BOTTOM + 18}" text-anchor="middle">{escape(label)}</text>'
        for x, _, label in sorted(shown)
    ]


def _document(drawn: Iterable[str], height: float, title: str, *, above: float = 0) -> str:
    """What is drawn from 0 to `height`, and so much more above it."""
    return (
        f'<svg class="plot" viewBox="0 {-above:g} {WIDTH:g} {height + above:g}" role="img"'
        f' aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )


def _y(value: float, axis: Sequence[int]) -> float:
    low, high = axis[0], axis[-1]
    return _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _whole(value: float, *, down: bool = False) -> int:
    return int(value // 1) if down else int(-(-value // 1))


def _all_of(label: str) -> str:
    """What whoever points at a label gets that is shortened."""
    return f"<title>{escape(label)}</title>"


def _lines(lines: Sequence[str]) -> str:
    """What a text holds that begins at the left edge."""
    first, *others = (escape(isolated(each)) for each in lines)
    return first + "".join(f'<tspan x="0" dy="{_NAME_LINE:g}">{each}</tspan>' for each in others)


def _number(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def histogram(counts: Sequence[tuple[int, int, int]], most: int = 30) -> list[tuple[int, int, int, int]]:
    """Values, in order, each with how often it comes and how many of these are special, put into equal classes.

    Gives the lowest and the highest value of each class, and both sums; at most `most` classes, whose width is a round
    number. Classes in between that hold nothing are there, too.
    """
    if not counts:
        return []
    low, high = counts[0][0], counts[-1][0]
    width = next(width for width in _widths() if (high // width - low // width + 1) <= most)
    classes = {start: [0, 0] for start in range(low // width * width, high + 1, width)}
    for value, number, special in counts:
        sums = classes[value // width * width]
        sums[0] += number
        sums[1] += special
    return [(start, start + width - 1, *sums) for start, sums in classes.items()]  # type: ignore[misc]


def _widths() -> Iterable[int]:
    width = 1
    while True:
        yield from (width, 2 * width, 5 * width)
        width *= 10
