"""What may have happened at the table of Halunken und Spelunken where the rules refuse what was done."""

from collections.abc import Iterator
from typing import TypeAlias

from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenAdjust,
    HalunkenAdjustment,
    HalunkenBid,
    HalunkenCardAdjustment,
    HalunkenChoose,
    HalunkenDirection,
    HalunkenDisplace,
    HalunkenPass,
    HalunkenPieceAdjustment,
    HalunkenPlaceBlackJack,
    HalunkenPlaceCaptain,
    HalunkenReveal,
    HalunkenRogueAdjustment,
    HalunkenSteal,
    HalunkenSurrender,
    HalunkenTurnAdjustment,
    HalunkenTurnBlackJack,
)
from domain.games.halunken.adjustment_choices import can_be_made
from domain.games.halunken.meta import BLACK_JACK, HARBOUR, HalunkenAtTavern
from domain.games.halunken.movement import crew_of
from domain.games.halunken.rules import decide, decided
from domain.games.halunken.state import HalunkenState
from domain.kernel.errors import RuleViolation

Changes: TypeAlias = tuple[HalunkenAdjustment, ...]


def proposals(state: HalunkenState, action: HalunkenAction) -> tuple[Changes, ...]:
    """See :meth:`~domain.kernel.adjusting.HasAdjustments.proposals`."""
    return (
        *(changes for changes in _remedies(state, action) if changes and allows(state, changes, action)),
        *(changes for changes in _effects(state, action) if can_be_made(state, changes)),
    )


def allows(state: HalunkenState, changes: Changes, action: HalunkenAction) -> bool:
    """Whether the table can be put so, and the rules allow `action` then."""
    try:
        decide(decided(state, HalunkenAdjust(reason="-", changes=changes)).state, action)
    except RuleViolation:
        return False
    return True


def _remedies(state: HalunkenState, action: HalunkenAction) -> Iterator[Changes]:
    """What may make `action` possible."""
    match action:
        case HalunkenPlaceCaptain() | HalunkenPlaceBlackJack() | HalunkenPass():
            yield _to_turn(state, action.seat)
        case HalunkenBid():
            yield (*_to_turn(state, action.seat), *_to_crew(state, action))
        case HalunkenChoose():
            yield tuple(_cards_back(state, action))
        case HalunkenTurnBlackJack():
            yield (HalunkenCardAdjustment(piece=BLACK_JACK, card=action.card, used=False),)
        case HalunkenReveal():
            yield from _went_elsewhere(state, action)
        case _:
            pass


def _effects(state: HalunkenState, action: HalunkenAction) -> Iterator[Changes]:
    """What `action` did to the table."""
    match action:
        case HalunkenSteal():
            yield (HalunkenRogueAdjustment(rogue=action.rogue, from_=action.from_, to=action.seat),)
        case HalunkenSurrender():
            yield (HalunkenRogueAdjustment(rogue=action.rogue, from_=action.seat, to=HARBOUR),)
        case HalunkenDisplace() if (space := state.black_jack) is not None:
            direction = 1 if action.direction is HalunkenDirection.CLOCKWISE else -1
            to = state.next_free(space, direction)
            yield (HalunkenPieceAdjustment(piece=BLACK_JACK, from_=space, to=to),)
        case _:
            pass


def _to_turn(state: HalunkenState, seat: int) -> Changes:
    """The turn goes to `seat`, unless it has it."""
    return () if state.turn == seat else (HalunkenTurnAdjustment(piece=seat),)


def _to_crew(state: HalunkenState, action: HalunkenBid) -> Changes:
    """The rogue bid comes to the crew from where it is seen."""
    spot = state.spot_of(action.rogue)
    if spot is None or spot == action.seat:
        return ()
    return (HalunkenRogueAdjustment(rogue=action.rogue, from_=spot, to=action.seat),)


def _cards_back(state: HalunkenState, action: HalunkenChoose) -> Iterator[HalunkenCardAdjustment]:
    """The cards chosen that count as used weren't."""
    if action.card in state.seats[action.seat].played:
        yield HalunkenCardAdjustment(piece=action.seat, card=action.card, used=False)
    if action.black_jack is not None and action.black_jack in state.turned:
        yield HalunkenCardAdjustment(piece=BLACK_JACK, card=action.black_jack, used=False)


def _went_elsewhere(state: HalunkenState, action: HalunkenReveal) -> Iterator[Changes]:
    """The piece that moved last went to the tavern where a rogue is turned up, and took the rogue there instead."""
    taverns = [*action.rogues.by_tavern]
    piece = state.mover
    if piece is None or len(taverns) != 1:
        return
    (to,), space, place = taverns, state.space_of(piece), crew_of(state, piece)
    moved = HalunkenPieceAdjustment(piece=piece, from_=space, to=to)
    taken = state.open[to]
    if space != to and space in state.waiting and taken is not None:
        back = HalunkenRogueAdjustment(rogue=state.rogues_at(place)[-1], from_=place, to=HalunkenAtTavern(space))
        yield moved, back, HalunkenRogueAdjustment(rogue=taken, from_=HalunkenAtTavern(to), to=place)
