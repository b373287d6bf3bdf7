"""The cards and pieces of Halunken und Spelunken."""

from functools import cache
from typing import Final

import svg

from domain.games.halunken.meta import COLOUR, WORTH, MovementCard, Rogue, RogueColour
from replays.pictures.drawing import Drawn, box, group, line, outline, text
from replays.pictures.numbers import rounded
from replays.pictures.palette import ON
from replays.pictures.seats import disc, polygon

COLOURS: Final[dict[RogueColour, str]] = {
    RogueColour.RED: "vermilion",
    RogueColour.VIOLET: "purple",
    RogueColour.GREEN: "green",
    RogueColour.YELLOW: "yellow",
}

_INITIALS: Final = 10
"""The radius that Black Jack's initials take, with room around them."""

SUITS: Final[dict[RogueColour, str]] = {
    RogueColour.RED: "M0 5C-7 0-5-5-2.5-5S0-3 0-2S0-5 2.5-5S7 0 0 5Z",
    RogueColour.VIOLET: "M2-5.5A5.5 5.5 0 1 0 2 5.5A6.5 6.5 0 0 1 2-5.5Z",
    RogueColour.GREEN: "M0-5.5C5-2.5 5 2.5 0 5.5C-5 2.5-5-2.5 0-5.5ZM0-2.5V5.5",
    RogueColour.YELLOW: polygon(5, 6, inner=2.6),
}
"""A sign for each colour of the rogues: heart, moon, leaf, star; around the origin."""


@cache
def suit(colour: RogueColour, size: float) -> str:
    """The sign of a colour around the origin, `size` times as large as it is."""
    path = outline(SUITS[colour], fill=COLOURS[colour], stroke="edge", thick=1.2 / size)
    return f'<g transform="scale({size})">{path}</g>'


@cache
def rogue_card(rogue: Rogue) -> str:
    """A rogue as a small card, 36 x 20, drawn from (0, 0)."""
    colour = COLOURS[COLOUR[rogue]]
    on, two = ON[colour], WORTH[rogue] > 9
    sign_on = outline(SUITS[COLOUR[rogue]], fill=on)
    return str(
        group(
            box(0.5, 0.5, 35, 19, fill=colour, stroke="edge", radius=4),
            Drawn(f'<g transform="translate({8.5 if two else 10} 10) scale(.95)">{sign_on}</g>'),
            text(
                24.5 if two else 25,
                14.5,
                str(WORTH[rogue]),
                size=12 if two else 13,
                tone=on,
                bold=True,
                anchor="middle",
            ),
        )
    )


@cache
def gone_rogue(rogue: Rogue) -> str:
    """A rogue that has just been lost: an empty card with its sign and number, struck through."""
    two = WORTH[rogue] > 9
    return str(
        group(
            box(0.5, 0.5, 35, 19, fill="card", stroke="edge", radius=4, dash=(3, 2)),
            Drawn(f'<g transform="translate({8.5 if two else 10} 10)">{suit(COLOUR[rogue], 0.95)}</g>'),
            text(24.5 if two else 25, 14.5, str(WORTH[rogue]), size=12 if two else 13, anchor="middle"),
            line([(3, 10), (33, 10)], stroke="mark", thick=1.5),
        )
    )


@cache
def movement_card(card: str, state: str) -> str:
    """A movement card, 22 high: ``left`` to play, ``picked``, ``open`` in this round, or ``played`` before."""
    broad = card_width(card)
    name = "Rum" if card == MovementCard.RUM else card
    if state == "played":
        drawn: list[svg.Element] = [
            box(0.5, 0.5, broad - 1, 21, fill=None, stroke="soft", radius=4, dash=(2, 2)),
            text(broad / 2, 15.5, name, tone="soft", anchor="middle"),
        ]
    else:
        fill, tone = {"picked": ("ink", "paper"), "open": ("back", "light")}.get(state, ("card", "ink"))
        drawn = [
            box(0.5, 0.5, broad - 1, 21, fill=fill, stroke="edge", radius=4),
            text(broad / 2, 15.5, name, tone=tone, bold=True, anchor="middle"),
        ]
    return str(group(*drawn))


def card_width(card: str) -> float:
    """How wide a movement card is."""
    return 34 if card == MovementCard.RUM else 22


@cache
def black_jack_piece(radius: float) -> str:
    """Black Jack's piece around the origin: a black disc with his initials, and a ring where they leave room for it."""
    disc_and_ring = [
        outline(disc(radius), fill="dark", stroke="edge", thick=1.5),
        *([outline(disc(radius - 1.5), stroke="light")] if radius > _INITIALS else []),
    ]
    return str(group(*disc_and_ring, text(0, 4.4, "BJ", size=12, tone="light", bold=True, anchor="middle")))


FACE_DOWN: Final = str(
    group(
        box(0.5, 0.5, 17, 21, fill="back", stroke="edge", radius=3),
        text(9, 15.5, "?", tone="light", bold=True, anchor="middle"),
    )
)
"""A movement card that lies face down."""


def open_rogue(rogue: Rogue, x: float, y: float) -> str:
    """The open rogue of a tavern, 36 x 27, from (x, y)."""
    return f'<g transform="translate({rounded(x)} {rounded(y)}) scale(1 1.35)">{_wide(rogue)}</g>'


@cache
def _wide(rogue: Rogue) -> str:
    colour = COLOURS[COLOUR[rogue]]
    on, two = ON[colour], WORTH[rogue] > 9
    x, size = (24.5, 12.5) if two else (25, 14)
    return str(group(box(0.5, 0.5, 35, 19, fill=colour, stroke="edge", radius=3))) + (
        f'<g transform="scale(1 .741)">'
        f'<g transform="translate({8.5 if two else 10} 13.5)">{outline(SUITS[COLOUR[rogue]], fill=on)}</g>'
        f"{text(x, 18.5, str(WORTH[rogue]), size=size, tone=on, bold=True, anchor='middle')}</g>"
    )
