"""A position: what stands where, whose turn it is, and who may still castle or capture en passant.

A move is its square of origin, its target and the letter of what a pawn becomes, if it does. Castling is a move of the
king to the square of the own rook, also outside of Chess960, where the king may stay where it is (C4.6).
"""

from typing import Final, TypeAlias

from msgspec import Struct

from domain.games.chess.attacks import (
    DIAGONAL,
    DIAGONAL_MASK,
    FILE,
    FILE_MASK,
    KING,
    KNIGHT,
    PAWN,
    RANK,
    RANK_MASK,
    RANKS,
)
from domain.games.chess.meta import WHITE, ChessPiece

Move: TypeAlias = tuple[int, int, str]

PROMOTION_RANKS: Final = RANKS[0] | RANKS[7]


class ChessPosition(Struct, frozen=True, gc=False):
    """Sets of squares as :mod:`domain.games.chess.attacks` has them.

    Two positions are equal when they are the same for repetitions (C5.3): what can't be done any more isn't in them.

    Attributes:
        white, black: what stands there belongs to White, or to Black.
        turn: the colour that moves.
        castling: the rooks that may still castle.
        en_passant: the square over which a pawn has just gone, if a pawn may capture it there; otherwise 0.
    """

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    black: int
    turn: int
    castling: int
    en_passant: int

    @property
    def occupied(self) -> int:
        """The squares on which something stands."""
        return self.white | self.black

    def of(self, colour: int) -> int:
        """The squares on which pieces of `colour` stand."""
        return self.white if colour == WHITE else self.black

    def king_of(self, colour: int) -> int:
        """Where the king of `colour` stands."""
        return (self.kings & self.of(colour)).bit_length() - 1

    def piece_at(self, square: int) -> ChessPiece | None:
        """What stands on a square, of whatever colour."""
        bit = 1 << square
        if not self.occupied & bit:
            return None
        if self.pawns & bit:
            return ChessPiece.PAWN
        if self.knights & bit:
            return ChessPiece.KNIGHT
        if self.bishops & bit:
            return ChessPiece.BISHOP
        if self.rooks & bit:
            return ChessPiece.ROOK
        return ChessPiece.QUEEN if self.queens & bit else ChessPiece.KING


def attackers(position: ChessPosition, square: int, colour: int, occupied: int) -> int:
    """The pieces of `colour` that attack a square, if `occupied` is what stands in the way."""
    of_colour = position.white if colour == WHITE else position.black
    queens = position.queens
    straight = RANK[square][occupied & RANK_MASK[square]] | FILE[square][occupied & FILE_MASK[square]]
    return (
        KNIGHT[square] & position.knights
        | KING[square] & position.kings
        | PAWN[1 - colour][square] & position.pawns
        | straight & (position.rooks | queens)
        | DIAGONAL[square][occupied & DIAGONAL_MASK[square]] & (position.bishops | queens)
    ) & of_colour


def checkers(position: ChessPosition) -> int:
    """The pieces that give check to the colour whose turn it is (C2.7)."""
    turn = position.turn
    return attackers(position, position.king_of(turn), 1 - turn, position.white | position.black)


def leaves_king_safe(position: ChessPosition) -> bool:
    """Whether the colour that has just moved isn't in check."""
    turn = position.turn
    king = (position.kings & (position.black if turn == WHITE else position.white)).bit_length() - 1
    return not attackers(position, king, turn, position.white | position.black)


def castled(king: int, rook: int) -> tuple[int, int]:
    """Where king and rook stand after they have castled (C4.1, C4.6)."""
    rank = king & 56
    return (rank + 6, rank + 5) if rook > king else (rank + 2, rank + 3)


def after(position: ChessPosition, origin: int, target: int, promotion: str) -> ChessPosition:
    """The position after a move, which the caller knows to be possible."""
    turn = position.turn
    start, end = 1 << origin, 1 << target
    own, other = (position.white, position.black) if turn == WHITE else (position.black, position.white)
    if own & end:
        return _after_castling(position, origin, target)
    if position.pawns & start:
        return _after_pawn(position, origin, target, promotion)
    kept, both = ~end, start | end
    pawns, knights, bishops = position.pawns & kept, position.knights & kept, position.bishops & kept
    rooks, queens, kings = position.rooks & kept, position.queens & kept, position.kings
    castling = position.castling & ~both
    if knights & start:
        knights ^= both
    elif bishops & start:
        bishops ^= both
    elif rooks & start:
        rooks ^= both
    elif queens & start:
        queens ^= both
    else:
        kings ^= both
        castling &= ~(0xFF if turn == WHITE else 0xFF << 56)
    own, other = own ^ both, other & kept
    white, black = (own, other) if turn == WHITE else (other, own)
    return ChessPosition(pawns, knights, bishops, rooks, queens, kings, white, black, 1 - turn, castling, 0)


def _after_pawn(position: ChessPosition, origin: int, target: int, promotion: str) -> ChessPosition:
    """The position after a move of a pawn (C3.5 to C3.8)."""
    turn = position.turn
    start, end = 1 << origin, 1 << target
    own, other = (position.white, position.black) if turn == WHITE else (position.black, position.white)
    taken = end
    if target == position.en_passant and target:
        taken = 1 << (target - 8 if turn == WHITE else target + 8)
    kept = ~taken
    own, other = own ^ (start | end), other & kept
    white, black = (own, other) if turn == WHITE else (other, own)
    found = ChessPosition(
        position.pawns & kept ^ start | (0 if promotion else end),
        position.knights & kept | (end if promotion == "N" else 0),
        position.bishops & kept | (end if promotion == "B" else 0),
        position.rooks & kept | (end if promotion == "R" else 0),
        position.queens & kept | (end if promotion == "Q" else 0),
        position.kings,
        white,
        black,
        1 - turn,
        position.castling & kept,
        0,
    )
    passed = (origin + target) >> 1
    if abs(target - origin) == 16 and PAWN[turn][passed] & found.pawns & other:
        return with_en_passant(found, passed)
    return found


def _after_castling(position: ChessPosition, king: int, rook: int) -> ChessPosition:
    """The position after castling (C4.1)."""
    turn = position.turn
    king_to, rook_to = castled(king, rook)
    start, end = 1 << king | 1 << rook, 1 << king_to | 1 << rook_to
    own = position.of(turn) & ~start | end
    return ChessPosition(
        position.pawns,
        position.knights,
        position.bishops,
        position.rooks & ~(1 << rook) | 1 << rook_to,
        position.queens,
        position.kings & ~(1 << king) | 1 << king_to,
        own if turn == WHITE else position.white,
        position.black if turn == WHITE else own,
        1 - turn,
        position.castling & ~RANKS[king >> 3],
        0,
    )


def with_en_passant(position: ChessPosition, passed: int) -> ChessPosition:
    """`position` with the square over which a pawn has just gone, if it can be captured there (C3.6)."""
    offered = ChessPosition(
        position.pawns,
        position.knights,
        position.bishops,
        position.rooks,
        position.queens,
        position.kings,
        position.white,
        position.black,
        position.turn,
        position.castling,
        passed,
    )
    turn = position.turn
    capturing = PAWN[1 - turn][passed] & position.pawns & position.of(turn)
    while capturing:
        origin = (capturing & -capturing).bit_length() - 1
        if leaves_king_safe(after(offered, origin, passed, "")):
            return offered
        capturing &= capturing - 1
    return position
