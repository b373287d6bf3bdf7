"""Annotations, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.annotations.audience import Audience
from domain.annotations.content import Content

AuthorViewer = Annotated[
    str,
    Meta(
        pattern="^(public|recorder|seat:(0|[1-9][0-9]?))$",
        description="Through whose eyes it was written. As long as the match keeps its secrets, nobody is shown it who "
        "may know less. The most that the token allows if not given.",
    ),
]


class AnnotationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An annotation to be written to a step.

    Attributes:
        content: what it says.
        audience: for its author alone (`private`), for whoever has a token (`shared`), or for everybody (`public`).
    """

    step: Annotated[int, Meta(ge=0, le=1_000_000, description="A step of the match, or of `variation`.")]
    content: Content
    audience: Audience = Audience.SHARED
    variation: Annotated[UUID | UnsetType, Meta(description="The variation whose step it is.")] = UNSET
    viewer: AuthorViewer | UnsetType = UNSET


class AnnotationPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes to an annotation; what isn't given stays.

    Attributes:
        content: of the same kind as before.
        audience: for whom it is meant.
    """

    content: Content | UnsetType = UNSET
    audience: Audience | UnsetType = UNSET
    viewer: AuthorViewer | UnsetType = UNSET


class AnnotationAnswer(Struct, frozen=True, kw_only=True):
    """An annotation.

    Attributes:
        author: the id of the token that wrote it.
        mine: whether that is the token of this request.
        variation: the variation whose step it is; null for the match itself.
        step: the step that it belongs to now; null when the action that led there is gone.
        last_step: the step, or the one it had last.
        detached: whether the action that it belongs to is gone.
        audience: for whom it is meant.
        viewer: through whose eyes it was written.
        content: what it says.
        html: a comment as clean HTML; null for other kinds.
        version: counts its changes; its ETag begins with it.
        created_at: when it was written.
        updated_at: when it was changed last.
    """

    id: UUID
    author: str
    mine: bool
    variation: UUID | None
    step: int | None
    last_step: int
    detached: bool
    audience: Audience
    viewer: str
    content: Content
    html: str | None
    version: int
    created_at: datetime
    updated_at: datetime


class AnnotationPage(Struct, frozen=True):
    """A page of annotations, in the order in which they were written."""

    items: tuple[AnnotationAnswer, ...]
    next_cursor: str | None


ChangeKind = Literal["added", "changed", "deleted", "restored"]
UndoneKind = Literal["added", "changed", "deleted"]


class AnnotationChangeAnswer(Struct, frozen=True, kw_only=True):
    """What happened to an annotation once.

    Attributes:
        version: the version that it had after that.
        type: what happened.
        at: when it happened.
        by: the id of the token by which.
        undoes: the version whose change was taken back; null where it wasn't.
        audience: for whom it was meant after that.
        content: what it said after that.
        html: a comment as clean HTML; null for other kinds.
    """

    version: int
    type: ChangeKind
    at: datetime
    by: str
    undoes: int | None
    audience: Audience
    content: Content
    html: str | None


class AnnotationHistoryPage(Struct, frozen=True):
    """A page of what happened to an annotation, the oldest first."""

    items: tuple[AnnotationChangeAnswer, ...]
    next_cursor: str | None


class UndoneAnswer(Struct, frozen=True, kw_only=True):
    """What was taken back.

    Attributes:
        undone: what kind of change it was.
        id: the annotation.
        annotation: the same as it is now; null when it is gone.
    """

    undone: UndoneKind
    id: UUID
    annotation: AnnotationAnswer | None
