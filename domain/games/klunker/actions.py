"""What players and chance do in Klunker, as on the wire."""

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from domain.games.klunker.adjustments import KlunkerAdjust
from domain.games.klunker.meta import Jewel
from domain.kernel.actions import ChanceAction, Seat, SeatAction
from domain.kernel.game import ChanceOptions, Dealing
from domain.kernel.unknowns import Identification


class KlunkerDealing(Dealing):
    """Where the cards dealt come from."""

    SERVER = "server"
    OPEN = "open"
    SECRET = "secret"


class KlunkerOptions(ChanceOptions, frozen=True, kw_only=True):
    """What is chosen when a match of Klunker is opened."""

    start_seat: Annotated[Seat, Meta(description="The first start player (K2.1).")] = 0
    dealing: Annotated[
        KlunkerDealing,
        Meta(
            description="`server`: the service shuffles and deals; `open`: the recorder reports every card dealt; "
            "`secret`: hands stay unknown until a card is shown."
        ),
    ] = KlunkerDealing.SECRET


class KlunkerDeal(ChanceAction, frozen=True, kw_only=True, tag="deal"):
    """Cards dealt to every hand: six each at first, then the refill (K2.3, K7.2)."""

    hands: Annotated[tuple[tuple[Jewel, ...], ...], Meta(description="The jewels dealt now, a list a seat.")]


class KlunkerStock(SeatAction, frozen=True, kw_only=True, tag="stock"):
    """Hand cards are placed in one's own showcase (K3.1)."""

    jewels: Annotated[tuple[Jewel, ...], Meta(description="May be empty where K3.2 allows.")]


class KlunkerStore(SeatAction, frozen=True, kw_only=True, tag="store"):
    """One hand card goes to one's own safe (K4.1)."""

    jewel: Jewel


class KlunkerPass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """Store nothing more this round and take the next buying card (K4.2)."""


class KlunkerBuy(SeatAction, frozen=True, kw_only=True, tag="buy"):
    """Take all cards of one showcase (K6.1)."""

    from_: Annotated[Seat, Meta(description="Whose showcase; one's own is free.")] = field(name="from")


class KlunkerDecline(SeatAction, frozen=True, kw_only=True, tag="decline"):
    """Buy nothing, which ends the round's purchases for all (K6.4)."""


class KlunkerSell(SeatAction, frozen=True, kw_only=True, tag="sell"):
    """Choose which complete set is sold next, when sets of two or more types wait (K5.5)."""

    jewel: Jewel


KlunkerAction: TypeAlias = (
    KlunkerDeal | KlunkerStock | KlunkerStore | KlunkerPass | KlunkerBuy | KlunkerDecline | KlunkerSell | KlunkerAdjust
)


class KlunkerIdentification(Identification, frozen=True, kw_only=True):
    """What a hand held that was dealt secretly (K1.4)."""

    jewels: Annotated[tuple[Jewel, ...], Meta(description="Cards of the hand, known ones of the same kind included.")]
