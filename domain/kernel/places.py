"""Tuples with one item a place, such as one a seat."""

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """`items` with `item` at `place`."""
    return (*items[:place], item, *items[place + 1 :])


def left_of(seat: int, seats: int) -> int:
    """The next of `seats` seats clockwise."""
    return (seat + 1) % seats
