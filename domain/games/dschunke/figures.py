"""What players of Dschunke like to know: where the yen came from, how offers went, what was loaded and drawn."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.games.dschunke.events import (
    DschunkeDrew,
    DschunkeEarned,
    DschunkeEnded,
    DschunkeFact,
    DschunkeLoaded,
    DschunkeRevealed,
    DschunkeSold,
    DschunkeSpecialPlayed,
    DschunkeTookSpecial,
    DschunkeUsed,
)
from domain.kernel.figures import Figure

# --- yen by source ---------------------------------------------------------------------------------------------------


def yen_from_goods(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """What goods brought on the market, shared amounts as shared (D7.3, D7.4)."""
    return ((seat, fact.yen) for fact in outcome if isinstance(fact, DschunkeSold) for seat in fact.winners)


def yen_from_crates(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """What crates brought, by a worker or by an extra action (D5.4, D9.5)."""
    return _earned(outcome) if _has_acted(outcome) else iter(())


def yen_for_prizes(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The yen taken instead of a special card (D7.7)."""
    return iter(()) if _has_acted(outcome) else _earned(outcome)


def _earned(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    return ((fact.seat, fact.yen) for fact in outcome if isinstance(fact, DschunkeEarned))


def _has_acted(outcome: Sequence[DschunkeFact]) -> bool:
    """Whether somebody used a worker or played an extra action, which nobody does while goods are sold."""
    return any(isinstance(fact, DschunkeUsed | DschunkeSpecialPlayed) for fact in outcome)


def yen_from_cards(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The bonuses of special cards at the end (D9.8, D9.9)."""
    ends = (fact for fact in outcome if isinstance(fact, DschunkeEnded))
    return (bonus for fact in ends for bonus in enumerate(fact.special_cards))


def yen_from_junks(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The bonuses for junks at the end (D8.3, D10.8)."""
    ends = (fact for fact in outcome if isinstance(fact, DschunkeEnded))
    return (bonus for fact in ends for bonus in enumerate(fact.junks))


# --- offers ----------------------------------------------------------------------------------------------------------


def kinds_offered(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The kinds of goods offered validly, one an offer, or up to two with two players (D7.2, D10.6)."""
    reveals = (fact for fact in outcome if isinstance(fact, DschunkeRevealed))
    return ((seat, len(set(goods))) for fact in reveals for seat, goods in enumerate(fact.valid))


def offers_won(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The kinds sold, also together with others (D7.3, D7.4)."""
    return ((seat, 1) for fact in outcome if isinstance(fact, DschunkeSold) for seat in fact.winners)


def bluffs(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """Each offer that had cards of which none counted (D7.2)."""
    reveals = (fact for fact in outcome if isinstance(fact, DschunkeRevealed))
    offers = (
        (seat, *offer) for fact in reveals for seat, offer in enumerate(zip(fact.offers, fact.valid, strict=True))
    )
    return ((seat, 1) for seat, shown, valid in offers if shown and not valid)


# --- what else was got -----------------------------------------------------------------------------------------------


def special_cards(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """Each special card taken (D4.3, D7.7)."""
    return ((fact.seat, 1) for fact in outcome if isinstance(fact, DschunkeTookSpecial))


def crates_loaded(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The crates of the bars loaded, three a bar (D1.1, D5.3, D9.4)."""
    return ((fact.seat, 3 * fact.bars) for fact in outcome if isinstance(fact, DschunkeLoaded))


def goods_drawn(outcome: Sequence[DschunkeFact]) -> Iterator[tuple[int, int]]:
    """The goods cards drawn with workers, extra actions and supply cards (D5.5, D6.1, D9.6)."""
    return ((fact.seat, len(fact.goods)) for fact in outcome if isinstance(fact, DschunkeDrew))


FIGURES: Final[tuple[Figure, ...]] = (
    Figure("yen_from_goods", "D7.3", yen_from_goods, needs=DschunkeSold),
    Figure("yen_from_crates", "D5.4", yen_from_crates, needs=DschunkeEarned),
    Figure("yen_for_prizes", "D7.7", yen_for_prizes, needs=DschunkeEarned),
    Figure("yen_from_cards", "D9.8", yen_from_cards, needs=DschunkeEnded),
    Figure("yen_from_junks", "D8.3", yen_from_junks, needs=DschunkeEnded),
    Figure("kinds_offered", "D7.2", kinds_offered, needs=DschunkeRevealed),
    Figure("offers_won", "D7.3", offers_won, per="kinds_offered", needs=DschunkeSold),
    Figure("bluffs", "D7.2", bluffs, needs=DschunkeRevealed),
    Figure("special_cards", "D7.7", special_cards, needs=DschunkeTookSpecial),
    Figure("crates_loaded", "D5.3", crates_loaded, needs=DschunkeLoaded),
    Figure("goods_drawn", "D5.5", goods_drawn, needs=DschunkeDrew),
)
