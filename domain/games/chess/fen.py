"""Positions as text: Forsyth-Edwards notation, with files for rooks to castle with that aren't the outer ones.

The fields are the ranks from the eighth, the colour that moves, castling, the square passed by a pawn, the half-moves
since a capture or a move of a pawn, and the number of the next move. Those after the ranks may be left out.
"""

import re
from typing import Final

from msgspec import Struct

from domain.games.chess.attacks import FILES, NAMES, NUMBERS, RANKS, squares_in
from domain.games.chess.meta import BLACK, WHITE
from domain.games.chess.moves import has_legal_move
from domain.games.chess.position import PROMOTION_RANKS, ChessPosition, checkers, leaves_king_safe, with_en_passant
from domain.kernel.errors import InvalidSetup

_PIECES: Final = "PNBRQK"
_RANK: Final = re.compile("[1-8PNBRQKpnbrqk]+")
_HOME: Final = (RANKS[0], RANKS[7])
_POINTER: Final = "/options/fen"


class Placed(Struct, frozen=True):
    """A position to begin from.

    Attributes:
        halfmoves: how many half-moves ago a pawn was moved or a piece captured.
        number: the number of the next move.
    """

    position: ChessPosition
    halfmoves: int
    number: int


def read_fen(text: str) -> Placed:
    """The position that `text` describes.

    Raises:
        InvalidSetup: it isn't written so, or no game can go on from there (C1.4, C1.5).
    """
    board, turn, castling, passed, halfmoves, number = _fields(text)
    sets = _board(board)
    white, black = sum(sets[WHITE]), sum(sets[BLACK])
    pawns, knights, bishops, rooks, queens, kings = map(sum, zip(*sets, strict=True))
    position = ChessPosition(
        pawns, knights, bishops, rooks, queens, kings, white, black, WHITE if turn == "w" else BLACK, 0, 0
    )
    _verify_pieces(position)
    rights = sum({_rook_for(position, letter) for letter in castling.replace("-", "")})
    position = ChessPosition(pawns, knights, bishops, rooks, queens, kings, white, black, position.turn, rights, 0)
    if passed != "-":
        position = _passed(position, passed)
    if not has_legal_move(position, in_check=bool(checkers(position))):
        raise InvalidSetup(_POINTER, "In this position nothing can be moved any more.", "C1.5")
    return Placed(position, int(halfmoves), max(1, int(number)))


def _fields(text: str) -> list[str]:
    fields = text.split()
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :] if fields else []
    patterns = ("[^ ]+", "[wb]", "-|[KQkqA-Ha-h]{1,4}", "-|[a-h][36]", r"[0-9]{1,3}", r"[0-9]{1,4}")
    if len(fields) != len(patterns) or not all(map(re.fullmatch, patterns, fields)):
        raise InvalidSetup(_POINTER, "This isn't a position in Forsyth-Edwards notation.", "C1.4")
    return fields


def _board(board: str) -> tuple[list[int], list[int]]:
    """The pieces of each colour, a set for each kind."""
    sets = ([0] * 6, [0] * 6)
    ranks = board.split("/")
    if len(ranks) != 8 or not all(map(_RANK.fullmatch, ranks)):
        raise InvalidSetup(_POINTER, "This isn't a position in Forsyth-Edwards notation.", "C1.4")
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        squares = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        if len(squares) != 8:
            raise InvalidSetup(_POINTER, "Each rank has eight squares.", "C1.4")
        for file, sign in enumerate(squares):
            if sign != ".":
                sets[WHITE if sign.isupper() else BLACK][_PIECES.index(sign.upper())] |= 1 << 8 * rank + file
    return sets


def _verify_pieces(position: ChessPosition) -> None:
    for pieces in (position.white, position.black):
        if (position.kings & pieces).bit_count() != 1:
            raise InvalidSetup(_POINTER, "Each player has one king.", "C1.5")
        if pieces.bit_count() > 16 or (position.pawns & pieces).bit_count() > 8:
            raise InvalidSetup(_POINTER, "Nobody has more than sixteen pieces, or more than eight pawns.", "C1.5")
    if position.pawns & PROMOTION_RANKS:
        raise InvalidSetup(_POINTER, "No pawn stands on the first or the last rank.", "C1.5")
    if not leaves_king_safe(position):
        raise InvalidSetup(_POINTER, "Who isn't to move can't be in check.", "C1.5")


def _rook_for(position: ChessPosition, letter: str) -> int:
    """The rook to castle with: the outermost one on that side (K, Q), or the one on a file."""
    colour = WHITE if letter.isupper() else BLACK
    king = position.king_of(colour)
    rooks = position.rooks & position.of(colour) & _HOME[colour] if _HOME[colour] >> king & 1 else 0
    side = letter.upper()
    if side == "K":
        rook = max((one for one in squares_in(rooks) if one > king), default=None)
    elif side == "Q":
        rook = min((one for one in squares_in(rooks) if one < king), default=None)
    else:
        rook = next(squares_in(rooks & FILES["ABCDEFGH".index(side)]), None)
    if rook is None:
        raise InvalidSetup(_POINTER, "To castle needs king and rook on their first rank.", "C1.5")
    return 1 << rook


def _passed(position: ChessPosition, name: str) -> ChessPosition:
    """`position` where a pawn has just gone over a square, if it can have done so."""
    square = NUMBERS[name]
    back = 8 if position.turn == BLACK else -8
    other = position.of(1 - position.turn)
    came_from, stands = 1 << square - back, 1 << square + back
    right_rank = square // 8 == (2 if position.turn == BLACK else 5)
    if not right_rank or not position.pawns & other & stands or position.occupied & (1 << square | came_from):
        raise InvalidSetup(_POINTER, "No pawn can just have passed this square.", "C1.5")
    return with_en_passant(position, square)


def fen_of(position: ChessPosition, halfmoves: int, number: int) -> str:
    """A position as text. Castling is told with K and Q where these mean the rook, else with its file."""
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(_sign(position, 8 * rank + file) for file in range(8))
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    castling = "".join(_castling(position, colour) for colour in (WHITE, BLACK)) or "-"
    passed = NAMES[position.en_passant] if position.en_passant else "-"
    return f"{'/'.join(rows)} {'wb'[position.turn]} {castling} {passed} {halfmoves} {number}"


def _sign(position: ChessPosition, square: int) -> str:
    piece = position.piece_at(square)
    if piece is None:
        return "."
    return piece.value if position.white >> square & 1 else piece.value.lower()


def _castling(position: ChessPosition, colour: int) -> str:
    letters = []
    king = position.king_of(colour)
    for rook in sorted(squares_in(position.castling & position.of(colour)), reverse=True):
        letter = "K" if rook > king else "Q"
        if _rook_for(position, letter if colour == WHITE else letter.lower()) != 1 << rook:
            letter = NAMES[rook][0].upper()
        letters.append(letter if colour == WHITE else letter.lower())
    return "".join(letters)
