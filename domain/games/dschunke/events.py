"""What happens in Dschunke: the facts that an action's event holds."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import field

from domain.games.dschunke.board import DschunkeAmounts
from domain.games.dschunke.meta import (
    DschunkeGood,
    DschunkeJunk,
    DschunkeMerchants,
    DschunkePile,
    DschunkeSource,
    DschunkeWorker,
)
from domain.games.dschunke.put_events import (
    DschunkeBarsPut,
    DschunkeGoodsPut,
    DschunkeMerchantPut,
    DschunkeSettled,
    DschunkeSpecialPut,
    DschunkeWorkerMarked,
    DschunkeYenPut,
)
from domain.kernel.actions import Fact


class DschunkePhase(StrEnum):
    """What the table is doing."""

    SHUFFLE = "shuffle"
    """The special cards are shuffled into piles (D2.3)."""
    DEAL = "deal"
    """The opening hands are dealt (D2.4)."""
    PLACE = "place"
    """Received bars are placed (D2.7, D2.8, D10.2)."""
    SHOW = "show"
    """The merchants are shown (D2.9)."""
    MARKET = "market"
    """Phase 1: the market card is turned up (D4.1)."""
    SWAP = "swap"
    """Within phase 1: owners of "two goods" may use it (D4.2)."""
    EVENT = "event"
    """Within phase 1: special cards are taken in an event S (D4.3)."""
    ACT = "act"
    """Phase 2: the own action, and perhaps an extra action before it (D5)."""
    EXTRA = "extra"
    """Within phase 2: perhaps an extra action after the own action (D5.6)."""
    SUPPLY = "supply"
    """Phase 3 (D6)."""
    OFFER = "offer"
    """Phase 4: goods are offered (D7)."""
    PRIZE = "prize"
    """Within phase 4: the winner of S takes a special card (D7.7)."""
    SHOW_SPECIALS = "show_specials"
    """At the end, special cards that the record doesn't know are shown (D8.3)."""
    FINISHED = "finished"


class DschunkeTurn(Fact, frozen=True, kw_only=True, tag="turn"):
    """`phase` went on, or began, with `seat`; where all are asked, with the first player."""

    phase: DschunkePhase
    seat: int


# --- the set-up ------------------------------------------------------------------------------------------------------


class DschunkeSpecialsShuffled(Fact, frozen=True, kw_only=True, tag="specials_shuffled"):
    """The special cards lie in four piles (D2.3)."""

    piles: tuple[tuple[str, ...], ...]


class DschunkeDealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    """The opening hands were dealt; with two players `mixed` is the mixed pile, sorted (D2.4, D10.3)."""

    hands: tuple[tuple[DschunkeGood, ...], ...]
    mixed: tuple[DschunkeGood, ...] = ()


class DschunkeBarPlaced(Fact, frozen=True, kw_only=True, tag="bar_placed"):
    """A received bar of the colour of seat `bar` was placed (D2.7, D2.8, D10.2)."""

    seat: int
    junk: DschunkeJunk
    bar: int


class DschunkeBarReturned(Fact, frozen=True, kw_only=True, tag="bar_returned"):
    """A received bar had no legal junk left and went back to its owner, seat `bar` (D2.8)."""

    seat: int
    bar: int


class DschunkeMerchantsShown(Fact, frozen=True, kw_only=True, tag="merchants_shown"):
    """The merchants were shown (D2.9)."""

    merchants: DschunkeMerchants


# --- phase 1 ---------------------------------------------------------------------------------------------------------


class DschunkeRoundBegan(Fact, frozen=True, kw_only=True, tag="round_began"):
    """A round began; its market card is to be turned up (D4.1)."""

    round: int


class DschunkeMarketTurned(Fact, frozen=True, kw_only=True, tag="market_turned"):
    """A market card was turned up (D4.1)."""

    amounts: DschunkeAmounts


class DschunkeSwapped(Fact, frozen=True, kw_only=True, tag="swapped"):
    """Goods cards were put back and others drawn (D9.3)."""

    seat: int
    give: tuple[DschunkeGood, ...]
    take: tuple[DschunkeGood, ...]


class DschunkeEventBegan(Fact, frozen=True, kw_only=True, tag="event_began"):
    """An assistant stands on S: everybody takes a special card (D4.3)."""

    assistant: DschunkeWorker


class DschunkeMoneyShown(Fact, frozen=True, kw_only=True, tag="money_shown"):
    """An assistant stands on Y: everybody told the own money (D4.3)."""

    assistant: DschunkeWorker
    yen: tuple[int, ...]


class DschunkeLookedThrough(Fact, frozen=True, kw_only=True, tag="looked_through"):
    """A player looked through a pile of special cards (D4.3, D7.7)."""

    seat: int
    pile: DschunkePile


class DschunkeTookSpecial(Fact, frozen=True, kw_only=True, tag="took_special"):
    """A special card was taken (D4.3, D7.7); `card` may be ``unknown``."""

    seat: int
    pile: DschunkePile
    card: str


# --- phase 2 ---------------------------------------------------------------------------------------------------------


class DschunkeUsed(Fact, frozen=True, kw_only=True, tag="used"):
    """A worker was used on a junk; a wandering merchant was put `to` another one (D5.1, D10.5)."""

    seat: int
    worker: DschunkeWorker
    junk: DschunkeJunk
    to: DschunkeJunk | None = None


class DschunkeForfeited(Fact, frozen=True, kw_only=True, tag="forfeited"):
    """No worker could be used: the own action was forfeited (D5.3)."""

    seat: int


class DschunkeSpecialPlayed(Fact, frozen=True, kw_only=True, tag="special_played"):
    """An extra action was played and is out (D5.6)."""

    seat: int
    card: str


class DschunkeLoaded(Fact, frozen=True, kw_only=True, tag="loaded"):
    """Own bars were loaded (D5.3, D9.4)."""

    seat: int
    junk: DschunkeJunk
    bars: int


class DschunkeEarned(Fact, frozen=True, kw_only=True, tag="earned"):
    """Yen for visible crates (D5.4, D9.5), or instead of a special card (D7.7)."""

    seat: int
    yen: int


class DschunkeBarMoved(Fact, frozen=True, kw_only=True, tag="bar_moved"):
    """An own bar was moved from one junk to another (D9.7)."""

    seat: int
    from_: DschunkeJunk = field(name="from")
    to: DschunkeJunk


# --- goods cards -----------------------------------------------------------------------------------------------------


class DschunkeDrew(Fact, frozen=True, kw_only=True, tag="drew"):
    """Goods cards were drawn, in this order (D5.5, D6.1); `due` is how many of them have yet to be told (D10.3)."""

    seat: int
    goods: tuple[DschunkeSource, ...]
    due: int = 0


class DschunkeMixedTold(Fact, frozen=True, kw_only=True, tag="mixed_told"):
    """The cards just drawn from the mixed pile are these (D10.3)."""

    seat: int
    goods: tuple[DschunkeGood, ...]


class DschunkeMixedShuffled(Fact, frozen=True, kw_only=True, tag="mixed_shuffled"):
    """The mixed pile had run out: these cards of the junks' piles became a new one (D10.3)."""

    goods: tuple[DschunkeGood, ...]


class DschunkeRanOut(Fact, frozen=True, kw_only=True, tag="ran_out"):
    """A draw showed that the pile of `good` is empty, which the record couldn't tell before (D5.5)."""

    good: DschunkeGood


# --- phase 4 ---------------------------------------------------------------------------------------------------------


class DschunkeOffered(Fact, frozen=True, kw_only=True, tag="offered"):
    """An offer lies face down (D7.1)."""

    seat: int
    goods: tuple[DschunkeGood, ...]


class DschunkeRevealed(Fact, frozen=True, kw_only=True, tag="revealed"):
    """All offers were revealed; of each one `valid` is what counts and goes back to the piles (D7.2, D7.3, D10.6)."""

    offers: tuple[tuple[DschunkeGood, ...], ...]
    valid: tuple[tuple[DschunkeGood, ...], ...]


class DschunkeSold(Fact, frozen=True, kw_only=True, tag="sold"):
    """A good was sold and covered (D7.3-D7.5).

    Attributes:
        highest: the seats that offered the most of it.
        winners: those of them who get something.
        yen: what each winner gets; none for the special card.
        special: whether the winner takes a special card.
    """

    good: DschunkeGood
    highest: tuple[int, ...]
    winners: tuple[int, ...]
    yen: int = 0
    special: bool = False


# --- the end ---------------------------------------------------------------------------------------------------------


class DschunkeRoundEnded(Fact, frozen=True, kw_only=True, tag="round_ended"):
    """Merchants and assistants moved on and are fresh; `start_seat` is the next first player (D8.1, D8.2)."""

    start_seat: int
    merchants: DschunkeMerchants


class DschunkeSpecialsShown(Fact, frozen=True, kw_only=True, tag="specials_shown"):
    """The unknown special cards of a player were these (D8.3)."""

    seat: int
    cards: tuple[str, ...]


class DschunkeIdentified(Fact, frozen=True, kw_only=True, tag="identified"):
    """A player held these, some of which the record hadn't known (D2.4, D4.3, D10.3)."""

    seat: int
    goods: tuple[DschunkeGood, ...] = ()
    special_cards: tuple[str, ...] = ()


class DschunkeEnded(Fact, frozen=True, kw_only=True, tag="ended"):
    """The game ended with these bonuses, a number a seat (D8.3, D10.8)."""

    special_cards: tuple[int, ...]
    junks: tuple[int, ...]


# --- what was put otherwise than the rules would have it -------------------------------------------------------------


class DschunkeTurnGiven(Fact, frozen=True, kw_only=True, tag="turn_given"):
    """It became the turn of `seat` in `phase`, and then comes that of the `later` ones."""

    phase: DschunkePhase
    seat: int
    later: tuple[int, ...]


DschunkeFact: TypeAlias = (
    DschunkeTurn
    | DschunkeOffered
    | DschunkeDrew
    | DschunkeUsed
    | DschunkeRevealed
    | DschunkeSold
    | DschunkeEarned
    | DschunkeLoaded
    | DschunkeTookSpecial
    | DschunkeSpecialPlayed
    | DschunkeSwapped
    | DschunkeLookedThrough
    | DschunkeMixedTold
    | DschunkeMixedShuffled
    | DschunkeRanOut
    | DschunkeBarMoved
    | DschunkeForfeited
    | DschunkeMarketTurned
    | DschunkeEventBegan
    | DschunkeMoneyShown
    | DschunkeRoundEnded
    | DschunkeRoundBegan
    | DschunkeBarPlaced
    | DschunkeBarReturned
    | DschunkeMerchantsShown
    | DschunkeDealt
    | DschunkeSpecialsShuffled
    | DschunkeSpecialsShown
    | DschunkeEnded
    | DschunkeIdentified
    | DschunkeYenPut
    | DschunkeGoodsPut
    | DschunkeBarsPut
    | DschunkeWorkerMarked
    | DschunkeMerchantPut
    | DschunkeSpecialPut
    | DschunkeTurnGiven
    | DschunkeSettled
)
