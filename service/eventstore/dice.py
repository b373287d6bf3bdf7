"""The one place that is random: a seed a match, and draws of matches that were opened before there were seeds."""

from collections.abc import Sequence
from os import urandom
from random import SystemRandom
from typing import Final, TypeVar

from domain.kernel.chance import Pile
from domain.kernel.seed import SEED_BYTES

T = TypeVar("T")


def new_seed() -> bytes:
    """A seed that nobody can foretell."""
    return urandom(SEED_BYTES)


class FairChance:
    """Draws from the operating system's randomness: nobody can foretell or repeat it."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    @property
    def since(self) -> int | None:
        """Never gives the same twice."""
        return None

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        """What lies at `places`."""
        return self._random.sample(pile.left, len(places))


FAIR_CHANCE: Final = FairChance()
