"""Where the headers of a game go: to what a match has a place for, to its tags, or as they are to its note."""

from collections.abc import Sequence
from datetime import date
from typing import Final
from uuid import UUID

from msgspec import Struct

from domain.games.chess.actions import MOST_TIME
from domain.games.chess.pgn import (
    OWN_ID,
    ROSTER,
    TAGGED,
    UNKNOWN,
    date_header,
    day_of_header,
    header_line,
    header_of,
    tag_of,
)
from domain.match.dates import EARLIEST
from service.validation.text import (
    MOST_TAGS,
    NAME_LENGTH,
    NOTE_LENGTH,
    PLACE_LENGTH,
    TAG_LENGTH,
    InvalidText,
    clean,
)

_NOT_NOTED: Final = frozenset({"SetUp", "FEN", "Variant"})
"""What the options of a match tell; where they don't tell the same, it is noted later."""


class MappedHeaders(Struct, frozen=True):
    """What the headers of a game are here.

    Attributes:
        all: as they stand in the file, by name.
        own_id: the id of the match that the game was exported from; empty without one.
        names: of White and Black, as far as they can be stored; empty where nobody knows.
        note: the headers that have no other place.
        losses: ``headers``, where they are too many.
    """

    all: dict[str, str]
    own_id: str
    names: dict[str, str]
    played_on: date
    place: str
    tags: tuple[str, ...]
    note: str
    losses: tuple[str, ...]


def mapped(lines: Sequence[str]) -> MappedHeaders:
    """The headers that stand on `lines`, one on each; what is none is kept as it is."""
    headers: dict[str, str] = {}
    noted: list[str] = []
    for line in lines:
        found = header_of(line)
        if found is None or found[0] in headers:
            noted.append(line)
        else:
            headers[found[0]] = found[1]
    own_id = _own_id(headers.get(OWN_ID, ""))
    names = {colour: _name(headers.get(colour, UNKNOWN)) for colour in ("White", "Black")}
    played_on, is_whole = day_of_header(headers.get("Date", ""), EARLIEST)
    is_whole = is_whole and headers["Date"] == date_header(played_on)
    place = _line(headers.get("Site", UNKNOWN), PLACE_LENGTH)
    tags, taken = _tags(headers, is_whole=is_whole)
    kept = {name for name in ("White", "Black") if names[name] or headers.get(name) in {None, UNKNOWN}}
    kept |= {"Result", OWN_ID, *taken, *({"Date"} if is_whole else ()), *_NOT_NOTED}
    kept |= {"Site"} if place or headers.get("Site") == UNKNOWN else set()
    kept |= {"TimeControl"} if _line(headers.get("TimeControl", ""), MOST_TIME) else set()
    noted = [header_line(name, value) for name, value in headers.items() if name not in kept] + noted
    note, cut = _note(noted)
    return MappedHeaders(headers, own_id, names, played_on, place, tags, note, ("headers",) if cut else ())


def _own_id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        return ""


def _name(text: str) -> str:
    """A name as it is stored; empty where it can't be, or says that nobody knows."""
    try:
        name = clean(text, NAME_LENGTH, required=True)
    except InvalidText:
        return ""
    return "" if name == UNKNOWN else name


def _line(text: str, longest: int) -> str:
    """A text as it is stored; empty where it can't be, or says that nobody knows."""
    try:
        return "" if text == UNKNOWN else clean(text, longest, required=True)
    except InvalidText:
        return ""


def _tags(headers: dict[str, str], *, is_whole: bool) -> tuple[tuple[str, ...], set[str]]:
    """The tags, and the headers that they are; what is not known needs none."""
    tags: list[str] = []
    taken: set[str] = set()
    for name in TAGGED:
        value = headers.get(name)
        if value is None or (name in ROSTER and value == UNKNOWN) or (name == "Date" and is_whole):
            taken.add(name)
            continue
        tag = _line(tag_of(name, value), TAG_LENGTH)
        if tag and value and len(tags) < MOST_TAGS:
            tags.append(tag)
            taken.add(name)
    if "Date" not in headers:
        tags.append(tag_of("Date", "????.??.??"))
    return tuple(tags), taken


def _note(lines: Sequence[str]) -> tuple[str, bool]:
    """The lines that a note has room for, and whether there are more."""
    note: list[str] = []
    length = 0
    cut = False
    for line in lines:
        try:
            text = clean(line, NOTE_LENGTH, required=True)
        except InvalidText:
            cut = True
            continue
        if length + len(text) + 1 > NOTE_LENGTH:
            cut = True
            continue
        note.append(text)
        length += len(text) + 1
    return "\n".join(note), cut
