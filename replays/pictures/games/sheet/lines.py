"""The lines of a sheet: a row of a round, with what each player has there."""

from collections.abc import Iterator

from msgspec import Struct

from domain.games.sheet.actions import SheetRow
from domain.games.sheet.sentences import row_title
from domain.games.sheet.state import SheetState
from domain.kernel.words import Words


class SheetLine(Struct, frozen=True):
    """A row of a round.

    Attributes:
        place: its name among what can be marked, such as ``2:points``.
        cells: what is written, a text a seat; `before` is what was.
        counts: whether it goes into the sum.
    """

    place: str
    title: str
    cells: tuple[str, ...]
    before: tuple[str, ...]
    counts: bool


def lines_of(now: SheetState, before: SheetState, words: Words) -> Iterator[SheetLine]:
    """The rows of all rounds up to the last one in which something is written, or was."""
    options = now.options
    for number in range(max(last_round(now), last_round(before))):
        for row, cells, earlier in zip(options.rows, now.cells[number], before.cells[number], strict=True):
            place = row.key if options.rounds is None else f"{number + 1}:{row.key}"
            title = _title(now, row, number, words)
            title = title if row.counts else words("not_counted", row=title)
            yield SheetLine(place, title, cells, earlier, row.counts)


def last_round(state: SheetState) -> int:
    """The last round in which something is written, from 1."""
    written = [number for number, rows in enumerate(state.cells, start=1) if any(map(any, rows))]
    return max(written, default=1)


def _title(state: SheetState, row: SheetRow, number: int, words: Words) -> str:
    label = ("−" if row.minus else "") + (row.label or row_title(row.key, words))
    if state.options.rounds is None:
        return label
    return str(number + 1) if len(state.options.rows) == 1 else f"{number + 1} {label}"
