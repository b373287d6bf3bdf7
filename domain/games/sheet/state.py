"""A sheet with what is written on it."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.games.sheet.actions import SheetOptions
from domain.games.sheet.events import SheetClosed, SheetFact, SheetWritten
from domain.kernel.by_type import by_type
from domain.kernel.places import put


class SheetState(Struct, frozen=True, gc=False, tag="sheet", tag_field="game"):
    """A sheet, which everybody sees.

    Attributes:
        options: what it was begun with.
        seats: how many play.
        cells: what is written, by round, row and seat; empty where nothing is.
        round: how many rounds were begun, from 1.
        closed: how it ended, once it is closed.
    """

    options: SheetOptions
    seats: int
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    round: int = 1
    closed: SheetClosed | None = None

    def written(self, round_number: int, row: str, seat: int) -> str:
        """What stands in a cell; there has to be one."""
        return self.cells[round_number - 1][self.place_of(row)][seat]

    def place_of(self, row: str) -> int:
        """Which row is called so, from 0."""
        return next(place for place, one in enumerate(self.options.rows) if one.key == row)


def blank(options: SheetOptions, seats: int) -> SheetState:
    """A sheet on which nothing is written."""
    row = ("",) * seats
    return SheetState(options, seats, ((row,) * len(options.rows),) * (options.rounds or 1))


def _written(state: SheetState, fact: SheetWritten) -> SheetState:
    """Something stands in a cell (S2.3); a round has begun once something is written in it."""
    rows, place = state.cells[fact.round - 1], state.place_of(fact.row)
    rows = put(rows, place, put(rows[place], fact.seat, fact.value))
    cells = put(state.cells, fact.round - 1, rows)
    begun = sum(any(map(any, rows)) for rows in cells)
    return replace(state, cells=cells, round=max(state.round, begun))


def _closed(state: SheetState, fact: SheetClosed) -> SheetState:
    """The table has said how it ended (S4.3)."""
    return replace(state, closed=fact)


evolve: Final[Callable[[SheetState, SheetFact], SheetState]] = by_type(SheetFact, _written, _closed)
"""`state` after a fact."""
