"""What may be done with a sheet, as a list."""

from collections.abc import Iterator
from typing import Final

from domain.games.sheet.actions import SheetEnd, SheetWinning
from domain.games.sheet.meta import MOST_WRITTEN
from domain.games.sheet.rules import cells_of
from domain.games.sheet.state import SheetState
from domain.kernel.legal import Entry, Legal, Multiset, Ranking, Template

VALUE: Final = Entry(MOST_WRITTEN, ("12", "7+5-3", "-4", "3.5", "12+", "1110000", "about 40", ""))
"""What may be written: anything, numbers best (S2.4, S2.5)."""


def legal_actions(state: SheetState, seat: int) -> Legal:
    """Every cell of the own column (S2.1), and for the first seat each way to close the sheet (S4)."""
    if state.closed is not None or seat >= state.seats:
        return Legal()
    cells = tuple(_cells(state, seat))
    if seat != 0:
        return Legal(templates=cells)
    return Legal(tuple(_ends(state)), (*cells, *_named_ends(state)))


def _cells(state: SheetState, seat: int) -> Iterator[Template]:
    for number, row in cells_of(state):
        action = {"type": "score", "seat": seat, "row": row}
        yield Template(action if number is None else {**action, "round": number}, {}, write={"value": VALUE})


def _ends(state: SheetState) -> Iterator[SheetEnd]:
    if state.options.winning is not SheetWinning.COOPERATIVE:
        yield SheetEnd()
    yield SheetEnd(lost=True)
    yield SheetEnd(unfinished=True)


def _named_ends(state: SheetState) -> Iterator[Template]:
    end = {"type": "end", "seat": 0}
    yield Template(end, {"winners": Multiset(dict.fromkeys(range(state.seats), 1), 1, state.seats)})
    if state.options.winning is not SheetWinning.COOPERATIVE:
        yield Template(end, {}, rank={"ranks": Ranking(state.seats, state.seats)})
