"""What people wrote to a step that belongs in its picture: marks on the board, and glyphs with what they mean."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from domain.annotations.content import Glyphs, Mark, Marks
from domain.annotations.glyphs import GLYPHS, Glyph
from replays.notebook import PlacedAnnotation
from replays.pictures.text import clean

K = TypeVar("K", bound=Hashable)


class Remark(Struct, frozen=True):
    """Glyphs or marks, and the name of who wrote them: a line that XML can hold."""

    author: str
    content: Glyphs | Marks


def remarks_of(placed: Iterable[PlacedAnnotation], name: Callable[[str], str]) -> tuple[Remark, ...]:
    """Those of the annotations that belong in a picture; `name` tells whose a token is."""
    return tuple(
        Remark(clean(name(one.annotation.author)) or "?", one.annotation.content)
        for one in placed
        if isinstance(one.annotation.content, Glyphs | Marks)
    )


def glyphs_of(remarks: Iterable[Remark]) -> dict[Glyph, tuple[str, ...]]:
    """Each glyph with its authors, in the order in which they were first given."""
    return _by_author(
        (GLYPHS[number], one.author)
        for one in remarks
        if isinstance(one.content, Glyphs)
        for number in one.content.glyphs
        if number in GLYPHS
    )


def marks_of(remarks: Iterable[Remark]) -> dict[Mark, tuple[str, ...]]:
    """Each mark with its authors: the same by several people is one."""
    return _by_author(
        (mark, one.author) for one in remarks if isinstance(one.content, Marks) for mark in one.content.marks
    )


def _by_author(written: Iterator[tuple[K, str]]) -> dict[K, tuple[str, ...]]:
    found: dict[K, dict[str, None]] = {}
    for what, author in written:
        found.setdefault(what, {})[author] = None
    return {what: tuple(authors) for what, authors in found.items()}
