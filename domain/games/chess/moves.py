"""Which moves are possible (C2, C3, C4)."""

from collections.abc import Iterator
from typing import Final

from domain.games.chess.attacks import (
    ALL,
    KING,
    KNIGHT,
    PAWN,
    between,
    bishop_attacks,
    line_through,
    rook_attacks,
    squares_in,
)
from domain.games.chess.meta import WHITE
from domain.games.chess.position import (
    PROMOTION_RANKS,
    ChessPosition,
    Move,
    after,
    attackers,
    castled,
    checkers,
    leaves_king_safe,
)

PROMOTIONS: Final = ("Q", "R", "B", "N")

LINES_FROM: Final = tuple(rook_attacks(square, 0) | bishop_attacks(square, 0) for square in range(64))
"""The squares that lie on a line with one."""


def targets(position: ChessPosition, origin: int) -> int:
    """Where the piece on a square may go by its own way of moving, castling left out; it may expose the king."""
    bit, turn = 1 << origin, position.turn
    own = position.white if turn == WHITE else position.black
    if position.pawns & bit:
        return _pawn_targets(position, origin)
    if position.knights & bit:
        return KNIGHT[origin] & ~own
    if position.kings & bit:
        return KING[origin] & ~own
    occupied, reached = position.white | position.black, 0
    if not position.bishops & bit:
        reached = rook_attacks(origin, occupied)
    if not position.rooks & bit:
        reached |= bishop_attacks(origin, occupied)
    return reached & ~own


def _pawn_targets(position: ChessPosition, origin: int) -> int:
    """Ahead where it is empty, and diagonally what can be captured (C3.5, C3.6)."""
    turn, empty = position.turn, ~(position.white | position.black)
    if turn == WHITE:
        ahead = 1 << origin + 8 & empty
        if ahead and origin < 16:
            ahead |= 1 << origin + 16 & empty
        other = position.black
    else:
        ahead = 1 << origin - 8 & empty
        if ahead and origin >= 48:
            ahead |= 1 << origin - 16 & empty
        other = position.white
    if position.en_passant:
        other |= 1 << position.en_passant
    return ahead | PAWN[turn][origin] & other


def may_castle(position: ChessPosition, king: int, rook: int) -> bool:
    """Whether the king on a square may castle with the rook on another (C4)."""
    return (
        bool(position.castling & 1 << rook & position.of(position.turn))
        and king == position.king_of(position.turn)
        and _way_is_free(position, king, rook)
    )


def _way_is_free(position: ChessPosition, king: int, rook: int) -> bool:
    """Whether nothing stands between or where they go, and the king is in check nowhere on its way (C4.3, C4.4)."""
    king_to, rook_to = castled(king, rook)
    others = (position.white | position.black) & ~(1 << king | 1 << rook)
    king_path = between(king, king_to) | 1 << king_to
    if (king_path | between(rook, rook_to) | 1 << rook_to | between(king, rook)) & others:
        return False
    turn = position.turn
    without_king = others | 1 << rook
    if any(attackers(position, square, 1 - turn, without_king) for square in squares_in(king_path | 1 << king)):
        return False
    return leaves_king_safe(after(position, king, rook, ""))


def is_legal(position: ChessPosition, move: Move) -> bool:
    """Whether the colour whose turn it is may make a move."""
    origin, target, promotion = move
    own = position.of(position.turn)
    if not own >> origin & 1:
        return False
    if own >> target & 1:
        return not promotion and may_castle(position, origin, target)
    if not targets(position, origin) >> target & 1 or bool(promotion) != promotes(position, origin, target):
        return False
    return leaves_king_safe(after(position, origin, target, promotion))


def promotes(position: ChessPosition, origin: int, target: int) -> bool:
    """Whether it is a pawn that arrives at its last rank (C3.8)."""
    return bool(position.pawns >> origin & 1 and PROMOTION_RANKS >> target & 1)


def has_legal_move(position: ChessPosition, *, in_check: bool) -> bool:
    """Whether any move is legal, where the king is `in_check` or not; in Chess960 to castle may be the only one."""
    return (not in_check and _has_free_pawn(position)) or _has_tried_move(position)


def _has_free_pawn(position: ChessPosition) -> bool:
    """Whether a pawn can go ahead that isn't on a line with the king, and so can't be pinned.

    Nearly every position has one, and it is found at once.
    """
    turn = position.turn
    own, king = (position.white if turn == WHITE else position.black), position.king_of(turn)
    free = position.pawns & own & ~LINES_FROM[king]
    ahead = free << 8 if turn == WHITE else free >> 8
    return bool(ahead & ~(position.white | position.black))


def _has_tried_move(position: ChessPosition) -> bool:
    own = position.white if position.turn == WHITE else position.black
    while own:
        lowest = own & -own
        own ^= lowest
        origin = lowest.bit_length() - 1
        reached = targets(position, origin)
        while reached:
            end = reached & -reached
            reached ^= end
            target = end.bit_length() - 1
            if leaves_king_safe(after(position, origin, target, "Q" if promotes(position, origin, target) else "")):
                return True
    return bool(position.castling) and any(True for _ in castlings(position))


def castlings(position: ChessPosition) -> Iterator[Move]:
    """The ways to castle."""
    king = position.king_of(position.turn)
    for rook in squares_in(position.castling & position.of(position.turn)):
        if _way_is_free(position, king, rook):
            yield king, rook, ""


def legal_moves(position: ChessPosition) -> list[Move]:
    """All legal moves, by square of origin."""
    turn = position.turn
    own, other = (position.white, position.black) if turn == WHITE else (position.black, position.white)
    occupied, king = own | other, position.king_of(turn)
    checking, pinned = checkers(position), _pinned(position, king, own, other, occupied)
    if not checking:
        allowed = ALL
    elif checking & (checking - 1):
        allowed = 0
    else:
        allowed = checking | between(king, checking.bit_length() - 1)
    moves: list[Move] = []
    for origin in squares_in(own):
        reached = targets(position, origin)
        if origin == king:
            moves += [(origin, to, "") for to in squares_in(reached) if not _attacked_without(position, king, to)]
            continue
        passing = 1 << position.en_passant if position.en_passant and position.pawns >> origin & 1 else 0
        passing &= reached
        reached &= allowed & ~passing
        if pinned >> origin & 1:
            reached &= line_through(king, origin)
        if position.pawns >> origin & 1 and reached & PROMOTION_RANKS:
            moves += [(origin, to, piece) for to in squares_in(reached) for piece in PROMOTIONS]
        else:
            moves += [(origin, to, "") for to in squares_in(reached)]
        if passing and leaves_king_safe(after(position, origin, position.en_passant, "")):
            moves.append((origin, position.en_passant, ""))
    if position.castling and not checking:
        moves += castlings(position)
    return moves


def _attacked_without(position: ChessPosition, king: int, square: int) -> int:
    """What would give check if the king went to a square."""
    occupied = (position.white | position.black) & ~(1 << king)
    return attackers(position, square, 1 - position.turn, occupied)


def _pinned(position: ChessPosition, king: int, own: int, other: int, occupied: int) -> int:
    """The own pieces that stand alone between the king and a piece that would attack it."""
    straight, diagonal = (position.rooks | position.queens) & other, (position.bishops | position.queens) & other
    snipers = rook_attacks(king, other) & straight | bishop_attacks(king, other) & diagonal
    found = 0
    for sniper in squares_in(snipers):
        blockers = between(king, sniper) & occupied
        if blockers and not blockers & (blockers - 1):
            found |= blockers & own
    return found
