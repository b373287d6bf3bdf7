"""The table of a match of Halunken und Spelunken."""

from collections import Counter

from msgspec import Struct

from domain.games.halunken.actions import HalunkenMode
from domain.games.halunken.events import HalunkenMove, HalunkenPhase
from domain.games.halunken.meta import (
    BLACK_JACK,
    COLOUR,
    COLOUR_RANK,
    HARBOUR,
    ROGUE_ORDER,
    TAVERNS,
    WORTH,
    HalunkenAtTavern,
    MovementCard,
    Piece,
    Place,
    Rogue,
    RogueColour,
    Spot,
)


class HalunkenSeat(Struct, frozen=True, gc=False):
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


class HalunkenState(Struct, frozen=True, gc=False):
    """A position.

    Attributes:
        round: counts from 1; 0 during the set-up.
        turn: the seat that acts, in the phases that have one; while bidding, the seat to be asked next.
        open: the rogue that lies open on each tavern.
        face_down: how many rogues lie face down on each tavern, one that waits to be turned up included.
        uncovered: the taverns where rogues lie face down and none open, the lowest first. It follows from the two
            above, but is asked before and after each fact.
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
        shown: Black Jack's movement card of this round, once it lies open.
        packs: his cards, in the order of their values, each time that they were shuffled again, since one was put back.
    """

    mode: HalunkenMode
    phase: HalunkenPhase
    round: int
    turn: int | None
    start_seat: int
    open: tuple[Rogue | None, ...]
    face_down: tuple[int, ...]
    uncovered: tuple[int, ...]
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
    shown: int | MovementCard | None = None
    packs: tuple[tuple[int | MovementCard, ...], ...] = ()

    @property
    def waiting(self) -> tuple[int, ...]:
        """The taverns whose next rogue has to be looked at before anything else goes on (H2.2, H2.3, H3.6)."""
        return self.uncovered if self.round else self._waiting_at_setup

    @property
    def _waiting_at_setup(self) -> tuple[int, ...]:
        match self.phase:
            case HalunkenPhase.PLACE_CAPTAIN:
                return ()
            case HalunkenPhase.DRAW:
                player = self.seats[self.turn or 0]
                return () if player.crew or player.captain is None else (player.captain,)
            case _:
                return self.uncovered

    @property
    def unseen(self) -> tuple[Rogue, ...]:
        """The rogues that the record never saw; they lie face down."""
        seen = {*self.harbour, *self.open}
        seen.update(rogue for player in self.seats for rogue in player.crew)
        return tuple(
            [rogue for rogue in ROGUE_ORDER if rogue not in seen]
        )  # quicker than to go through the enumeration

    def rogues_at(self, place: Place) -> tuple[Rogue, ...]:
        """The crew of a seat, or what lies in the harbour."""
        return self.seats[place].crew if isinstance(place, int) else self.harbour

    def spot_of(self, rogue: Rogue) -> Spot | None:
        """Where a rogue lies open; None if it lies face down."""
        if rogue in self.open:
            return HalunkenAtTavern(self.open.index(rogue))
        for seat, player in enumerate(self.seats):
            if rogue in player.crew:
                return seat
        return HARBOUR if rogue in self.harbour else None

    def stands_at(self, piece: Piece) -> int | None:
        """Where a piece stands; None before it is placed."""
        return self.seats[piece].captain if isinstance(piece, int) else self.black_jack

    def space_of(self, piece: Piece) -> int:
        """Where a piece stands; it is on the board."""
        space = self.stands_at(piece)
        assert space is not None  # noqa: S101  # all pieces are placed before the first round
        return space

    def piece_at(self, space: int) -> Piece | None:
        """Who stands on `space`: one piece at most (H3.8)."""
        for seat, player in enumerate(self.seats):
            if player.captain == space:
                return seat
        return BLACK_JACK if self.black_jack == space else None

    def is_free(self, space: int) -> bool:
        """Whether `space` is one where nobody stands."""
        return 0 <= space < TAVERNS and self.piece_at(space) is None

    @property
    def free_spaces(self) -> tuple[int, ...]:
        """The spaces where nobody stands."""
        taken = {self.black_jack, *[player.captain for player in self.seats]}
        return tuple([space for space in range(TAVERNS) if space not in taken])

    def next_free(self, space: int, direction: int = 1) -> int:
        """The nearest free space beyond `space`: clockwise, or counterclockwise with the direction -1."""
        space = (space + direction) % TAVERNS
        while self.piece_at(space) is not None:
            space = (space + direction) % TAVERNS
        return space
