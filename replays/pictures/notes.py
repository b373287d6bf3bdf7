"""The notes on a step in its picture: marks over the board, and below it who gave which glyph and which mark."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import svg
from msgspec import Struct

from domain.annotations.content import Arrow, Mark
from domain.kernel.languages import Language
from domain.kernel.words import listed
from replays.pictures.drawing import group, lines, text
from replays.pictures.marks import Labelled, label, label_width
from replays.pictures.places import Places
from replays.pictures.remarks import Remark, glyphs_of, marks_of
from replays.pictures.text import isolated, width, wrapped
from replays.pictures.words import say

MOST: Final = 64
"""So many marks are shown at the most, of all authors together."""
_BY: Final = "\u00a0·\u00a0"
"""Between what is noted and by whom, who doesn't stand alone in a line."""

_LINE: Final = 15.6


class DrawnNotes(Struct, frozen=True):
    """What people wrote to a step, drawn.

    Attributes:
        marks: what lies over the picture.
        listed: what stands below it, drawn from (0, 0); `height` is its height.
        description: the same in sentences.
    """

    marks: Sequence[Labelled]
    listed: Sequence[svg.Element]
    height: float
    description: Sequence[str]


class _Row(Struct, frozen=True):
    """A line below the picture: a sign, and what it is; `description` is the whole in a sentence."""

    sign: svg.Element
    sign_width: float
    words: str
    description: str


def notes(remarks: Sequence[Remark], places: Places, language: Language, room: float) -> DrawnNotes:
    """What `remarks` say of a picture with these `places`; the list below it is `room` wide."""
    marks = marks_of(remarks)
    shown = [
        _labelled(f"#{number}", mark, authors, places, language)
        for number, (mark, authors) in enumerate(islice(marks.items(), MOST), start=1)
    ]
    rows = [*_glyph_rows(remarks, language), *map(_mark_row, shown)]
    more = [say(language, "more_marks", n=len(marks) - MOST)] if len(marks) > MOST else []
    drawn, height = _rows(rows, more, language, room)
    return DrawnNotes(shown, drawn, height, [*(row.description for row in rows), *more])


def _labelled(label: str, mark: Mark, authors: Sequence[str], places: Places, language: Language) -> Labelled:
    """A mark with its words."""
    what, colour, names = _what(mark, places, language), say(language, mark.colour), _names(authors, language)
    description = say(language, "mark_told", label=label, colour=colour, authors=names, what=what)
    return Labelled(label, mark, f"{colour}: {what}{_BY}{names}", description)


def _what(mark: Mark, places: Places, language: Language) -> str:
    """The place that is marked, in words, or both ends of an arrow."""

    def title(place: str) -> str:
        return places[place].title if place in places else _elsewhere(place, places, language)

    if isinstance(mark, Arrow):
        return say(language, "arrow", start=title(mark.from_), end=title(mark.to))
    return title(mark.place)


def _elsewhere(place: str, places: Places, language: Language) -> str:
    """A place that the picture lacks, in words: as part of the smallest one around it that is there."""
    around, _, _ = place.rpartition(":")
    while around and around not in places:
        around, _, _ = around.rpartition(":")
    return say(language, "nowhere_of", place=places[around].title) if around else say(language, "nowhere")


def _glyph_rows(remarks: Sequence[Remark], language: Language) -> Iterator[_Row]:
    for glyph, authors in glyphs_of(remarks).items():
        names = _names(authors, language)
        meaning = glyph.meaning(language)
        yield _Row(
            text(0, 4, glyph.symbol, size=13, bold=True),
            width(glyph.symbol, 13, bold=True),
            f"{meaning}{_BY}{names}",
            say(language, "glyph_told", symbol=glyph.symbol, meaning=meaning, authors=names),
        )


def _mark_row(one: Labelled) -> _Row:
    broad = label_width(one.label)
    return _Row(label(one.label, one.mark.colour, broad / 2, 0), broad, one.words, one.description)


def _names(authors: Sequence[str], language: Language) -> str:
    return listed((isolated(name) for name in authors), language)


def _rows(
    rows: Sequence[_Row], more: Sequence[str], language: Language, room: float
) -> tuple[list[svg.Element], float]:
    """The list, and its height."""
    drawn: list[svg.Element] = [text(10, 18, say(language, "remarks"), size=12, tone="soft")]
    y = 26.0
    for row in rows:
        start = 16 + max(row.sign_width, 28)
        description = [line.replace(_BY, " · ") for line in wrapped(row.words, room - start - 8, 12, 4)]
        drawn.append(group(row.sign, at=(10, y + 8)))
        drawn += lines(start, y + 12, description)
        y += max(len(description) * _LINE, 18) + 4
    for words in more:
        drawn.append(text(10, y + 12, words, size=12, tone="soft", room=room - 20))
        y += 20
    return drawn, y + 4
