"""What a game counts of a match beside its score."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct


class Figure(Struct, frozen=True):
    """One thing that players of a game like to know of themselves, such as how often they stole.

    It is counted from facts that happened openly, never from rules or from what is secret: whoever has seen a match
    may know its figures.

    Attributes:
        key: its name in the API, in snake case, the game's own; the game's words have a title ``figure_<key>``.
        clause: the clause of the rules that it is about.
        count: seats and amounts, which are added up; it is given the outcome of one action, all facts of it.
        per: the key of the figure that it is divided by, where the ratio is what is interesting.
        needs: a type of facts: of an outcome without any of them there is nothing to count. None where there may be.
    """

    key: str
    clause: str
    count: Callable[[Sequence[Any]], Iterable[tuple[int, int]]]
    per: str | None = None
    needs: type | None = None


def counted(figure: Figure, line: Iterable[Sequence[Any]], seats: int) -> tuple[int, ...]:
    """The amounts of all seats after a line of outcomes, in seat order."""
    amounts = [0] * seats
    for outcome in line:
        for seat, amount in figure.count(outcome):
            amounts[seat] += amount
    return tuple(amounts)


def all_counted(figures: Iterable[Figure], line: Sequence[Sequence[Any]], seats: int) -> dict[str, tuple[int, ...]]:
    """The same of several figures, by their keys; each looks at those outcomes only that have what it needs."""
    having: dict[type, list[Sequence[Any]]] = {}
    for outcome in line:
        for kind in set(map(type, outcome)):
            having.setdefault(kind, []).append(outcome)
    return {
        figure.key: counted(figure, line if figure.needs is None else having.get(figure.needs, ()), seats)
        for figure in figures
    }
