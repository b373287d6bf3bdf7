"""Subjects, as the API takes and gives them."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from service.queries.subjects import SubjectRow


class SubjectRef(Struct, frozen=True):
    """What matches are of: a game, or of score sheets a title.

    Attributes:
        id: follows from the game, or from the title whatever its spelling.
        game: the key of the game by whose rules they are recorded.
        name: the name to show.
    """

    id: UUID
    game: str
    name: str


class SubjectName(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another name for a subject."""

    name: str


class SubjectMerge(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The subject that another one turned out to be."""

    into: Annotated[UUID, Meta(description="A title that isn't merged itself.")]


class MergedSubject(SubjectRow, frozen=True, kw_only=True):
    """A subject that was merged into another one, or isn't any more.

    Attributes:
        last_played_on: the date of the last match of it that may be found.
        position: the place of the change in the log.
    """

    position: int


class SubjectPage(Struct, frozen=True):
    """A page of subjects."""

    items: tuple[SubjectRow, ...]
    next_cursor: str | None
    position: int
