"""What happened to the annotations of a match. Stored as the events of a match are, with the same promise."""

from typing import TypeAlias
from uuid import UUID

from domain.annotations.audience import Audience
from domain.annotations.content import Content
from domain.kernel.viewer import Viewer
from domain.match.events import Event


class AnnotationsBegun(Event, frozen=True, kw_only=True, tag="begun"):
    """The first annotation of a match is about to be written."""

    match_id: UUID


class AnnotationAdded(Event, frozen=True, kw_only=True, tag="added"):
    """Somebody, the token `by`, wrote an annotation.

    Attributes:
        anchor: the step it belongs to, told by the action that led there (:mod:`domain.match.anchors`); of a variation,
            the serial number of its move, or 0 for where it begins.
        step: the number of that step then.
        eyes: through whose eyes its author saw the match.
        variation: the variation it belongs to, if it isn't the match itself.
    """

    id: UUID
    anchor: int
    step: int
    content: Content
    audience: Audience
    eyes: Viewer
    variation: UUID | None = None


class AnnotationChanged(Event, frozen=True, kw_only=True, tag="changed"):
    """It says something else now, or is for others; all is told.

    Attributes:
        undoes: where a change was taken back: the version of its event.
    """

    id: UUID
    content: Content
    audience: Audience
    eyes: Viewer
    undoes: int | None = None


class AnnotationDeleted(Event, frozen=True, kw_only=True, tag="deleted"):
    """It is shown no longer; `undoes` as for a change."""

    id: UUID
    undoes: int | None = None


class AnnotationRestored(Event, frozen=True, kw_only=True, tag="restored"):
    """It is shown again as it was when it was deleted; `undoes` is the version of that event."""

    id: UUID
    undoes: int


AnnotationEvent: TypeAlias = (
    AnnotationsBegun | AnnotationAdded | AnnotationChanged | AnnotationDeleted | AnnotationRestored
)
