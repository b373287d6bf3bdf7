"""How facts change the table of a match of Halunken und Spelunken: a function for each, in the order of the rules."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from domain.games.halunken.events import (
    HalunkenBlackJackMoved,
    HalunkenBlackJackPlaced,
    HalunkenBlackJackTurned,
    HalunkenCaptainPlaced,
    HalunkenChosen,
    HalunkenDisplaced,
    HalunkenDrawn,
    HalunkenEnded,
    HalunkenFact,
    HalunkenMoved,
    HalunkenOffered,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPhase,
    HalunkenPushed,
    HalunkenRejoined,
    HalunkenRevealed,
    HalunkenRoundBegan,
    HalunkenRumNamed,
    HalunkenShown,
    HalunkenSpared,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTook,
    HalunkenTurn,
    HalunkenUnbribed,
)
from domain.games.halunken.meta import (
    BLACK_JACK,
    HARBOUR,
    MovementCard,
)
from domain.games.halunken.putting import (
    bared,
    gained,
    lost,
    marked,
    met,
    piece_put,
    rogue_put,
    standing,
    with_captain,
    with_rogue,
    without,
)
from domain.games.halunken.state import HalunkenSeat, HalunkenState
from domain.kernel.by_type import by_type
from domain.kernel.counts import changed
from domain.kernel.places import left_of, put

# --- H2: the set-up --------------------------------------------------------------------------------------------------


def _turned(state: HalunkenState, fact: HalunkenTurn) -> HalunkenState:
    return replace(state, phase=fact.phase, turn=fact.seat)


def _captain_placed(state: HalunkenState, fact: HalunkenCaptainPlaced) -> HalunkenState:
    """A captain stands on the board (H2.2)."""
    return replace(state, phase=HalunkenPhase.DRAW, seats=with_captain(state.seats, fact.seat, fact.tavern))


def _drawn(state: HalunkenState, fact: HalunkenDrawn) -> HalunkenState:
    """The first rogue of a crew comes from below (H2.2)."""
    below = changed(state.face_down, fact.tavern, -1)
    uncovered = state.uncovered if below[fact.tavern] else without(state.uncovered, fact.tavern)
    return replace(state, face_down=below, uncovered=uncovered, seats=with_rogue(state.seats, fact.seat, fact.rogue))


def _revealed(state: HalunkenState, fact: HalunkenRevealed) -> HalunkenState:
    """The next rogue of a tavern lies open (H2.3, H3.6)."""
    return replace(
        state,
        open=put(state.open, fact.tavern, fact.rogue),
        face_down=changed(state.face_down, fact.tavern, -1),
        uncovered=without(state.uncovered, fact.tavern),
    )


# --- H3, H4.1: a round -----------------------------------------------------------------------------------------------


def _round_began(state: HalunkenState, fact: HalunkenRoundBegan) -> HalunkenState:
    """Nothing of the last round is left; with Black Jack there is an auction first (H5.3)."""
    return replace(
        state,
        phase=HalunkenPhase.CHOOSE if fact.opener is None else HalunkenPhase.BIDDING,
        round=fact.round,
        turn=fact.opener,
        opener=fact.opener,
        controller=None,
        named=None,
        mover=None,
        met=None,
        shown=None,
    )


def _chosen(state: HalunkenState, fact: HalunkenChosen) -> HalunkenState:
    """A card is picked, and perhaps one for Black Jack (H3.1, H6.3)."""
    seats = put(state.seats, fact.seat, replace(state.seats[fact.seat], chosen=fact.card))
    if fact.black_jack is None:
        return replace(state, seats=seats)
    return replace(state, seats=seats, black_jack_chosen=fact.black_jack)


def _shown(state: HalunkenState, fact: HalunkenShown) -> HalunkenState:
    """The cards picked lie open (H3.1, H6.3)."""
    seats = tuple([_played(player, card) for player, card in zip(state.seats, fact.cards, strict=True)])
    shown = replace(state, phase=HalunkenPhase.SHOWN, seats=seats, black_jack_chosen=None)
    return shown if fact.black_jack is None else _used_up(shown, fact.black_jack)


def _played(player: HalunkenSeat, card: MovementCard) -> HalunkenSeat:
    return replace(player, cards=without(player.cards, card), played=(*player.played, card), chosen=None)


def _rum_named(state: HalunkenState, fact: HalunkenRumNamed) -> HalunkenState:
    """The single Rum has a value (H3.3)."""
    return replace(state, phase=HalunkenPhase.SHOWN, turn=None, named=fact.value)


def _ordered(state: HalunkenState, fact: HalunkenOrdered) -> HalunkenState:
    """Who moves is in order (H3.5)."""
    return replace(state, phase=HalunkenPhase.MOVE, turn=None, order=fact.moves)


def _took(state: HalunkenState, fact: HalunkenTook) -> HalunkenState:
    """The open rogue of a tavern is collected (H3.4, H3.6, H6.5)."""
    left, waiting = put(state.open, fact.tavern, None), bared(state, fact.tavern)
    if isinstance(fact.to, int):
        return replace(state, open=left, uncovered=waiting, seats=with_rogue(state.seats, fact.to, fact.rogue))
    return replace(state, open=left, uncovered=waiting, harbour=(*state.harbour, fact.rogue))


def _moved(state: HalunkenState, fact: HalunkenMoved) -> HalunkenState:
    """A piece stands on another space (H3.5)."""
    return replace(
        standing(state, fact.piece, fact.to),
        phase=HalunkenPhase.MOVE if fact.met is None else HalunkenPhase.ARRIVE,
        turn=None,
        order=state.order[1:],
        mover=fact.piece,
        met=fact.met,
    )


def _pushed(state: HalunkenState, fact: HalunkenPushed) -> HalunkenState:
    """Who was met stands on the next free space (H3.7)."""
    seats = with_captain(state.seats, fact.seat, fact.to)
    return replace(state, phase=HalunkenPhase.MOVE, turn=None, seats=seats)


def _stolen(state: HalunkenState, fact: HalunkenStolen) -> HalunkenState:
    """A rogue changes sides (H3.7, H5.6, H5.8)."""
    return _robbed(gained(lost(state, fact.from_, fact.rogue), fact.seat, fact.rogue))


def _surrendered(state: HalunkenState, fact: HalunkenSurrendered) -> HalunkenState:
    """A rogue is lost to the harbour (H5.9, H6.8)."""
    return _robbed(gained(lost(state, fact.seat, fact.rogue), HARBOUR, fact.rogue))


def _robbed(state: HalunkenState) -> HalunkenState:
    """After a robbery Black Jack's next victim comes, or who was met has to go."""
    phase = HalunkenPhase.OVERTAKE if state.passed else HalunkenPhase.MAKE_ROOM
    return replace(state, phase=phase, turn=None, passed=state.passed[1:])


def _ended(state: HalunkenState, fact: HalunkenEnded) -> HalunkenState:
    """The eighth round was the last (H4.1)."""
    del fact
    return replace(state, phase=HalunkenPhase.FINISHED, turn=None, controller=None)


# --- H5.2 to H5.5: the auction ---------------------------------------------------------------------------------------


def _black_jack_placed(state: HalunkenState, fact: HalunkenBlackJackPlaced) -> HalunkenState:
    """Black Jack stands on the board (H5.2)."""
    return replace(state, phase=HalunkenPhase.BETWEEN_ROUNDS, turn=None, black_jack=fact.tavern)


def _passed(state: HalunkenState, fact: HalunkenPassed) -> HalunkenState:
    """A seat is out of the auction (H5.3)."""
    following = left_of(fact.seat, len(state.seats))
    return replace(state, phase=HalunkenPhase.BIDDING, turn=following, out=(*state.out, fact.seat))


def _offered(state: HalunkenState, fact: HalunkenOffered) -> HalunkenState:
    """There is a new standing bid (H5.3)."""
    following = left_of(fact.seat, len(state.seats))
    return replace(state, phase=HalunkenPhase.BIDDING, turn=following, bidder=fact.seat, bid=fact.rogue)


def _paid(state: HalunkenState, fact: HalunkenPaid) -> HalunkenState:
    """The bid lies in the harbour, and who made it controls Black Jack (H5.4)."""
    return replace(
        lost(state, fact.seat, fact.rogue),
        phase=HalunkenPhase.CHOOSE,
        turn=None,
        harbour=(*state.harbour, fact.rogue),
        controller=fact.seat,
        bidder=None,
        bid=None,
        out=(),
    )


def _unbribed(state: HalunkenState, fact: HalunkenUnbribed) -> HalunkenState:
    """Nobody controls Black Jack (H5.3)."""
    del fact
    return replace(state, phase=HalunkenPhase.CHOOSE, turn=None, out=())


def _rejoined(state: HalunkenState, fact: HalunkenRejoined) -> HalunkenState:
    return replace(state, out=tuple(seat for seat in state.out if seat != fact.seat))


# --- H5.6 to H5.9, H6.8: Black Jack ----------------------------------------------------------------------------------


def _black_jack_turned(state: HalunkenState, fact: HalunkenBlackJackTurned) -> HalunkenState:
    """His movement card lies open (H5.7, H6.8)."""
    return replace(_used_up(state, fact.card), phase=HalunkenPhase.SHOWN, turn=None)


def _used_up(state: HalunkenState, card: int | MovementCard) -> HalunkenState:
    return replace(state, deck=without(state.deck, card), turned=(*state.turned, card), shown=card)


def _black_jack_moved(state: HalunkenState, fact: HalunkenBlackJackMoved) -> HalunkenState:
    """He stands elsewhere, and robs whom he passed over (H5.7, H5.8)."""
    return replace(
        state,
        phase=HalunkenPhase.OVERTAKE,
        turn=None,
        black_jack=fact.to,
        mover=BLACK_JACK,
        met=None,
        passed=fact.passed,
    )


def _spared(state: HalunkenState, fact: HalunkenSpared) -> HalunkenState:
    """One of them isn't robbed (H5.8, H5.9)."""
    del fact
    return replace(state, passed=state.passed[1:])


def _displaced(state: HalunkenState, fact: HalunkenDisplaced) -> HalunkenState:
    """He was moved aside (H5.6)."""
    return replace(state, phase=HalunkenPhase.MOVE, turn=None, black_jack=fact.to)


evolve: Final[Callable[[HalunkenState, HalunkenFact], HalunkenState]] = by_type(
    HalunkenFact,
    _turned,
    _captain_placed,
    _drawn,
    _revealed,
    _round_began,
    _chosen,
    _shown,
    _rum_named,
    _ordered,
    _took,
    _moved,
    _pushed,
    _stolen,
    _surrendered,
    _ended,
    _black_jack_placed,
    _passed,
    _offered,
    _paid,
    _unbribed,
    _rejoined,
    _black_jack_turned,
    _black_jack_moved,
    _spared,
    _displaced,
    rogue_put,
    piece_put,
    met,
    marked,
)
"""`state` after a fact."""
