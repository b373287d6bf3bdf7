"""The pieces of chess, each as a shape of its own: white ones with a dark outline, black ones with a light one."""

from functools import cache
from typing import Final

from domain.games.chess.meta import WHITE, ChessPiece
from replays.pictures.drawing import Drawn, group, outline

SIZE: Final = 40
"""The width and height of a drawing."""

_SHAPES: Final = {
    ChessPiece.PAWN: (
        "M20 8a5.5 5.5 0 0 1 3.6 9.7h2.4v2.8h-2.5c.5 4.2 2.1 6.8 5.5 9.2V34H11v-4.3c3.4-2.4 5-5 5.5-9.2H14"
        "v-2.8h2.4A5.5 5.5 0 0 1 20 8Z"
    ),
    ChessPiece.ROOK: (
        "M10 7h4.6v3.6h3.1V7h4.6v3.6h3.1V7H30v7.4l-3.6 2.8.8 10.3 3.3 2.2V34h-21v-4.3l3.3-2.2.8-10.3L10 14.4Z"
    ),
    ChessPiece.KNIGHT: (
        "M12.5 34c-.3-7 2.7-9.6 6-13.6-2.8.5-4.9 2.2-6.4 4.3L8.6 22l3.2-8.6 4.8-4.6L16.4 5l4.4 3.1"
        "c7.2 1.1 11 7.4 11 15 0 4-.5 7.4-1.5 10.9Z"
    ),
    ChessPiece.BISHOP: (
        "M20 4.5a2.7 2.7 0 0 1 1.7 4.8c4.3 2.7 6.5 6.1 6.5 9.5 0 2.8-1.5 4.8-3.8 6.2h1.9v2.8h-2.2l1.1 2.4h5"
        "V34H9.8v-3.8h5l1.1-2.4h-2.2V25h1.9c-2.3-1.4-3.8-3.4-3.8-6.2 0-3.4 2.2-6.8 6.5-9.5"
        "A2.7 2.7 0 0 1 20 4.5Z"
    ),
    ChessPiece.QUEEN: (
        "M8 13a2.3 2.3 0 1 1 2.2-.3l4 4.6 1.7-7.6a2.4 2.4 0 1 1 2.1.1l2 5.2 2-5.2a2.4 2.4 0 1 1 2.1-.1"
        "l1.7 7.6 4-4.6A2.3 2.3 0 1 1 32 13l-3 15.3 1.6 1.6V34H9.4v-4.1l1.6-1.6Z"
    ),
    ChessPiece.KING: (
        "M18.6 3.5h2.8V6h2.5v2.8h-2.5v3.1c1-1 2.6-1.7 4.5-1.7 3.6 0 5.8 2.6 5.8 5.7 0 4.4-3.9 7.1-4.6 12.2"
        "l1.6 1.6V34H11.3v-4.3l1.6-1.6c-.7-5.1-4.6-7.8-4.6-12.2 0-3.1 2.2-5.7 5.8-5.7 1.9 0 3.5.7 4.5 1.7"
        "V8.8h-2.5V6h2.5Z"
    ),
}

_LINES: Final = {
    ChessPiece.PAWN: "M13 30.3h14",
    ChessPiece.ROOK: "M14 16.6h12M13 28h14",
    ChessPiece.KNIGHT: "M17.2 13.2h.1M24.6 13c2 2.4 2.8 5.4 2.6 9",
    ChessPiece.BISHOP: "M20 13.4v6.4M16.9 16.4h6.2M16 27.4h8",
    ChessPiece.QUEEN: "M12 24.6h16M12.4 28.4h15.2",
    ChessPiece.KING: "M20 14v8M13.4 27.8h13.2",
}
"""What is drawn within the shape."""


@cache
def piece_drawing(piece: ChessPiece, colour: int) -> str:
    """A piece in a square of :data:`SIZE`, drawn from (0, 0)."""
    fill, stroke = ("light", "dark") if colour == WHITE else ("dark", "light")
    shape = outline(_SHAPES[piece], fill=fill, stroke=stroke, thick=1.6)
    within = outline(_LINES[piece], stroke=stroke, thick=1.6 if colour == WHITE else 2)
    return str(group(shape, Drawn(f'<g stroke-linecap="round">{within}</g>')))


def piece_at(piece: ChessPiece, colour: int, x: float, y: float, size: float) -> Drawn:
    """A piece in a square of `size` at a point."""
    scale = round(size / SIZE, 3)
    return Drawn(f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{piece_drawing(piece, colour)}</g>')
