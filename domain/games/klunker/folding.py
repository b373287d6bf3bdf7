"""How facts change the table of a Klunker match."""

from typing import assert_never

from msgspec.structs import replace

from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDealt,
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFact,
    KlunkerFilled,
    KlunkerIdentified,
    KlunkerMoved,
    KlunkerMovedFaceDown,
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
from domain.games.klunker.meta import JEWELS, SET_SIZE
from domain.games.klunker.moving import after_face_down_move, after_move
from domain.games.klunker.state import KlunkerSeat, KlunkerState
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.places import put


def evolve(state: KlunkerState, fact: KlunkerFact) -> KlunkerState:  # noqa: C901, PLR0912  # one flat case a fact
    """`state` after `fact`."""
    seats = state.seats
    match fact:
        case KlunkerTurn():
            return replace(state, phase=fact.phase, turn=fact.seat)
        case KlunkerStored():
            kind = JEWELS.index[fact.jewel]
            player = seats[fact.seat]
            hand, unseen = _shown(state, fact.seat, changed(JEWELS.none, kind, 1))
            player = KlunkerSeat(hand, player.showcase, changed(player.safe, kind, 1), player.banknotes)
            return replace(state, seats=put(seats, fact.seat, player), unseen=unseen)
        case KlunkerStocked():
            player = seats[fact.seat]
            jewels = JEWELS.count(fact.jewels)
            hand, unseen = _shown(state, fact.seat, jewels)
            player = KlunkerSeat(hand, plus(player.showcase, jewels), player.safe, player.banknotes)
            return replace(state, seats=put(seats, fact.seat, player), unseen=unseen)
        case KlunkerPassed():
            return replace(state, order=(*state.order, fact.seat))
        case KlunkerBought():
            return replace(state, seats=_after_purchase(seats, fact), bought=state.bought + 1)
        case KlunkerSold():
            kind = JEWELS.index[fact.jewel]
            player = seats[fact.seat]
            player = replace(
                player, safe=changed(player.safe, kind, -SET_SIZE), banknotes=player.banknotes + fact.notes
            )
            gone = changed(state.out_of_game, kind, SET_SIZE - fact.notes)
            return replace(state, seats=put(seats, fact.seat, player), out_of_game=gone)
        case KlunkerDealt():
            dealt = tuple(map(JEWELS.count, fact.hands))
            return replace(
                state,
                round=state.round + 1,
                deck=state.deck - sum(map(sum, dealt)),
                unseen=minus(state.unseen, tuple(map(sum, zip(*dealt, strict=True)))),
                deals=(*state.deals, tuple(map(len, fact.hands))),
                seats=tuple(
                    replace(player, hand=Hand(plus(player.hand.known, cards), player.hand.unknown))
                    for player, cards in zip(seats, dealt, strict=True)
                ),
            )
        case KlunkerFilled():
            return replace(
                state,
                round=state.round + 1,
                deck=state.deck - sum(fact.cards),
                seats=tuple(
                    replace(player, hand=Hand(player.hand.known, player.hand.unknown + cards))
                    for player, cards in zip(seats, fact.cards, strict=True)
                ),
            )
        case KlunkerRoundEnded():
            return replace(state, phase=KlunkerPhase.DEAL, start_seat=fact.start_seat, order=(), bought=0)
        case KlunkerDeclined():
            return state
        case KlunkerIdentified():
            player, jewels = seats[fact.seat], JEWELS.count(fact.jewels)
            known = put(seats, fact.seat, replace(player, hand=player.hand.showing(jewels)))
            return replace(state, seats=known, unseen=minus(state.unseen, player.hand.revealed_by(jewels)))
        case KlunkerEnded():
            return replace(state, phase=KlunkerPhase.FINISHED)
        case KlunkerMoved():
            return after_move(state, fact)
        case KlunkerMovedFaceDown():
            return after_face_down_move(state, fact)
        case KlunkerStartCardMoved():
            return replace(state, start_seat=fact.seat)
        case KlunkerReordered():
            return replace(state, order=fact.order)
        case _:
            assert_never(fact)


def _shown(state: KlunkerState, seat: int, cards: Counts) -> tuple[Hand, Counts]:
    """The hand that `cards` leave, and what is still unseen: those it wasn't known to hold are seen now."""
    hand, unseen = state.seats[seat].hand, state.unseen
    return hand.without(cards), minus(unseen, hand.revealed_by(cards)) if hand.unknown else unseen


def _after_purchase(seats: tuple[KlunkerSeat, ...], fact: KlunkerBought) -> tuple[KlunkerSeat, ...]:
    owner = seats[fact.from_]
    seats = put(seats, fact.from_, replace(owner, showcase=JEWELS.none, banknotes=owner.banknotes + fact.price))
    buyer = seats[fact.seat]
    safe = plus(buyer.safe, JEWELS.count(fact.jewels))
    return put(seats, fact.seat, replace(buyer, safe=safe, banknotes=buyer.banknotes - fact.price))
