"""What was put otherwise than the rules of Dschunke would have it: the facts that an adjustment's event holds."""

from msgspec import field

from domain.games.dschunke.adjustments import DschunkeBarPlace, DschunkeGoodsCard, GoodsPlace, Purse, SpecialPlace
from domain.games.dschunke.meta import DschunkeJunk, DschunkeMerchant, DschunkeWorker
from domain.kernel.actions import Fact


class DschunkeYenPut(Fact, frozen=True, kw_only=True, tag="yen_put"):
    """Yen went from one purse to another."""

    from_: Purse = field(name="from")
    to: Purse
    yen: int


class DschunkeGoodsPut(Fact, frozen=True, kw_only=True, tag="goods_put"):
    """Goods cards, known or ``unknown``, went from one hand or pile to another."""

    goods: tuple[DschunkeGoodsCard, ...]
    from_: GoodsPlace = field(name="from")
    to: GoodsPlace


class DschunkeBarsPut(Fact, frozen=True, kw_only=True, tag="bars_put"):
    """The uppermost bars of `seat` went from one place to another."""

    seat: int
    from_: DschunkeBarPlace = field(name="from")
    to: DschunkeBarPlace
    bars: int


class DschunkeWorkerMarked(Fact, frozen=True, kw_only=True, tag="worker_marked"):
    """A worker counts as used in this round, or as not used."""

    worker: DschunkeWorker
    used: bool


class DschunkeMerchantPut(Fact, frozen=True, kw_only=True, tag="merchant_put"):
    """A merchant came to another junk."""

    merchant: DschunkeMerchant
    to: DschunkeJunk


class DschunkeSpecialPut(Fact, frozen=True, kw_only=True, tag="special_put"):
    """A special card, perhaps ``unknown``, went from one place to another."""

    card: str
    from_: SpecialPlace = field(name="from")
    to: SpecialPlace


class DschunkeSettled(Fact, frozen=True, kw_only=True, tag="settled"):
    """A seat has done what it was asked for, in another way than the rules have it."""

    seat: int
