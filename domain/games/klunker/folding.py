"""How facts change the table of a Klunker match: a function for each, in the order of the rules."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDealt,
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFact,
    KlunkerFilled,
    KlunkerIdentified,
    KlunkerPassed,
    KlunkerPhase,
    KlunkerReordered,
    KlunkerRoundEnded,
    KlunkerSold,
    KlunkerStartCardMoved,
    KlunkerStocked,
    KlunkerStored,
    KlunkerTurn,
)
from domain.games.klunker.meta import JEWELS, SET_SIZE, Jewel
from domain.games.klunker.moving import after_face_down_move, after_move
from domain.games.klunker.state import KlunkerState
from domain.kernel.by_type import by_type
from domain.kernel.counts import Counts, Hand, changed, minus
from domain.kernel.places import put

# --- K2, K7: rounds --------------------------------------------------------------------------------------------------


def _turned(state: KlunkerState, fact: KlunkerTurn) -> KlunkerState:
    return replace(state, phase=fact.phase, turn=fact.seat)


def _dealt(state: KlunkerState, fact: KlunkerDealt) -> KlunkerState:
    """Known cards of the deck are in the hands (K2.3, K7.2)."""
    cards = [jewel for hand in fact.hands for jewel in hand]
    seats = [
        replace(player, hand=Hand(JEWELS.added(player.hand.known, hand), player.hand.unknown))
        for player, hand in zip(state.seats, fact.hands, strict=True)
    ]
    return replace(
        state,
        round=state.round + 1,
        deck=state.deck - len(cards),
        unseen=JEWELS.removed(state.unseen, cards),
        deals=(*state.deals, tuple(map(len, fact.hands))),
        seats=tuple(seats),
    )


def _filled(state: KlunkerState, fact: KlunkerFilled) -> KlunkerState:
    """Unknown cards of the deck are in the hands (K7.2)."""
    seats = [
        replace(player, hand=Hand(player.hand.known, player.hand.unknown + cards))
        for player, cards in zip(state.seats, fact.cards, strict=True)
    ]
    return replace(state, round=state.round + 1, deck=state.deck - sum(fact.cards), seats=tuple(seats))


def _round_ended(state: KlunkerState, fact: KlunkerRoundEnded) -> KlunkerState:
    """The buying cards are back (K7.1)."""
    return replace(state, phase=KlunkerPhase.DEAL, start_seat=fact.start_seat, order=(), bought=0)


def _ended(state: KlunkerState, fact: KlunkerEnded) -> KlunkerState:
    del fact
    return replace(state, phase=KlunkerPhase.FINISHED)


# --- K3, K4: from the hand to showcase and safe ----------------------------------------------------------------------


def _stocked(state: KlunkerState, fact: KlunkerStocked) -> KlunkerState:
    """Cards of the hand are in the showcase (K3.1)."""
    player = state.seats[fact.seat]
    hand, unseen = _shown(state, player.hand, fact.jewels)
    player = replace(player, hand=hand, showcase=JEWELS.added(player.showcase, fact.jewels))
    return replace(state, seats=put(state.seats, fact.seat, player), unseen=unseen)


def _stored(state: KlunkerState, fact: KlunkerStored) -> KlunkerState:
    """A card of the hand is in the safe (K4.1)."""
    player = state.seats[fact.seat]
    hand, unseen = _shown(state, player.hand, (fact.jewel,))
    player = replace(player, hand=hand, safe=changed(player.safe, JEWELS.index[fact.jewel], 1))
    return replace(state, seats=put(state.seats, fact.seat, player), unseen=unseen)


def _shown(state: KlunkerState, hand: Hand, jewels: tuple[Jewel, ...]) -> tuple[Hand, Counts]:
    """The hand that `jewels` leave, and what is still unseen: those it wasn't known to hold are seen now."""
    if not hand.unknown:
        return Hand(JEWELS.removed(hand.known, jewels)), state.unseen
    cards = JEWELS.count(jewels)
    return hand.without(cards), minus(state.unseen, hand.revealed_by(cards))


def _passed(state: KlunkerState, fact: KlunkerPassed) -> KlunkerState:
    """A buying card is taken (K4.2)."""
    return replace(state, order=(*state.order, fact.seat))


# --- K5, K6: sales and purchases -------------------------------------------------------------------------------------


def _sold(state: KlunkerState, fact: KlunkerSold) -> KlunkerState:
    """Of four cards of the safe some are banknotes, the others out of the game (K5.2)."""
    kind = JEWELS.index[fact.jewel]
    player = state.seats[fact.seat]
    player = replace(player, safe=changed(player.safe, kind, -SET_SIZE), banknotes=player.banknotes + fact.notes)
    gone = changed(state.out_of_game, kind, SET_SIZE - fact.notes)
    return replace(state, seats=put(state.seats, fact.seat, player), out_of_game=gone)


def _bought(state: KlunkerState, fact: KlunkerBought) -> KlunkerState:
    """A showcase is in the safe of the buyer, and paid (K6.1, K6.2)."""
    seats = list(state.seats)
    owner = seats[fact.from_]
    seats[fact.from_] = replace(owner, showcase=JEWELS.none, banknotes=owner.banknotes + fact.price)
    buyer = seats[fact.seat]
    safe = JEWELS.added(buyer.safe, fact.jewels)
    seats[fact.seat] = replace(buyer, safe=safe, banknotes=buyer.banknotes - fact.price)
    return replace(state, seats=tuple(seats), bought=state.bought + 1)


def _declined(state: KlunkerState, fact: KlunkerDeclined) -> KlunkerState:
    """Nothing is bought; that the purchases are over follows as a fact of its own (K6.4)."""
    del fact
    return state


# --- K1.4, K9.1: what is seen later, and what was put otherwise ------------------------------------------------------


def _identified(state: KlunkerState, fact: KlunkerIdentified) -> KlunkerState:
    """Unknown cards of a hand are known (K1.4)."""
    player, jewels = state.seats[fact.seat], JEWELS.count(fact.jewels)
    known = put(state.seats, fact.seat, replace(player, hand=player.hand.showing(jewels)))
    return replace(state, seats=known, unseen=minus(state.unseen, player.hand.revealed_by(jewels)))


def _start_card_moved(state: KlunkerState, fact: KlunkerStartCardMoved) -> KlunkerState:
    return replace(state, start_seat=fact.seat)


def _reordered(state: KlunkerState, fact: KlunkerReordered) -> KlunkerState:
    return replace(state, order=fact.order)


evolve: Final[Callable[[KlunkerState, KlunkerFact], KlunkerState]] = by_type(
    KlunkerFact,
    _turned,
    _dealt,
    _filled,
    _round_ended,
    _ended,
    _stocked,
    _stored,
    _passed,
    _sold,
    _bought,
    _declined,
    _identified,
    after_move,
    after_face_down_move,
    _start_card_moved,
    _reordered,
)
"""`state` after a fact."""
