"""What players and chance do in Dschunke, as on the wire."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

from domain.games.dschunke.adjustments import DschunkeAdjust
from domain.games.dschunke.board import DschunkeAmounts, DschunkeBoard
from domain.games.dschunke.meta import (
    DschunkeGood,
    DschunkeJunk,
    DschunkeMerchants,
    DschunkePile,
    DschunkeSource,
    DschunkeWorker,
)
from domain.kernel.actions import ChanceAction, Seat, SeatAction
from domain.kernel.game import ChanceOptions, Dealing
from domain.kernel.unknowns import Identification


class DschunkeDealing(Dealing):
    """Where cards and market come from."""

    SERVER = "server"
    OPEN = "open"
    SECRET = "secret"


class DschunkeSetup(StrEnum):
    """How the first bars and the merchants get on the junks."""

    STANDARD = "standard"
    """As the options `merchants` and `cargo` say (D2.2, D2.6)."""
    LEFT_NEIGHBOUR = "left_neighbour"
    """Players place bars of their right neighbours (D2.7)."""
    FREE = "free"
    """Players place bars of all others (D2.8, D10.2)."""
    FIXED = "fixed"
    """Two players: by the table of D10.1."""


class DschunkeOpening(StrEnum):
    """Which cards the opening hands are dealt from (D2.4)."""

    CHOSEN = "chosen"
    BY_KIND = "by_kind"


class DschunkePool(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Goods cards that the players put together, so many of each good (D2.4)."""

    spices: int = 0
    vegetables: int = 0
    fish: int = 0
    rice: int = 0

    def __iter__(self) -> Iterator[int]:
        """The numbers in the order of the goods."""
        return iter((self.spices, self.vegetables, self.fish, self.rice))


class DschunkeCargo(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The bars on the junks, bottom first, each as the seat that owns it (D2.6)."""

    grey: tuple[Seat, ...] = ()
    orange: tuple[Seat, ...] = ()
    violet: tuple[Seat, ...] = ()
    brown: tuple[Seat, ...] = ()
    white: tuple[Seat, ...] = ()

    def __iter__(self) -> Iterator[tuple[Seat, ...]]:
        """The holds in the order of the junks."""
        return iter((self.grey, self.orange, self.violet, self.brown, self.white))


class DschunkeOptions(ChanceOptions, frozen=True, kw_only=True):
    """What is chosen when a match of Dschunke is opened."""

    start_seat: Annotated[Seat, Meta(description="The first player of round 1 (D2.5).")] = 0
    setup: Annotated[
        DschunkeSetup | None,
        Meta(
            description="Three and four players: `standard` (default), `left_neighbour`, `free`; "
            "two: `fixed` (default), `free`."
        ),
    ] = None
    opening_hands: Annotated[
        DschunkeOpening,
        Meta(
            description="`chosen`: players pick the cards that are shuffled and dealt (D2.4); `by_kind`: the same "
            "number of each good. Two players always have D10.3."
        ),
    ] = DschunkeOpening.CHOSEN
    wandering_merchants: Annotated[
        bool, Meta(description="Merchants move as with two players, who always play so (D10.9).")
    ] = False
    dealing: Annotated[
        DschunkeDealing,
        Meta(
            description="`server`: the service shuffles, deals and turns the market; `open`: the recorder reports "
            "the opening hands; `secret`: hands stay unknown until a card is shown."
        ),
    ] = DschunkeDealing.SECRET
    opening_pool: Annotated[
        DschunkePool | None,
        Meta(description="What the players put together for `chosen` opening hands, where it isn't dealt `open`."),
    ] = None
    merchants: Annotated[
        DschunkeMerchants | None,
        Meta(
            description="Where the merchants stand in the `standard` set-up, as the box on the table shows it (D1.9). "
            "Without it they stand as for two players (D10.1): a default, not the published places."
        ),
    ] = None
    cargo: Annotated[
        DschunkeCargo | None,
        Meta(description="The bars on the junks in the `standard` set-up, bottom first (D2.6)."),
    ] = None
    board: Annotated[DschunkeBoard, Meta(description="The board and cards of the box (D1.9).")] = DschunkeBoard()


# --- chance ----------------------------------------------------------------------------------------------------------


class DschunkeShuffleSpecials(ChanceAction, frozen=True, kw_only=True, tag="shuffle_specials"):
    """The special cards were shuffled into four piles (D2.3); with `server` dealing only."""

    piles: tuple[tuple[str, ...], ...]


class DschunkeDeal(ChanceAction, frozen=True, kw_only=True, tag="deal"):
    """The opening hands (D2.4, D10.3)."""

    hands: Annotated[tuple[tuple[DschunkeGood, ...], ...], Meta(description="The goods dealt, a list a seat.")]


class DschunkeShowMerchants(ChanceAction, frozen=True, kw_only=True, tag="show_merchants"):
    """The merchants that were placed face down are shown (D2.7, D2.8)."""

    green: DschunkeJunk
    yellow: DschunkeJunk
    violet: DschunkeJunk

    @property
    def merchants(self) -> DschunkeMerchants:
        """Where they stand."""
        return DschunkeMerchants(green=self.green, yellow=self.yellow, violet=self.violet)


class DschunkeTurnMarket(ChanceAction, frozen=True, kw_only=True, tag="turn_market"):
    """The next market card is turned up (D4.1)."""

    amounts: Annotated[DschunkeAmounts, Meta(description='Yen for each good; exactly one has "S".')]


class DschunkeDrawMixed(ChanceAction, frozen=True, kw_only=True, tag="draw_mixed"):
    """What the cards are that a player just drew from the mixed pile (D10.3); with `server` dealing only."""

    goods: tuple[DschunkeGood, ...]


# --- seats -----------------------------------------------------------------------------------------------------------


class DschunkePlaceBar(SeatAction, frozen=True, kw_only=True, tag="place_bar"):
    """Place a received bar before the match begins (D2.7, D2.8, D10.2)."""

    junk: DschunkeJunk
    bar: Annotated[Seat, Meta(description="The seat whose colour the bar has.")]


class DschunkeSwap(SeatAction, frozen=True, kw_only=True, tag="swap"):
    """Put one or two goods back and draw as many (D9.3)."""

    give: tuple[DschunkeGood, ...]
    take: tuple[DschunkeGood, ...]


class DschunkePass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """Don't use the card "two goods" (D4.2)."""


class DschunkeTakeSpecial(SeatAction, frozen=True, kw_only=True, tag="take_special", omit_defaults=True):
    """Take a special card from a pile (D4.3, D7.7)."""

    pile: DschunkePile
    card: Annotated[
        str | None,
        Meta(
            description="The card, or `unknown` for one kept secret from the record. With `server` dealing it is "
            "left out at first: the player looks through the pile, then takes one of its cards."
        ),
    ] = None


class DschunkeUse(SeatAction, frozen=True, kw_only=True, tag="use", omit_defaults=True):
    """One's own action: use a merchant or an assistant (D5.1)."""

    worker: DschunkeWorker
    junk: DschunkeJunk
    goods: Annotated[
        tuple[DschunkeSource, ...] | None,
        Meta(description="All that is drawn; may be left out when only one outcome is possible."),
    ] = None
    to: Annotated[DschunkeJunk | None, Meta(description="Where a wandering merchant is put afterwards (D10.5).")] = None


class DschunkePlaySpecial(SeatAction, frozen=True, kw_only=True, tag="play_special", omit_defaults=True):
    """Play an extra action (D5.6)."""

    card: str
    junk: Annotated[DschunkeJunk | None, Meta(description="With `load` and `draw`.")] = None
    goods: Annotated[tuple[DschunkeSource, ...] | None, Meta(description="With `draw`, as in `use`.")] = None
    from_: Annotated[DschunkeJunk | None, Meta(description="With `move`.")] = field(name="from", default=None)
    to: Annotated[DschunkeJunk | None, Meta(description="With `move`.")] = None


class DschunkeDone(SeatAction, frozen=True, kw_only=True, tag="done"):
    """Play no extra action after one's own action (D5.6)."""


class DschunkeSupply(SeatAction, frozen=True, kw_only=True, tag="supply"):
    """Draw goods cards for the supply cards (D6.1)."""

    goods: Annotated[tuple[DschunkeSource, ...], Meta(description="As many as allowed, or fewer.")]


class DschunkeOffer(SeatAction, frozen=True, kw_only=True, tag="offer"):
    """Offer goods cards, face down until all have chosen (D7.1)."""

    goods: Annotated[tuple[DschunkeGood, ...], Meta(description="Empty for none.")]


class DschunkeTakeYen(SeatAction, frozen=True, kw_only=True, tag="take_yen"):
    """Take 3 yen instead of a special card, in the last round (D7.7)."""


class DschunkeShowSpecials(SeatAction, frozen=True, kw_only=True, tag="show_specials"):
    """Tell at the end which special cards the unknown ones were (D8.3)."""

    cards: tuple[str, ...]


DschunkeAction: TypeAlias = (
    DschunkeShuffleSpecials
    | DschunkeDeal
    | DschunkeShowMerchants
    | DschunkeTurnMarket
    | DschunkeDrawMixed
    | DschunkePlaceBar
    | DschunkeSwap
    | DschunkePass
    | DschunkeTakeSpecial
    | DschunkeUse
    | DschunkePlaySpecial
    | DschunkeDone
    | DschunkeSupply
    | DschunkeOffer
    | DschunkeTakeYen
    | DschunkeShowSpecials
    | DschunkeAdjust
)


class DschunkeIdentification(Identification, frozen=True, kw_only=True):
    """What a player held that was dealt, drawn or taken secretly."""

    goods: Annotated[
        tuple[DschunkeGood, ...],
        Meta(description="Cards of the hand, known ones of the same kind included (D2.4, D10.3)."),
    ] = ()
    special_cards: Annotated[
        tuple[str, ...], Meta(description="Cards not yet played, known ones of the same kind included (D4.3).")
    ] = ()
