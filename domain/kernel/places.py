"""Tuples with one item a place, such as one a seat."""

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """`items` with `item` at `place`."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def left_of(seat: int, seats: int) -> int:
    """The next of `seats` seats clockwise."""
    return (seat + 1) % seats
