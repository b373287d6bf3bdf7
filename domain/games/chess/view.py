"""A game of chess as everybody sees it."""

from msgspec import Struct

from domain.games.chess.attacks import NAMES
from domain.games.chess.events import ChessClaimed, ChessEnded, ChessMoved
from domain.games.chess.fen import fen_of
from domain.games.chess.openings import ChessOpening
from domain.games.chess.position import checkers
from domain.games.chess.state import ChessState
from domain.kernel.viewer import Viewer


class ChessView(Struct, frozen=True, tag="chess", tag_field="game"):
    """The board and what is known beside it.

    Attributes:
        fen: the position in Forsyth-Edwards notation, with a square en passant only where a pawn can capture there.
        turn: the seat that moves: 0 for White, 1 for Black.
        check: the square of the king that is in check.
        chess960: whether castling is told by the square of the rook (C4.6).
        seen: how often the position has been there, this time included (C5.3).
        captured: what each seat has captured, as letters in the order of the captures.
        offered: the seat whose offer of a draw stands.
        clocks: what the clock of each seat last showed, in milliseconds.
        last: the last move.
        claimed: the claim that ended the game.
        ended: how it ended.
        opening: the last opening with a name that the game was in.
    """

    fen: str
    turn: int
    check: str | None
    chess960: bool
    seen: int
    captured: tuple[str, ...]
    offered: int | None
    clocks: tuple[int | None, ...]
    last: ChessMoved | None
    claimed: ChessClaimed | None
    ended: ChessEnded | None
    opening: ChessOpening | None


def view(state: ChessState, viewer: Viewer) -> ChessView:
    """Everything: nothing in chess is secret."""
    del viewer
    position = state.position
    return ChessView(
        fen=fen_of(position, state.halfmoves, state.number),
        turn=state.turn,
        check=NAMES[position.king_of(state.turn)] if checkers(position) else None,
        chess960=state.chess960,
        seen=state.seen,
        captured=state.captured,
        offered=state.offered,
        clocks=state.clocks,
        last=state.last,
        claimed=state.claimed,
        ended=state.ended,
        opening=state.opening,
    )
