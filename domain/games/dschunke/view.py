"""What a viewer may know of a Dschunke match.

Secret are the goods in the hands of others, their money (D1.8), their special cards that aren't "always" cards (D9),
offers until they are revealed (D7.1), the order of what is shuffled, and what was drawn from the mixed pile (D10.3).
The end opens the money and the cards that count then (D8.3); an extra action that wasn't played stays secret.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeDeal,
    DschunkeDrawMixed,
    DschunkeOffer,
    DschunkeShowSpecials,
    DschunkeShuffleSpecials,
    DschunkeTakeSpecial,
)
from domain.games.dschunke.adjustments import DschunkeAdjust
from domain.games.dschunke.board import DschunkeAmounts, DschunkeSpace, amounts_on
from domain.games.dschunke.cargo import layers, visible
from domain.games.dschunke.events import (
    DschunkeDealt,
    DschunkeDrew,
    DschunkeEnded,
    DschunkeFact,
    DschunkeIdentified,
    DschunkeLookedThrough,
    DschunkeMarketTurned,
    DschunkeMerchantsShown,
    DschunkeMixedTold,
    DschunkeMoneyShown,
    DschunkeOffered,
    DschunkePhase,
    DschunkeRevealed,
    DschunkeSpecialsShown,
    DschunkeSpecialsShuffled,
    DschunkeTookSpecial,
)
from domain.games.dschunke.meta import (
    ALWAYS,
    EXTRA_ACTIONS,
    GOODS,
    JUNKS,
    MERCHANTS,
    MIXED,
    PILES,
    DschunkeGood,
    DschunkeJunk,
    DschunkeMerchant,
    DschunkePile,
    DschunkeWorker,
)
from domain.games.dschunke.put_events import DschunkeGoodsPut, DschunkeSpecialPut
from domain.games.dschunke.put_view import redacted_adjust, redacted_put
from domain.games.dschunke.state import DschunkeSeat, DschunkeState
from domain.kernel.cards import HIDDEN, UNKNOWN, hands_known_to, hidden
from domain.kernel.viewer import RECORDER, Viewer, sees_hand_of


class DschunkeBonus(Struct, frozen=True):
    """What the end brought besides the money (D8.3)."""

    special_cards: int
    junks: int


class DschunkeSeatView(Struct, frozen=True):
    """What one player has.

    Attributes:
        hand: a good, ``unknown`` or ``hidden`` for each card.
        yen: null where it is secret.
        yen_told: the money at the last event Y.
        bars_left: own bars on no junk.
        bars_to_place: received bars, each as the seat whose colour it has.
        supply_cards: supply cards and special cards that work like them.
        special_cards: their names, ``unknown`` or ``hidden``.
        offered: whether an offer lies face down.
        offer: what it is; null where it is secret or there is none.
        bonus: at the end.
    """

    hand: tuple[str, ...]
    yen: int | None
    yen_told: int | None
    bars_left: int
    bars_to_place: tuple[int, ...]
    supply_cards: int
    special_cards: tuple[str, ...]
    offered: bool
    offer: tuple[DschunkeGood, ...] | None
    bonus: DschunkeBonus | None


class DschunkeView(Struct, frozen=True, tag="dschunke", tag_field="game"):
    """The table as one viewer knows it.

    Attributes:
        round: from 1; 0 before.
        start_seat: the first player of this round.
        turn: the seat that acts; null where all or none do.
        junk_order: the junks, clockwise.
        cargo: the layers on each junk, the lowest first; a bar is the seat that owns it.
        visible: the visible crates on each junk, a number a seat.
        merchants: where they stand; empty until they are shown.
        assistants: the space on which each assistant stands.
        used: the workers used in this round.
        market: the market card; null before it is turned up.
        market_cards_left: how many are left to turn up.
        sold: the goods that are covered.
        piles: the goods on their junks; null where the record can't tell.
        piles_between: at least and at most so many.
        mixed_pile: the cards in the mixed pile.
        special_piles: the special cards left in each pile.
        special_cards_played: those that are out.
        looking_through: the pile that the seat at turn looks through, if it does.
        looking_at: the cards in it, for that seat only.
    """

    round: int
    phase: DschunkePhase
    start_seat: int
    turn: int | None
    junk_order: tuple[DschunkeJunk, ...]
    cargo: dict[DschunkeJunk, tuple[tuple[int, ...], ...]]
    visible: dict[DschunkeJunk, tuple[int, ...]]
    merchants: dict[DschunkeMerchant, DschunkeJunk]
    assistants: dict[DschunkeWorker, DschunkeSpace]
    used: tuple[DschunkeWorker, ...]
    market: DschunkeAmounts | None
    market_cards_left: int
    sold: tuple[DschunkeGood, ...]
    piles: dict[DschunkeGood, int | None]
    piles_between: dict[DschunkeGood, tuple[int, int]]
    mixed_pile: int
    special_piles: dict[DschunkePile, int]
    special_cards_played: tuple[str, ...]
    looking_through: DschunkePile | None
    looking_at: tuple[str, ...] | None
    seats: tuple[DschunkeSeatView, ...]


WITHOUT_TURN = {
    DschunkePhase.SHUFFLE,
    DschunkePhase.DEAL,
    DschunkePhase.SHOW,
    DschunkePhase.MARKET,
    DschunkePhase.OFFER,
    DschunkePhase.SHOW_SPECIALS,
    DschunkePhase.FINISHED,
}


def view(state: DschunkeState, viewer: Viewer) -> DschunkeView:
    """What `viewer` may know of `state`."""
    bounds = dict(zip(GOODS, zip(state.stock.pile_least, state.stock.pile_most, strict=True), strict=True))
    holds = dict(zip(JUNKS, state.cargo, strict=True))
    seats = range(len(state.seats))
    return DschunkeView(
        round=state.round,
        phase=state.phase,
        start_seat=state.start_seat,
        turn=None if state.phase in WITHOUT_TURN else state.turn,
        junk_order=state.board.junk_order,
        cargo={junk: layers(hold) for junk, hold in holds.items()},
        visible={junk: tuple(visible(hold, seat) for seat in seats) for junk, hold in holds.items()},
        merchants=dict(zip(MERCHANTS, state.merchants, strict=True)) if state.merchants else {},
        assistants={assistant: state.space(assistant) for assistant in state.assistants},
        used=state.used,
        market=amounts_on(state.market) if state.market else None,
        market_cards_left=state.market_cards_left,
        sold=state.sold,
        piles={good: least if least == most else None for good, (least, most) in bounds.items()},
        piles_between=bounds,
        mixed_pile=state.mixed,
        special_piles=dict(zip(PILES, state.piles, strict=True)),
        special_cards_played=tuple(sorted(state.played)),
        looking_through=state.looking,
        looking_at=_looking_at(state, viewer),
        seats=tuple(_seat(state, seat, viewer) for seat in seats),
    )


def _looking_at(state: DschunkeState, viewer: Viewer) -> tuple[str, ...] | None:
    if state.looking is None or not sees_hand_of(viewer, state.turn):
        return None
    return state.pile_cards[PILES.index[state.looking]]


def _seat(state: DschunkeState, seat: int, viewer: Viewer) -> DschunkeSeatView:
    player = state.seats[seat]
    own = sees_hand_of(viewer, seat)
    ended = state.phase is DschunkePhase.FINISHED
    return DschunkeSeatView(
        hand=_hand(player) if own else hidden(player.hand),
        yen=player.yen if own or ended else None,
        yen_told=player.announced,
        bars_left=player.bars,
        bars_to_place=tuple(owner for owner, n in enumerate(player.received) for _ in range(n)),
        supply_cards=player.supply,
        special_cards=_specials(player, own=own, ended=ended),
        offered=player.offered,
        offer=GOODS.spread(player.offer) if own and player.offered else None,
        bonus=DschunkeBonus(state.bonus_cards[seat], state.bonus_junks[seat]) if ended else None,
    )


def _hand(player: DschunkeSeat) -> tuple[str, ...]:
    return (*GOODS.spread(player.hand.known), *(UNKNOWN,) * player.hand.unknown)


def _specials(player: DschunkeSeat, *, own: bool, ended: bool) -> tuple[str, ...]:
    """All special cards for those who may know them; for others those that are shown, and how many there are more.

    Shown are the "always" cards, and when the match has ended the "at the end" cards, which are scored (D8.3, D9).
    """
    if own:
        return (*player.specials, *(UNKNOWN,) * player.unknown_specials)
    shown = tuple(card for card in player.specials if card in ALWAYS or (ended and card not in EXTRA_ACTIONS))
    return shown + (HIDDEN,) * (len(player.specials) - len(shown) + player.unknown_specials)


# --- the log ---------------------------------------------------------------------------------------------------------


def redact(
    action: DschunkeAction, facts: Sequence[DschunkeFact], viewer: Viewer
) -> tuple[DschunkeAction, tuple[DschunkeFact, ...]]:
    """`action` and `facts` as `viewer` may know them.

    An offer stays hidden in its own event, its number of cards too; what the reveal shows is open.
    """
    if viewer is RECORDER:
        return action, tuple(facts)
    return _redacted_action(action, facts, viewer), tuple(_redacted(fact, viewer) for fact in facts)


def _redacted_action(action: DschunkeAction, facts: Sequence[DschunkeFact], viewer: Viewer) -> Any:
    match action:
        case DschunkeOffer() if viewer != action.seat:
            return replace(action, goods=(HIDDEN,))
        case DschunkeTakeSpecial() if viewer != action.seat and action.card is not None:
            return replace(action, card=_card(action.card))
        case DschunkeShowSpecials() if viewer != action.seat:
            return replace(action, cards=_shown_at_the_end(action.cards))
        case DschunkeDeal():
            return replace(action, hands=hands_known_to(viewer, action.hands))
        case DschunkeShuffleSpecials():
            return replace(action, piles=_hidden(action.piles))
        case DschunkeAdjust():
            return redacted_adjust(action, viewer)
        case DschunkeDrawMixed() if not any(isinstance(f, DschunkeMixedTold) and f.seat == viewer for f in facts):
            return replace(action, goods=hidden(action.goods))
        case _:
            return action


def _redacted(fact: DschunkeFact, viewer: Viewer) -> Any:
    match fact:
        case DschunkeOffered() if viewer != fact.seat:
            return replace(fact, goods=(HIDDEN,))
        case DschunkeTookSpecial() if viewer != fact.seat:
            return replace(fact, card=_card(fact.card))
        case DschunkeSpecialsShown() if viewer != fact.seat:
            return replace(fact, cards=_shown_at_the_end(fact.cards))
        case DschunkeMixedTold() if viewer != fact.seat:
            return replace(fact, goods=hidden(fact.goods))
        case DschunkeDealt():
            return replace(fact, hands=hands_known_to(viewer, fact.hands), mixed=hidden(fact.mixed))
        case DschunkeSpecialsShuffled():
            return replace(fact, piles=_hidden(fact.piles))
        case DschunkeGoodsPut() | DschunkeSpecialPut():
            return redacted_put(fact, viewer)
        case DschunkeIdentified() if viewer != fact.seat:
            goods, cards = hidden(fact.goods), hidden(fact.special_cards)
            return replace(fact, goods=goods, special_cards=cards)
        case _:
            return fact


def _card(card: str) -> str:
    """A special card taken, as others know it: only "always" cards are shown."""
    return card if card in ALWAYS else HIDDEN


def _shown_at_the_end(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that count at the end, sorted; extra actions that weren't played count nothing, and stay hidden."""
    return tuple(sorted(HIDDEN if card in EXTRA_ACTIONS else card for card in cards))


def _hidden(piles: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(hidden(pile) for pile in piles)


REVEALING: Final = (
    DschunkeSpecialsShuffled,
    DschunkeDealt,
    DschunkeMerchantsShown,
    DschunkeMarketTurned,
    DschunkeMoneyShown,
    DschunkeLookedThrough,
    DschunkeTookSpecial,
    DschunkeMixedTold,
    DschunkeRevealed,
    DschunkeEnded,
)
"""What was face down, or others' secret: shuffled cards (D2.3, D2.4, D4.1), merchants (D2.9), money (D4.3, D8.3), piles
of special cards (D4.3), the mixed pile (D10.3), offers (D7.1)."""


def reveals(facts: Sequence[DschunkeFact]) -> bool:
    """Whether something was turned up, or drawn unseen."""
    return any(
        isinstance(fact, REVEALING) or (isinstance(fact, DschunkeDrew) and MIXED in fact.goods) for fact in facts
    )
