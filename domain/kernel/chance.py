"""Chance, as an argument: the domain asks what lies where, the caller draws, and the answer is recorded as data."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Pile(Struct, Generic[T], frozen=True, gc=False):
    """Pieces that were shuffled once, and what nobody has seen of them.

    A place is a number, counted from 0. What lies there is the same throughout the match, whatever is corrected: so a
    place must follow from what people see, such as the tavern or the number of cards dealt before, and mustn't depend
    on the order in which places are looked at.

    Attributes:
        name: tells the piles of a match apart.
        pieces: all that were shuffled, in an order that is always the same; as many as there are places.
        unseen: the places where nobody has looked yet.
        left: the pieces that lie there, as many, in the order of `pieces`.
    """

    name: str
    pieces: Sequence[T]
    unseen: Sequence[int]
    left: Sequence[T]


def whole(name: str, pieces: Sequence[T]) -> Pile[T]:
    """A pile that was just shuffled: nobody has seen any of it."""
    return Pile(name, pieces, range(len(pieces)), pieces)


class Chance(Protocol):
    """A source of fair draws."""

    @property
    def since(self) -> int | None:
        """The version of a match from which on this chance gives the same piece at the same place each time.

        What was drawn before was drawn by another one. None: it never gives the same twice.
        """
        ...

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        """What lies at `places`, which are among those unseen; any order of what is left is equally likely."""
        ...
