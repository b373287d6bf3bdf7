"""Moves as they are written: standard algebraic notation (SAN), with the English letters of pieces."""

import re
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

from domain.games.chess.attacks import FILES, NAMES, NUMBERS, RANKS, squares_in
from domain.games.chess.meta import ChessPiece
from domain.games.chess.moves import castlings, has_legal_move, targets
from domain.games.chess.position import ChessPosition, Move, after, checkers, leaves_king_safe
from domain.kernel.errors import RuleViolation

SAN: Final = re.compile(r"([NBRQK])?([a-h])?([1-8])?x?([a-h][1-8])(?:=?([NBRQ]))?[+#]?")
CASTLES: Final = re.compile(r"[O0]-[O0](-[O0])?[+#]?")


_SQUARES_OF: Final[Mapping[str, Callable[[ChessPosition], int]]] = {
    ChessPiece.PAWN: attrgetter("pawns"),
    ChessPiece.KNIGHT: attrgetter("knights"),
    ChessPiece.BISHOP: attrgetter("bishops"),
    ChessPiece.ROOK: attrgetter("rooks"),
    ChessPiece.QUEEN: attrgetter("queens"),
    ChessPiece.KING: attrgetter("kings"),
}


def san_of(position: ChessPosition, move: Move, left: ChessPosition) -> str:
    """A legal move as it is written; `left` is the position after it."""
    return _body(position, move) + _suffix(left)


def _suffix(left: ChessPosition) -> str:
    if not checkers(left):
        return ""
    return "+" if has_legal_move(left, in_check=True) else "#"


def _body(position: ChessPosition, move: Move) -> str:
    origin, target, promotion = move
    own = position.of(position.turn)
    if own >> target & 1:
        return "O-O" if target > origin else "O-O-O"
    name = NAMES[target]
    takes = "x" if position.occupied >> target & 1 else ""
    if position.pawns >> origin & 1:
        if origin % 8 != target % 8:
            name = f"{NAMES[origin][0]}x{name}"
        return f"{name}={promotion}" if promotion else name
    piece = position.piece_at(origin)
    assert piece is not None, "there is a piece to move"  # noqa: S101
    return piece.value + _qualifier(position, origin, target, piece) + takes + name


def kind_of(position: ChessPosition, piece: str) -> int:
    """The squares with pieces of one kind, told by its letter, of both colours."""
    return _SQUARES_OF[piece](position)


def _qualifier(position: ChessPosition, origin: int, target: int, piece: ChessPiece) -> str:
    """What of the square of origin is needed, where another piece of the kind may go to the same target."""
    if piece is ChessPiece.KING:
        return ""
    alike = kind_of(position, piece) & position.of(position.turn) & ~(1 << origin)
    others = 0
    for other in squares_in(alike):
        if targets(position, other) >> target & 1 and leaves_king_safe(after(position, other, target, "")):
            others |= 1 << other
    if not others:
        return ""
    file, rank = NAMES[origin][0], NAMES[origin][1]
    if not others & FILES[origin % 8]:
        return file
    return rank if not others & RANKS[origin // 8] else file + rank


def move_written(position: ChessPosition, text: str) -> Move:
    """The move that `text` means, by :func:`reached_by`."""
    return reached_by(position, text)[0]


def reached_by(position: ChessPosition, text: str) -> tuple[Move, ChessPosition]:
    """The move that `text` means, and the position after it. Signs for captures and check may be missing or wrong.

    Raises:
        RuleViolation: it isn't written so, no such move is possible, or more than one is meant (C7.1).
    """
    found = SAN.fullmatch(text)
    if found is None:
        if castles := CASTLES.fullmatch(text):
            move = _castles(position, long=castles[1] is not None)
            return move, after(position, *move)
        raise RuleViolation("C7.1", "This isn't a move in algebraic notation: {written}.", written=text)
    letter, file, rank, name, promotion = found.groups()
    target = NUMBERS[name]
    candidates = kind_of(position, letter or "P") & position.of(position.turn)
    if file:
        candidates &= FILES["abcdefgh".index(file)]
    if rank:
        candidates &= RANKS[int(rank) - 1]
    moves: list[tuple[Move, ChessPosition]] = []
    for origin in squares_in(candidates):
        if targets(position, origin) >> target & 1:
            left = after(position, origin, target, promotion or "")
            if leaves_king_safe(left):
                moves.append(((origin, target, promotion or ""), left))
    if not moves:
        raise RuleViolation("C2.4", "No such move is possible: {written}.", written=text)
    if len(moves) > 1:
        raise RuleViolation("C7.1", "More than one piece can move so: {written}.", written=text)
    return moves[0]


def _castles(position: ChessPosition, *, long: bool) -> Move:
    moves = [move for move in castlings(position) if (move[1] < move[0]) is long]
    if not moves:
        raise RuleViolation("C4.2", "Castling on this side isn't possible now.")
    return moves[0]
