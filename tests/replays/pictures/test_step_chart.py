"""The chart of a page that goes through a match: what can be seen of the step that is shown."""

import re
from collections.abc import Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from replays.pictures.chart import PlotArea
from replays.pictures.numbers import rounded
from replays.pictures.step_chart import BOTTOM, LEFT, RIGHT, step_chart
from tests.replays.pictures.seen import Picture
from tests.replays.pictures.test_chart import Scores, rows

LINE = 3.4
"""How thick a line is with its edges."""
SIGN = 4.5
"""How far a sign reaches from its middle, its edge included."""


def shown_at(step: int, steps: Sequence[Scores]) -> tuple[Picture, float, float]:
    """The chart at a step, where its cover of later ones begins, and where the mark of the step does."""
    picture = Picture(step_chart("Klunker", rows(*steps), "en", step))
    later, now = (
        next(one for one in picture.elements("path") if f"data-{name}" in one.attrib) for name in ("later", "now")
    )
    return picture, _across(later), _across(now) - float(now.attrib["stroke-width"]) / 2


def _across(path: Element) -> float:
    """Where a path begins, across."""
    moved = re.match(r"translate\(([\d.]+) ", path.attrib["transform"])
    begun = re.match(r"M([\d.]+) ", path.attrib["d"])
    assert moved, path.attrib
    assert begun, path.attrib
    return float(moved[1]) + float(begun[1])


def signs_of(picture: Picture) -> list[float]:
    """The middle of each sign, across."""
    placed = re.findall(r'<g transform="translate\(([\d.]+) [\d.]+\)"><g ', picture.markup)
    return [float(x) for x in placed]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_jump_of_the_step_that_is_shown_is_neither_covered_nor_under_its_mark(step: int) -> None:
    picture, cover, mark = shown_at(step, [[0, 0], [5, 2], [1, 8], [9, 3]])
    x = PlotArea(3, (0, 1), LEFT, RIGHT).x(step)
    lines = [line for line in picture.elements("polyline") if line.get("stroke-width") == str(LINE)]
    assert len(lines) == 2
    for line in lines:
        xs = [float(point.partition(",")[0]) for point in line.attrib["points"].split()]
        assert xs.count(rounded(x)) == 2
    assert x + LINE / 2 <= min(cover, mark)


def test_each_of_few_steps_has_one_sign_of_a_seat() -> None:
    picture, _, _ = shown_at(5, [[None], [3], [4], [4], [6], [8]])
    signs = signs_of(picture)
    assert len(signs) == 5
    assert min(later - earlier for earlier, later in pairwise(signs)) > 2 * SIGN


@pytest.mark.parametrize("steps", [[[4, 9]], [[4, 9], [None, None]], [[None, None], [4, 9]], [[40, 90], [500, 10]]])
def test_a_first_point_is_seen_whole_and_touches_no_number(steps: list[Scores]) -> None:
    first = next(step for step, scores in enumerate(steps) if scores[0] is not None)
    picture, cover, mark = shown_at(first, steps)
    signs = signs_of(picture)
    assert len(signs) == 2
    assert all(x + SIGN <= min(cover, mark) for x in signs)
    numbers = [box.right for box in picture.texts if box.top < BOTTOM and box.right < LEFT]
    assert len(numbers) >= 2
    assert all(x - SIGN > max(numbers) + 1 for x in signs)


@pytest.mark.parametrize("last", [3, 40, 100, 150, 170])
def test_the_jump_of_the_next_step_is_covered_however_narrow_the_steps_are(last: int) -> None:
    _, cover, _ = shown_at(1, [[step * 10, step] for step in range(last + 1)])
    assert cover <= PlotArea(last, (0, 1), LEFT, RIGHT).x(2) - LINE / 2 + 0.05
