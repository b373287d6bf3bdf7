"""What happens in Halunken und Spelunken: the facts that an action's event holds."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, field

from domain.games.halunken.meta import MovementCard, Piece, Place, Rogue, Spot
from domain.kernel.actions import Fact


class HalunkenPhase(StrEnum):
    """What the table is doing. In some phases nobody is asked: the record halts there only to see cards turned up."""

    PLACE_CAPTAIN = "place_captain"
    DRAW = "draw"
    """The first rogue of the captain just placed is looked at (H2.2)."""
    OPEN = "open"
    """The top card of every tavern is turned up (H2.3)."""
    PLACE_BLACK_JACK = "place_black_jack"
    BETWEEN_ROUNDS = "between_rounds"
    BIDDING = "bidding"
    """The auction goes on to the next seat (H5.3)."""
    AUCTION = "auction"
    """A seat bids or passes (H5.3)."""
    CHOOSE = "choose"
    """Everybody picks a movement card (H3.1)."""
    SHOWN = "shown"
    """The movement cards lie open (H3.2)."""
    TURN_BLACK_JACK = "turn_black_jack"
    NAME_RUM = "name_rum"
    MOVE = "move"
    """The next piece goes, once the cards turned up are known (H3.5)."""
    ARRIVE = "arrive"
    """A piece has met another one (H3.7)."""
    OVERTAKE = "overtake"
    """Black Jack robs whom he passed over (H5.8, H5.9)."""
    STEAL = "steal"
    SURRENDER = "surrender"
    MAKE_ROOM = "make_room"
    """Who was met leaves the space (H3.7, H5.6)."""
    DISPLACE = "displace"
    FINISHED = "finished"


class HalunkenMove(Struct, frozen=True, gc=False):
    """How many spaces a piece goes this round."""

    piece: Piece
    steps: int


class HalunkenTurn(Fact, frozen=True, kw_only=True, tag="turn"):
    """It became `seat`'s turn in `phase`, or nobody's."""

    phase: HalunkenPhase
    seat: int | None = None


class HalunkenTook(Fact, frozen=True, kw_only=True, tag="took"):
    """A piece collected the open rogue of its tavern, for a crew or for the harbour (H3.4, H3.6, H6.5)."""

    piece: Piece
    tavern: int
    rogue: Rogue
    to: Place


class HalunkenRevealed(Fact, frozen=True, kw_only=True, tag="revealed"):
    """The next rogue of a tavern was turned up (H2.3, H3.6)."""

    tavern: int
    rogue: Rogue


class HalunkenMoved(Fact, frozen=True, kw_only=True, tag="moved"):
    """A piece went clockwise to a space, where `met` stands, if somebody does (H3.5)."""

    piece: Piece
    to: int
    met: Piece | None = None


class HalunkenChosen(Fact, frozen=True, kw_only=True, tag="chosen"):
    """A seat picked a movement card, and perhaps Black Jack's; both are secret (H3.1, H6.3)."""

    seat: int
    card: MovementCard
    black_jack: MovementCard | None = None


class HalunkenShown(Fact, frozen=True, kw_only=True, tag="shown"):
    """All cards picked were revealed together, one a seat, and Black Jack's if somebody picked it (H3.1, H6.3)."""

    cards: tuple[MovementCard, ...]
    black_jack: MovementCard | None = None


class HalunkenRumNamed(Fact, frozen=True, kw_only=True, tag="rum_named"):
    """A single Rum counts as `value` this round; `piece` is whose card it is (H3.3)."""

    seat: int
    piece: Piece
    value: int


class HalunkenOrdered(Fact, frozen=True, kw_only=True, tag="ordered"):
    """It was settled who stays (H3.2) and who moves, the first one first (H3.5)."""

    stay: tuple[Piece, ...]
    moves: tuple[HalunkenMove, ...]


class HalunkenStolen(Fact, frozen=True, kw_only=True, tag="stolen"):
    """A seat took a rogue from another crew or from the harbour."""

    seat: int
    rogue: Rogue
    from_: Place = field(name="from")


class HalunkenSurrendered(Fact, frozen=True, kw_only=True, tag="surrendered"):
    """A seat lost a rogue to the harbour (H5.9, H6.8)."""

    seat: int
    rogue: Rogue


class HalunkenPushed(Fact, frozen=True, kw_only=True, tag="pushed"):
    """A captain was pushed clockwise to the next free space (H3.7)."""

    seat: int
    to: int


class HalunkenDisplaced(Fact, frozen=True, kw_only=True, tag="displaced"):
    """Black Jack was moved aside (H5.6)."""

    to: int


class HalunkenPassed(Fact, frozen=True, kw_only=True, tag="passed"):
    """A seat is out of the auction (H5.3)."""

    seat: int


class HalunkenOffered(Fact, frozen=True, kw_only=True, tag="offered"):
    """A seat has the standing bid (H5.3)."""

    seat: int
    rogue: Rogue


class HalunkenPaid(Fact, frozen=True, kw_only=True, tag="paid"):
    """The highest bidder paid to the harbour and controls Black Jack this round (H5.4)."""

    seat: int
    rogue: Rogue


class HalunkenUnbribed(Fact, frozen=True, kw_only=True, tag="unbribed"):
    """All passed: nobody controls Black Jack this round (H5.3)."""


class HalunkenBlackJackTurned(Fact, frozen=True, kw_only=True, tag="black_jack_turned"):
    """Black Jack's top movement card was turned up (H5.7, H6.8)."""

    card: int | MovementCard


class HalunkenBlackJackMoved(Fact, frozen=True, kw_only=True, tag="black_jack_moved"):
    """Black Jack went clockwise to a free space; `passed` are those he may rob, in this order (H5.7, H5.8)."""

    to: int
    passed: tuple[int, ...]


class HalunkenSpared(Fact, frozen=True, kw_only=True, tag="spared"):
    """Black Jack passed over a captain without robbing (H5.8, H5.9)."""

    seat: int


class HalunkenRoundBegan(Fact, frozen=True, kw_only=True, tag="round_began"):
    """A round began, with an auction if it has an opener (H5.3, H5.5)."""

    round: int
    opener: int | None = None


class HalunkenCaptainPlaced(Fact, frozen=True, kw_only=True, tag="captain_placed"):
    """A captain came onto the board (H2.2)."""

    seat: int
    tavern: int


class HalunkenDrawn(Fact, frozen=True, kw_only=True, tag="drawn"):
    """A seat took its first rogue, the top one of the captain's tavern (H2.2)."""

    seat: int
    tavern: int
    rogue: Rogue


class HalunkenBlackJackPlaced(Fact, frozen=True, kw_only=True, tag="black_jack_placed"):
    """Black Jack came onto the board (H5.2)."""

    tavern: int


class HalunkenEnded(Fact, frozen=True, kw_only=True, tag="ended"):
    """The eighth round was over, and with it the game (H4.1)."""


# --- what was put otherwise than the rules would have it ------------------------------------------------------------


class HalunkenRoguePut(Fact, frozen=True, kw_only=True, tag="rogue_put"):
    """A rogue came from one place to another."""

    rogue: Rogue
    from_: Spot = field(name="from")
    to: Spot


class HalunkenPiecePut(Fact, frozen=True, kw_only=True, tag="piece_put"):
    """A piece came to another space."""

    piece: Piece
    to: int


class HalunkenMet(Fact, frozen=True, kw_only=True, tag="met"):
    """A piece that was put on an occupied space has met who stands there (H3.7, H5.6)."""

    piece: Piece
    met: Piece


class HalunkenCardMarked(Fact, frozen=True, kw_only=True, tag="card_marked"):
    """A movement card counts as used, or as not used; one of Black Jack's is shuffled in again."""

    piece: Piece
    card: int | MovementCard
    used: bool


class HalunkenRejoined(Fact, frozen=True, kw_only=True, tag="rejoined"):
    """A seat that had passed takes part in the auction again."""

    seat: int


HalunkenFact: TypeAlias = (
    HalunkenTurn
    | HalunkenTook
    | HalunkenRevealed
    | HalunkenMoved
    | HalunkenChosen
    | HalunkenShown
    | HalunkenRumNamed
    | HalunkenOrdered
    | HalunkenStolen
    | HalunkenSurrendered
    | HalunkenPushed
    | HalunkenDisplaced
    | HalunkenPassed
    | HalunkenOffered
    | HalunkenPaid
    | HalunkenUnbribed
    | HalunkenBlackJackTurned
    | HalunkenBlackJackMoved
    | HalunkenSpared
    | HalunkenRoundBegan
    | HalunkenCaptainPlaced
    | HalunkenDrawn
    | HalunkenBlackJackPlaced
    | HalunkenEnded
    | HalunkenRoguePut
    | HalunkenPiecePut
    | HalunkenMet
    | HalunkenCardMarked
    | HalunkenRejoined
)
