"""The board: squares by number, row by row, and what is outflanked from one."""

from collections.abc import Iterator
from typing import Final, TypeAlias

EMPTY: Final = -1

Board: TypeAlias = tuple[int, ...]
"""The seat whose disc lies on each square, row by row from the top left, or `EMPTY`."""

_DIRECTIONS: Final = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def beginning(size: int) -> Board:
    """The four discs in the middle (O1.2)."""
    middle = size // 2
    board = [EMPTY] * (size * size)
    for x, y, seat in ((-1, -1, 1), (0, 0, 1), (-1, 0, 0), (0, -1, 0)):
        board[(middle + y) * size + middle + x] = seat
    return tuple(board)


def name_of(place: int, size: int) -> str:
    """What a square is called (O1.1): ``a1`` is the first."""
    return f"{chr(ord('a') + place % size)}{place // size + 1}"


def place_of(square: str, size: int) -> int | None:
    """The number of a square; None where the board has none of that name."""
    x, y = ord(square[0]) - ord("a"), int(square[1:]) - 1
    return y * size + x if x < size and y < size else None


def outflanked(board: Board, size: int, place: int, seat: int) -> tuple[int, ...]:
    """The discs that are turned over if `seat` places one there (O2.3); none where it may not be placed (O2.2)."""
    if board[place] != EMPTY:
        return ()
    return tuple(sorted(found for dx, dy in _DIRECTIONS for found in _row(board, size, place, seat, dx, dy)))


def _row(board: Board, size: int, place: int, seat: int, dx: int, dy: int) -> list[int]:
    row: list[int] = []
    for step in _steps(size, place, dx, dy):
        if board[step] == seat:
            return row
        if board[step] == EMPTY:
            return []
        row.append(step)
    return []


def _steps(size: int, place: int, dx: int, dy: int) -> Iterator[int]:
    x, y = place % size + dx, place // size + dy
    while 0 <= x < size and 0 <= y < size:
        yield y * size + x
        x, y = x + dx, y + dy


def open_to(board: Board, size: int, seat: int) -> list[int]:
    """The squares on which `seat` may place a disc."""
    return [place for place in range(size * size) if outflanked(board, size, place, seat)]
