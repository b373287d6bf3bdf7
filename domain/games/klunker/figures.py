"""What players of Klunker like to know: sets and what they brought, showcases and what they cost."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDeclined,
    KlunkerFact,
    KlunkerPassed,
    KlunkerSold,
    KlunkerStored,
)
from domain.kernel.figures import Figure


def sets_sold(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """Each set of four that left a safe (K5.1)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerSold))


def notes_from_sets(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """The banknotes that sets brought (K5.2)."""
    return ((fact.seat, fact.notes) for fact in outcome if isinstance(fact, KlunkerSold))


def showcases_bought(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """Each showcase of somebody else that was bought (K6.1)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerBought) and fact.from_ != fact.seat)


def notes_paid(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """The banknotes paid for the showcases of others (K6.1)."""
    return ((fact.seat, fact.price) for fact in outcome if isinstance(fact, KlunkerBought))


def notes_received(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """The banknotes that others paid for the own showcase (K6.1)."""
    return ((fact.from_, fact.price) for fact in outcome if isinstance(fact, KlunkerBought))


def own_showcases(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """Each time that the own showcase was taken, for nothing (K6.1)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerBought) and fact.from_ == fact.seat)


def showcases_taken(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """Each showcase that went to the safe, whosever it was (K6.2)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerBought))


def cards_taken(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """The cards that went from showcases to the safe (K6.2)."""
    return ((fact.seat, len(fact.jewels)) for fact in outcome if isinstance(fact, KlunkerBought))


def cards_stored(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """The hand cards stored in the safe (K4.1)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerStored))


def first_choices(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """Each buying card 1: who takes it is the first to choose a showcase (K4.2)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerPassed) and fact.buying_card == 1)


def declines(outcome: Sequence[KlunkerFact]) -> Iterator[tuple[int, int]]:
    """Each purchase declined, also where nothing could be bought (K6.4, K6.5)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerDeclined))


FIGURES: Final[tuple[Figure, ...]] = (
    Figure("sets_sold", "K5.1", sets_sold, needs=KlunkerSold),
    Figure("notes_from_sets", "K5.2", notes_from_sets, per="sets_sold", needs=KlunkerSold),
    Figure("showcases_bought", "K6.1", showcases_bought, needs=KlunkerBought),
    Figure("notes_paid", "K6.1", notes_paid, needs=KlunkerBought),
    Figure("notes_received", "K6.1", notes_received, needs=KlunkerBought),
    Figure("own_showcases", "K6.1", own_showcases, needs=KlunkerBought),
    Figure("showcases_taken", "K6.2", showcases_taken, needs=KlunkerBought),
    Figure("cards_taken", "K6.2", cards_taken, per="showcases_taken", needs=KlunkerBought),
    Figure("cards_stored", "K4.1", cards_stored, needs=KlunkerStored),
    Figure("first_choices", "K4.2", first_choices, needs=KlunkerPassed),
    Figure("declines", "K6.4", declines, needs=KlunkerDeclined),
)
