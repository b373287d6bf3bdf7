"""A kind of aggregate: what its events begin with, and what is folded from them."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")
E = TypeVar("E")


class AggregateType(Struct, Generic[S, E], frozen=True):
    """A kind of aggregate.

    Attributes:
        opening: the type of its first event.
        fold: the state after some events, from the state before them; None is that before the first.
        game_of: the key of its game; empty where events don't belong to one.
    """

    opening: type[Any]
    fold: Callable[[S | None, Iterable[E]], S | None]
    game_of: Callable[[S], str] = lambda _: ""
