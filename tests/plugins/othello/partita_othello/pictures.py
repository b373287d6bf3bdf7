"""The drawing of Othello: the board with its squares by name, and who has how many discs."""

from typing import Final

from partita.pictures import (
    INSIDE,
    Block,
    Drawn,
    Layout,
    Scene,
    Spot,
    box,
    circle,
    halo,
    named,
    page,
    panel,
    seat_places,
    text,
)
from partita_othello import TEXTS, OthelloState
from partita_othello.board import EMPTY, name_of

_EDGE: Final = 18
"""Room for the letters and numbers."""


def draw(scene: Scene) -> str:
    """The picture of a position."""
    words = TEXTS[scene.language]
    view: OthelloState = scene.view
    dark, light = (view.board.count(seat) for seat in range(2))
    situation = words("situation", dark=dark, light=light)
    blocks = [_board(scene, words["board"])]
    if scene.layout is not Layout.COMPACT:
        blocks += [_seat(scene, seat, words(f"discs_{seat}", n=number)) for seat, number in enumerate((dark, light))]
    rows = [
        words("row", n=y + 1, squares=_row_in_words(view, y, words["empty"]))
        for y in range(view.size)
        if any(view.board[y * view.size + x] != EMPTY for x in range(view.size))
    ]
    return page(scene, situation, blocks, rows)


def _row_in_words(view: OthelloState, y: int, empty: str) -> str:
    """Which discs lie on a row, for who doesn't see it: ● is dark, ○ is light."""
    return " ".join({0: "●", 1: "○"}.get(view.board[y * view.size + x], empty) for x in range(view.size))


def _board(scene: Scene, title: str) -> Block:
    view, before = scene.view, scene.before
    side = (INSIDE - 2 * _EDGE) / view.size
    drawn: list[object] = [panel(INSIDE), box(_EDGE, _EDGE, side * view.size, side * view.size, fill="green", radius=0)]
    places = {}
    for place, seat in enumerate(view.board):
        x, y = _EDGE + place % view.size * side, _EDGE + place // view.size * side
        square = name_of(place, view.size)
        drawn.append(box(x, y, side, side, fill=None, stroke="dark", radius=0))
        if seat != EMPTY:
            drawn.append(_disc(seat, x + side / 2, y + side / 2, side * 0.4))
        if before.board[place] != seat:
            drawn.append(halo(x + 2, y + 2, side - 4, side - 4, radius=3))
        places[f"square:{square}"] = Spot(x, y, side, side, square)
    for number in range(view.size):
        middle = _EDGE + (number + 0.5) * side
        drawn.append(text(middle, _EDGE - 5, chr(ord("a") + number), size=12, anchor="middle"))
        drawn.append(text(_EDGE / 2, middle + 4, str(number + 1), size=12, anchor="middle"))
    return Block(INSIDE, drawn, title, places)  # type: ignore[arg-type]  # all of them are elements


def _disc(seat: int, x: float, y: float, radius: float) -> Drawn:
    """A disc; the light one has a ring in it beside its colour."""
    rim = circle(x, y, radius, fill="dark" if seat == 0 else "light", stroke="dark")
    return rim if seat == 0 else Drawn(f"{rim}{circle(x, y, radius * 0.6, fill=None, stroke='dark')}")


def _seat(scene: Scene, seat: int, discs: str) -> Block:
    height = 34.0
    drawn = [
        panel(height, strong=seat in scene.asked),
        *named(scene, seat, 8, 22, INSIDE - 130, size=13),
        text(INSIDE - 8, 22, discs, anchor="end"),
    ]
    return Block(height, drawn, scene.names[seat], seat_places(scene, seat, height, {}), aside=True)
