"""How facts change the table of a match of Halunken und Spelunken."""

from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from domain.games.halunken.events import (
    HalunkenBlackJackMoved,
    HalunkenBlackJackPlaced,
    HalunkenBlackJackTurned,
    HalunkenCaptainPlaced,
    HalunkenCardMarked,
    HalunkenChosen,
    HalunkenDisplaced,
    HalunkenDrawn,
    HalunkenEnded,
    HalunkenFact,
    HalunkenMet,
    HalunkenMoved,
    HalunkenOffered,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPhase,
    HalunkenPiecePut,
    HalunkenPushed,
    HalunkenRejoined,
    HalunkenRevealed,
    HalunkenRoguePut,
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
    HalunkenAtTavern,
    MovementCard,
    Piece,
    Place,
    Rogue,
    Spot,
)
from domain.games.halunken.state import HalunkenSeat, HalunkenState
from domain.kernel.places import left_of, put

C = TypeVar("C", bound=int | MovementCard)

MOVEMENT_CARDS: Final = tuple(MovementCard)


def evolve(state: HalunkenState, fact: HalunkenFact) -> HalunkenState:  # noqa: C901, PLR0912  # one flat case a fact
    """`state` after `fact`."""
    seats = state.seats
    match fact:
        case HalunkenTurn():
            return replace(state, phase=fact.phase, turn=fact.seat)
        case HalunkenTook():
            return replace(_gained(state, fact.to, fact.rogue), open=put(state.open, fact.tavern, None))
        case HalunkenRevealed():
            return replace(
                state,
                open=put(state.open, fact.tavern, fact.rogue),
                face_down=put(state.face_down, fact.tavern, state.face_down[fact.tavern] - 1),
            )
        case HalunkenMoved():
            phase = HalunkenPhase.MOVE if fact.met is None else HalunkenPhase.ARRIVE
            moved = _standing(state, fact.piece, fact.to)
            return replace(moved, phase=phase, turn=None, order=state.order[1:], mover=fact.piece, met=fact.met)
        case HalunkenChosen():
            player = replace(seats[fact.seat], chosen=fact.card)
            chosen = state.black_jack_chosen if fact.black_jack is None else fact.black_jack
            return replace(state, seats=put(seats, fact.seat, player), black_jack_chosen=chosen)
        case HalunkenShown():
            players = tuple(_played(player, card) for player, card in zip(seats, fact.cards, strict=True))
            shown = replace(state, phase=HalunkenPhase.SHOWN, seats=players, black_jack_chosen=None)
            return shown if fact.black_jack is None else _turned(shown, fact.black_jack)
        case HalunkenRumNamed():
            return replace(state, phase=HalunkenPhase.SHOWN, turn=None, named=fact.value)
        case HalunkenOrdered():
            return replace(state, phase=HalunkenPhase.MOVE, turn=None, order=fact.moves)
        case HalunkenStolen():
            return _robbed(_gained(_lost(state, fact.from_, fact.rogue), fact.seat, fact.rogue))
        case HalunkenSurrendered():
            return _robbed(_gained(_lost(state, fact.seat, fact.rogue), HARBOUR, fact.rogue))
        case HalunkenPushed():
            return replace(_standing(state, fact.seat, fact.to), phase=HalunkenPhase.MOVE, turn=None)
        case HalunkenDisplaced():
            return replace(state, phase=HalunkenPhase.MOVE, turn=None, black_jack=fact.to)
        case HalunkenPassed():
            following = left_of(fact.seat, len(seats))
            return replace(state, phase=HalunkenPhase.BIDDING, turn=following, out=(*state.out, fact.seat))
        case HalunkenOffered():
            following = left_of(fact.seat, len(seats))
            return replace(state, phase=HalunkenPhase.BIDDING, turn=following, bidder=fact.seat, bid=fact.rogue)
        case HalunkenPaid():
            paid = _gained(_lost(state, fact.seat, fact.rogue), HARBOUR, fact.rogue)
            return replace(
                paid, phase=HalunkenPhase.CHOOSE, turn=None, controller=fact.seat, bidder=None, bid=None, out=()
            )
        case HalunkenUnbribed():
            return replace(state, phase=HalunkenPhase.CHOOSE, turn=None, out=())
        case HalunkenBlackJackTurned():
            return replace(_turned(state, fact.card), phase=HalunkenPhase.SHOWN, turn=None)
        case HalunkenBlackJackMoved():
            return replace(
                state,
                phase=HalunkenPhase.OVERTAKE,
                turn=None,
                black_jack=fact.to,
                mover=BLACK_JACK,
                met=None,
                passed=fact.passed,
            )
        case HalunkenSpared():
            return replace(state, passed=state.passed[1:])
        case HalunkenRoundBegan():
            phase = HalunkenPhase.CHOOSE if fact.opener is None else HalunkenPhase.BIDDING
            return replace(
                state,
                phase=phase,
                round=fact.round,
                turn=fact.opener,
                opener=fact.opener,
                controller=None,
                named=None,
                mover=None,
                met=None,
                shown=None,
            )
        case HalunkenCaptainPlaced():
            return replace(_standing(state, fact.seat, fact.tavern), phase=HalunkenPhase.DRAW)
        case HalunkenDrawn():
            drawn = put(state.face_down, fact.tavern, state.face_down[fact.tavern] - 1)
            return replace(_gained(state, fact.seat, fact.rogue), face_down=drawn)
        case HalunkenBlackJackPlaced():
            return replace(state, phase=HalunkenPhase.BETWEEN_ROUNDS, turn=None, black_jack=fact.tavern)
        case HalunkenEnded():
            return replace(state, phase=HalunkenPhase.FINISHED, turn=None, controller=None)
        case HalunkenRoguePut():
            return _put_down(_taken_up(state, fact.from_, fact.rogue), fact.to, fact.rogue)
        case HalunkenPiecePut():
            return _standing(state, fact.piece, fact.to)
        case HalunkenMet():
            return replace(state, phase=HalunkenPhase.ARRIVE, turn=None, mover=fact.piece, met=fact.met)
        case HalunkenCardMarked():
            return _marked(state, fact)
        case HalunkenRejoined():
            return replace(state, out=tuple(seat for seat in state.out if seat != fact.seat))
        case _:
            assert_never(fact)


def _standing(state: HalunkenState, piece: Piece, space: int) -> HalunkenState:
    if isinstance(piece, int):
        return replace(state, seats=put(state.seats, piece, replace(state.seats[piece], captain=space)))
    return replace(state, black_jack=space)


def _gained(state: HalunkenState, place: Place, rogue: Rogue) -> HalunkenState:
    if isinstance(place, int):
        player = state.seats[place]
        return replace(state, seats=put(state.seats, place, replace(player, crew=(*player.crew, rogue))))
    return replace(state, harbour=(*state.harbour, rogue))


def _lost(state: HalunkenState, place: Place, rogue: Rogue) -> HalunkenState:
    left = tuple(other for other in state.rogues_at(place) if other != rogue)
    if isinstance(place, int):
        return replace(state, seats=put(state.seats, place, replace(state.seats[place], crew=left)))
    return replace(state, harbour=left)


def _robbed(state: HalunkenState) -> HalunkenState:
    """After a robbery Black Jack's next victim comes, or who was met has to go."""
    phase = HalunkenPhase.OVERTAKE if state.passed else HalunkenPhase.MAKE_ROOM
    return replace(state, phase=phase, turn=None, passed=state.passed[1:])


def _played(player: HalunkenSeat, card: MovementCard) -> HalunkenSeat:
    left = tuple(other for other in player.cards if other != card)
    return replace(player, cards=left, played=(*player.played, card), chosen=None)


def _turned(state: HalunkenState, card: int | MovementCard) -> HalunkenState:
    left = tuple(other for other in state.deck if other != card)
    return replace(state, deck=left, turned=(*state.turned, card), shown=card)


def _taken_up(state: HalunkenState, spot: Spot, rogue: Rogue) -> HalunkenState:
    if isinstance(spot, HalunkenAtTavern):
        return replace(state, open=put(state.open, spot.tavern, None))
    return _lost(state, spot, rogue)


def _put_down(state: HalunkenState, spot: Spot, rogue: Rogue) -> HalunkenState:
    if isinstance(spot, HalunkenAtTavern):
        return replace(state, open=put(state.open, spot.tavern, rogue))
    return _gained(state, spot, rogue)


def _marked(state: HalunkenState, fact: HalunkenCardMarked) -> HalunkenState:
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
        return tuple(other for other in left if other != card), (card, *used_up)
    return tuple(sorted((*left, card), key=_value)), tuple(other for other in used_up if other != card)


def _value(card: int | MovementCard) -> int:
    return card if isinstance(card, int) else MOVEMENT_CARDS.index(card)
