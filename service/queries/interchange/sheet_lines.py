"""What is written on a score sheet, as other programs note it: a score for each player, and rows beside it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from domain.games.sheet.actions import SheetRow
from domain.games.sheet.meta import MOST_ROWS
from domain.games.sheet.reading import amount_of
from domain.games.sheet.scoring import scores_of, team_of
from domain.games.sheet.state import SheetState
from domain.kernel.points import Points, points
from service.readers.play import SourceRow

_LABEL: Final = 90
"""Characters of a label that a number of a round may follow."""


class SheetLines(Struct, frozen=True):
    """The score of each seat as text, empty for none, and the rows in which something is written.

    Where a sheet has but one row that counts, and that has no name, the scores are what is written there.
    """

    scores: Sequence[str]
    rows: Sequence[SourceRow]


def lines_of(state: SheetState) -> SheetLines:
    """The lines of a sheet, which say the same when they are read again; no rows, where those are too many."""
    only = _only_row(state)
    own = [_own(state, seat) for seat in range(state.seats)] if only is None else state.cells[0][only]
    rows = tuple(row for place, row in _rows(state) if place != only and any(row.cells))
    return SheetLines(_of_teams(state, own, sums=only is None), rows if len(rows) < MOST_ROWS else ())


def _only_row(state: SheetState) -> int | None:
    """The place of the one row that counts, where it is for points as such."""
    counting = [place for place, row in enumerate(state.options.rows) if row.counts]
    if len(counting) != 1 or state.options.rounds is not None:
        return None
    row = state.options.rows[counting[0]]
    return None if row.label or row.minus else counting[0]


def _own(state: SheetState, seat: int) -> str:
    """What a seat has by itself; empty where nothing is written, or something can't be read."""
    amounts = [
        (amount_of(cells[seat]), row.minus)
        for rows in state.cells
        for row, cells in zip(state.options.rows, rows, strict=True)
        if row.counts and cells[seat]
    ]
    if not amounts or any(amount is None for amount, _ in amounts):
        return ""
    total = sum((-amount if minus else amount for amount, minus in amounts if amount is not None), Decimal(0))
    return score_text(points(total))


def _of_teams(state: SheetState, own: Sequence[str], *, sums: bool) -> list[str]:
    """The scores by which those of teams are found again: readers take a score that all of a team have for the team's.

    So all have it where one stands for all; and where some have the same by themselves, all have the sum. `sums` is
    whether `own` are sums, which aren't of use where the team has none.
    """
    totals = scores_of(state)
    shown = list(own)
    for seat in range(state.seats):
        team, total = team_of(state, seat), totals[seat]
        written = {own[mate] for mate in team if own[mate]}
        if sums and total is None:
            shown[seat] = ""
        elif len(team) > 1 and len(written) == 1:
            alone = sum(bool(own[mate]) for mate in team) == 1
            shown[seat] = score_text(total) if not alone and total is not None else min(written)
    return shown


def _rows(state: SheetState) -> Iterator[tuple[int, SourceRow]]:
    """Each row with its place, once a round."""
    for number, rows in enumerate(state.cells, start=1):
        for place, (row, cells) in enumerate(zip(state.options.rows, rows, strict=True)):
            label = row.label if state.options.rounds is None else _numbered(row, number)
            yield place, SourceRow(label, cells, minus=row.minus, extra=not row.counts)


def _numbered(row: SheetRow, number: int) -> str:
    return f"{row.label[:_LABEL]} {number}".strip()


def score_text(score: Points | None) -> str:
    """Points as digits, without an exponent; empty for none."""
    return "" if score is None else f"{score:f}" if isinstance(score, Decimal) else str(score)
