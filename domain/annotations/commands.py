"""What can be done with annotations: each command gives the event that records it, or refuses."""

from datetime import datetime
from typing import Final
from uuid import UUID

from domain.annotations.annotations import Annotation, Annotations, Change
from domain.annotations.audience import Audience
from domain.annotations.content import Content, Glyphs, kind_of, verify_content
from domain.annotations.errors import InvalidAnnotation
from domain.annotations.events import (
    AnnotationAdded,
    AnnotationChanged,
    AnnotationDeleted,
    AnnotationEvent,
    AnnotationRestored,
    AnnotationsBegun,
)
from domain.kernel.viewer import Viewer, common_viewer
from domain.match.commands import NotPossible

MAX_ANNOTATIONS: Final = 2000
"""The most that a match may have at a time."""


def begin(match_id: UUID, *, at: datetime, by: str) -> AnnotationsBegun:
    """Get ready for the first annotation of a match."""
    return AnnotationsBegun(match_id=match_id, at=at, by=by)


def add(
    annotations: Annotations,
    annotation_id: UUID,
    content: Content,
    *,
    anchor: int,
    step: int,
    variation: UUID | None,
    audience: Audience,
    eyes: Viewer,
    at: datetime,
    by: str,
) -> AnnotationAdded:
    """Write an annotation to the step with that `anchor`.

    Raises:
        InvalidAnnotation: it says nothing or too much, there are too many, or its author gave the step glyphs before.
    """
    verify_content(content)
    alive = [one for one in annotations.items.values() if not one.deleted]
    if len(alive) >= MAX_ANNOTATIONS:
        raise InvalidAnnotation("", f"The match has {MAX_ANNOTATIONS} annotations, the most there can be.")
    if isinstance(content, Glyphs) and any(
        isinstance(one.content, Glyphs) and (one.author, one.anchor, one.variation) == (by, anchor, variation)
        for one in alive
    ):
        raise InvalidAnnotation("/content", "This author has given the step glyphs already; they can be changed.")
    return AnnotationAdded(
        id=annotation_id,
        anchor=anchor,
        step=step,
        content=content,
        audience=audience,
        eyes=eyes,
        variation=variation,
        at=at,
        by=by,
    )


def change(
    annotation: Annotation,
    content: Content | None = None,
    audience: Audience | None = None,
    *,
    eyes: Viewer,
    declared: bool = False,
    at: datetime,
    by: str,
) -> AnnotationChanged:
    """Let it say something else, or be for others; what is None stays.

    New content was written knowing the old one. It may tell what either was written with, unless it is `declared` that
    it tells only what `eyes` may see.

    Raises:
        InvalidAnnotation: it would say nothing, too much, or be of another kind.
    """
    if content is not None:
        if kind_of(content) != kind_of(annotation.content):
            raise InvalidAnnotation("/content/kind", f"It stays of the kind '{kind_of(annotation.content)}'.")
        verify_content(content)
    if not declared:
        eyes = annotation.eyes if content is None else common_viewer(annotation.eyes, eyes)
    return AnnotationChanged(
        id=annotation.id,
        content=annotation.content if content is None else content,
        audience=annotation.audience if audience is None else audience,
        eyes=eyes,
        at=at,
        by=by,
    )


def delete(annotation: Annotation, *, at: datetime, by: str) -> AnnotationDeleted:
    """Show it no longer."""
    return AnnotationDeleted(id=annotation.id, at=at, by=by)


def last_change(annotations: Annotations, by: str) -> Change:
    """The last change by that token that can be undone.

    Raises:
        NotPossible: there is none, or others have changed the same since.
    """
    changes = annotations.undoable.get(by, ())
    if not changes:
        raise NotPossible("", "There is no change of your own to undo.")
    return changes[-1]


def undo(annotations: Annotations, before: Annotations, change: Change, *, at: datetime, by: str) -> AnnotationEvent:
    """Take `change` back; `before` are the annotations as they were then."""
    old = before.items.get(change.id)
    if old is None:
        return AnnotationDeleted(id=change.id, undoes=change.version, at=at, by=by)
    if old.deleted:
        raise AssertionError("what is deleted can't be changed")
    if annotations.items[change.id].deleted:
        return AnnotationRestored(id=change.id, undoes=change.version, at=at, by=by)
    return AnnotationChanged(
        id=change.id,
        content=old.content,
        audience=old.audience,
        eyes=old.eyes,
        undoes=change.version,
        at=at,
        by=by,
    )
