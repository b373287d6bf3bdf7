"""Points: one for a win, half of one for a draw (C6.6)."""

from decimal import Decimal
from typing import Final

from domain.games.chess.meta import ChessResult
from domain.games.chess.state import ChessState
from domain.kernel.points import Points
from domain.kernel.standing import Standing, ranked
from domain.kernel.viewer import Viewer

HALF: Final = Decimal("0.5")

POINTS: Final[dict[ChessResult, tuple[Points, Points]]] = {
    ChessResult.WHITE_WINS: (1, 0),
    ChessResult.BLACK_WINS: (0, 1),
    ChessResult.DRAW: (HALF, HALF),
    ChessResult.BOTH_LOSE: (0, 0),
}


def standings(state: ChessState, viewer: Viewer) -> tuple[Standing, ...]:
    """The points of both; a game that goes on is level. Nobody wins a draw, nor where both lose."""
    del viewer
    if state.ended is None:
        return ranked((HALF, HALF), ((), ()), lambda score, _: score, ended=False)
    scores = POINTS[state.ended.result]
    return tuple(
        Standing(seat, score, (), 1 if score >= max(scores) else 2, score == 1) for seat, score in enumerate(scores)
    )


def drawn(state: ChessState) -> bool:
    """Whether the game is drawn, or would be if the players left it there (C6.6, C6.7)."""
    return state.ended is None or state.ended.result is ChessResult.DRAW
