"""How facts change the table of a Dschunke match that tell what was put otherwise than the rules would have it."""

from msgspec.structs import replace

from domain.games.dschunke.adjustments import DschunkeBarPlace
from domain.games.dschunke.cargo import loaded, taken_off
from domain.games.dschunke.events import (
    DschunkePhase,
    DschunkeTurnGiven,
)
from domain.games.dschunke.meta import (
    ALWAYS,
    GOODS,
    JUNKS,
    MERCHANTS,
    PILES,
    DschunkeGood,
    DschunkeJunk,
    DschunkePile,
    special_cards,
)
from domain.games.dschunke.put_events import (
    DschunkeBarsPut,
    DschunkeGoodsPut,
    DschunkeMerchantPut,
    DschunkeSettled,
    DschunkeSpecialPut,
    DschunkeWorkerMarked,
    DschunkeYenPut,
)
from domain.games.dschunke.showing import shown, special_gone, with_seat, without
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.places import put

# --- money, workers and turns ----------------------------------------------------------------------------------------


def yen_put(state: DschunkeState, fact: DschunkeYenPut) -> DschunkeState:
    """Yen are in another purse."""
    for purse, yen in ((fact.from_, -fact.yen), (fact.to, fact.yen)):
        if isinstance(purse, int):
            state = with_seat(state, purse, yen=state.seats[purse].yen + yen)
    return state


def worker_marked(state: DschunkeState, fact: DschunkeWorkerMarked) -> DschunkeState:
    """A worker counts as used, or not."""
    used = (*state.used, fact.worker) if fact.used else without(state.used, fact.worker)
    return replace(state, used=used)


def merchant_put(state: DschunkeState, fact: DschunkeMerchantPut) -> DschunkeState:
    """A merchant stands on another junk."""
    return replace(state, merchants=put(state.merchants, MERCHANTS.index(fact.merchant), fact.to))


def turn_given(state: DschunkeState, fact: DschunkeTurnGiven) -> DschunkeState:
    """It is somebody's turn, and then that of those who come later."""
    return replace(state, phase=fact.phase, turn=fact.seat, later=fact.later, swaps=0, acted=False, extra=False)


def settled(state: DschunkeState, fact: DschunkeSettled) -> DschunkeState:
    """What was asked for is done; only the own action is remembered."""
    del fact
    return replace(state, acted=True) if state.phase is DschunkePhase.ACT else state


# --- goods -----------------------------------------------------------------------------------------------------------


def goods_put(state: DschunkeState, fact: DschunkeGoodsPut) -> DschunkeState:
    """Goods cards are in another hand or pile."""
    known = GOODS.count(DschunkeGood(card) for card in fact.goods if card != UNKNOWN)
    unknown = len(fact.goods) - sum(known)
    return _goods_added(_goods_taken(state, fact.from_, known, unknown), fact.to, known, unknown)


def _goods_taken(state: DschunkeState, place: int | str, known: Counts, unknown: int) -> DschunkeState:
    """Cards leave a place. Where it isn't known which ones leave a hand, it isn't known either which ones stay."""
    if place == "piles":
        return replace(state, stock=state.stock.drawn(known))
    if not isinstance(place, int):
        return replace(state, mixed=state.mixed - unknown, mixed_piles=None)
    state = shown(state, place, known)
    hand = state.seats[place].hand
    left = Hand(minus(hand.known, known), hand.unknown)
    if not unknown:
        return with_seat(state, place, hand=left)
    state = with_seat(state, place, hand=Hand(GOODS.none, len(left) - unknown))
    return replace(state, stock=state.stock.forgotten(left.known), mixed_piles=None)


def _goods_added(state: DschunkeState, place: int | str, known: Counts, unknown: int) -> DschunkeState:
    """Cards come to a place. The mixed pile that they are shuffled into isn't one of the earlier ones any more."""
    if isinstance(place, int):
        hand = state.seats[place].hand
        return with_seat(state, place, hand=Hand(plus(hand.known, known), hand.unknown + unknown))
    if place == "piles":
        return replace(state, stock=state.stock.returned(known))
    mixed = state.mixed + sum(known) + unknown
    return replace(state, stock=state.stock.forgotten(known), mixed=mixed, mixed_piles=None)


# --- bars ------------------------------------------------------------------------------------------------------------


def bars_put(state: DschunkeState, fact: DschunkeBarsPut) -> DschunkeState:
    """Bars lie in another place."""
    cargo, bars = state.cargo, state.seats[fact.seat].bars
    if fact.from_ == DschunkeBarPlace.STOCK:
        bars -= fact.bars
    else:
        place = JUNKS.index[DschunkeJunk(fact.from_)]
        cargo = put(cargo, place, taken_off(cargo[place], fact.seat, fact.bars))
    if fact.to == DschunkeBarPlace.STOCK:
        bars += fact.bars
    else:
        place = JUNKS.index[DschunkeJunk(fact.to)]
        cargo = put(cargo, place, loaded(cargo[place], fact.seat, fact.bars))
    return replace(with_seat(state, fact.seat, bars=bars), cargo=cargo)


# --- special cards ---------------------------------------------------------------------------------------------------


def special_put(state: DschunkeState, fact: DschunkeSpecialPut) -> DschunkeState:
    """A special card is in another place."""
    return _special_added(_special_taken(state, fact), fact)


def _special_taken(state: DschunkeState, fact: DschunkeSpecialPut) -> DschunkeState:
    """A card leaves a place. Where it isn't known which one leaves a player, it isn't known either which ones stay."""
    card, place = fact.card, fact.from_
    if isinstance(place, int):
        return _forgotten(state, place) if card == UNKNOWN else special_gone(state, place, card)
    if place == "played":
        return replace(state, played=without(state.played, card))
    pile = PILES.index[DschunkePile(place)]
    state = replace(state, piles=changed(state.piles, pile, -1))
    if card == UNKNOWN:
        return state
    if state.pile_cards:
        state = replace(state, pile_cards=put(state.pile_cards, pile, without(state.pile_cards[pile], card)))
    return replace(state, unseen_specials=without(state.unseen_specials, card))


def _forgotten(state: DschunkeState, seat: int) -> DschunkeState:
    """One of the cards that a player keeps secret leaves, and nobody knows which."""
    player = state.seats[seat]
    shown_ones = tuple(card for card in player.specials if card in ALWAYS)
    secrets = tuple(card for card in player.specials if card not in ALWAYS)
    unknown = player.unknown_specials + len(secrets) - 1
    state = with_seat(state, seat, specials=shown_ones, identified=(), unknown_specials=unknown)
    return replace(state, unseen_specials=_in_order(state, (*state.unseen_specials, *secrets)))


def _special_added(state: DschunkeState, fact: DschunkeSpecialPut) -> DschunkeState:
    card, place = fact.card, fact.to
    if isinstance(place, int):
        player = state.seats[place]
        if card == UNKNOWN:
            return with_seat(state, place, unknown_specials=player.unknown_specials + 1)
        return with_seat(state, place, specials=(*player.specials, card))
    if place == "played":
        return replace(state, played=(*state.played, card))
    pile = PILES.index[DschunkePile(place)]
    state = replace(state, piles=changed(state.piles, pile, 1))
    if card == UNKNOWN:
        return state
    if state.pile_cards:
        state = replace(state, pile_cards=put(state.pile_cards, pile, (*state.pile_cards[pile], card)))
    return replace(state, unseen_specials=_in_order(state, (*state.unseen_specials, card)))


def _in_order(state: DschunkeState, cards: tuple[str, ...]) -> tuple[str, ...]:
    """`cards` in the order of the box."""
    return tuple(sorted(cards, key=special_cards(state.board.bonus_pairs).index))
