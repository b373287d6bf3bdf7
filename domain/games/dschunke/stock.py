"""The goods cards that the record can't place in a hand: where they may be (D1.3, D11.1).

A card is in a hand that is known to hold it, or in its junk's pile, or *hidden*: an unknown card of a hand, or a card
of the mixed pile. The record knows how many cards are hidden, and of each good at least and at most how many of them
there are. With open hands that is exact, and so are the piles; with secret ones the bounds tell what is possible, and
every draw and every card shown narrows them.
"""

from typing import Final, TypeAlias

from msgspec import Struct

from domain.games.dschunke.meta import ALL_GOODS, GOODS
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.legal import Limit, Multiset

Table: TypeAlias = dict[str, int]

_NAMES: Final = tuple(map(str, GOODS))


class DschunkeStock(Struct, frozen=True, gc=False):
    """The cards that are not known to be in a hand.

    Attributes:
        unplaced: all of them, by good.
        hidden: how many are hidden; the others lie in the junks' piles.
        least, most: bounds on the hidden cards of each good, as narrow as they can be (see :func:`bounded`).
    """

    unplaced: Counts = ALL_GOODS
    hidden: int = 0
    least: Counts = GOODS.none
    most: Counts = GOODS.none

    # --- what is known -----------------------------------------------------------------------------------------------

    @property
    def slack(self) -> int:
        """How far the bounds are from certainty; 0 when all is exact."""
        return sum(self.most) - self.hidden

    @property
    def pile_least(self) -> Counts:
        """The fewest cards in each junk's pile."""
        return minus(self.unplaced, self.most)

    @property
    def pile_most(self) -> Counts:
        """The most cards in each junk's pile."""
        return minus(self.unplaced, self.least)

    @property
    def in_piles(self) -> int:
        """The cards in all junks' piles together, which is always known."""
        return sum(self.unplaced) - self.hidden

    def may_have(self, piles: Counts) -> bool:
        """Whether these may be the junks' piles."""
        hidden = minus(self.unplaced, piles)
        in_bounds = (low <= n <= high for low, n, high in zip(self.least, hidden, self.most, strict=True))
        return sum(hidden) == self.hidden and all(in_bounds)

    def drawable(self, least: int, most: int) -> Multiset:
        """Every multiset of `least` to `most` cards that some assignment of the hidden cards leaves in the piles."""
        limits = (Limit(_table(self.pile_least), self.slack),) if self.slack else ()
        return Multiset(_table(self.pile_most), least, min(most, self.in_piles), limits)

    def showable(self, hand: Hand) -> Multiset:
        """Every multiset that `hand` can show: known cards, and unknown ones that some assignment makes these."""
        if not hand.unknown:
            return Multiset(_table(hand.known), 0, len(hand))
        limits: tuple[Limit, ...] = (Limit(_table(hand.known), hand.unknown),)
        if self.slack:
            limits += (Limit(_table(plus(hand.known, self.least)), self.hidden - sum(self.least)),)
        return Multiset(_table(hand.most(self.most)), 0, len(hand), limits)

    # --- what changes it ---------------------------------------------------------------------------------------------

    def drawn(self, goods: Counts) -> "DschunkeStock":
        """After `goods` went from the piles to a hand that is known to hold them."""
        unplaced = minus(self.unplaced, goods)
        return bounded(unplaced, self.hidden, self.least, tuple(map(min, self.most, unplaced)))

    def returned(self, goods: Counts) -> "DschunkeStock":
        """After known `goods` went back to the piles."""
        return DschunkeStock(plus(self.unplaced, goods), self.hidden, self.least, self.most)

    def identified(self, goods: Counts) -> "DschunkeStock":
        """After hidden cards became known cards of a hand."""
        least = tuple(max(0, low - n) for low, n in zip(self.least, goods, strict=True))
        return bounded(minus(self.unplaced, goods), self.hidden - sum(goods), least, minus(self.most, goods))

    def buried(self, goods: Counts) -> "DschunkeStock":
        """After `goods` went from the piles into a new mixed pile."""
        return bounded(self.unplaced, self.hidden + sum(goods), plus(self.least, goods), plus(self.most, goods))

    def forgotten(self, goods: Counts) -> "DschunkeStock":
        """After known `goods` of a hand became hidden cards."""
        return DschunkeStock(
            plus(self.unplaced, goods), self.hidden + sum(goods), plus(self.least, goods), plus(self.most, goods)
        )

    def with_pile(self, place: int, cards: int) -> "DschunkeStock":
        """With exactly `cards` in the pile at `place`."""
        hidden = self.unplaced[place] - cards
        least = changed(self.least, place, hidden - self.least[place])
        return bounded(self.unplaced, self.hidden, least, changed(self.most, place, hidden - self.most[place]))


def bounded(unplaced: Counts, hidden: int, least: Counts, most: Counts) -> DschunkeStock:
    """A stock with bounds as narrow as the number of hidden cards allows."""
    if least != most:
        loose, slack = hidden - sum(least), sum(most) - hidden
        bounds = [(low, high) for low, high in zip(least, most, strict=True)]
        least = tuple(max(low, high - slack) for low, high in bounds)
        most = tuple(min(high, low + loose) for low, high in bounds)
    return DschunkeStock(unplaced, hidden, least, most)


def _table(counts: Counts) -> Table:
    return {name: n for name, n in zip(_NAMES, counts, strict=True) if n}
