"""How a decision grows: fact by fact, each folded at once, so that the next one is decided on what it left."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")
F = TypeVar("F")


class Decided(Struct, Generic[S, F], frozen=True, gc=False):
    """What follows from an action: the facts, and the state that they lead to."""

    facts: tuple[F, ...]
    state: S


class DecisionBuilder(Generic[S, F]):
    """The facts of one decision so far, and the state they lead to."""

    __slots__ = ("_evolve", "_facts", "state")

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

    @property
    def decided(self) -> Decided[S, F]:
        """All that has happened, and what it led to."""
        return Decided(tuple(self._facts), self.state)
