"""The scores of every step as a table: CSV (RFC 4180), a line a step, for a spreadsheet or a chart."""

import csv
from io import StringIO
from typing import Any, Final

from domain.match.thinking import thoughts_of
from replays.exports.cells import plain_cell
from replays.exports.visitor import Export, ExportContext, Quiet, Stride
from replays.exports.words import WORDS

_COLUMNS: Final = ("column_step", "column_round", "column_phase", "column_sentence")


class Scores(Quiet):
    """Writes a line a step: its number, round and phase, what happened, and the score of each seat.

    Where times were told, a further column has the seconds that the seat took; where something was played against the
    rules, a last one says so.
    """

    def __init__(self) -> None:
        self._text = StringIO(newline="")
        self._lines = csv.writer(self._text)
        self._is_timed = False
        self._irregular: str | None = None
        """What the last column says of an irregular step; None without such a column."""

    def begin(self, context: ExportContext) -> None:
        """The heads of the columns."""
        words = WORDS[context.narrator.language]
        self._is_timed = next(thoughts_of(context.match), None) is not None
        seconds = [words["column_seconds"]] if self._is_timed else []
        by_the_rules = []
        if context.match.line.irregular_steps:
            self._irregular, by_the_rules = words["irregular"], [words["column_irregular"]]
        self._line(*(words[name] for name in _COLUMNS), *context.narrator.names, *seconds, *by_the_rules)

    def step(self, stride: Stride) -> None:
        """A line; a score that the viewer may not know is left empty."""
        sentence = "" if stride.played is None else stride.played.sentence
        irregular = stride.played is not None and stride.played.irregular
        scores = ("" if standing.score is None else standing.score for standing in stride.standings)
        seconds = ["" if stride.seconds is None else stride.seconds] if self._is_timed else []
        by_the_rules = [] if self._irregular is None else [self._irregular if irregular else ""]
        self._line(
            *(stride.number, stride.chapter.round, stride.chapter.title, sentence), *scores, *seconds, *by_the_rules
        )

    def end(self) -> bytes:
        """The whole table in UTF-8."""
        return self._text.getvalue().encode()

    def _line(self, *cells: Any) -> None:
        self._lines.writerow(plain_cell(cell) for cell in cells)


EXPORT: Final = Export("text/csv", "The scores of every step, as a table", Scores)
