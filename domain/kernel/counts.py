"""Multisets over a small fixed set of kinds, as tuples of counts: one place a kind, in the order of the kinds.

Tuples of small ints are immutable, compare by value and are the fastest thing to fold in plain Python.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import add, le, sub
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

K = TypeVar("K")
Counts: TypeAlias = tuple[int, ...]


class Kinds(Generic[K]):
    """The kinds of a multiset, in a fixed order, and the ways between lists of kinds and counts."""

    def __init__(self, kinds: Iterable[K]) -> None:
        self.kinds = tuple(kinds)
        self.none: Counts = (0,) * len(self.kinds)
        self.index = {kind: place for place, kind in enumerate(self.kinds)}

    def __iter__(self) -> Iterator[K]:
        return iter(self.kinds)

    def count(self, items: Iterable[K]) -> Counts:
        """How often each kind stands in `items`."""
        counts = [0] * len(self.kinds)
        index = self.index
        for item in items:
            counts[index[item]] += 1
        return tuple(counts)

    def added(self, counts: Counts, items: Iterable[K]) -> Counts:
        """`counts` with `items` beside."""
        more = list(counts)
        index = self.index
        for item in items:
            more[index[item]] += 1
        return tuple(more)

    def removed(self, counts: Counts, items: Iterable[K]) -> Counts:
        """`counts` without `items`; the caller knows that they are contained in it."""
        fewer = list(counts)
        index = self.index
        for item in items:
            fewer[index[item]] -= 1
        return tuple(fewer)

    def spread(self, counts: Counts) -> tuple[K, ...]:
        """Every single item, sorted by kind: the inverse of :meth:`count`."""
        items: list[K] = []
        for kind, n in zip(self.kinds, counts, strict=True):
            if n:
                items += [kind] * n
        return tuple(items)

    def table(self, counts: Counts) -> dict[K, int]:
        """The kinds that occur, with their number."""
        return {kind: n for kind, n in zip(self.kinds, counts, strict=True) if n}


def plus(a: Counts, b: Counts) -> Counts:
    """The multiset sum."""
    return tuple(map(add, a, b))


def minus(a: Counts, b: Counts) -> Counts:
    """The multiset difference; the caller knows that `b` is contained in `a`."""
    return tuple(map(sub, a, b))


def changed(a: Counts, place: int, by: int) -> Counts:
    """`a` with `by` more at `place`."""
    counts = list(a)
    counts[place] += by
    return tuple(counts)


class Hand(Struct, frozen=True, gc=False):
    """Cards of one hand: a multiset of those the record knows, and a number of those it doesn't.

    A card shown is taken from the known ones first, then from the unknown ones.
    """

    known: Counts
    unknown: int = 0

    def __len__(self) -> int:
        return sum(self.known) + self.unknown

    def revealed_by(self, shown: Counts) -> Counts:
        """The cards of `shown` that are not known to be here: they would have to be among the unknown."""
        return tuple([want - have if want > have else 0 for want, have in zip(shown, self.known, strict=True)])

    def may_hold(self, shown: Counts, unseen: Counts) -> bool:
        """Whether some assignment of the unknown cards, out of the `unseen` cards of the game, has all of `shown`."""
        if not self.unknown:
            return all(map(le, shown, self.known))
        revealed = self.revealed_by(shown)
        return sum(revealed) <= self.unknown and all(map(le, revealed, unseen))

    def without(self, shown: Counts) -> "Hand":
        """The hand after `shown` has left it."""
        if not self.unknown:
            return Hand(minus(self.known, shown))
        revealed = self.revealed_by(shown)
        return Hand(plus(minus(self.known, shown), revealed), self.unknown - sum(revealed))

    def showing(self, shown: Counts) -> "Hand":
        """The hand after `shown` was seen in it and stays there."""
        revealed = self.revealed_by(shown)
        return Hand(plus(self.known, revealed), self.unknown - sum(revealed))

    def most(self, unseen: Counts) -> Counts:
        """The highest possible number of each kind."""
        return tuple(have + min(self.unknown, left) for have, left in zip(self.known, unseen, strict=True))


def submultisets(most: Sequence[int], size: int) -> Iterator[Counts]:
    """Every multiset with at most `most` of each kind and at most `size` in all, the empty one first."""
    if not most:
        yield ()
        return
    for n in range(min(most[0], size) + 1):
        for rest in submultisets(most[1:], size - n):
            yield (n, *rest)
