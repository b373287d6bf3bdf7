"""The one place that draws at random. What it draws is recorded as data, never as a seed."""

from collections.abc import Sequence
from random import SystemRandom
from typing import Final, TypeVar

T = TypeVar("T")


class FairChance:
    """Draws from the operating system's randomness: nobody can foretell or repeat it."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    def draw(self, pool: Sequence[T], number: int) -> list[T]:
        """`number` items of `pool` without putting back, in random order."""
        return self._random.sample(pool, number)


FAIR_CHANCE: Final = FairChance()
