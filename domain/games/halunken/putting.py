"""Rogues, pieces and movement cards that go from one place to another, by the rules and otherwise."""

from typing import Final, TypeVar

from msgspec.structs import replace

from domain.games.halunken.events import (
    HalunkenCardMarked,
    HalunkenMet,
    HalunkenPhase,
    HalunkenPiecePut,
    HalunkenRoguePut,
)
from domain.games.halunken.meta import HalunkenAtTavern, MovementCard, Piece, Place, Rogue, Spot
from domain.games.halunken.state import HalunkenSeat, HalunkenState
from domain.kernel.places import put

C = TypeVar("C", bound=int | MovementCard)
T = TypeVar("T")

MOVEMENT_CARDS: Final = tuple(MovementCard)

# --- pieces and rogues -----------------------------------------------------------------------------------------------


def standing(state: HalunkenState, piece: Piece, space: int) -> HalunkenState:
    """A piece comes to stand before a tavern."""
    if isinstance(piece, int):
        return replace(state, seats=with_captain(state.seats, piece, space))
    return replace(state, black_jack=space)


def with_captain(seats: tuple[HalunkenSeat, ...], seat: int, space: int) -> tuple[HalunkenSeat, ...]:
    """`seats`, where the captain of one stands before another tavern."""
    return put(seats, seat, replace(seats[seat], captain=space))


def gained(state: HalunkenState, place: Place, rogue: Rogue) -> HalunkenState:
    """A rogue comes to a crew, or to the harbour."""
    if isinstance(place, int):
        return replace(state, seats=with_rogue(state.seats, place, rogue))
    return replace(state, harbour=(*state.harbour, rogue))


def with_rogue(seats: tuple[HalunkenSeat, ...], seat: int, rogue: Rogue) -> tuple[HalunkenSeat, ...]:
    """`seats`, where one has `rogue` in its crew, too."""
    player = seats[seat]
    return put(seats, seat, replace(player, crew=(*player.crew, rogue)))


def lost(state: HalunkenState, place: Place, rogue: Rogue) -> HalunkenState:
    """A rogue leaves a crew, or the harbour."""
    left = without(state.rogues_at(place), rogue)
    if isinstance(place, int):
        return replace(state, seats=put(state.seats, place, replace(state.seats[place], crew=left)))
    return replace(state, harbour=left)


def bared(state: HalunkenState, tavern: int) -> tuple[int, ...]:
    """The taverns where rogues wait to be turned up, after the open one of `tavern` was taken."""
    if not state.face_down[tavern]:
        return state.uncovered
    return tuple(sorted((*state.uncovered, tavern))) if state.uncovered else (tavern,)


def without(cards: tuple[T, ...], card: T) -> tuple[T, ...]:
    """`cards` without `card`, if it is there."""
    try:
        place = cards.index(card)
    except ValueError:
        return cards
    return cards[:place] + cards[place + 1 :]


# --- otherwise than the rules would have it -------------------------------------------------------------------------


def rogue_put(state: HalunkenState, fact: HalunkenRoguePut) -> HalunkenState:
    """A rogue lies in another place."""
    return _put_down(_taken_up(state, fact.from_, fact.rogue), fact.to, fact.rogue)


def piece_put(state: HalunkenState, fact: HalunkenPiecePut) -> HalunkenState:
    """A piece stands on another space."""
    return standing(state, fact.piece, fact.to)


def met(state: HalunkenState, fact: HalunkenMet) -> HalunkenState:
    """A piece has met who stands there (H3.7, H5.6)."""
    return replace(state, phase=HalunkenPhase.ARRIVE, turn=None, mover=fact.piece, met=fact.met)


def _taken_up(state: HalunkenState, spot: Spot, rogue: Rogue) -> HalunkenState:
    if isinstance(spot, HalunkenAtTavern):
        return replace(state, open=put(state.open, spot.tavern, None), uncovered=bared(state, spot.tavern))
    return lost(state, spot, rogue)


def _put_down(state: HalunkenState, spot: Spot, rogue: Rogue) -> HalunkenState:
    if isinstance(spot, HalunkenAtTavern):
        covered = without(state.uncovered, spot.tavern)
        return replace(state, open=put(state.open, spot.tavern, rogue), uncovered=covered)
    return gained(state, spot, rogue)


def marked(state: HalunkenState, fact: HalunkenCardMarked) -> HalunkenState:
    """A card among those used comes before the others, so that the newest is still that of the last round."""
    if isinstance(fact.piece, int):
        player = state.seats[fact.piece]
        cards, played = _exchanged(player.cards, player.played, MovementCard(str(fact.card)), used=fact.used)
        return replace(state, seats=put(state.seats, fact.piece, replace(player, cards=cards, played=played)))
    deck, turned = _exchanged(state.deck, state.turned, fact.card, used=fact.used)
    if fact.used:
        return replace(state, deck=deck, turned=turned)
    return replace(state, deck=deck, turned=turned, packs=(*state.packs, deck))


def _exchanged(
    left: tuple[C, ...], used_up: tuple[C, ...], card: C, *, used: bool
) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """The cards left, in the order of their values, and those used, after `card` went from the ones to the others."""
    if used:
        return without(left, card), (card, *used_up)
    return tuple(sorted((*left, card), key=_value)), without(used_up, card)


def _value(card: int | MovementCard) -> int:
    return card if isinstance(card, int) else MOVEMENT_CARDS.index(card)
