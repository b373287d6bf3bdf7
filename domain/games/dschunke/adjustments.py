"""What can be put otherwise than the rules of Dschunke would have it, as on the wire."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from domain.games.dschunke.meta import DschunkeJunk, DschunkeMerchant, DschunkeWorker
from domain.kernel.actions import Seat
from domain.kernel.adjusting import ADJUST, Adjust, Adjustment

MOST_YEN = 999
"""More than anybody ever has."""


class DschunkeGoodsCard(StrEnum):
    """A goods card that goes from one place to another: its good, or one that the record doesn't learn."""

    SPICES = "spices"
    VEGETABLES = "vegetables"
    FISH = "fish"
    RICE = "rice"
    UNKNOWN = "unknown"


class DschunkeBarPlace(StrEnum):
    """Where a bar is: on a junk, or not loaded."""

    GREY = "grey"
    ORANGE = "orange"
    VIOLET = "violet"
    BROWN = "brown"
    WHITE = "white"
    STOCK = "stock"


Purse: TypeAlias = Seat | Literal["bank"]
GoodsPlace: TypeAlias = Annotated[
    Seat | Literal["piles", "mixed"], Meta(description="A hand, the junks' piles, or the mixed pile (D10.3).")
]
SpecialPlace: TypeAlias = Annotated[
    Seat | Literal["square", "circle", "triangle", "star", "played"],
    Meta(description="A player, a pile, or the cards that were played."),
]


class DschunkeYenAdjustment(Adjustment, frozen=True, kw_only=True, tag="yen"):
    """Yen go from one purse to another (D1.8)."""

    from_: Purse = field(name="from")
    to: Purse
    yen: Annotated[int, Meta(ge=1, le=MOST_YEN)]


class DschunkeGoodsAdjustment(Adjustment, frozen=True, kw_only=True, tag="goods"):
    """Goods cards are in another hand or pile; what goes from hand to hand is seen there only (D2.4)."""

    goods: Annotated[tuple[DschunkeGoodsCard, ...], Meta(min_length=1, max_length=20)]
    from_: GoodsPlace = field(name="from")
    to: GoodsPlace


class DschunkeBarsAdjustment(Adjustment, frozen=True, kw_only=True, tag="bars"):
    """Bars are on another junk, or not loaded; they are the uppermost ones of their owner (D3.1)."""

    seat: Annotated[Seat, Meta(description="Whose bars they are.")]
    from_: DschunkeBarPlace = field(name="from")
    to: DschunkeBarPlace
    bars: Annotated[int, Meta(ge=1, le=20)]


class DschunkeWorkerAdjustment(Adjustment, frozen=True, kw_only=True, tag="worker"):
    """A merchant or an assistant counts as used in this round, or as not used (D5.1)."""

    worker: DschunkeWorker
    used: bool


class DschunkeMerchantAdjustment(Adjustment, frozen=True, kw_only=True, tag="merchant"):
    """A merchant stands on another junk (D2.2)."""

    merchant: DschunkeMerchant
    from_: DschunkeJunk = field(name="from")
    to: DschunkeJunk


class DschunkeSpecialAdjustment(Adjustment, frozen=True, kw_only=True, tag="special_card"):
    """A special card is with another player, in another pile, or played (D9)."""

    card: Annotated[str, Meta(description="The card, or `unknown` for one that the record doesn't learn.")]
    from_: SpecialPlace = field(name="from")
    to: SpecialPlace


class DschunkeTurnAdjustment(Adjustment, frozen=True, kw_only=True, tag="turn"):
    """It is the turn of another seat; who was passed over comes next (D5.1)."""

    seat: Seat


class DschunkeDoneAdjustment(Adjustment, frozen=True, kw_only=True, tag="done"):
    """The seat whose turn it is has done what it was asked for, as the other changes tell (D5.1)."""

    seat: Seat


DschunkeAdjustment: TypeAlias = (
    DschunkeYenAdjustment
    | DschunkeGoodsAdjustment
    | DschunkeBarsAdjustment
    | DschunkeWorkerAdjustment
    | DschunkeMerchantAdjustment
    | DschunkeSpecialAdjustment
    | DschunkeTurnAdjustment
    | DschunkeDoneAdjustment
)


class DschunkeAdjust(Adjust, frozen=True, kw_only=True, tag=ADJUST):
    """Yen, goods, bars, cards, workers or the turn, as they were at the table against the rules."""

    changes: Annotated[tuple[DschunkeAdjustment, ...], Meta(min_length=1, max_length=20)]
