"""A game to look at, which was really played: P. Morphy against the Duke of Brunswick and Count Isouard, Paris 1858."""

from typing import Final

from domain.games.chess.actions import ChessAction, ChessMove, ChessOptions
from domain.kernel.game import Setup

DEMO: Final = Setup(2, ChessOptions())

_MOVES: Final = [
    "e4",
    "e5",
    "Nf3",
    "d6",
    "d4",
    "Bg4",
    "dxe5",
    "Bxf3",
    "Qxf3",
    "dxe5",
    "Bc4",
    "Nf6",
    "Qb3",
    "Qe7",
    "Nc3",
    "c6",
    "Bg5",
    "b5",
    "Nxb5",
    "cxb5",
    "Bxb5+",
    "Nbd7",
    "O-O-O",
    "Rd8",
    "Rxd7",
    "Rxd7",
    "Rd1",
    "Qe6",
    "Bxd7+",
    "Nxd7",
    "Qb8+",
    "Nxb8",
    "Rd8#",
]

DEMO_PLAY: Final[tuple[ChessAction, ...]] = tuple(
    ChessMove(seat=number % 2, san=san) for number, san in enumerate(_MOVES)
)
