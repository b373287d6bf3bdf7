"""Plays as a table with a row a player, which :mod:`service.readers.table` reads again without being told how."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.games.sheet.reading import amount_of
from replays.exports.cells import plain_cell
from service.queries.interchange.plays import distinct_names
from service.queries.tables.forms import csv_lines
from service.readers.play import Play

_HEADS: Final = (
    "id",
    "date",
    "title",
    "player",
    "score",
    "winner",
    "rank",
    "team",
    "role",
    "place",
    "minutes",
    "note",
    "tags",
    "ordinal",
)


class PlaysTableWriter:
    """RFC 4180, in UTF-8, with a line of heads; no text is taken for a formula."""

    def begin(self) -> bytes:
        """The heads."""
        return csv_lines([_HEADS])

    def rows(self, plays: Sequence[Play]) -> bytes:
        """The lines of some more plays."""
        return csv_lines([line for play in plays for line in _lines(play)])

    def end(self) -> bytes:
        """Nothing."""
        return b""


def _lines(play: Play) -> Iterator[Sequence[Any]]:
    tags = ";".join(tag.replace(";", ",") for tag in play.tags)
    for player, name in zip(play.players, distinct_names(play), strict=True):
        yield [
            play.id,
            play.played_on,
            plain_cell(play.title),
            plain_cell(name),
            _score(player.score),
            "yes" if player.won else "no",
            player.rank,
            plain_cell(player.team),
            plain_cell(player.role),
            plain_cell(play.place),
            play.minutes,
            plain_cell(play.note),
            plain_cell(tags),
            play.ordinal or None,
        ]


def _score(written: str) -> Any:
    """A number, signs and all, or a sum of numbers; a text is none that is taken for a formula."""
    return plain_cell(written) if amount_of(written) is None else written
