"""The table of a Klunker match."""

from msgspec import Struct

from domain.games.klunker.actions import KlunkerDealing
from domain.games.klunker.events import KlunkerPhase
from domain.games.klunker.meta import HAND_SIZE
from domain.kernel.counts import Counts, Hand


class KlunkerSeat(Struct, frozen=True, gc=False):
    """The four places of one player (K1.4); `banknotes` is the bank's size."""

    hand: Hand
    showcase: Counts
    safe: Counts
    banknotes: int

    @property
    def wants(self) -> int:
        """Cards missing for a full hand (K7.2)."""
        return max(0, HAND_SIZE - len(self.hand))

    @property
    def has_goods(self) -> bool:
        """Whether the showcase holds cards."""
        return any(self.showcase)


class KlunkerState(Struct, frozen=True, gc=False):
    """A position.

    Attributes:
        round: counts from 1; 0 before the first deal.
        turn: the seat that acts, in the phases that have one.
        deck: cards left to deal.
        unseen: the cards that the record never saw, by type: they lie in the deck, in unknown hands, and as the
            starting capital (K2.2) in the banks.
        out_of_game: cards that left the game in sales (K5.2).
        order: the seats that have a buying card, in its order (K4.2).
        bought: how many of `order` have bought this round.
        deals: how many known cards each seat was dealt, deal by deal.
    """

    dealing: KlunkerDealing
    round: int
    phase: KlunkerPhase
    start_seat: int
    turn: int
    deck: int
    unseen: Counts
    out_of_game: Counts
    seats: tuple[KlunkerSeat, ...]
    order: tuple[int, ...] = ()
    bought: int = 0
    deals: tuple[tuple[int, ...], ...] = ()
