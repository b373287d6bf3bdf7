"""What chess is called, and its pieces."""

from enum import StrEnum
from typing import Final

from domain.kernel.game import Meta
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("domain.games.chess", KERNEL)
"""What chess says to people."""

META: Final = Meta(
    key="chess", title="Chess", seats=(2,), edition="fide-2023", credits="traditional; Laws of FIDE, 2023"
)

WHITE: Final = 0
BLACK: Final = 1
"""The colours; each is also the seat of who plays it (C1.1)."""


class ChessPiece(StrEnum):
    """The kinds of pieces, by their English letters."""

    PAWN = "P"
    KNIGHT = "N"
    BISHOP = "B"
    ROOK = "R"
    QUEEN = "Q"
    KING = "K"


class ChessPromotion(StrEnum):
    """What a pawn may become (C3.8)."""

    QUEEN = "Q"
    ROOK = "R"
    BISHOP = "B"
    KNIGHT = "N"


class ChessGround(StrEnum):
    """Why a draw is claimed (C5.4, C5.5)."""

    THREEFOLD = "threefold"
    FIFTY_MOVES = "fifty_moves"


class ChessResult(StrEnum):
    """How a game ends, as scores are written: White's points first."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"


class ChessEnding(StrEnum):
    """What ended a game."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead_position"
    THREEFOLD = "threefold"
    FIFTY_MOVES = "fifty_moves"
    FIVEFOLD = "fivefold"
    SEVENTY_FIVE_MOVES = "seventy_five_moves"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    FLAG = "flag"
    RULING = "ruling"


class ChessRuling(StrEnum):
    """Why the table says how a game has ended (C6.5)."""

    UNKNOWN = "unknown"
    ARBITER = "arbiter"
    ILLEGAL_MOVE = "illegal_move"
    ABSENCE = "absence"
