"""A sheet with what is written on it."""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.games.sheet.actions import SheetOptions
from domain.games.sheet.events import SheetClosed, SheetFact, SheetWritten
from domain.kernel.places import put


class SheetState(Struct, frozen=True, tag="sheet", tag_field="game"):
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


def evolve(state: SheetState, fact: SheetFact) -> SheetState:
    """`state` after `fact`."""
    match fact:
        case SheetWritten():
            rows, place = state.cells[fact.round - 1], state.place_of(fact.row)
            rows = put(rows, place, put(rows[place], fact.seat, fact.value))
            cells = put(state.cells, fact.round - 1, rows)
            begun = sum(any(map(any, rows)) for rows in cells)
            return replace(state, cells=cells, round=max(state.round, begun))
        case SheetClosed():
            return replace(state, closed=fact)
        case _:
            assert_never(fact)
