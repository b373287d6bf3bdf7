"""Cards of kinds that have an icon and a colour, their backs, and cards that nobody knows. All are squares."""

from functools import cache
from typing import Final

import svg

from domain.kernel.cards import HIDDEN
from replays.pictures.drawing import Drawn, box, group, outline, text
from replays.pictures.palette import ON

CARD: Final = 24
"""The width and height of a card."""


@cache
def front(icon: str, colour: str) -> str:
    """A card with an icon, drawn from (0, 0); the icon is a path in a square of 24."""
    drawn = outline(icon, stroke=ON[colour], thick=2)
    return str(
        group(
            box(0.5, 0.5, CARD - 1, CARD - 1, fill=colour, stroke="edge", radius=4),
            Drawn(f'<g transform="translate(3 3) scale(.75)" stroke-linecap="round">{drawn}</g>'),
        )
    )


@cache
def faceless(card: str) -> str:
    """A card whose front isn't there to be seen: its back where it is hidden, else a question mark."""
    if card == HIDDEN:
        back = box(0.5, 0.5, CARD - 1, CARD - 1, fill="back", stroke="edge", radius=4)
        return str(group(back, box(4, 4, CARD - 8, CARD - 8, fill=None, stroke="light", radius=2, dash=(2, 2))))
    paper = box(0.5, 0.5, CARD - 1, CARD - 1, fill="card", stroke="edge", radius=4, dash=(3, 2))
    return str(group(paper, text(CARD / 2, 17, "?", size=14, bold=True, anchor="middle")))


def faded(card: str) -> svg.Element:
    """A card that is there no more."""
    return svg.G(elements=[Drawn(card)], opacity=0.35)
