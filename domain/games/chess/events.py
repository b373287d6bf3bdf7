"""What happens in a game of chess."""

from typing import TypeAlias

from msgspec import field

from domain.games.chess.meta import ChessEnding, ChessGround, ChessPiece, ChessPromotion, ChessResult, ChessRuling
from domain.kernel.actions import Fact


class ChessMoved(Fact, frozen=True, kw_only=True, tag="moved"):
    """A piece has gone from one square to another, and the turn has passed on.

    Attributes:
        san: the move in algebraic notation.
        captured: what was captured.
        at: where that stood, if not on the target: en passant.
        rook: where the rook stood with which the king has castled; `to` is then the square of the king.
        check: whether it gives check; checkmate is told by `san`, and by the end of the game.
        clock_ms: what the player's clock then showed, if that is known.
    """

    seat: int
    from_: str = field(name="from")
    to: str
    piece: ChessPiece
    san: str
    promotion: ChessPromotion | None = None
    captured: ChessPiece | None = None
    at: str | None = None
    rook: str | None = None
    check: bool = False
    clock_ms: int | None = None


class ChessOffered(Fact, frozen=True, kw_only=True, tag="draw_offered"):
    """A draw was offered (C5.6)."""

    seat: int


class ChessDeclined(Fact, frozen=True, kw_only=True, tag="draw_declined"):
    """The offer of the opponent was declined (C5.7)."""

    seat: int


class ChessClaimed(Fact, frozen=True, kw_only=True, tag="draw_claimed"):
    """A draw was claimed rightly (C5.4, C5.5); `san` is the move that was written down for it and isn't played."""

    seat: int
    ground: ChessGround
    san: str = ""


class ChessEnded(Fact, frozen=True, kw_only=True, tag="ended"):
    """The game is over; `ruling` is what the table said, where it ended by that."""

    result: ChessResult
    ending: ChessEnding
    ruling: ChessRuling | None = None


ChessFact: TypeAlias = ChessMoved | ChessOffered | ChessDeclined | ChessClaimed | ChessEnded
