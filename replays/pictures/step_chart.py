"""The chart of a page that goes through a match: the step that is shown is marked, and what comes later is covered.

The page has the names and scores beside it, so that no name is cut; it moves mark and cover by their data attributes.
"""

from collections.abc import Sequence
from typing import Final

import svg

from domain.kernel.languages import Language
from domain.kernel.standing import Standing
from replays.pictures.chart import PlotArea, axes, curve, seat_line
from replays.pictures.drawing import Drawn
from replays.pictures.numbers import rounded, ticks
from replays.pictures.sheet import WIDTH, document
from replays.pictures.words import say

LEFT: Final = 46.0
RIGHT: Final = 350.0
TOP: Final = 12.0
BOTTOM: Final = 190.0
HEIGHT: Final = 230.0
SIGN: Final = 6.0
"""How far the sign of a seat reaches over its line."""
AFTER: Final = 2.0
"""Where what comes later is covered, from the middle of the step that is shown: past the line of its own jump."""
EDGE: Final = 1.7
"""How far the line of a jump reaches to each side."""


def step_chart(title: str, rows: Sequence[tuple[int, tuple[Standing, ...]]], language: Language, step: int) -> str:
    """The chart of `rows`, as :func:`replays.pictures.chart.chart` has them, at `step`: an SVG document."""
    curves = [curve(seat, rows) for seat in range(len(rows[0][1]))]
    scores = [score for each in curves for _, score in each.points]
    frame = PlotArea(rows[-1][0], ticks(min([0, *scores]), max([0, *scores])), LEFT, RIGHT, TOP, BOTTOM)
    x = rounded(frame.x(step))
    after = rounded(max(0.0, min(AFTER, frame.x(1) - frame.x(0) - EDGE)))  # not so far that the next jump is seen
    drawn: list[svg.Element] = [
        *(element for each in curves for element in seat_line(each, frame, begun=True)),
        Drawn(
            f'<path data-later="" transform="translate({x} 0)" d="M{after:g} 0H{WIDTH}V{BOTTOM + SIGN:g}H{after:g}Z"'
            ' class="f-paper"/>'
        ),
        *axes(frame, language),
        Drawn(
            f'<path data-now="" transform="translate({x} 0)" d="M{after + 1:g} {TOP - 6:g}V{BOTTOM:g}" class="s-ink"'
            ' stroke-width="2"/>'
        ),
    ]
    return document(drawn, HEIGHT, f"{title}: {say(language, 'chart')}", [say(language, "chart_table")])
