"""How facts change the table of a Dschunke match: a function for each, in the order of the rules.

What happens to goods cards is in :mod:`.folding_goods`, what happens to special cards in :mod:`.folding_specials`, and
what was put otherwise than the rules would have it in :mod:`.putting`.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.games.dschunke import folding_goods, folding_specials, putting
from domain.games.dschunke.board import market_card
from domain.games.dschunke.cargo import loaded, unloaded
from domain.games.dschunke.events import (
    DschunkeBarMoved,
    DschunkeBarPlaced,
    DschunkeBarReturned,
    DschunkeEarned,
    DschunkeEnded,
    DschunkeEventBegan,
    DschunkeFact,
    DschunkeForfeited,
    DschunkeLoaded,
    DschunkeMarketTurned,
    DschunkeMerchantsShown,
    DschunkeMoneyShown,
    DschunkePhase,
    DschunkeRoundBegan,
    DschunkeRoundEnded,
    DschunkeSold,
    DschunkeTurn,
    DschunkeUsed,
)
from domain.games.dschunke.meta import JUNKS, MERCHANT_WORKERS
from domain.games.dschunke.showing import without
from domain.games.dschunke.state import DschunkeState
from domain.kernel.by_type import by_type
from domain.kernel.counts import changed
from domain.kernel.places import put

# --- turns -----------------------------------------------------------------------------------------------------------

_OWN_TURNS: Final = frozenset({DschunkePhase.ACT, DschunkePhase.SWAP})
"""The phases in which the seat at turn has done nothing yet."""


def _turned(state: DschunkeState, fact: DschunkeTurn) -> DschunkeState:
    later = None if state.later is None else _later(state, fact)
    if fact.phase in _OWN_TURNS:
        return replace(state, phase=fact.phase, turn=fact.seat, later=later, swaps=0, acted=False, extra=False)
    return replace(state, phase=fact.phase, turn=fact.seat, later=later)


def _later(state: DschunkeState, turn: DschunkeTurn) -> tuple[int, ...] | None:
    """Who comes after this turn, where some order is kept: it ends with its phase."""
    later = state.later or ()
    if turn.seat in later:
        return later[later.index(turn.seat) + 1 :]
    return state.later if turn.phase in {state.phase, DschunkePhase.EXTRA} else None


# --- D2: the set-up --------------------------------------------------------------------------------------------------


def _bar_placed(state: DschunkeState, fact: DschunkeBarPlaced) -> DschunkeState:
    """A received bar lies on a junk (D2.7, D2.8, D10.2)."""
    place, player = JUNKS.index[fact.junk], state.seats[fact.seat]
    player = replace(player, received=changed(player.received, fact.bar, -1))
    cargo = put(state.cargo, place, loaded(state.cargo[place], fact.bar, 1))
    return replace(state, seats=put(state.seats, fact.seat, player), cargo=cargo)


def _bar_returned(state: DschunkeState, fact: DschunkeBarReturned) -> DschunkeState:
    """A received bar is back with its owner (D2.8)."""
    seats = list(state.seats)
    seats[fact.seat] = replace(seats[fact.seat], received=changed(seats[fact.seat].received, fact.bar, -1))
    seats[fact.bar] = replace(seats[fact.bar], bars=seats[fact.bar].bars + 1)
    return replace(state, seats=tuple(seats))


def _merchants_shown(state: DschunkeState, fact: DschunkeMerchantsShown) -> DschunkeState:
    """The merchants stand on their junks (D2.9)."""
    return replace(state, merchants=tuple(fact.merchants))


# --- D4: market and events -------------------------------------------------------------------------------------------


def _round_began(state: DschunkeState, fact: DschunkeRoundBegan) -> DschunkeState:
    """The market card of a round is awaited (D4.1)."""
    return replace(state, phase=DschunkePhase.MARKET, round=fact.round, market=())


def _market_turned(state: DschunkeState, fact: DschunkeMarketTurned) -> DschunkeState:
    """A market card lies open (D4.1)."""
    card = market_card(fact.amounts)
    deck = state.deck if state.deck is None else without(state.deck, card)
    return replace(state, market=card, deck=deck)


def _event_began(state: DschunkeState, fact: DschunkeEventBegan) -> DschunkeState:
    """Everybody is to take a special card (D4.3)."""
    return replace(state, event=fact.assistant, taken_from=(), later=None)


def _money_shown(state: DschunkeState, fact: DschunkeMoneyShown) -> DschunkeState:
    """Everybody's money is known (D4.3)."""
    seats = zip(state.seats, fact.yen, strict=True)
    return replace(state, seats=tuple([replace(player, announced=yen) for player, yen in seats]))


# --- D5: the own action ----------------------------------------------------------------------------------------------


def _used(state: DschunkeState, fact: DschunkeUsed) -> DschunkeState:
    """A worker has acted, and a wandering merchant stands elsewhere (D5.1, D10.5)."""
    merchants = state.merchants
    if fact.to is not None:
        merchants = put(merchants, MERCHANT_WORKERS.index(fact.worker), fact.to)
    return replace(state, used=(*state.used, fact.worker), merchants=merchants, acted=True)


def _forfeited(state: DschunkeState, fact: DschunkeForfeited) -> DschunkeState:
    """Nobody can act for the seat (D5.3)."""
    del fact
    return replace(state, acted=True)


def _loaded(state: DschunkeState, fact: DschunkeLoaded) -> DschunkeState:
    """Bars lie on a junk (D5.3, D9.4)."""
    place, player = JUNKS.index[fact.junk], state.seats[fact.seat]
    player = replace(player, bars=player.bars - fact.bars)
    cargo = put(state.cargo, place, loaded(state.cargo[place], fact.seat, fact.bars))
    return replace(state, seats=put(state.seats, fact.seat, player), cargo=cargo)


def _bar_moved(state: DschunkeState, fact: DschunkeBarMoved) -> DschunkeState:
    """A bar lies on another junk (D9.7)."""
    origin, place = JUNKS.index[fact.from_], JUNKS.index[fact.to]
    cargo = put(state.cargo, origin, unloaded(state.cargo[origin], fact.seat))
    return replace(state, cargo=put(cargo, place, loaded(cargo[place], fact.seat, 1)))


def _earned(state: DschunkeState, fact: DschunkeEarned) -> DschunkeState:
    """Somebody has more yen (D5.4, D9.5, D7.7)."""
    player = state.seats[fact.seat]
    return replace(state, seats=put(state.seats, fact.seat, replace(player, yen=player.yen + fact.yen)))


# --- D7, D8: sales, and the end --------------------------------------------------------------------------------------


def _sold(state: DschunkeState, fact: DschunkeSold) -> DschunkeState:
    """A good is covered, and paid (D7.3-D7.5)."""
    seats = list(state.seats)
    for seat in fact.winners:
        seats[seat] = replace(seats[seat], yen=seats[seat].yen + fact.yen)
    return replace(state, seats=tuple(seats), sold=(*state.sold, fact.good))


def _round_ended(state: DschunkeState, fact: DschunkeRoundEnded) -> DschunkeState:
    """All workers are fresh, and the next player begins (D8.1, D8.2)."""
    merchants = tuple(fact.merchants)
    return replace(state, start_seat=fact.start_seat, merchants=merchants, used=(), sold=(), event=None)


def _ended(state: DschunkeState, fact: DschunkeEnded) -> DschunkeState:
    """The bonuses are counted (D8.3)."""
    return replace(state, phase=DschunkePhase.FINISHED, bonus_cards=fact.special_cards, bonus_junks=fact.junks)


evolve: Final[Callable[[DschunkeState, DschunkeFact], DschunkeState]] = by_type(
    DschunkeFact,
    _turned,
    _bar_placed,
    _bar_returned,
    _merchants_shown,
    _round_began,
    _market_turned,
    _event_began,
    _money_shown,
    _used,
    _forfeited,
    _loaded,
    _bar_moved,
    _earned,
    _sold,
    _round_ended,
    _ended,
    folding_goods.dealt,
    folding_goods.drew,
    folding_goods.mixed_named,
    folding_goods.mixed_shuffled,
    folding_goods.ran_out,
    folding_goods.swapped,
    folding_goods.offered,
    folding_goods.revealed,
    folding_specials.shuffled,
    folding_specials.looked_through,
    folding_specials.took,
    folding_specials.played,
    folding_specials.shown_at_end,
    folding_specials.identified,
    putting.yen_put,
    putting.goods_put,
    putting.bars_put,
    putting.worker_marked,
    putting.merchant_put,
    putting.special_put,
    putting.turn_given,
    putting.settled,
)
"""`state` after a fact."""
