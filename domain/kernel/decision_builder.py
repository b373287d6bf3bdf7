"""How a decision grows: fact by fact, each folded at once, so that the next one is decided on what it left."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
F = TypeVar("F")


class DecisionBuilder(Generic[S, F]):
    """The facts of one decision so far, and the state they lead to."""

    def __init__(self, state: S, evolve: Callable[[S, F], S]) -> None:
        self.state = state
        self._evolve = evolve
        self._facts: list[F] = []

    def add(self, fact: F) -> None:
        """Let `fact` happen."""
        self._facts.append(fact)
        self.state = self._evolve(self.state, fact)

    @property
    def facts(self) -> tuple[F, ...]:
        """All that has happened."""
        return tuple(self._facts)
