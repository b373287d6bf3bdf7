"""What players of Halunken und Spelunken like to know: robberies, cards that cancelled, auctions."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.games.halunken.events import (
    HalunkenFact,
    HalunkenOffered,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPushed,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTook,
)
from domain.games.halunken.meta import HARBOUR, WORTH
from domain.kernel.figures import Figure


def rogues_collected(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each rogue that came from a tavern to the crew, Black Jack's own included (H3.4, H3.6, H6.5)."""
    return ((fact.to, 1) for fact in outcome if isinstance(fact, HalunkenTook) and isinstance(fact.to, int))


def thefts(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each rogue taken from another crew (H3.7, H5.8)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, HalunkenStolen) and isinstance(fact.from_, int))


def thefts_suffered(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each rogue that another crew took (H3.7, H5.8)."""
    return ((fact.from_, 1) for fact in outcome if isinstance(fact, HalunkenStolen) and isinstance(fact.from_, int))


def harbour_rogues(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each rogue taken from the harbour (H5.6)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, HalunkenStolen) and fact.from_ == HARBOUR)


def rogues_surrendered(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each rogue lost to the harbour because nobody controlled Black Jack (H5.9, H6.8)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, HalunkenSurrendered))


def cards_cancelled(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each own movement card that was equal to another one (H3.2)."""
    orders = (fact for fact in outcome if isinstance(fact, HalunkenOrdered))
    return ((piece, 1) for fact in orders for piece in fact.stay if isinstance(piece, int))


def pushes_suffered(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each time that the captain was pushed on (H3.7)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, HalunkenPushed))


def bids(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each bid in an auction (H5.3)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, HalunkenOffered))


def auctions_won(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """Each round in which Black Jack was controlled (H5.4)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, HalunkenPaid))


def value_paid(outcome: Sequence[HalunkenFact]) -> Iterator[tuple[int, int]]:
    """The values of the rogues paid for Black Jack (H5.4)."""
    return ((fact.seat, WORTH[fact.rogue]) for fact in outcome if isinstance(fact, HalunkenPaid))


FIGURES: Final[tuple[Figure, ...]] = (
    Figure("rogues_collected", "H3.6", rogues_collected, needs=HalunkenTook),
    Figure("thefts", "H3.7", thefts, needs=HalunkenStolen),
    Figure("thefts_suffered", "H3.7", thefts_suffered, needs=HalunkenStolen),
    Figure("harbour_rogues", "H5.6", harbour_rogues, needs=HalunkenStolen),
    Figure("rogues_surrendered", "H5.9", rogues_surrendered, needs=HalunkenSurrendered),
    Figure("cards_cancelled", "H3.2", cards_cancelled, needs=HalunkenOrdered),
    Figure("pushes_suffered", "H3.7", pushes_suffered, needs=HalunkenPushed),
    Figure("bids", "H5.3", bids, needs=HalunkenOffered),
    Figure("auctions_won", "H5.4", auctions_won, needs=HalunkenPaid),
    Figure("value_paid", "H5.4", value_paid, "auctions_won", needs=HalunkenPaid),
)
