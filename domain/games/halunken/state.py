"""The table of a match of Halunken und Spelunken, and how facts change it."""

from collections import Counter
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.games.halunken.actions import HalunkenMode
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
    HalunkenMove,
    HalunkenMoved,
    HalunkenOffered,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPhase,
    HalunkenPushed,
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
    COLOUR,
    COLOUR_RANK,
    HARBOUR,
    TAVERNS,
    WORTH,
    MovementCard,
    Piece,
    Place,
    Rogue,
    RogueColour,
)
from domain.kernel.places import left_of, put


class HalunkenSeat(Struct, frozen=True):
    """What one player has.

    Attributes:
        captain: the tavern where the captain stands; None before it is placed.
        crew: the rogues taken, the newest last.
        cards: the movement cards not yet played; the one chosen is still among them.
        played: the movement cards that lie open, the newest last.
        chosen: the card picked this round, until all are revealed.
    """

    captain: int | None
    crew: tuple[Rogue, ...]
    cards: tuple[MovementCard, ...]
    played: tuple[MovementCard, ...] = ()
    chosen: MovementCard | None = None

    @property
    def doubled(self) -> RogueColour | None:
        """The colour that counts double: most cards, then most points, then the higher one by H5.2 (H4.2)."""
        cards, points = Counter[RogueColour](), Counter[RogueColour]()
        for rogue in self.crew:
            cards[COLOUR[rogue]] += 1
            points[COLOUR[rogue]] += WORTH[rogue]
        return max(cards, key=lambda colour: (cards[colour], points[colour], COLOUR_RANK[colour]), default=None)


class HalunkenState(Struct, frozen=True):
    """A position.

    Attributes:
        round: counts from 1; 0 during the set-up.
        turn: the seat that acts, in the phases that have one; while bidding, the seat to be asked next.
        open: the rogue that lies open on each tavern.
        face_down: how many rogues lie face down on each tavern, one that waits to be turned up included.
        harbour: the rogues in the harbour, the newest last.
        black_jack: the tavern where Black Jack stands, if he is on the board.
        deck: Black Jack's movement cards not yet used; their order is known to nobody.
        turned: Black Jack's movement cards that lie open, the newest last.
        black_jack_chosen: the card picked for him this round, until all are revealed (H6.3).
        opener: who opens this round's auction (H5.5).
        controller: who controls Black Jack this round.
        bidder: who has the standing bid.
        bid: that rogue; it stays in the crew until it is paid.
        out: the seats that have passed in this auction.
        named: the value that this round's single Rum counts as (H3.3).
        order: the pieces that have still to move.
        mover: the piece that moved last.
        met: the piece that it met.
        passed: the seats that Black Jack has passed over and not yet dealt with (H5.8).
    """

    mode: HalunkenMode
    phase: HalunkenPhase
    round: int
    turn: int | None
    start_seat: int
    open: tuple[Rogue | None, ...]
    face_down: tuple[int, ...]
    seats: tuple[HalunkenSeat, ...]
    harbour: tuple[Rogue, ...] = ()
    black_jack: int | None = None
    deck: tuple[int | MovementCard, ...] = ()
    turned: tuple[int | MovementCard, ...] = ()
    black_jack_chosen: MovementCard | None = None
    opener: int | None = None
    controller: int | None = None
    bidder: int | None = None
    bid: Rogue | None = None
    out: tuple[int, ...] = ()
    named: int | None = None
    order: tuple[HalunkenMove, ...] = ()
    mover: Piece | None = None
    met: Piece | None = None
    passed: tuple[int, ...] = ()

    @property
    def waiting(self) -> tuple[int, ...]:
        """The taverns whose next rogue has to be looked at before anything else goes on (H2.2, H2.3, H3.6)."""
        match self.phase:
            case HalunkenPhase.PLACE_CAPTAIN:
                return ()
            case HalunkenPhase.DRAW:
                player = self.seats[self.turn or 0]
                return () if player.crew or player.captain is None else (player.captain,)
            case _:
                piles = enumerate(zip(self.open, self.face_down, strict=True))
                return tuple(tavern for tavern, (rogue, below) in piles if rogue is None and below)

    @property
    def unseen(self) -> tuple[Rogue, ...]:
        """The rogues that the record never saw; they lie face down."""
        seen = {*self.harbour, *self.open}
        seen.update(rogue for player in self.seats for rogue in player.crew)
        return tuple(rogue for rogue in Rogue if rogue not in seen)

    def rogues_at(self, place: Place) -> tuple[Rogue, ...]:
        """The crew of a seat, or what lies in the harbour."""
        return self.seats[place].crew if isinstance(place, int) else self.harbour

    def space_of(self, piece: Piece) -> int:
        """Where a piece stands; it is on the board."""
        space = self.seats[piece].captain if isinstance(piece, int) else self.black_jack
        assert space is not None  # noqa: S101  # all pieces are placed before the first round
        return space

    def piece_at(self, space: int) -> Piece | None:
        """Who stands on `space`: one piece at most (H3.8)."""
        for seat, player in enumerate(self.seats):
            if player.captain == space:
                return seat
        return BLACK_JACK if self.black_jack == space else None

    @property
    def free_spaces(self) -> tuple[int, ...]:
        """The spaces where nobody stands."""
        return tuple(space for space in range(TAVERNS) if self.piece_at(space) is None)

    def next_free(self, space: int, direction: int = 1) -> int:
        """The nearest free space beyond `space`: clockwise, or counterclockwise with the direction -1."""
        space = (space + direction) % TAVERNS
        while self.piece_at(space) is not None:
            space = (space + direction) % TAVERNS
        return space


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
    return replace(state, deck=left, turned=(*state.turned, card))
