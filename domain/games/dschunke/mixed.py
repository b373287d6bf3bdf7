"""Which mixed pile the unknown cards of a hand come from (D10.3).

Each mixed pile holds what was shuffled into it and nothing else, so who drew only from an old one can't hold what it
never held. From the first renewal on, the record keeps for each pile its goods and how many of them each hand has
drawn, and for each hand what was seen of the cards drawn so. That says exactly which hands are possible.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import add

from msgspec import Struct
from msgspec.structs import replace

from domain.games.dschunke.meta import GOODS
from domain.kernel.counts import Counts, changed, minus, plus
from domain.kernel.places import put


class DschunkeMixedPile(Struct, frozen=True, gc=False):
    """One mixed pile: the goods it was made of, and how many of them each hand has drawn."""

    goods: Counts
    drawn: Counts


class DschunkeMixedPiles(Struct, frozen=True, gc=False):
    """The mixed piles of a match for two since the first renewal.

    Attributes:
        piles: in their order, the one in use last. The first stands for all that was hidden in hands before; of every
            pile but the last, all cards are drawn.
        seen: for each hand, what was seen of the cards drawn from them.
    """

    piles: tuple[DschunkeMixedPile, ...]
    seen: tuple[Counts, ...]

    def drawing(self, seat: int, number: int) -> "DschunkeMixedPiles":
        """After `seat` drew `number` cards of the pile in use."""
        *old, last = self.piles
        return replace(self, piles=(*old, replace(last, drawn=changed(last.drawn, seat, number))))

    def seeing(self, seat: int, goods: Counts) -> "DschunkeMixedPiles":
        """After `goods` were seen among the unknown cards of `seat`."""
        return replace(self, seen=put(self.seen, seat, plus(self.seen[seat], goods)))

    def renewed(self, goods: Counts) -> "DschunkeMixedPiles":
        """With a new pile of `goods`."""
        return replace(self, piles=(*self.piles, DschunkeMixedPile(goods, (0,) * len(self.seen))))

    def most_unseen(self, seat: int) -> Counts:
        """For any choice of goods, how many unknown cards `seat` can hold of them together.

        A choice is the sum of ``1 << place`` over its goods. Empty where the record contradicts itself: nothing
        follows from the piles then.
        """
        return _most_unseen(self, seat)


def first_renewal(hidden: Counts, unknown: Counts, goods: Counts) -> DschunkeMixedPiles:
    """The piles when a new one of `goods` is made, with `hidden` goods in the hands: `unknown` cards in each."""
    nothing_seen = (GOODS.none,) * len(unknown)
    return DschunkeMixedPiles((DschunkeMixedPile(hidden, unknown),), nothing_seen).renewed(goods)


class _Split(Struct, frozen=True):
    """A possible outcome for one hand: its goods from the piles used up, and bounds on those from the pile in use."""

    old: Counts
    least: Counts
    most: Counts


@lru_cache(maxsize=256)
def _most_unseen(piles: DschunkeMixedPiles, seat: int) -> Counts:
    seen, number = piles.seen[seat], piles.piles[-1].drawn[seat]
    most: list[int] = []
    for split in _splits(piles, seat):
        elsewhere = _sums(split.least)[::-1]
        new = [min(high, number - least) for high, least in zip(_sums(split.most), elsewhere, strict=True)]
        held = list(map(add, _sums(minus(split.old, seen)), new))
        most = list(map(max, most, held)) if most else held
    return tuple(most)


def _sums(counts: Counts) -> list[int]:
    """The sum of every choice of `counts`, by the sum of ``1 << place``; from the end, those of all others."""
    sums = [0]
    for n in counts:
        sums += [n + before for before in sums]
    return sums


def _splits(piles: DschunkeMixedPiles, seat: int) -> Iterator[_Split]:
    """Every way in which `seat` can have drawn from the piles used up, given what was seen of both hands.

    What the two hands drew from a pile that is used up is the whole of it. So the goods of one hand tell those of the
    other, and what a hand showed beyond them must have come from the pile in use.
    """
    *old, last = piles.piles
    number, others_number = last.drawn[seat], sum(last.drawn) - last.drawn[seat]
    seen, others_seen = piles.seen[seat], piles.seen[1 - seat]
    drawn = tuple(map(sum, zip(*(pile.goods for pile in old), strict=True)))
    for own in _drawable(tuple(old), seat):
        least = tuple(max(0, n) for n in minus(seen, own))
        others = tuple(max(0, n) for n in minus(others_seen, minus(drawn, own)))
        fits = all(n + other <= goods for n, other, goods in zip(least, others, last.goods, strict=True))
        if fits and sum(least) <= number and sum(others) <= others_number:
            yield _Split(own, least, minus(last.goods, others))


@lru_cache(maxsize=64)
def _drawable(piles: tuple[DschunkeMixedPile, ...], seat: int) -> tuple[Counts, ...]:
    """All that `seat` can have drawn from `piles` in all."""
    found = {GOODS.none}
    for pile in piles:
        draws = _multisets(pile.goods, pile.drawn[seat])
        found = {plus(before, draw) for before in found for draw in draws}
    return tuple(sorted(found))


def _multisets(goods: Counts, number: int) -> tuple[Counts, ...]:
    """Every choice of `number` of these goods."""
    if not goods:
        return () if number else ((),)
    return tuple((n, *rest) for n in range(min(goods[0], number) + 1) for rest in _multisets(goods[1:], number - n))
