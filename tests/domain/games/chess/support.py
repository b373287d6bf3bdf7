"""What the tests of all games need of chess."""

from typing import Final

from msgspec.structs import replace

from domain.games.chess.actions import (
    ChessAccept,
    ChessAction,
    ChessClaim,
    ChessDecline,
    ChessFlag,
    ChessMove,
    ChessOffer,
    ChessOptions,
    ChessResign,
    ChessRule,
)
from domain.games.chess.attacks import NAMES
from domain.games.chess.events import ChessClaimed, ChessDeclined, ChessEnded, ChessMoved, ChessOffered
from domain.games.chess.legal import as_action
from domain.games.chess.meta import ChessEnding, ChessGround, ChessPiece, ChessPromotion, ChessResult, ChessRuling
from domain.games.chess.notation import move_written
from domain.games.chess.state import ChessState
from domain.kernel.errors import RuleViolation
from domain.kernel.game import Setup

SETUPS: Final = {
    "usual": Setup(2, ChessOptions(time_control="90+30")),
    "chess960": Setup(2, ChessOptions(chess960=217)),
    "handicap": Setup(2, ChessOptions(fen="4k2r/3p1p1p/3P1P1P/8/8/3p1p1p/3P1P1P/4K2R w Kk - 0 1")),
    "endgame": Setup(2, ChessOptions(fen="1r3k2/P7/8/8/3pP3/8/8/6K1 b - e3 12 61")),
    "nearly-fifty": Setup(2, ChessOptions(fen="8/8/4k3/8/8/3QK3/8/8 w - - 99 101")),
}
PLAYTHROUGHS: Final = ("usual", "chess960", "endgame")
MOST_STEPS: Final = 1500
ENDINGS: Final = frozenset({"accept_draw", "claim_draw", "flag", "resign", "ruling"})
SELDOM: Final = 50
WORDS: Final = (NAMES,)
MAY_HAVE_NO_WINNER: Final = True
RARE: Final = (ChessClaimed,)
EXAMPLES: Final = (
    ChessMove(seat=0, from_="e2", to="e4", clock_ms=5_397_000),
    ChessMove(seat=1, from_="b2", to="a1", promotion=ChessPromotion.KNIGHT),
    ChessMove(seat=0, san="Nbd7+"),
    ChessOffer(seat=0),
    ChessAccept(seat=1),
    ChessDecline(seat=1),
    ChessClaim(seat=0, ground=ChessGround.THREEFOLD),
    ChessClaim(seat=1, ground=ChessGround.FIFTY_MOVES, san="Kb6"),
    ChessResign(seat=0),
    ChessFlag(seat=1),
    ChessRule(seat=1, result=ChessResult.WHITE_WINS, reason=ChessRuling.ILLEGAL_MOVE),
    ChessMoved(seat=0, from_="e2", to="e4", piece=ChessPiece.PAWN, san="e4", clock_ms=5_397_000),
    ChessMoved(
        seat=0, from_="e5", to="d6", piece=ChessPiece.PAWN, san="exd6+", captured=ChessPiece.PAWN, at="d5", check=True
    ),
    ChessMoved(
        seat=1,
        from_="b2",
        to="a1",
        piece=ChessPiece.PAWN,
        san="bxa1=N",
        promotion=ChessPromotion.KNIGHT,
        captured=ChessPiece.ROOK,
    ),
    ChessMoved(seat=0, from_="e1", to="g1", piece=ChessPiece.KING, san="O-O", rook="h1"),
    ChessOffered(seat=0),
    ChessDeclined(seat=1),
    ChessClaimed(seat=1, ground=ChessGround.FIFTY_MOVES, san="Kb6"),
    ChessEnded(result=ChessResult.WHITE_WINS, ending=ChessEnding.CHECKMATE),
    ChessEnded(result=ChessResult.BOTH_LOSE, ending=ChessEnding.RULING, ruling=ChessRuling.ABSENCE),
)
GAPS: Final = {
    "C2.5": "What a piece attacks is seen in checks and castling, which have tests of their own.",
    "C7.4": "It says what isn't recorded, and leaves the rest to people.",
}


def canonical(state: ChessState, action: ChessAction) -> ChessAction:
    """A move is listed by its squares, without a clock."""
    if not isinstance(action, ChessMove):
        return action
    if action.san is None:
        return replace(action, clock_ms=None)
    try:
        return as_action(state, move_written(state.position, action.san))
    except RuleViolation:
        return action


def check_conservation(state: ChessState) -> None:
    """Each square has one piece at most, and each colour one king; nothing has appeared from nowhere."""
    position = state.position
    kinds = (position.pawns, position.knights, position.bishops, position.rooks, position.queens, position.kings)
    assert sum(one.bit_count() for one in kinds) == position.occupied.bit_count()
    assert not position.white & position.black
    for colour in (position.white, position.black):
        assert (position.kings & colour).bit_count() == 1
        assert colour.bit_count() <= 16
    assert not position.castling & ~position.rooks
    assert len(state.earlier) <= state.halfmoves
