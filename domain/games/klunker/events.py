"""What happens in Klunker: the facts that an action's event holds."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import field

from domain.games.klunker.adjustments import KlunkerSpot
from domain.games.klunker.meta import Jewel
from domain.kernel.actions import Fact


class KlunkerPhase(StrEnum):
    """What the table is doing."""

    DEAL = "deal"
    STOCK = "stock"
    """Phase 1: fill the showcases (K3)."""
    STORE = "store"
    """Phase 2: store in the safes (K4)."""
    BUY = "buy"
    """Phase 3: buy from the showcases (K6)."""
    SELL = "sell"
    """Within phase 3: the buyer chooses which set is sold next (K5.5)."""
    FINISHED = "finished"


class KlunkerDealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    """A round began: known cards went from the deck to the hands (K2.3, K7.2)."""

    hands: tuple[tuple[Jewel, ...], ...]


class KlunkerFilled(Fact, frozen=True, kw_only=True, tag="filled"):
    """A round began: cards that the record doesn't know went to the hands, this many a seat (K7.2)."""

    cards: tuple[int, ...]


class KlunkerStocked(Fact, frozen=True, kw_only=True, tag="stocked"):
    """Hand cards went to the showcase (K3.1)."""

    seat: int
    jewels: tuple[Jewel, ...]


class KlunkerStored(Fact, frozen=True, kw_only=True, tag="stored"):
    """A hand card went to the safe (K4.1)."""

    seat: int
    jewel: Jewel


class KlunkerPassed(Fact, frozen=True, kw_only=True, tag="passed"):
    """A player stopped storing and took a buying card (K4.2, K4.3)."""

    seat: int
    buying_card: int


class KlunkerBought(Fact, frozen=True, kw_only=True, tag="bought"):
    """A whole showcase went to the buyer's safe, for `price` banknotes to its owner (K6.1, K6.2)."""

    seat: int
    from_: int = field(name="from")
    jewels: tuple[Jewel, ...]
    price: int


class KlunkerSold(Fact, frozen=True, kw_only=True, tag="sold"):
    """Four cards left the safe: `notes` of them became banknotes, the rest left the game (K5.2)."""

    seat: int
    jewel: Jewel
    notes: int


class KlunkerDeclined(Fact, frozen=True, kw_only=True, tag="declined"):
    """A player bought nothing, which ended the purchases (K6.4, K6.5)."""

    seat: int


class KlunkerRoundEnded(Fact, frozen=True, kw_only=True, tag="round_ended"):
    """The buying cards went back; `start_seat` starts the next round (K7.1)."""

    start_seat: int


class KlunkerTurn(Fact, frozen=True, kw_only=True, tag="turn"):
    """It became `seat`'s turn in `phase`."""

    phase: KlunkerPhase
    seat: int


class KlunkerIdentified(Fact, frozen=True, kw_only=True, tag="identified"):
    """A hand held these, some of which the record hadn't known (K1.4)."""

    seat: int
    jewels: tuple[Jewel, ...]


class KlunkerEnded(Fact, frozen=True, kw_only=True, tag="ended"):
    """The deck couldn't fill the hands, so the game ended (K7.3)."""


class KlunkerMoved(Fact, frozen=True, kw_only=True, tag="moved"):
    """Cards went to another place, otherwise than the rules move them."""

    jewels: tuple[Jewel, ...]
    from_: KlunkerSpot = field(name="from")
    to: KlunkerSpot


class KlunkerMovedFaceDown(Fact, frozen=True, kw_only=True, tag="moved_face_down"):
    """Cards that nobody looked at went to another place, otherwise than the rules move them."""

    cards: int
    from_: KlunkerSpot = field(name="from")
    to: KlunkerSpot


class KlunkerStartCardMoved(Fact, frozen=True, kw_only=True, tag="start_card_moved"):
    """The start card came to lie before somebody else, otherwise than the rules hand it on."""

    seat: int


class KlunkerReordered(Fact, frozen=True, kw_only=True, tag="reordered"):
    """The buying cards changed hands: `order` are the seats that have them, in their order."""

    order: tuple[int, ...]


KlunkerFact: TypeAlias = (
    KlunkerTurn
    | KlunkerStored
    | KlunkerStocked
    | KlunkerPassed
    | KlunkerBought
    | KlunkerSold
    | KlunkerDealt
    | KlunkerFilled
    | KlunkerRoundEnded
    | KlunkerDeclined
    | KlunkerEnded
    | KlunkerIdentified
    | KlunkerMoved
    | KlunkerMovedFaceDown
    | KlunkerStartCardMoved
    | KlunkerReordered
)
