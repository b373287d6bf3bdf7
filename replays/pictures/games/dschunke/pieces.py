"""The cards, bars and merchants of Dschunke."""

from functools import cache, lru_cache
from typing import Final

import svg

from domain.games.dschunke.cargo import LAYER
from domain.games.dschunke.meta import GOOD_ON, DschunkeGood, DschunkeJunk, DschunkePile, DschunkeTask, DschunkeWorker
from domain.kernel.cards import HIDDEN, UNKNOWN
from replays.pictures.cards import faceless, front
from replays.pictures.drawing import Drawn, box, group, outline, text
from replays.pictures.palette import ON
from replays.pictures.seats import COLOURS, disc, polygon, shape

JUNK_COLOURS: Final[dict[DschunkeJunk, str]] = {
    DschunkeJunk.GREY: "grey",
    DschunkeJunk.ORANGE: "orange",
    DschunkeJunk.VIOLET: "purple",
    DschunkeJunk.BROWN: "brown",
    DschunkeJunk.WHITE: "white",
}

GOOD_COLOURS: Final[dict[DschunkeGood, str]] = {good: JUNK_COLOURS[junk] for junk, good in GOOD_ON.items()}

GOOD_ICONS: Final[dict[DschunkeGood, str]] = {
    DschunkeGood.SPICES: "M9 7c4-2 6.5 1 6 4.5c-.5 4 2 6 6 5.5c-6 5-16 3-16-5.5c0-2 1.5-3.5 4-4.5ZM9 7c0-2 1-3.5 3-4",
    DschunkeGood.VEGETABLES: "M13 9c4 4 2 12-5 12c-7-1-6-9-1-11c2-1 4-2 6-1ZM13 9l2-2"
    "M15 7c-2-2-1-4 0-5c2 1 2 3 0 5c0-2 2-4 6-2c0 2-3 4-6 2Z",
    DschunkeGood.FISH: "M2 12c4-6.5 11-6.5 15-1l5-4.5v11l-5-4.5c-4 5.5-11 5.5-15-1ZM7 10.5v1.5",
    DschunkeGood.RICE: "M2.5 12h19c0 5-3 8.5-6.5 8.5h-6c-3.5 0-6.5-3.5-6.5-8.5Z"
    "M5.5 12c0-7 13-7 13 0M9.5 9.5h.1M13.5 9h.1",
}
"""What is drawn on the card of each good, in a square of 24: a pepper, a turnip, a fish, a bowl."""

WORKER_COLOURS: Final[dict[DschunkeWorker, str]] = {
    DschunkeWorker.GREEN: "green",
    DschunkeWorker.YELLOW: "yellow",
    DschunkeWorker.VIOLET: "purple",
}

TASK_ICONS: Final[dict[DschunkeTask, str]] = {
    DschunkeTask.LOAD: "M0-6v6M-3-3l3 3 3-3M-6 1v4h12v-4",
    DschunkeTask.SELL: "M-4-5l4 5 4-5M0 0v6M-3.5 1.5h7M-3.5 4h7",
    DschunkeTask.DRAW: "M-4-6h8v12h-8ZM0 3v-6M-2-1l2-2 2 2",
}
"""What each task looks like, around the origin: a crate put down, yen, a card taken up."""

DIMMED: Final = 0.65
"""The opacity of a worker that is used: what it does can still be seen, in the dark, too."""

CRATE: Final = 18
HOLD: Final = CRATE * LAYER


def goods_card(card: str) -> str:
    """A goods card, or one whose good isn't known, drawn from (0, 0)."""
    if card in {HIDDEN, UNKNOWN}:
        return faceless(card)
    good = DschunkeGood(card)
    return front(GOOD_ICONS[good], GOOD_COLOURS[good])


@cache
def bar(seat: int, *, across: bool) -> str:
    """A bar of three crates, lying from left to right or from top to bottom, drawn from (0, 0)."""
    colour = COLOURS[seat % len(COLOURS)]
    crates: list[svg.Element] = []
    for place in range(LAYER):
        x, y = (place * CRATE, 0) if across else (0, place * CRATE)
        crates.append(box(x + 0.5, y + 0.5, CRATE - 1, CRATE - 1, fill=colour, radius=1))
        crates.append(group(outline(shape(seat, 3.4), fill=ON[colour]), at=(x + CRATE / 2, y + CRATE / 2)))
    wide, high = (HOLD, CRATE) if across else (CRATE, HOLD)
    return str(group(*crates, box(0.5, 0.5, wide - 1, high - 1, fill=None, stroke="edge", radius=2, thick=1.5)))


@lru_cache(maxsize=4096)
def hold(layers: tuple[tuple[int, ...], ...]) -> str:
    """The cargo of a junk from above (D3): the highest layer, and across below it the one that it leaves visible."""
    floor = box(0.5, 0.5, HOLD - 1, HOLD - 1, fill="card", stroke="line", radius=2, dash=(3, 3))
    drawn: list[svg.Element] = [floor]
    for height, layer in list(enumerate(layers))[-2:]:
        across = height % 2 == 0
        for place, seat in enumerate(layer):
            at = f"0 {place * CRATE}" if across else f"{place * CRATE} 0"
            drawn.append(Drawn(f'<g transform="translate({at})">{bar(seat, across=across)}</g>'))
    return str(group(*drawn))


@cache
def junk_ship(junk: DschunkeJunk) -> str:
    """A junk in its colour, 96 x 52, with a sail and room for its name on the hull."""
    colour = JUNK_COLOURS[junk]
    return str(
        group(
            outline("M44 30V3C30 8 20 16 14 30Z", fill="card", stroke="edge", thick=1.2),
            outline("M24 17h20M18 24h26", stroke="edge"),
            outline("M1 32h94c-2 10-8 18-16 19H18C9 50 3 42 1 32Z", fill=colour, stroke="edge", thick=1.2),
        )
    )


@cache
def task_token(task: DschunkeTask, colour: str) -> str:
    """What a worker does, on a disc in the worker's colour, around the origin."""
    return str(
        group(
            outline(disc(9), fill=colour, stroke="edge", thick=1.2),
            Drawn(f'<g stroke-linecap="round">{outline(TASK_ICONS[task], stroke=ON[colour], thick=1.6)}</g>'),
        )
    )


@cache
def pile_sign(pile: DschunkePile) -> str:
    """The sign of a pile of special cards, around the origin."""
    paths = {
        DschunkePile.SQUARE: polygon(4, 8.5, turn=0.785398),
        DschunkePile.CIRCLE: disc(6.5),
        DschunkePile.TRIANGLE: polygon(3, 8.5),
        DschunkePile.STAR: polygon(5, 8.5, inner=3.6),
    }
    return str(group(outline(paths[pile], fill="card", stroke="ink", thick=1.5)))


@cache
def special_star() -> str:
    """The sign of a special card, S on the market card, in a square of 24."""
    return str(
        group(
            box(0.5, 0.5, 23, 23, fill="ink", radius=4),
            text(12, 17, "S", size=14, tone="paper", bold=True, anchor="middle"),
        )
    )
