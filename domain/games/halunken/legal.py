"""What may be done now in Halunken und Spelunken; every decision is listed completely."""

from typing import assert_never

from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenBid,
    HalunkenChoose,
    HalunkenDirection,
    HalunkenDisplace,
    HalunkenNameRum,
    HalunkenPass,
    HalunkenPlaceBlackJack,
    HalunkenPlaceCaptain,
    HalunkenSteal,
    HalunkenSurrender,
)
from domain.games.halunken.auction import bids_of
from domain.games.halunken.black_jack import sources
from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import MovementCard
from domain.games.halunken.movement import picks_for_black_jack, rum_values
from domain.games.halunken.rules import pending
from domain.games.halunken.state import HalunkenState
from domain.kernel.legal import Legal
from domain.kernel.pending import awaits_seat


def legal_actions(state: HalunkenState, seat: int) -> Legal:
    """All that `seat` may do now."""
    return Legal(_listed(state, seat) if awaits_seat(pending(state), seat) else ())


def _listed(state: HalunkenState, seat: int) -> tuple[HalunkenAction, ...]:
    player = state.seats[seat]
    match state.phase:
        case HalunkenPhase.PLACE_CAPTAIN:
            return tuple(HalunkenPlaceCaptain(seat=seat, tavern=space) for space in state.free_spaces)
        case HalunkenPhase.PLACE_BLACK_JACK:
            return tuple(HalunkenPlaceBlackJack(seat=seat, tavern=space) for space in state.free_spaces)
        case HalunkenPhase.AUCTION:
            bids = (HalunkenBid(seat=seat, rogue=rogue) for rogue in bids_of(state, seat))
            return (*bids, HalunkenPass(seat=seat))
        case HalunkenPhase.CHOOSE:
            return tuple(
                HalunkenChoose(seat=seat, card=card, black_jack=black_jack)
                for card in player.cards
                for black_jack in _black_jacks_cards(state, seat)
            )
        case HalunkenPhase.NAME_RUM:
            return tuple(HalunkenNameRum(seat=seat, value=value) for value in rum_values(state))
        case HalunkenPhase.STEAL:
            return tuple(
                HalunkenSteal(seat=seat, rogue=rogue, from_=place)
                for place in sources(state)
                for rogue in state.rogues_at(place)
            )
        case HalunkenPhase.SURRENDER:
            return tuple(HalunkenSurrender(seat=seat, rogue=rogue) for rogue in player.crew)
        case HalunkenPhase.DISPLACE:
            return tuple(HalunkenDisplace(seat=seat, direction=direction) for direction in HalunkenDirection)
        case (
            HalunkenPhase.DRAW
            | HalunkenPhase.OPEN
            | HalunkenPhase.BETWEEN_ROUNDS
            | HalunkenPhase.BIDDING
            | HalunkenPhase.SHOWN
            | HalunkenPhase.TURN_BLACK_JACK
            | HalunkenPhase.MOVE
            | HalunkenPhase.ARRIVE
            | HalunkenPhase.OVERTAKE
            | HalunkenPhase.MAKE_ROOM
            | HalunkenPhase.FINISHED
        ):
            return ()
        case _:
            assert_never(state.phase)


def _black_jacks_cards(state: HalunkenState, seat: int) -> tuple[MovementCard | None, ...]:
    if not picks_for_black_jack(state, seat):
        return (None,)
    return tuple(card for card in state.deck if isinstance(card, MovementCard))
