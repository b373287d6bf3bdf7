"""The table of a Dschunke match."""

from msgspec import Struct

from domain.games.dschunke.actions import DschunkeDealing, DschunkeOpening, DschunkeSetup
from domain.games.dschunke.board import DschunkeBoard, DschunkeSpace
from domain.games.dschunke.cargo import Hold
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.meta import (
    ALWAYS,
    ASSISTANTS,
    EXTRA_SUPPLY,
    GOODS,
    JUNKS,
    PILE_SIZES,
    ROUNDS,
    SUPPLY_CARDS,
    DschunkeGood,
    DschunkeJunk,
    DschunkePile,
    DschunkeWorker,
)
from domain.games.dschunke.mixed import DschunkeMixedPiles
from domain.games.dschunke.stock import DschunkeStock
from domain.kernel.counts import Counts, Hand


class DschunkeSeat(Struct, frozen=True, gc=False):
    """What one player has.

    Attributes:
        bars: own bars that are on no junk (D1.1).
        received: bars still to be placed before round 1, by the seat whose colour they have (D2.7, D2.8).
        specials: special cards that the record knows, in the order taken (D9).
        unknown_specials: special cards that it doesn't; none of them is an "always" card.
        identified: those of `specials` that were identified later: the player hasn't shown them yet, or has only now.
        announced: the money at the last event Y (D4.3).
        offer: the goods that lie face down (D7.1).
        offered: whether an offer was made, perhaps of nothing.
    """

    hand: Hand
    bars: int
    received: Counts
    yen: int = 0
    specials: tuple[str, ...] = ()
    unknown_specials: int = 0
    announced: int | None = None
    offer: Counts = GOODS.none
    offered: bool = False
    identified: tuple[str, ...] = ()

    @property
    def holds_secrets(self) -> bool:
        """Whether one of the special cards isn't an "always" card."""
        return bool(self.unknown_specials) or any(card not in ALWAYS for card in self.specials)

    @property
    def unshown(self) -> int:
        """Special cards that have to be shown at the end (D8.3): what was identified is still to be shown, too."""
        return self.unknown_specials + len(self.identified)

    @property
    def supply(self) -> int:
        """Goods cards of one supply phase (D6.1, D9.1)."""
        return SUPPLY_CARDS + self.specials.count(EXTRA_SUPPLY)


class DschunkeState(Struct, frozen=True, gc=False):
    """A position.

    Attributes:
        wandering: whether merchants are put on by players (D10.5, D10.9).
        pool: the goods that the opening hands are dealt from, where that is known (D2.4, D10.3).
        round: counts from 1; 0 before.
        start_seat: the first player of this round.
        turn: the seat that acts, in the phases that have one.
        cargo: the hold of each junk, in the order of `JUNKS`.
        stock: the goods cards that aren't known to be in a hand.
        mixed: cards in the mixed pile (D10.3).
        mixed_due: cards just drawn from it which chance has to tell.
        mixed_piles: where unknown cards of hands come from, once that isn't one mixed pile alone.
        renewals: how often a new mixed pile was shuffled.
        later: the seats that come in this phase after the one at turn, where that isn't clockwise; else None.
        market: the amounts of the market card, 0 for S; empty before the first one.
        deck: market cards that are left, where the set-up gives them.
        sold: goods that are covered.
        merchants: the junk of each merchant; empty until they are shown.
        used: the workers used this round.
        piles: the sizes of the piles of special cards.
        pile_cards: what lies in them, where it is known.
        unseen_specials: special cards that the record never saw, in piles and among unknown ones of players.
        played: special cards that are out.
        event: the assistant whose event S goes on.
        taken_from: the piles used in it.
        looking: the pile that the seat at turn looked through.
        swaps: how often the seat at turn has swapped goods.
        acted: whether the seat at turn has taken the own action.
        extra: whether it has played an extra action.
        bonus_cards, bonus_junks: the bonuses of each seat, at the end.
    """

    dealing: DschunkeDealing
    setup: DschunkeSetup
    opening: DschunkeOpening
    board: DschunkeBoard
    wandering: bool
    pool: Counts | None
    phase: DschunkePhase
    start_seat: int
    turn: int
    seats: tuple[DschunkeSeat, ...]
    unseen_specials: tuple[str, ...]
    cargo: tuple[Hold, ...]
    merchants: tuple[DschunkeJunk, ...]
    deck: tuple[Counts, ...] | None
    round: int = 0
    stock: DschunkeStock = DschunkeStock()
    mixed: int = 0
    mixed_due: int = 0
    market: Counts = ()
    sold: tuple[DschunkeGood, ...] = ()
    used: tuple[DschunkeWorker, ...] = ()
    piles: Counts = PILE_SIZES
    pile_cards: tuple[tuple[str, ...], ...] = ()
    played: tuple[str, ...] = ()
    event: DschunkeWorker | None = None
    taken_from: tuple[DschunkePile, ...] = ()
    looking: DschunkePile | None = None
    swaps: int = 0
    acted: bool = False
    extra: bool = False
    bonus_cards: Counts = ()
    bonus_junks: Counts = ()
    mixed_piles: DschunkeMixedPiles | None = None
    renewals: int = 0
    later: tuple[int, ...] | None = None

    def hold(self, junk: DschunkeJunk) -> Hold:
        """The bars on `junk`."""
        return self.cargo[JUNKS.index[junk]]

    def space(self, assistant: DschunkeWorker) -> DschunkeSpace:
        """The space of the track on which `assistant` stands: one for each round (D4.3)."""
        tracks = self.board.tracks
        track = tracks.three_four if assistant is DschunkeWorker.ASSISTANT_3_4 else tracks.four
        return track[max(0, self.round - 1)]

    @property
    def market_cards_left(self) -> int:
        """Market cards not yet turned up: one for each round to come."""
        return ROUNDS - self.round + (0 if self.market else 1 if self.round else 0)

    @property
    def assistants(self) -> tuple[DschunkeWorker, ...]:
        """The assistants in play: the second with four players only (D2.2, D10.4)."""
        return ASSISTANTS if len(self.seats) == 4 else ASSISTANTS[:1]
