"""What is written beside the moves of a game: comments, glyphs and marks, as annotations of a match."""

from typing import Any, Final

from msgspec import Struct

from domain.annotations.content import MAX_MARKS, Arrow, Colour, Comment, Content, Glyphs, Highlight, Marks, Tags
from domain.annotations.glyphs import ASSESSMENTS, GLYPHS
from domain.games.chess.pgn import COLOURS, COMMAND, clock_of
from domain.games.chess.pgn_tokens import TOKEN, VERBATIM
from service.readers.movetext import PgnMove
from service.validation.text import COMMENT_LENGTH, InvalidText, clean

_MOST_NOTES: Final = 2000
_MOST_TAGS: Final = 16
_MOST_GLYPHS: Final = 4
_MOST_PARTS: Final = 50
"""Comments that one text is split into; what is longer isn't kept."""


class ChessNote(Struct, frozen=True):
    """Something written beside a step of the match, or of the variation with that number."""

    variation: int | None
    step: int
    content: Content


class ChessNotes:
    """Collects what is written beside a game."""

    def __init__(self) -> None:
        self._notes: list[ChessNote] = []
        self.losses: set[str] = set()
        """What can't be kept."""

    def kept(self) -> tuple[ChessNote, ...]:
        """As much as a match may have, in order."""
        if len(self._notes) > _MOST_NOTES:
            self.losses.add("comments")
        return tuple(self._notes[:_MOST_NOTES])

    def write(self, variation: int | None, step: int, nags: list[int], comments: list[str]) -> None:
        """Glyphs and comments of a step."""
        if not nags and not comments:
            return
        glyphs, others = _glyphs(nags)
        if glyphs:
            self._add(variation, step, Glyphs(glyphs=glyphs))
        for index in range(0, len(others), _MOST_TAGS):
            self._add(variation, step, Tags(tags=tuple(f"${number}" for number in others[index : index + _MOST_TAGS])))
        for text in comments:
            rest, marks = _marks(text)
            if marks:
                self._add(variation, step, Marks(marks=marks))
            self.keep_text(variation, step, rest)

    def keep_moves(self, variation: int | None, step: int, text: str) -> None:
        """Moves that can't be moves here: a comment with the tag by which they are written as moves again."""
        parts = _parts(self._storable(text))
        if parts is None or len(parts) > _MOST_PARTS:
            self.keep_text(variation, step, text)
            return
        for part in parts:
            self._add(variation, step, Comment(text=part))
            self._add(variation, step, Tags(tags=(VERBATIM,)))

    def keep_text(self, variation: int | None, step: int, text: str) -> None:
        """A comment, or several where it is too long for one."""
        text = self._storable(text)
        parts = range(0, len(text), COMMENT_LENGTH)
        if len(parts) > _MOST_PARTS:
            self.losses.add("comments")
        for index in parts[:_MOST_PARTS]:
            try:
                part = clean(text[index : index + COMMENT_LENGTH], COMMENT_LENGTH, lines=True, required=True)
            except InvalidText:  # of it nothing can be seen
                self.losses.add("comments")
                continue
            self._add(variation, step, Comment(text=part))

    def _storable(self, text: str) -> str:
        """A text without the characters that can't stand in any."""
        try:
            return clean(text, len(text) * 4, lines=True)
        except InvalidText:
            self.losses.add("characters")
            return "".join(one for one in text if _stands(one)).strip()

    def _add(self, variation: int | None, step: int, content: Content) -> None:
        self._notes.append(ChessNote(variation, step, content))


def _parts(text: str) -> list[str] | None:
    """A text of moves in pieces that have room in a comment, cut between tokens; None where that can't be."""
    parts: list[str] = []
    start = last = at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None or found.end() == at:
            return None
        at = found.end()
        if at - start > COMMENT_LENGTH:
            parts.append(text[start:last])
            start = last
        if at - start > COMMENT_LENGTH:
            return None
        last = at
    return [part for one in (*parts, text[start:]) if (part := one.strip())]


def clock_in(comments: list[str]) -> int | None:
    """What the clock of a player shows after a move, in milliseconds, as the comments of that say."""
    if not comments:
        return None
    return next((found for text in comments if (found := _clock(text)) is not None), None)


def without_clock(move: PgnMove) -> list[str]:
    """The comments of a move without the clock that its action has."""
    if not move.comments:
        return move.comments
    comments = list(move.comments)
    for index, text in enumerate(comments):
        if _clock(text) is not None:
            comments[index] = _removed(text, next(one for one in COMMAND.finditer(text) if one[1] == "clk"))
            break
    return comments


def _stands(character: str) -> bool:
    try:
        return bool(clean(f"x{character}x", 12, lines=True))
    except InvalidText:
        return False


def _clock(text: str) -> int | None:
    return next((clock_of(one[2]) for one in COMMAND.finditer(text) if one[1] == "clk"), None) if "[%" in text else None


def _removed(text: str, command: Any) -> str:
    """A comment without one of its commands, and without white space twice where that stood."""
    before, after = text[: command.start()].rstrip(), text[command.end() :].lstrip()
    return f"{before} {after}".strip()


def _marks(text: str) -> tuple[str, tuple[Highlight | Arrow, ...]]:
    """A comment without the marks that can be kept as such, and these."""
    marks: list[Highlight | Arrow] = []
    at = 0
    while "[%" in text and (command := COMMAND.search(text, at)) is not None:
        found = [_mark(one.strip()) for one in command[2].split(",")] if command[1] in {"cal", "csl"} else [None]
        together = [*marks, *(one for one in found if one is not None)]
        if None in found or len(set(together)) != len(together) or len(together) > MAX_MARKS:
            at = command.end()
            continue
        marks, at = together, len(text[: command.start()].rstrip())
        text = _removed(text, command)
    return text, tuple(marks)


def _mark(text: str) -> Highlight | Arrow | None:
    colour, squares = COLOURS.get(text[:1]), (text[1:3], text[3:])
    if colour is None or not all(_is_square(one) for one in squares if one) or not squares[0]:
        return None
    if squares[1]:
        return Arrow(from_=squares[0], to=squares[1], colour=Colour(colour))
    return Highlight(place=squares[0], colour=Colour(colour))


def _is_square(text: str) -> bool:
    return len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678"


def _glyphs(nags: list[int]) -> tuple[tuple[int, ...], list[int]]:
    """The numbers that are glyphs here, and the others."""
    glyphs: list[int] = []
    others: list[int] = []
    for number in dict.fromkeys(nags):
        fits = number in GLYPHS and len(glyphs) < _MOST_GLYPHS
        if fits and not (number in ASSESSMENTS and ASSESSMENTS.intersection(glyphs)):
            glyphs.append(number)
        else:
            others.append(number)
    return tuple(glyphs), others
