"""What is counted of a sheet beside the points."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.games.sheet.events import SheetFact, SheetWritten
from domain.games.sheet.reading import is_unreadable
from domain.kernel.figures import Figure


def _entries(outcome: Sequence[SheetFact]) -> Iterator[tuple[int, int]]:
    for fact in outcome:
        if isinstance(fact, SheetWritten):
            yield fact.seat, bool(fact.value) - bool(fact.before)


def _unreadable(outcome: Sequence[SheetFact]) -> Iterator[tuple[int, int]]:
    for fact in outcome:
        if isinstance(fact, SheetWritten):
            yield fact.seat, is_unreadable(fact.value) - is_unreadable(fact.before)


FIGURES: Final = (Figure("entries", "S2.3", _entries), Figure("unreadable", "S2.5", _unreadable))
