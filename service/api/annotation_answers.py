"""Annotations as they are answered."""

from collections.abc import Mapping
from typing import Final

from domain.annotations.audience import Reader
from domain.annotations.content import Comment, Content
from domain.annotations.events import (
    AnnotationAdded,
    AnnotationChanged,
    AnnotationDeleted,
    AnnotationEvent,
    AnnotationRestored,
)
from domain.annotations.history import Revision
from replays.notebook import PlacedAnnotation
from service.api.schemas.annotations import (
    AnnotationAnswer,
    AnnotationChangeAnswer,
    ChangeKind,
    UndoneAnswer,
    UndoneKind,
)
from service.auth.access import viewer_name
from service.http.markdown import html_of


def annotation_answer(placed: PlacedAnnotation, reader: Reader) -> AnnotationAnswer:
    """An annotation for `reader`, who may see it."""
    annotation = placed.annotation
    return AnnotationAnswer(
        id=annotation.id,
        author=annotation.author,
        mine=annotation.author == reader.token,
        variation=annotation.variation,
        step=placed.step,
        last_step=placed.last_step,
        detached=placed.step is None,
        audience=annotation.audience,
        viewer=viewer_name(annotation.eyes),
        content=annotation.content,
        html=_html(annotation.content),
        version=annotation.version,
        created_at=annotation.created_at,
        updated_at=annotation.updated_at,
    )


def _html(content: Content) -> str | None:
    return html_of(content.text) if isinstance(content, Comment) else None


def change_answer(revision: Revision) -> AnnotationChangeAnswer:
    """A change in the history of an annotation."""
    after = revision.after
    return AnnotationChangeAnswer(
        version=after.version,
        type=_KINDS[type(revision.event)],
        at=revision.event.at,
        by=revision.event.by,
        undoes=revision.undoes,
        audience=after.audience,
        content=after.content,
        html=_html(after.content),
    )


_KINDS: Final[Mapping[type, ChangeKind]] = {
    AnnotationAdded: "added",
    AnnotationChanged: "changed",
    AnnotationDeleted: "deleted",
    AnnotationRestored: "restored",
}


def undone_answer(event: AnnotationEvent, placed: PlacedAnnotation, reader: Reader) -> UndoneAnswer:
    """What `event`, which takes a change back, has made of an annotation."""
    annotation = placed.annotation
    return UndoneAnswer(
        undone=_UNDONE[type(event)],
        id=annotation.id,
        annotation=None if annotation.deleted else annotation_answer(placed, reader),
    )


_UNDONE: Final[Mapping[type, UndoneKind]] = {
    AnnotationDeleted: "added",
    AnnotationChanged: "changed",
    AnnotationRestored: "deleted",
}
"""What an event takes back."""
