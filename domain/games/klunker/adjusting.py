"""Irregular play in Klunker: what was done against the rules and stood, if the cards allow it (K1.4, K9.1)."""

from collections.abc import Iterator
from operator import le
from typing import Final, assert_never

from domain.games.klunker.actions import KlunkerDealing
from domain.games.klunker.adjustments import (
    COMMON_PLACES,
    KlunkerAdjust,
    KlunkerChangeTurn,
    KlunkerMoveCards,
    KlunkerMoveFaceDown,
    KlunkerMoveStartCard,
    KlunkerPlace,
    KlunkerSpot,
)
from domain.games.klunker.events import (
    KlunkerMoved,
    KlunkerMovedFaceDown,
    KlunkerPhase,
    KlunkerReordered,
    KlunkerStartCardMoved,
    KlunkerTurn,
)
from domain.games.klunker.meta import JEWELS
from domain.games.klunker.moving import never_seen_in_banks, revealed_in_banks, turned_over
from domain.games.klunker.state import KlunkerState
from domain.games.klunker.turns import KlunkerDecision
from domain.kernel.counts import Counts, plus
from domain.kernel.errors import RuleViolation

_FACE_DOWN: Final = frozenset(
    {
        (KlunkerPlace.BANK, KlunkerPlace.BANK),
        (KlunkerPlace.DECK, KlunkerPlace.BANK),
        (KlunkerPlace.DECK, KlunkerPlace.HAND),
        (KlunkerPlace.HAND, KlunkerPlace.BANK),
        (KlunkerPlace.HAND, KlunkerPlace.DECK),
        (KlunkerPlace.HAND, KlunkerPlace.HAND),
    }
)
"""From where to where cards can go that nobody looks at."""


def adjust(builder: KlunkerDecision, action: KlunkerAdjust) -> None:
    """Put the table as it was played, change by change; refuse what can't be, and what changes nothing."""
    before = builder.state
    if before.phase is KlunkerPhase.FINISHED:
        raise RuleViolation("K7.3", "The game has ended.")
    for change in action.changes:
        match change:
            case KlunkerMoveCards():
                verify_cards(builder.state, change)
                builder.add(KlunkerMoved(jewels=change.jewels, from_=change.from_, to=change.to))
            case KlunkerMoveFaceDown():
                verify_face_down(builder.state, change)
                builder.add(KlunkerMovedFaceDown(cards=change.cards, from_=change.from_, to=change.to))
            case KlunkerChangeTurn():
                verify_turn_change(builder.state, change.seat)
                change_turn(builder, change.seat)
            case KlunkerMoveStartCard():
                verify_seat(builder.state, change.seat)
                builder.add(KlunkerStartCardMoved(seat=change.seat))
            case _:
                assert_never(change)
    if builder.state == before:
        raise RuleViolation("K9.1", "Nothing would be otherwise.")


# --- cards -----------------------------------------------------------------------------------------------------------


def verify_cards(state: KlunkerState, change: KlunkerMoveCards) -> None:
    """Refuse cards that aren't there or can't be, and cards that are named though nobody sees them."""
    verify_way(state, change.from_, change.to)
    if (change.from_.place, change.to.place) == (KlunkerPlace.DECK, KlunkerPlace.BANK):
        raise RuleViolation("K1.4", "What goes from the deck to a bank is face down: its jewels can't be named.")
    if not may_hold(state, change.from_, JEWELS.count(change.jewels)):
        raise RuleViolation("K9.1", "That can't lie there: {jewels}.", jewels=change.jewels)


def may_hold(state: KlunkerState, spot: KlunkerSpot, cards: Counts) -> bool:
    """Whether `cards` can be at `spot`, for all that the record knows."""
    match spot.place:
        case KlunkerPlace.DECK:
            return sum(cards) <= state.deck and _are_among(cards, state.unseen)
        case KlunkerPlace.OUT_OF_GAME:
            return _are_among(cards, state.out_of_game)
    assert spot.seat is not None  # noqa: S101  # `verify_way` has seen to it
    player = state.seats[spot.seat]
    match spot.place:
        case KlunkerPlace.HAND:
            return player.hand.may_hold(cards, state.unseen)
        case KlunkerPlace.SHOWCASE:
            return _are_among(cards, player.showcase)
        case KlunkerPlace.SAFE:
            return _are_among(cards, player.safe)
        case KlunkerPlace.BANK:
            revealed = revealed_in_banks(state, cards)
            possible = _are_among(revealed, state.unseen) and sum(revealed) <= notes_to_reveal(state)
            return sum(cards) <= player.banknotes and possible
        case _:
            assert_never(spot.place)


def notes_to_reveal(state: KlunkerState) -> int:
    """How many banknotes may turn out to be any jewel; where the service deals, those stay as it has shuffled them."""
    return 0 if state.dealing is KlunkerDealing.SERVER else never_seen_in_banks(state)


def most_at(state: KlunkerState, spot: KlunkerSpot) -> Counts:
    """The highest possible number of each jewel at `spot`."""
    match spot.place:
        case KlunkerPlace.DECK:
            return state.unseen if state.deck else JEWELS.none
        case KlunkerPlace.OUT_OF_GAME:
            return state.out_of_game
    assert spot.seat is not None  # noqa: S101  # the spots are those of the table
    player = state.seats[spot.seat]
    match spot.place:
        case KlunkerPlace.HAND:
            return player.hand.most(state.unseen)
        case KlunkerPlace.SHOWCASE:
            return player.showcase
        case KlunkerPlace.SAFE:
            return player.safe
        case KlunkerPlace.BANK:
            unseen = state.unseen if notes_to_reveal(state) else JEWELS.none
            return plus(turned_over(state), unseen) if player.banknotes else JEWELS.none
        case _:
            assert_never(spot.place)


def _are_among(cards: Counts, there: Counts) -> bool:
    return all(map(le, cards, there))


def verify_face_down(state: KlunkerState, change: KlunkerMoveFaceDown) -> None:
    """Refuse more cards than nobody has seen there, and ways on which cards are seen."""
    verify_way(state, change.from_, change.to)
    if not goes_face_down(state, change.from_, change.to):
        raise RuleViolation("K1.4", "Cards that go there can't stay face down: they have to be named.")
    if change.cards > most_face_down(state, change.from_):
        raise RuleViolation("K9.1", "So many cards that nobody has looked at don't lie there: {n}.", n=change.cards)


def goes_face_down(state: KlunkerState, from_: KlunkerSpot, to: KlunkerSpot) -> bool:
    """Whether cards can go this way unseen: through hands only where the record doesn't know these."""
    hands = KlunkerPlace.HAND in {from_.place, to.place}
    return (from_.place, to.place) in _FACE_DOWN and (not hands or state.dealing is KlunkerDealing.SECRET)


def most_face_down(state: KlunkerState, spot: KlunkerSpot) -> int:
    """The cards at `spot` that nobody has to have looked at."""
    if spot.place is KlunkerPlace.DECK:
        return state.deck
    if spot.seat is None or spot.place not in {KlunkerPlace.HAND, KlunkerPlace.BANK}:
        return 0
    player = state.seats[spot.seat]
    return player.hand.unknown if spot.place is KlunkerPlace.HAND else player.banknotes


# --- ways ------------------------------------------------------------------------------------------------------------


def spots(state: KlunkerState) -> Iterator[KlunkerSpot]:
    """All places at the table, those of the seats first."""
    for seat in range(len(state.seats)):
        for place in KlunkerPlace:
            if place not in COMMON_PLACES:
                yield KlunkerSpot(place=place, seat=seat)
    for place in KlunkerPlace:
        if place in COMMON_PLACES:
            yield KlunkerSpot(place=place)


def is_way(state: KlunkerState, from_: KlunkerSpot, to: KlunkerSpot) -> bool:
    """Whether cards can go from one place to the other: where the service deals, the deck is no cards at the table."""
    has_deck = state.dealing is not KlunkerDealing.SERVER
    return from_ != to and (has_deck or KlunkerPlace.DECK not in {from_.place, to.place})


def verify_way(state: KlunkerState, from_: KlunkerSpot, to: KlunkerSpot) -> None:
    """Refuse places that there aren't, and ways that lead nowhere."""
    for spot in (from_, to):
        if (spot.seat is None) != (spot.place in COMMON_PLACES):
            raise RuleViolation(
                "K1.4", "The deck and what is out of the game are nobody's, all other places somebody's."
            )
        if spot.seat is not None:
            verify_seat(state, spot.seat)
    if from_ == to:
        raise RuleViolation("K9.1", "The cards already lie there.")
    if not is_way(state, from_, to):
        raise RuleViolation("K2.3", "In this match the service deals: no card leaves the deck or joins it otherwise.")


def verify_seat(state: KlunkerState, seat: int) -> None:
    """Refuse a seat that there isn't."""
    if seat >= len(state.seats):
        raise RuleViolation("K1.3", "There is no seat {n}.", n=seat)


# --- turns -----------------------------------------------------------------------------------------------------------


def seats_for_turn(state: KlunkerState) -> tuple[int, ...]:
    """Who may be next otherwise: while cards are stored, who hasn't passed; in the third phase, who is to buy."""
    others = (seat for seat in range(len(state.seats)) if seat != state.turn)
    match state.phase:
        case KlunkerPhase.STOCK:
            return tuple(others)
        case KlunkerPhase.STORE:
            return tuple(seat for seat in others if seat not in state.order)
        case KlunkerPhase.BUY:
            return tuple(seat for seat in others if seat in state.order[state.bought :])
        case _:
            return ()


def verify_turn_change(state: KlunkerState, seat: int) -> None:
    """Refuse a seat that can't be the next in this phase."""
    verify_seat(state, seat)
    if seat not in seats_for_turn(state):
        raise RuleViolation("K4.2", "Now it can't become the turn of {seat}.", seat=seat)


def change_turn(builder: KlunkerDecision, seat: int) -> None:
    """It is the turn of `seat`; among those who are to buy, that one comes first."""
    state = builder.state
    if state.phase is KlunkerPhase.BUY:
        done, left = state.order[: state.bought], state.order[state.bought :]
        builder.add(KlunkerReordered(order=(*done, seat, *(other for other in left if other != seat))))
    builder.add(KlunkerTurn(phase=state.phase, seat=seat))
