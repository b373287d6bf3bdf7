"""Irregular play: rogues, pieces, cards or the turn are put as they were at the table, and the rules go on from there.

Each change is checked on what the one before left, and so is the table after the last. Then :func:`settle` has what was
asked asked anew, so that whoever is asked has something to do, and meetings of pieces follow from where they stand.
"""

from typing import Final, assert_never

from domain.games.halunken.actions import (
    HalunkenAdjust,
    HalunkenAdjustment,
    HalunkenCardAdjustment,
    HalunkenMode,
    HalunkenPieceAdjustment,
    HalunkenRogueAdjustment,
    HalunkenTurnAdjustment,
)
from domain.games.halunken.decision import HalunkenDecision
from domain.games.halunken.events import (
    HalunkenCardMarked,
    HalunkenMet,
    HalunkenOrdered,
    HalunkenPhase,
    HalunkenPiecePut,
    HalunkenRejoined,
    HalunkenRoguePut,
    HalunkenTurn,
)
from domain.games.halunken.meta import BLACK_JACK, HARBOUR, ROUNDS, TAVERNS, HalunkenAtTavern, MovementCard, Piece, Spot
from domain.games.halunken.state import HalunkenState
from domain.kernel.errors import RuleViolation

MEETING: Final = frozenset(
    {
        HalunkenPhase.ARRIVE,
        HalunkenPhase.STEAL,
        HalunkenPhase.SURRENDER,
        HalunkenPhase.MAKE_ROOM,
        HalunkenPhase.DISPLACE,
    }
)
"""The phases in which a piece has met another one, unless Black Jack has passed over somebody."""

NOT_YET_SHOWN: Final = frozenset({HalunkenPhase.BIDDING, HalunkenPhase.AUCTION, HalunkenPhase.CHOOSE})
"""The phases of a round before its movement cards are shown."""


def adjust(builder: HalunkenDecision, action: HalunkenAdjust) -> None:
    """Make all the changes, and let the rules go on.

    Raises:
        RuleViolation: a piece isn't where it is taken from, can't be where it is put, or the game couldn't go on.
    """
    before = builder.state
    if before.phase is HalunkenPhase.FINISHED:
        raise RuleViolation("H4.1", "The game has ended.")
    for change in action.changes:
        make(builder, change)
    if builder.state == before:
        raise RuleViolation("H9.1", "Nothing would be otherwise.")
    _verify_first_rogues(before, builder.state)
    _verify_cards_left(builder.state)
    settle(builder, tuple(change.piece for change in action.changes if isinstance(change, HalunkenPieceAdjustment)))


def make(builder: HalunkenDecision, change: HalunkenAdjustment) -> None:
    """Make one change."""
    match change:
        case HalunkenRogueAdjustment():
            _verify_rogue(builder.state, change)
            builder.add(HalunkenRoguePut(rogue=change.rogue, from_=change.from_, to=change.to))
        case HalunkenPieceAdjustment():
            _verify_piece(builder.state, change)
            builder.add(HalunkenPiecePut(piece=change.piece, to=change.to))
        case HalunkenCardAdjustment():
            _verify_card(builder.state, change)
            builder.add(HalunkenCardMarked(piece=change.piece, card=change.card, used=change.used))
        case HalunkenTurnAdjustment():
            _give_turn(builder, change.piece)
        case _:
            assert_never(change)


def _verify_seat(state: HalunkenState, place: object, clause: str) -> None:
    if isinstance(place, int) and place >= len(state.seats):
        raise RuleViolation(clause, "There is no seat {n}.", n=place)


# --- rogues ----------------------------------------------------------------------------------------------------------


def spots_to_put(state: HalunkenState) -> tuple[Spot, ...]:
    """Where a rogue can be put: to each crew, into the harbour, and on taverns where none lies open."""
    taverns = (HalunkenAtTavern(tavern) for tavern, rogue in enumerate(state.open) if rogue is None)
    return (*range(len(state.seats)), HARBOUR, *taverns)


def _verify_rogue(state: HalunkenState, change: HalunkenRogueAdjustment) -> None:
    """Refuse a rogue that isn't there (H9.1) or is the standing bid (H5.4), and a tavern where one lies open (H2.3)."""
    rogue, origin, to = change.rogue, change.from_, change.to
    _verify_seat(state, origin, "H9.1")
    _verify_seat(state, to, "H9.1")
    if state.spot_of(rogue) != origin:
        if isinstance(origin, HalunkenAtTavern):
            raise RuleViolation(
                "H9.1", "{rogue} doesn't lie open at tavern {tavern}.", rogue=rogue, tavern=origin.tavern
            )
        if origin == HARBOUR:
            raise RuleViolation("H9.1", "{rogue} isn't in the harbour.", rogue=rogue)
        raise RuleViolation("H9.1", "{rogue} isn't in the crew of {seat}.", rogue=rogue, seat=origin)
    if origin == to:
        raise RuleViolation("H9.1", "{rogue} would stay where it is.", rogue=rogue)
    if rogue == state.bid:
        raise RuleViolation("H5.4", "{rogue} is the standing bid of {seat}.", rogue=rogue, seat=state.bidder)
    if isinstance(to, HalunkenAtTavern) and to not in spots_to_put(state):
        lying = state.open[to.tavern]
        raise RuleViolation("H2.3", "{rogue} lies open at tavern {tavern} already.", rogue=lying, tavern=to.tavern)


def _verify_first_rogues(before: HalunkenState, after: HalunkenState) -> None:
    """Refuse another number of rogues in a crew before the first round: its first rogue decides who begins (H5.2)."""
    if after.round:
        return
    for seat, (had, has) in enumerate(zip(before.seats, after.seats, strict=True)):
        if len(had.crew) != len(has.crew):
            raise RuleViolation("H2.2", "Before the first round {seat} has {n} rogues.", seat=seat, n=len(had.crew))


# --- pieces ----------------------------------------------------------------------------------------------------------


def _verify_piece(state: HalunkenState, change: HalunkenPieceAdjustment) -> None:
    """Refuse a piece that stands elsewhere, or isn't placed yet (H1.4)."""
    piece, origin = change.piece, change.from_
    _verify_seat(state, piece, "H1.4")
    if state.stands_at(piece) != origin:
        if isinstance(piece, int):
            raise RuleViolation(
                "H1.4", "The captain of {seat} doesn't stand before tavern {tavern}.", seat=piece, tavern=origin
            )
        raise RuleViolation("H1.4", "Black Jack doesn't stand before tavern {tavern}.", tavern=origin)
    if origin == change.to:
        raise RuleViolation("H1.4", "The piece would stay before tavern {tavern}.", tavern=origin)


def settle(builder: HalunkenDecision, put: tuple[Piece, ...]) -> None:
    """Let who stands together have met, who doesn't any more not, and have asked anew what was asked.

    Raises:
        RuleViolation: pieces that were `put` stand where another one does, and can't have met it now.
    """
    state = builder.state
    overtaking = bool(state.passed)
    meeting = state.phase in MEETING and not overtaking
    shared = _shared_spaces(state)
    if shared and not (meeting and shared == [{state.mover, state.met}]):
        _meet(builder, shared, put)
    elif overtaking and state.phase in MEETING:
        builder.add(HalunkenTurn(phase=HalunkenPhase.OVERTAKE))
    elif meeting and not shared:
        builder.add(HalunkenTurn(phase=HalunkenPhase.MOVE))
    elif state.phase is HalunkenPhase.DISPLACE:
        builder.add(HalunkenTurn(phase=HalunkenPhase.MAKE_ROOM))
    elif meeting:
        builder.add(HalunkenTurn(phase=HalunkenPhase.ARRIVE))
    elif state.phase is HalunkenPhase.AUCTION:
        builder.add(HalunkenTurn(phase=HalunkenPhase.BIDDING, seat=state.turn))


def _shared_spaces(state: HalunkenState) -> list[set[Piece]]:
    """The pieces on each space where several stand."""
    pieces: tuple[Piece, ...] = (*range(len(state.seats)), BLACK_JACK)
    standing = ({piece for piece in pieces if state.stands_at(piece) == space} for space in range(TAVERNS))
    return [together for together in standing if len(together) > 1]


def _meet(builder: HalunkenDecision, shared: list[set[Piece]], put: tuple[Piece, ...]) -> None:
    """Let the piece that was put on an occupied space have met who stands there, while pieces move (H3.7, H5.6)."""
    state = builder.state
    newcomers = shared[0] & {*put}
    moving = state.phase is HalunkenPhase.MOVE or (state.phase in MEETING and not state.passed)
    if len(shared) > 1 or len(shared[0]) > 2 or len(newcomers) != 1 or not moving:
        raise RuleViolation("H3.8", "A space holds one piece only, and these haven't just met.")
    (newcomer,) = newcomers
    (met,) = shared[0] - newcomers
    if newcomer == BLACK_JACK and state.mode is HalunkenMode.STANDARD:
        raise RuleViolation("H5.7", "Black Jack goes on to a space where nobody stands.")
    builder.add(HalunkenMet(piece=newcomer, met=met))


# --- movement cards --------------------------------------------------------------------------------------------------


def _verify_card(state: HalunkenState, change: HalunkenCardAdjustment) -> None:
    """Refuse a card that isn't where it is taken from, and one just shown that is still to be compared (H3.2)."""
    piece, card = change.piece, change.card
    _verify_seat(state, piece, "H3.1")
    if isinstance(piece, int):
        _verify_card_of_seat(state, piece, card, used=change.used)
        newest: int | MovementCard | None = next(reversed(state.seats[piece].played), None)
    else:
        _verify_card_of_black_jack(state, card, used=change.used)
        newest = state.shown
    if not change.used and card == newest and _compares(state):
        raise RuleViolation("H3.2", "The card {card} was shown in this round, and counts.", card=card)


def _verify_card_of_seat(state: HalunkenState, seat: int, card: int | MovementCard, *, used: bool) -> None:
    player = state.seats[seat]
    if player.chosen is not None:
        raise RuleViolation("H3.1", "{seat} has picked a card, which is shown first.", seat=seat)
    if used and card not in player.cards:
        raise RuleViolation("H3.1", "{seat} has already played the card {card}.", seat=seat, card=card)
    if not used and card not in player.played:
        raise RuleViolation("H3.1", "{seat} hasn't played the card {card}.", seat=seat, card=card)


def _verify_card_of_black_jack(state: HalunkenState, card: int | MovementCard, *, used: bool) -> None:
    if state.black_jack_chosen is not None:
        raise RuleViolation("H6.3", "A card was picked for Black Jack, which is shown first.")
    if used and card not in state.deck:
        raise RuleViolation("H5.10", "Black Jack's cards left are {cards}.", cards=tuple(state.deck))
    if not used and card not in state.turned:
        raise RuleViolation("H5.10", "Black Jack's card {card} hasn't been used.", card=card)


def _compares(state: HalunkenState) -> bool:
    """Whether the cards shown are still to be compared."""
    turning = state.phase is HalunkenPhase.TURN_BLACK_JACK and state.mode is HalunkenMode.TWO_PLAYERS
    return turning or state.phase in {HalunkenPhase.SHOWN, HalunkenPhase.NAME_RUM}


def _verify_cards_left(state: HalunkenState) -> None:
    """Refuse to leave somebody without a card for a round to come (H3.1, H5.10)."""
    to_come = ROUNDS - state.round
    picks = to_come + (state.phase in NOT_YET_SHOWN)
    for seat, player in enumerate(state.seats):
        if len(player.cards) < picks:
            raise RuleViolation("H3.1", "{seat} needs {n} more cards to play.", seat=seat, n=picks)
    turns = to_come + (state.round > 0 and state.shown is None)
    if state.mode is not HalunkenMode.INTRODUCTORY and len(state.deck) < turns:
        raise RuleViolation("H5.10", "Black Jack needs {n} more cards.", n=turns)


# --- whose turn it is ------------------------------------------------------------------------------------------------


def _give_turn(builder: HalunkenDecision, piece: Piece) -> None:
    """Let somebody else act, or another piece move next; refuse it where the rules ask nobody else."""
    state = builder.state
    _verify_seat(state, piece, "H2.2")
    if isinstance(piece, int) and piece == state.turn:
        raise RuleViolation("H2.2", "It is the turn of {seat} already.", seat=piece)
    match state.phase:
        case HalunkenPhase.PLACE_CAPTAIN if isinstance(piece, int) and state.stands_at(piece) is None:
            builder.add(HalunkenTurn(phase=state.phase, seat=piece))
        case HalunkenPhase.PLACE_BLACK_JACK if isinstance(piece, int):
            builder.add(HalunkenTurn(phase=state.phase, seat=piece))
        case HalunkenPhase.AUCTION if isinstance(piece, int) and piece != state.bidder and state.seats[piece].crew:
            if piece in state.out:
                builder.add(HalunkenRejoined(seat=piece))
            builder.add(HalunkenTurn(phase=state.phase, seat=piece))
        case HalunkenPhase.MOVE if any(move.piece == piece for move in state.order[1:]):
            moves = tuple(sorted(state.order, key=lambda move: move.piece != piece))
            builder.add(HalunkenOrdered(stay=(), moves=moves))
        case _:
            raise RuleViolation("H3.5", "It can't be the turn of that piece now.")
