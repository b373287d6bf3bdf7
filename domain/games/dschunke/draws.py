"""Goods cards drawn from the junks' piles and the mixed pile (D5.5, D6.1, D10.3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from typing import Any, Final

from msgspec import Struct

from domain.games.dschunke.actions import DschunkeDealing, DschunkeDrawMixed
from domain.games.dschunke.events import (
    DschunkeDrew,
    DschunkeMixedShuffled,
    DschunkeMixedTold,
    DschunkeRanOut,
)
from domain.games.dschunke.meta import (
    ALL_GOODS,
    GOOD_ON,
    GOODS,
    MIXED,
    SOURCES,
    DschunkeGood,
    DschunkeJunk,
    DschunkeSource,
)
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.stock import DschunkeStock
from domain.games.dschunke.turns import DschunkeDecision
from domain.kernel.chance import Pile
from domain.kernel.counts import Counts, changed, minus
from domain.kernel.errors import RuleViolation
from domain.kernel.legal import Limit, Multiset

RENEWED: Final = 3
"""Cards of each good in a new mixed pile (D10.3)."""


class GoodsDraw(Struct, frozen=True):
    """How a draw may turn out.

    Attributes:
        choices: it is one of these.
        without_choice: gives every draw that would leave no choice; goods not named are the only one of them.
    """

    choices: tuple[Multiset, ...]
    without_choice: Callable[[], Iterable[Sequence[str]]]

    @property
    def forced(self) -> tuple[DschunkeSource, ...] | None:
        """What is drawn where goods aren't named; None if they have to be."""
        few = list(islice(self.without_choice(), 2))
        return tuple(map(DschunkeSource, few[0])) if len(few) == 1 else None

    def chosen(self, goods: tuple[DschunkeSource, ...] | None) -> tuple[DschunkeSource, ...]:
        """The goods that `goods` names, or a refusal."""
        if goods is None:
            if (forced := self.forced) is None:
                raise RuleViolation("D5.5", "More than one draw is possible: the goods have to be named.")
            return forced
        if not any(goods in choice for choice in self.choices):
            raise RuleViolation("D5.5", "The piles don't give {goods} for this draw.", goods=goods)
        return goods


def anywhere(state: DschunkeState, least: int, most: int) -> Multiset:
    """Cards from any junks' piles, and from the mixed pile (D10.5).

    A mixed pile that runs out is renewed from the other piles, so in the end each of their cards can come as mixed.
    """
    piles = state.stock.drawable(least, most)
    if not state.mixed:
        return piles
    most = min(most, state.mixed + state.stock.in_piles)
    return Multiset({**piles.of, MIXED.value: most}, least, most, piles.limits)


def draw_on(state: DschunkeState, junk: DschunkeJunk, number: int) -> GoodsDraw:
    """A draw of `number` cards on `junk`; what no pile can give is forfeited (D5.5)."""
    stock = state.stock
    if junk is DschunkeJunk.GREY:
        number = min(number, stock.in_piles + state.mixed)
        choice = anywhere(state, number, number)
        listed = choice.__iter__ if state.mixed else partial(_draws_without_choice, stock, None, number)
        return GoodsDraw((choice,), listed)
    good = GOOD_ON[junk]
    number, own = min(number, stock.in_piles), GOODS.index[good]
    choices = [Multiset({good.value: number}, number, number)] if stock.pile_most[own] >= number else []
    for left in range(stock.pile_least[own], min(stock.pile_most[own], number - 1) + 1):
        rest = stock.with_pile(own, left).drawable(number, number)
        choices.append(Multiset(rest.of, number, number, (*rest.limits, Limit({good.value: left}, number - left))))
    return GoodsDraw(tuple(choices), partial(_draws_without_choice, stock, own, number))


def _draws_without_choice(stock: DschunkeStock, own: int | None, number: int) -> Iterator[Sequence[str]]:
    """Every draw that would leave no choice, in any piles that are possible; goods not named say that there was none.

    Then all that is left is drawn, or all comes from the junk's own pile at the place `own`, or only one pile besides
    has cards.
    """
    goods = GOODS.kinds
    first = None if own is None else goods[own]
    if number == stock.in_piles:
        yield from (sorted(drawn, key=lambda good: good != first) for drawn in stock.drawable(number, number))
        return
    if own is not None and stock.pile_most[own] >= number:
        yield (goods[own],) * number
    lefts = range(1) if own is None else range(stock.pile_least[own], min(stock.pile_most[own], number - 1) + 1)
    for left, other in product(lefts, range(len(goods))):
        own_pile = {} if own is None else {own: left}
        piles = {**own_pile, other: stock.in_piles - left}
        if other != own and stock.may_have(tuple(piles.get(place, 0) for place in range(len(goods)))):
            yield (*(goods[place] for place in own_pile for _ in range(left)), *(goods[other],) * (number - left))


def draw_on_junk(builder: DschunkeDecision, seat: int, junk: DschunkeJunk, goods: tuple[DschunkeSource, ...]) -> None:
    """Draw `goods`; other goods than the junk's own tell that its pile has run out (D5.5)."""
    uncertain = bool(builder.state.stock.slack)
    take(builder, seat, goods)
    good = GOOD_ON.get(junk)
    if uncertain and good is not None and any(drawn.value != good for drawn in goods):
        builder.add(DschunkeRanOut(good=good))


def take(builder: DschunkeDecision, seat: int, goods: tuple[DschunkeSource, ...]) -> None:
    """Take `goods` in order; a mixed pile that runs out is renewed at once (D10.3).

    Where the order can't be kept, since a pile would be used up by the new mixed pile, the junks' cards come first.
    """
    if not _in_order(builder.state, goods):
        goods = tuple(sorted(goods, key=lambda source: source is MIXED))
    taken: list[DschunkeSource] = []
    for source in goods:
        taken.append(source)
        if source is MIXED and taken.count(MIXED) == builder.state.mixed:
            _empty_mixed_pile(builder, seat, tuple(taken))
            taken.clear()
    if taken:
        due = taken.count(MIXED) if builder.state.dealing is DschunkeDealing.SERVER else 0
        builder.add(DschunkeDrew(seat=seat, goods=tuple(taken), due=due))


def _empty_mixed_pile(builder: DschunkeDecision, seat: int, goods: tuple[DschunkeSource, ...]) -> None:
    """Take the last cards of the mixed pile: with `server` dealing it is known which these are."""
    state = builder.state
    builder.add(DschunkeDrew(seat=seat, goods=goods))
    if state.dealing is DschunkeDealing.SERVER:
        builder.add(DschunkeMixedTold(seat=seat, goods=GOODS.spread(state.stock.most)))
    renew_mixed_pile(builder)


def renew_mixed_pile(builder: DschunkeDecision) -> None:
    """Shuffle a new mixed pile, the one before having run out (D10.3)."""
    if any(renewal := _renewal(builder.state.stock.pile_most)):
        builder.add(DschunkeMixedShuffled(goods=GOODS.spread(renewal)))


def _renewal(piles: Counts) -> Counts:
    """The cards of a new mixed pile: three of each good, as far as there are (D10.3)."""
    return tuple(min(RENEWED, n) for n in piles)


def _in_order(state: DschunkeState, goods: tuple[DschunkeSource, ...]) -> bool:
    """Whether the piles can give `goods` in this order."""
    if MIXED not in goods:
        return True
    piles, mixed = state.stock.pile_most, state.mixed
    for source in goods:
        if source is not MIXED:
            place = SOURCES.index[source]
            if not piles[place]:
                return False
            piles = changed(piles, place, -1)
        elif mixed > 1:
            mixed -= 1
        elif mixed:
            renewal = _renewal(piles)
            piles, mixed = minus(piles, renewal), sum(renewal)
        else:
            return False
    return True


# --- D2.4, D10.3: piles from which the server draws -----------------------------------------------------------------


def opening_goods(state: DschunkeState) -> tuple[DschunkeGood, ...]:
    """The cards that are shuffled for the opening hands (D2.4); with two players the first mixed pile, too (D10.3)."""
    return GOODS.spread(ALL_GOODS if state.pool is None else state.pool)


def mixed_pile(state: DschunkeState) -> Pile[DschunkeGood]:
    """The mixed pile: first what is left of the opening goods, then three cards of each kind (D10.3)."""
    name, pieces = "goods", opening_goods(state)
    if state.renewals:
        name, pieces = f"mixed {state.renewals}", GOODS.spread((RENEWED,) * len(GOODS.kinds))
    left = GOODS.spread(state.stock.most)
    return Pile(name, pieces, range(len(pieces) - len(left), len(pieces)), left)


# --- D10.3: what was drawn from the mixed pile, with `server` dealing ------------------------------------------------


def mixed_to_tell(state: DschunkeState) -> dict[str, Any]:
    """What chance has to tell."""
    return {"type": "draw_mixed", "seat": state.turn, "cards": state.mixed_due}


def verify_draw_mixed(state: DschunkeState, action: DschunkeDrawMixed) -> None:
    """Refuse cards that nobody waits for, or that weren't in the mixed pile."""
    if not state.mixed_due:
        raise RuleViolation("D10.3", "No cards of the mixed pile are to be told.")
    if len(action.goods) != state.mixed_due:
        raise RuleViolation(
            "D10.3", "{wanted} cards are to be told, not {n}.", wanted=state.mixed_due, n=len(action.goods)
        )
    if any(n < 0 for n in minus(state.stock.most, GOODS.count(action.goods))):
        raise RuleViolation("D10.3", "The mixed pile didn't hold {goods}.", goods=action.goods)


def tell_mixed(builder: DschunkeDecision, action: DschunkeDrawMixed) -> None:
    """The cards are known to their owner."""
    builder.add(DschunkeMixedTold(seat=builder.state.turn, goods=action.goods))
