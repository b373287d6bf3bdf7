"""Chance, as an argument: the domain asks, the caller draws, and the answer is recorded as data."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """A source of fair draws."""

    def draw(self, pool: Sequence[T], number: int) -> list[T]:
        """`number` items of `pool` without putting back, in random order; all equally likely."""
        ...
