"""The 960 first ranks of Chess960 by their numbers (C1.3), as R. Scharnagl numbered them; 518 is the usual one."""

from itertools import combinations
from typing import Final

_KNIGHTS: Final = tuple(combinations(range(5), 2))

USUAL: Final = 518


def first_rank(number: int) -> str:
    """The pieces from the a-file on.

    The number tells in turn where the bishop of the light squares stands, that of the dark squares, the queen on the
    squares that are left, and the knights on those; rook, king and rook fill the rest.
    """
    rank: list[str | None] = [None] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    rest, queen = divmod(rest, 6)
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[_free(rank)[queen]] = "Q"
    free = _free(rank)
    for knight in _KNIGHTS[rest]:
        rank[free[knight]] = "N"
    for square, piece in zip(_free(rank), "RKR", strict=True):
        rank[square] = piece
    return "".join(map(str, rank))


def start_fen(number: int) -> str:
    """The set-up of a number as Forsyth-Edwards notation."""
    rank = first_rank(number)
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"


def _free(rank: list[str | None]) -> list[int]:
    return [square for square, piece in enumerate(rank) if piece is None]
