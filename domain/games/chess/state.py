"""A game of chess at a moment, and how facts change it."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.games.chess.attacks import NUMBERS
from domain.games.chess.events import ChessClaimed, ChessDeclined, ChessEnded, ChessFact, ChessMoved, ChessOffered
from domain.games.chess.meta import ChessPiece
from domain.games.chess.openings import LONGEST, ChessOpening, opening_at
from domain.games.chess.position import ChessPosition, Move, after
from domain.kernel.by_type import by_type
from domain.kernel.places import put


class ChessState(Struct, frozen=True, gc=False):
    """A game of chess.

    Attributes:
        halfmoves: how many half-moves ago a pawn was moved or a piece captured (C5.5).
        number: the number of the next move, as on a score sheet.
        chess960: whether castling is told by the square of the rook (C4.6).
        earlier: the positions before this one that may come again (C5.3).
        offered: the seat whose offer of a draw stands, if any.
        may_offer: whether each seat may offer a draw: once, until it has moved again (C5.6).
        captured: what each seat has captured, as letters.
        clocks: what the clock of each seat last showed, in milliseconds, as far as that is known.
        last: the last move.
        opening: the last opening with a name that the game was in.
        claimed: the claim that ended the game.
        ended: how it ended.
    """

    position: ChessPosition
    halfmoves: int
    number: int
    chess960: bool
    earlier: tuple[ChessPosition, ...] = ()
    offered: int | None = None
    may_offer: tuple[bool, ...] = (True, True)
    captured: tuple[str, ...] = ("", "")
    clocks: tuple[int | None, ...] = (None, None)
    last: ChessMoved | None = None
    opening: ChessOpening | None = None
    claimed: ChessClaimed | None = None
    ended: ChessEnded | None = None

    @property
    def seen(self) -> int:
        """How often the position has been there, this time included (C5.3)."""
        return 1 + self.earlier.count(self.position)

    @property
    def turn(self) -> int:
        """The seat that moves."""
        return self.position.turn


def move_of(fact: ChessMoved) -> Move:
    """The move that a fact tells."""
    target = fact.to if fact.rook is None else fact.rook
    return NUMBERS[fact.from_], NUMBERS[target], fact.promotion or ""


def moved(state: ChessState, fact: ChessMoved, left: ChessPosition) -> ChessState:
    """`state` after a move that leads to the position `left`; who moves declines an offer by it (C5.7)."""
    seat = fact.seat
    final = fact.captured is not None or fact.piece is ChessPiece.PAWN
    captured, clocks, may_offer = state.captured, state.clocks, state.may_offer
    if fact.captured is not None:
        captured = put(captured, seat, captured[seat] + fact.captured)
    if fact.clock_ms is not None:
        clocks = put(clocks, seat, fact.clock_ms)
    if not may_offer[seat]:
        may_offer = put(may_offer, seat, True)
    opening = opening_at(left) if 2 * state.number <= LONGEST + 1 else None
    return ChessState(
        left,
        0 if final else state.halfmoves + 1,
        state.number + seat,
        state.chess960,
        () if final else (*state.earlier, state.position),
        state.offered if state.offered == seat else None,
        may_offer,
        captured,
        clocks,
        fact,
        opening or state.opening,
    )


def _moved(state: ChessState, fact: ChessMoved) -> ChessState:
    """A piece has moved."""
    return moved(state, fact, after(state.position, *move_of(fact)))


def _offered(state: ChessState, fact: ChessOffered) -> ChessState:
    """An offer stands until it is answered (C5.6)."""
    return replace(state, offered=fact.seat, may_offer=put(state.may_offer, fact.seat, False))


def _declined(state: ChessState, fact: ChessDeclined) -> ChessState:
    """No offer stands any more (C5.7)."""
    del fact
    return replace(state, offered=None)


def _claimed(state: ChessState, fact: ChessClaimed) -> ChessState:
    """The claim is right; the end follows (C5.4, C5.5)."""
    return replace(state, claimed=fact)


def _ended(state: ChessState, fact: ChessEnded) -> ChessState:
    """Nothing can be done any more."""
    return replace(state, ended=fact, offered=None)


evolve: Final[Callable[[ChessState, ChessFact], ChessState]] = by_type(
    ChessFact, _moved, _offered, _declined, _claimed, _ended
)
"""`state` after a fact."""
