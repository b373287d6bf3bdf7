"""What players and chance do in Halunken und Spelunken, as on the wire."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import astuple

from domain.games.halunken.meta import HalunkenAtTavern, MovementCard, Rogue, Tavern
from domain.kernel.actions import ChanceAction, Seat, SeatAction
from domain.kernel.adjusting import ADJUST, Adjust, Adjustment
from domain.kernel.game import ChanceOptions, Dealing

Top: TypeAlias = Rogue | UnsetType


class HalunkenMode(StrEnum):
    """The three ways to play."""

    INTRODUCTORY = "introductory"
    STANDARD = "standard"
    TWO_PLAYERS = "two_players"


class HalunkenDealing(Dealing):
    """Where cards that are turned up come from."""

    TABLE = "table"
    SERVER = "server"


class HalunkenDirection(StrEnum):
    """The two ways around the circle."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class HalunkenOptions(ChanceOptions, frozen=True, kw_only=True):
    """What is chosen when a match of Halunken und Spelunken is opened."""

    mode: Annotated[
        HalunkenMode,
        Meta(description="`introductory` and `standard` (with Black Jack) are for 3 or 4, `two_players` for 2."),
    ] = HalunkenMode.STANDARD
    start_seat: Annotated[Seat, Meta(description="Who places the first captain (H2.2).")] = 0
    dealing: Annotated[
        HalunkenDealing,
        Meta(description="`server`: the service draws; `table`: the recorder reports every card turned up."),
    ] = HalunkenDealing.TABLE


class HalunkenTops(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    rename=lambda name: name.removeprefix("tavern_"),
):
    """The top rogues of some taverns, by the tavern's number: on the wire an object such as ``{"12": "red-7"}``."""

    tavern_0: Top = UNSET
    tavern_1: Top = UNSET
    tavern_2: Top = UNSET
    tavern_3: Top = UNSET
    tavern_4: Top = UNSET
    tavern_5: Top = UNSET
    tavern_6: Top = UNSET
    tavern_7: Top = UNSET
    tavern_8: Top = UNSET
    tavern_9: Top = UNSET
    tavern_10: Top = UNSET
    tavern_11: Top = UNSET
    tavern_12: Top = UNSET
    tavern_13: Top = UNSET

    @classmethod
    def of(cls, rogues: Mapping[int, Rogue]) -> "HalunkenTops":
        """These rogues, by tavern."""
        named: dict[str, Any] = {f"tavern_{tavern}": rogue for tavern, rogue in rogues.items()}
        return cls(**named)

    @property
    def by_tavern(self) -> dict[int, Rogue]:
        """The rogues named, by tavern, in the order of the taverns."""
        return {tavern: rogue for tavern, rogue in enumerate(astuple(self)) if rogue is not UNSET}


class HalunkenReveal(ChanceAction, frozen=True, kw_only=True, tag="reveal"):
    """Top cards of taverns: a captain's first rogue (H2.2), the open cards (H2.3), the next of a pile (H3.6)."""

    rogues: Annotated[HalunkenTops, Meta(description="By tavern; any part of what waits to be revealed.")]


class HalunkenTurnBlackJack(ChanceAction, frozen=True, kw_only=True, tag="turn_black_jack"):
    """Black Jack's top movement card (H5.7, H6.8)."""

    card: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | MovementCard,
        Meta(description="1 to 12 as a number; for two players a movement card as a player has them."),
    ]


class HalunkenPlaceCaptain(SeatAction, frozen=True, kw_only=True, tag="place_captain"):
    """Put one's own captain on a free space (H2.2)."""

    tavern: Tavern


class HalunkenPlaceBlackJack(SeatAction, frozen=True, kw_only=True, tag="place_black_jack"):
    """Put Black Jack on a free space (H5.2)."""

    tavern: Tavern


class HalunkenBid(SeatAction, frozen=True, kw_only=True, tag="bid"):
    """Offer one rogue of one's own crew for Black Jack (H5.3)."""

    rogue: Rogue


class HalunkenPass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """Bid no more in this auction (H5.3)."""


class HalunkenChoose(SeatAction, frozen=True, kw_only=True, tag="choose"):
    """Pick a movement card, secretly (H3.1)."""

    card: MovementCard
    black_jack: Annotated[
        MovementCard | None,
        Meta(description="Two players: Black Jack's card, from his controller and nobody else (H6.3)."),
    ] = None


class HalunkenNameRum(SeatAction, frozen=True, kw_only=True, tag="name_rum"):
    """Say what a single Rum counts as (H3.3)."""

    value: Annotated[int, Meta(ge=1, le=7, description="A value that no other card of the round shows.")]


class HalunkenSteal(SeatAction, frozen=True, kw_only=True, tag="steal"):
    """Take a rogue from another crew or from the harbour (H3.7, H5.6, H5.8, H6.6, H6.7)."""

    rogue: Rogue
    from_: Annotated[Seat | Literal["harbour"], Meta(description="A seat, or the harbour.")] = field(name="from")


class HalunkenDisplace(SeatAction, frozen=True, kw_only=True, tag="displace"):
    """Move Black Jack aside, to the nearest free space in one direction (H5.6)."""

    direction: HalunkenDirection


class HalunkenSurrender(SeatAction, frozen=True, kw_only=True, tag="surrender"):
    """Lose a rogue of one's own choice to an uncontrolled Black Jack (H5.9, H6.8)."""

    rogue: Rogue


SeatOrBlackJack: TypeAlias = Seat | Literal["black_jack"]
SeenAt: TypeAlias = Seat | Literal["harbour"] | HalunkenAtTavern


# --- what is put otherwise than the rules would have it -------------------------------------------------------------


class HalunkenRogueAdjustment(Adjustment, frozen=True, kw_only=True, tag="rogue"):
    """A rogue lies elsewhere: in a crew, in the harbour, or open on a tavern where none does."""

    rogue: Rogue
    from_: SeenAt = field(name="from")
    to: SeenAt


class HalunkenPieceAdjustment(Adjustment, frozen=True, kw_only=True, tag="piece"):
    """A captain or Black Jack stands elsewhere; on an occupied space the piece has just met who stands there (H3.7)."""

    piece: Annotated[SeatOrBlackJack, Meta(description="The captain of a seat, or Black Jack.")]
    from_: Tavern = field(name="from")
    to: Tavern


class HalunkenCardAdjustment(Adjustment, frozen=True, kw_only=True, tag="card"):
    """A movement card counts as used, or as not used (H3.1, H5.10)."""

    piece: Annotated[SeatOrBlackJack, Meta(description="Whose card: that of a seat, or Black Jack's.")]
    card: Annotated[int, Meta(ge=1, le=12)] | MovementCard
    used: bool


class HalunkenTurnAdjustment(Adjustment, frozen=True, kw_only=True, tag="turn"):
    """It is somebody else's turn: to place a piece, in the auction, or to move next."""

    piece: Annotated[SeatOrBlackJack, Meta(description="A seat; while pieces move, Black Jack too.")]


HalunkenAdjustment: TypeAlias = (
    HalunkenRogueAdjustment | HalunkenPieceAdjustment | HalunkenCardAdjustment | HalunkenTurnAdjustment
)


class HalunkenAdjust(Adjust, frozen=True, kw_only=True, tag=ADJUST):
    """Rogues, pieces, cards or the turn, as they were at the table against the rules."""

    changes: Annotated[tuple[HalunkenAdjustment, ...], Meta(min_length=1, max_length=20)]


HalunkenAction: TypeAlias = (
    HalunkenPlaceCaptain
    | HalunkenReveal
    | HalunkenPlaceBlackJack
    | HalunkenBid
    | HalunkenPass
    | HalunkenChoose
    | HalunkenNameRum
    | HalunkenSteal
    | HalunkenDisplace
    | HalunkenTurnBlackJack
    | HalunkenSurrender
    | HalunkenAdjust
)
