"""Squares as numbers and sets of squares as bits: what a piece attacks from where.

Square 0 is a1, 1 is b1, 63 is h8; a set of squares is an integer with a bit for each.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

NAMES: Final = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
"""The squares by number."""

NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}

ALL: Final = (1 << 64) - 1
FIRST_RANK: Final = 0xFF
RANKS: Final = tuple(FIRST_RANK << 8 * rank for rank in range(8))
FILES: Final = tuple(0x0101_0101_0101_0101 << file for file in range(8))


def squares_in(board: int) -> Iterator[int]:
    """The squares of a set, from a1 on."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest


def _steps(square: int, ways: tuple[tuple[int, int], ...]) -> int:
    """The squares that lie so many files and ranks away."""
    rank, file = divmod(square, 8)
    return sum(
        1 << 8 * (rank + up) + file + right for right, up in ways if 0 <= rank + up < 8 and 0 <= file + right < 8
    )


def _line(square: int, right: int, up: int, occupied: int) -> int:
    """The squares in one direction, up to the first that is occupied and with it."""
    rank, file = divmod(square, 8)
    seen = 0
    while 0 <= (rank := rank + up) < 8 and 0 <= (file := file + right) < 8:
        seen |= 1 << 8 * rank + file
        if seen & occupied:
            break
    return seen


class Rays(dict[int, int]):
    """The squares that are attacked along lines from one square, by what stands on them; found out when asked."""

    def __init__(self, square: int, ways: tuple[tuple[int, int], ...]) -> None:
        super().__init__()
        self.square, self.ways = square, ways

    def __missing__(self, occupied: int) -> int:
        self[occupied] = seen = sum(_line(self.square, *way, occupied) for way in self.ways)
        return seen


_RANK: Final = ((1, 0), (-1, 0))
_FILE: Final = ((0, 1), (0, -1))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

KNIGHT: Final = tuple(_steps(square, _JUMPS) for square in range(64))
KING: Final = tuple(_steps(square, (*_RANK, *_FILE, *_DIAGONAL)) for square in range(64))
PAWN: Final = (
    tuple(_steps(square, ((-1, 1), (1, 1))) for square in range(64)),
    tuple(_steps(square, ((-1, -1), (1, -1))) for square in range(64)),
)
"""What a pawn attacks, by colour and square. Pawns of the other colour on these squares attack that one."""

RANK: Final = tuple(Rays(square, _RANK) for square in range(64))
FILE: Final = tuple(Rays(square, _FILE) for square in range(64))
DIAGONAL: Final = tuple(Rays(square, _DIAGONAL) for square in range(64))
"""The squares attacked along lines, by square and what stands on the mask of it."""

RANK_MASK: Final = tuple(RANKS[square // 8] & ~(1 << square) & ~(FILES[0] | FILES[7]) for square in range(64))
FILE_MASK: Final = tuple(FILES[square % 8] & ~(1 << square) & ~(RANKS[0] | RANKS[7]) for square in range(64))
DIAGONAL_MASK: Final = tuple(DIAGONAL[square][0] & ~(FILES[0] | FILES[7] | RANKS[0] | RANKS[7]) for square in range(64))
"""What on a line decides how far it is seen along it: the edge doesn't."""


def rook_attacks(square: int, occupied: int) -> int:
    """What a rook attacks."""
    return RANK[square][occupied & RANK_MASK[square]] | FILE[square][occupied & FILE_MASK[square]]


def bishop_attacks(square: int, occupied: int) -> int:
    """What a bishop attacks."""
    return DIAGONAL[square][occupied & DIAGONAL_MASK[square]]


@cache
def line_through(one: int, other: int) -> int:
    """The whole line on which two squares lie, both included; nothing if they lie on none."""
    both = 1 << one | 1 << other
    for lines in (RANK, FILE):
        if lines[one][0] & both:
            return lines[one][0] | 1 << one
    if DIAGONAL[one][0] & both:
        return DIAGONAL[one][0] & DIAGONAL[other][0] | both
    return 0


@cache
def between(one: int, other: int) -> int:
    """The squares between two that lie on a line; nothing if they lie on none."""
    both = 1 << one | 1 << other
    if rook_attacks(one, 0) & both:
        return rook_attacks(one, both) & rook_attacks(other, both) & line_through(one, other)
    if bishop_attacks(one, 0) & both:
        return bishop_attacks(one, both) & bishop_attacks(other, both) & line_through(one, other)
    return 0
