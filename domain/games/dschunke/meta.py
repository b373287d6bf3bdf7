"""What is in the box (D1)."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from domain.kernel.counts import Counts, Kinds
from domain.kernel.game import Meta
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("domain.games.dschunke", KERNEL)
"""What the game says to people."""

META: Final = Meta(
    key="dschunke",
    title="Dschunke",
    seats=(2, 3, 4),
    edition="queen-games-2002",
    credits="Michael Schacht, Queen Games 2002",
)


class DschunkeJunk(StrEnum):
    """The five junks (D1.2)."""

    GREY = "grey"
    ORANGE = "orange"
    VIOLET = "violet"
    BROWN = "brown"
    WHITE = "white"


class DschunkeGood(StrEnum):
    """The four goods (D1.2, D1.3)."""

    SPICES = "spices"
    VEGETABLES = "vegetables"
    FISH = "fish"
    RICE = "rice"


class DschunkeSource(StrEnum):
    """What can be drawn: a good from the pile of its junk, or a card of the mixed pile (D10.3)."""

    SPICES = "spices"
    VEGETABLES = "vegetables"
    FISH = "fish"
    RICE = "rice"
    MIXED = "mixed"


class DschunkePile(StrEnum):
    """The four piles of special cards (D2.3)."""

    SQUARE = "square"
    CIRCLE = "circle"
    TRIANGLE = "triangle"
    STAR = "star"


class DschunkeMerchant(StrEnum):
    """The three merchants: green loads, yellow sells, violet draws (D1.7)."""

    GREEN = "green"
    YELLOW = "yellow"
    VIOLET = "violet"


class DschunkeMerchants(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The junk on which each merchant stands."""

    green: DschunkeJunk
    yellow: DschunkeJunk
    violet: DschunkeJunk

    def __iter__(self) -> Iterator[DschunkeJunk]:
        """The junks in the order of the merchants."""
        return iter((self.green, self.yellow, self.violet))


class DschunkeWorker(StrEnum):
    """Who can act for a player: the merchants and the two assistants, named by their tracks (D1.7)."""

    GREEN = "green"
    YELLOW = "yellow"
    VIOLET = "violet"
    ASSISTANT_3_4 = "assistant-3/4"
    ASSISTANT_4 = "assistant-4"


class DschunkeTask(StrEnum):
    """What a worker does (D5.3-D5.5)."""

    LOAD = "load"
    DRAW = "draw"
    SELL = "sell"


class DschunkeTrackEvent(StrEnum):
    """What happens when an assistant comes to a space (D4.3)."""

    SPECIAL_CARDS = "S"
    YEN = "Y"


JUNKS: Final = Kinds(DschunkeJunk)
GOODS: Final = Kinds(DschunkeGood)
SOURCES: Final = Kinds(DschunkeSource)
PILES: Final = Kinds(DschunkePile)
MERCHANTS: Final = tuple(DschunkeMerchant)
MERCHANT_WORKERS: Final = tuple(map(DschunkeWorker, MERCHANTS))
ASSISTANTS: Final = (DschunkeWorker.ASSISTANT_3_4, DschunkeWorker.ASSISTANT_4)
MIXED: Final = DschunkeSource.MIXED

GOOD_ON: Final[dict[DschunkeJunk, DschunkeGood]] = {
    DschunkeJunk.ORANGE: DschunkeGood.SPICES,
    DschunkeJunk.VIOLET: DschunkeGood.VEGETABLES,
    DschunkeJunk.BROWN: DschunkeGood.FISH,
    DschunkeJunk.WHITE: DschunkeGood.RICE,
}
"""The good that lies on each junk; none on the grey one (D1.2)."""

EACH_GOOD: Final = 18
"""Cards of each good (D1.3)."""

ALL_GOODS: Final[Counts] = (EACH_GOOD,) * len(GOODS.kinds)
"""The 72 goods cards."""

BARS: Final = 20
"""Cargo bars of each player (D1.1)."""

ROUNDS: Final = 10
"""Rounds of a match, market cards and spaces of a track (D4.3)."""

SUPPLY_CARDS: Final = 2
"""Supply cards of each player (D1.6)."""

MERCHANT_TASKS: Final = {
    DschunkeWorker.GREEN: (DschunkeTask.LOAD, 2),
    DschunkeWorker.YELLOW: (DschunkeTask.SELL, 3),
    DschunkeWorker.VIOLET: (DschunkeTask.DRAW, 3),
}
"""What each merchant does, and the amount of it (D5.3-D5.5)."""

PILE_SIZES: Final[Counts] = (8, 8, 7, 7)
"""The 30 special cards in four piles as equal as possible (D2.3)."""

# --- D9: special cards, by their names on the wire -------------------------------------------------------------------

EXTRA_SUPPLY: Final = "extra_supply"
WINS_TIES: Final = "wins_ties"
TWO_GOODS: Final = "two_goods"
LOAD: Final = "load"
DRAW: Final = "draw"
MOVE: Final = "move"

ALWAYS: Final = frozenset({EXTRA_SUPPLY, WINS_TIES, TWO_GOODS})
"""The cards that are shown when taken and in force to the end (D9)."""


def sell_on(junk: DschunkeJunk) -> str:
    """The name of the extra action that sells on `junk` (D9.5)."""
    return f"sell-{junk}"


def bonus8_on(junk: DschunkeJunk) -> str:
    """The name of the bonus for four visible crates on `junk` (D9.8)."""
    return f"bonus8-{junk}"


def bonus12_on(first: DschunkeJunk, second: DschunkeJunk) -> str:
    """The name of the bonus for five visible crates on `first` and two on `second` (D9.9)."""
    return f"bonus12-{first}-{second}"


SELLS: Final = {sell_on(junk): junk for junk in DschunkeJunk}
BONUS8: Final = {bonus8_on(junk): junk for junk in DschunkeJunk}
BONUS12: Final = {bonus12_on(a, b): (a, b) for a in DschunkeJunk for b in DschunkeJunk if a is not b}

EXTRA_ACTIONS: Final = (LOAD, *SELLS, DRAW, MOVE)
"""The cards that are played once, beside the own action (D9.4-D9.7)."""


def special_cards(bonus_pairs: Iterable[tuple[DschunkeJunk, DschunkeJunk]]) -> tuple[str, ...]:
    """All 30 special cards of a box whose 12 yen bonuses name `bonus_pairs` (D9)."""
    return (
        *(EXTRA_SUPPLY,) * 6,
        WINS_TIES,
        *(TWO_GOODS,) * 2,
        *(LOAD,) * 2,
        *SELLS,
        *(DRAW,) * 2,
        *(MOVE,) * 2,
        *BONUS8,
        *(bonus12_on(first, second) for first, second in bonus_pairs),
    )
