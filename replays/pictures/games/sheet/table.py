"""A score sheet as a table: a line a row, a column a player, and below them the sums."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

import svg

from domain.games.sheet.reading import is_unreadable
from domain.games.sheet.state import SheetState
from domain.kernel.languages import Language
from domain.kernel.points import Points, points_written
from replays.pictures.drawing import halo, line, text
from replays.pictures.games.sheet.lines import SheetLine, last_round, lines_of
from replays.pictures.games.sheet.words import WORDS
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.seats import letter_of, sign
from replays.pictures.sheet import INSIDE, Block, page, panel
from replays.pictures.text import isolated, without_addition
from replays.pictures.text import width as text_width

COLUMNS: Final = 5
"""The most players side by side; more are spread over several tables."""

LABELS: Final = 84
"""The least width of the column that names the rows."""

CELL: Final = 62
"""What a player's column keeps of its width for the names of rows that need more."""

NARROW_CELL: Final = 50
"""The same where a name says that its row isn't counted."""

HEAD: Final = 54
ROW: Final = 23
NOTE: Final = 20
BASE: Final = 16
"""The height of a row, that of a note below them, and how far below its upper edge what is written stands."""


class SheetTable:
    """A sheet being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: SheetState = scene.view
        self.before: SheetState = scene.before
        self.words = WORDS[scene.language]
        self.lines = list(lines_of(self.view, self.before, self.words))

    def drawn(self) -> str:
        """The whole picture, headed by the game that was played, where it is known."""
        title = self.view.options.title
        heading = isolated(title) if title else ""
        return page(self.scene, self._situation(), [*self._blocks()], [*self._described()], heading=heading)

    def _situation(self) -> str:
        title = self.scene.title if self.view.options.title else self.words["untitled"]
        if self.view.options.rounds is None:
            return title
        return self.words("sheet_round", title=title, n=last_round(self.view))

    def _blocks(self) -> Iterator[Block]:
        """As many tables as are needed, each with as many players."""
        broad = ceil(self.view.seats / ceil(self.view.seats / COLUMNS))
        for first in range(0, self.view.seats, broad):
            yield self._block(range(first, min(first + broad, self.view.seats)))

    def _block(self, seats: Sequence[int]) -> Block:
        labels = self._labels(len(seats))
        width = (INSIDE - labels - 4) / len(seats)
        bottom = HEAD + ROW * len(self.lines)
        unread = any(one.counts and is_unreadable(one.cells[seat]) for one in self.lines for seat in seats)
        height = bottom + ROW + 6 + NOTE * unread
        drawn: list[svg.Element] = [panel(height)]
        places = {} if seats[0] else self._rows_as_places(labels)
        for column, seat in enumerate(seats):
            left = labels + column * width
            drawn += self._column(seat, left, width)
            title = isolated(self.scene.names[seat])
            cells = {
                one.place: Spot(left + 1, HEAD + ROW * number + 3, width - 2, ROW - 4, one.title)
                for number, one in enumerate(self.lines)
            }
            # It ends with the sum, so that a mark around it leaves the note below readable.
            places[f"seat:{seat}"] = Spot(left, 2, width, bottom + ROW - 2, title)
            places |= within(f"seat:{seat}", title, cells)
        for number, one in enumerate(self.lines):
            y = HEAD + ROW * number
            drawn.append(line([(6, y), (INSIDE - 6, y)], stroke="line", thick=0.7))
            tone = "ink" if one.counts else "soft"
            drawn.append(text(8, y + BASE, one.title, tone=tone, room=labels - 12))
        drawn.append(line([(6, bottom), (INSIDE - 6, bottom)], stroke="ink", thick=1))
        drawn.append(text(8, bottom + BASE, self.words["sum"], bold=True, room=labels - 12))
        if unread:
            note = self.words["no_number"]
            drawn.append(text(8, bottom + ROW + BASE, note, tone="soft", room=INSIDE - 16))
        return Block(height, drawn, self.words["sheet"], places, aside=bool(seats[0]))

    def _labels(self, seats: int) -> float:
        """As wide as the names of rows need, if the players of the table leave as much."""
        needed = max((text_width(one.title, 12) for one in self.lines), default=0) + 13
        cell = CELL if all(one.counts for one in self.lines) else NARROW_CELL
        return max(LABELS, min(needed, INSIDE - 4 - seats * cell))

    def _rows_as_places(self, labels: float) -> dict[str, Spot]:
        titles = {f"row:{one.place}": one.title for one in self.lines} | {"sum": self.words["sum"]}
        return {
            place: Spot(4, HEAD + ROW * number + 3, labels - 8, ROW - 4, title)
            for number, (place, title) in enumerate(titles.items())
        }

    def _column(self, seat: int, left: float, width: float) -> Iterator[svg.Element]:
        """A player: sign and name, a cell a row, and the sum; what the last action changed is outlined."""
        middle, standing = left + width / 2, self.scene.standings[seat]
        yield sign(seat, middle, 15, 10, letter_of(self.scene, seat))
        name = without_addition(self.scene.names[seat], width - 4, 12, bold=True)
        yield text(middle, 40, name, bold=True, anchor="middle", room=width - 4)
        for number, one in enumerate(self.lines):
            yield from self._cell(one, seat, HEAD + ROW * number, middle, width)
        bottom = HEAD + ROW * len(self.lines)
        yield text(
            middle,
            bottom + BASE,
            written_as(standing.score, self.scene.language),
            size=13,
            bold=True,
            anchor="middle",
            room=width - 4,
        )
        if standing.winner:
            yield halo(left + 4, bottom + 4.5, width - 8, ROW - 9, radius=4)

    def _cell(self, one: SheetLine, seat: int, y: float, middle: float, width: float) -> Iterator[svg.Element]:
        written = one.cells[seat]
        tone = "soft" if is_unreadable(written) or not one.counts else "ink"
        if written:
            yield text(middle, y + BASE, written, tone=tone, anchor="middle", room=width - 8)
        if written != one.before[seat]:
            yield halo(middle - width / 2 + 4, y + 4.5, width - 8, ROW - 9, radius=4)

    def _described(self) -> Iterator[str]:
        for seat, name in enumerate(self.scene.names):
            score = written_as(self.scene.standings[seat].score, self.scene.language)
            yield self.words("column_told", name=isolated(name), sum=score)
            for one in self.lines:
                if one.cells[seat]:
                    yield self.words("cell_told", name=isolated(name), row=one.title, value=isolated(one.cells[seat]))


def written_as(score: Points | None, language: Language) -> str:
    """A sum as it is written; a dash for none."""
    return "–" if score is None else points_written(score, language).replace("-", "\N{MINUS SIGN}")
