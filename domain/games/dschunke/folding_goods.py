"""How facts change where goods cards are: in hands, in piles, in offers, and where the record doesn't know them."""

from itertools import chain

from msgspec.structs import replace

from domain.games.dschunke.events import (
    DschunkeDealt,
    DschunkeDrew,
    DschunkeMixedShuffled,
    DschunkeMixedTold,
    DschunkeOffered,
    DschunkeRanOut,
    DschunkeRevealed,
    DschunkeSwapped,
)
from domain.games.dschunke.meta import GOODS, SOURCES
from domain.games.dschunke.mixed import first_renewal
from domain.games.dschunke.showing import seen, shown
from domain.games.dschunke.state import DschunkeState
from domain.kernel.counts import Hand, minus, plus
from domain.kernel.places import put

# --- D2.4, D5.5, D6.1: dealt and drawn -------------------------------------------------------------------------------


def dealt(state: DschunkeState, fact: DschunkeDealt) -> DschunkeState:
    """The opening hands are known; what is left is the first mixed pile (D2.4, D10.3)."""
    hands, mixed = tuple(map(GOODS.count, fact.hands)), GOODS.count(fact.mixed)
    given = tuple(map(sum, zip(*hands, strict=True)))
    return replace(
        state,
        seats=tuple([replace(player, hand=Hand(hand)) for player, hand in zip(state.seats, hands, strict=True)]),
        stock=state.stock.drawn(given).buried(mixed),
        mixed=len(fact.mixed),
    )


def drew(state: DschunkeState, fact: DschunkeDrew) -> DschunkeState:
    """Cards of the piles are known in the hand, those of the mixed pile unknown until they are named (D5.5, D10.3)."""
    player = state.seats[fact.seat]
    *goods, mixed = SOURCES.count(fact.goods)
    drawn = tuple(goods)
    player = replace(player, hand=Hand(plus(player.hand.known, drawn), player.hand.unknown + mixed))
    return replace(
        state,
        seats=put(state.seats, fact.seat, player),
        stock=state.stock.drawn(drawn),
        mixed=state.mixed - mixed,
        mixed_due=fact.due,
        mixed_piles=state.mixed_piles and state.mixed_piles.drawing(fact.seat, mixed),
    )


def mixed_named(state: DschunkeState, fact: DschunkeMixedTold) -> DschunkeState:
    """The cards just drawn from the mixed pile are known (D10.3)."""
    goods, player = GOODS.count(fact.goods), state.seats[fact.seat]
    hand = Hand(plus(player.hand.known, goods), player.hand.unknown - len(fact.goods))
    named = replace(state, seats=put(state.seats, fact.seat, replace(player, hand=hand)), mixed_due=0)
    return seen(named, fact.seat, goods)


def mixed_shuffled(state: DschunkeState, fact: DschunkeMixedShuffled) -> DschunkeState:
    """There is a new mixed pile: what hands hold of old ones differs from it, as long as some of that is unknown."""
    goods, old, piles = GOODS.count(fact.goods), state.mixed_piles, None
    unknown = tuple([player.hand.unknown for player in state.seats])
    if any(unknown):
        piles = first_renewal(state.stock.most, unknown, goods) if old is None else old.renewed(goods)
    return replace(
        state,
        stock=state.stock.buried(goods),
        mixed=state.mixed + len(fact.goods),
        mixed_piles=piles,
        renewals=state.renewals + 1,
    )


def ran_out(state: DschunkeState, fact: DschunkeRanOut) -> DschunkeState:
    """A junk's pile is empty (D5.5)."""
    return replace(state, stock=state.stock.with_pile(GOODS.index[fact.good], 0))


# --- D7, D9.3: given away --------------------------------------------------------------------------------------------


def swapped(state: DschunkeState, fact: DschunkeSwapped) -> DschunkeState:
    """Some cards are back in the piles, others in the hand (D9.3)."""
    given, taken = GOODS.count(fact.give), GOODS.count(fact.take)
    state = shown(state, fact.seat, given)
    player = state.seats[fact.seat]
    hand = Hand(plus(minus(player.hand.known, given), taken), player.hand.unknown)
    return replace(
        state,
        seats=put(state.seats, fact.seat, replace(player, hand=hand)),
        stock=state.stock.returned(given).drawn(taken),
        swaps=state.swaps + 1,
    )


def offered(state: DschunkeState, fact: DschunkeOffered) -> DschunkeState:
    """An offer lies face down (D7.1)."""
    player = replace(state.seats[fact.seat], offer=GOODS.count(fact.goods), offered=True)
    return replace(state, seats=put(state.seats, fact.seat, player))


def revealed(state: DschunkeState, fact: DschunkeRevealed) -> DschunkeState:
    """All offers are seen, and what is valid of them is back in the piles (D7.2, D7.3)."""
    for seat, offer in enumerate(fact.offers):
        state = shown(state, seat, GOODS.count(offer))
    seats = [
        replace(
            player,
            hand=Hand(GOODS.removed(player.hand.known, valid), player.hand.unknown),
            offer=GOODS.none,
            offered=False,
        )
        for player, valid in zip(state.seats, fact.valid, strict=True)
    ]
    back = GOODS.count(chain.from_iterable(fact.valid))
    return replace(state, seats=tuple(seats), stock=state.stock.returned(back))
