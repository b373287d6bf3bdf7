"""The annotations of a match, folded from their events: one aggregate beside that of the match."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, TypeAlias, assert_never
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.audience import Audience, Reader, is_shown
from domain.annotations.content import Content
from domain.annotations.events import (
    AnnotationAdded,
    AnnotationChanged,
    AnnotationDeleted,
    AnnotationEvent,
    AnnotationRestored,
    AnnotationsBegun,
)
from domain.kernel.viewer import Viewer

OfOne: TypeAlias = AnnotationAdded | AnnotationChanged | AnnotationDeleted | AnnotationRestored
"""An event of one annotation."""

UNDO_DEPTH: Final = 50
"""How many of one author's changes are remembered to be undone."""


def annotations_id(match_id: UUID) -> UUID:
    """The id under which the annotations of a match are stored."""
    return uuid5(match_id, "annotations")


class Annotation(Struct, frozen=True):
    """One annotation.

    Attributes:
        serial: its place among those of the match, in the order in which they were written; has gaps.
        author: the id of the token that wrote it.
        anchor, step, eyes, variation: as :class:`AnnotationAdded` tells.
        version: counts its changes; 1 as it was first written.
    """

    id: UUID
    serial: int
    author: str
    anchor: int
    step: int
    variation: UUID | None
    content: Content
    audience: Audience
    eyes: Viewer
    created_at: datetime
    updated_at: datetime
    version: int = 1
    deleted: bool = False

    def is_shown_to(self, reader: Reader) -> bool:
        """Whether `reader` may see it."""
        return not self.deleted and is_shown(self.author, self.audience, self.eyes, reader)


class Change(Struct, frozen=True):
    """A change that can be undone: the version of its event, and the annotation."""

    version: int
    id: UUID


class Annotations(Struct, frozen=True):
    """All annotations of a match, the deleted ones included, in the order in which they were written.

    Attributes:
        version: the number of their events.
        undoable: the changes of each author that nobody has changed since, the newest last.
    """

    match_id: UUID
    version: int = 1
    items: Mapping[UUID, Annotation] = {}
    undoable: Mapping[str, tuple[Change, ...]] = {}

    @property
    def removed(self) -> bool:
        """Never: they are there as long as their match is."""
        return False

    def shown_to(self, reader: Reader) -> list[Annotation]:
        """Those that `reader` may see."""
        return [annotation for annotation in self.items.values() if annotation.is_shown_to(reader)]


def fold(annotations: Annotations | None, events: Iterable[AnnotationEvent]) -> Annotations | None:
    """`annotations`, which stay as they are, after `events`; None where nobody has written any."""
    items = dict(annotations.items) if annotations else {}
    undoable = dict(annotations.undoable) if annotations else {}
    for event in events:
        if isinstance(event, AnnotationsBegun):
            annotations = Annotations(event.match_id)
            continue
        assert annotations is not None, "the first event begins them"  # noqa: S101  # the event store keeps the order
        version = annotations.version + 1
        items[event.id] = evolve(items.get(event.id), event, version)
        _remember(undoable, event, version)
        annotations = Annotations(annotations.match_id, version, items, undoable)
    return annotations


def evolve(before: Annotation | None, event: OfOne, version: int) -> Annotation:
    """The annotation that `event` is about, after it; `version` is that of the event."""
    if isinstance(event, AnnotationAdded):
        return Annotation(
            id=event.id,
            serial=version,
            author=event.by,
            anchor=event.anchor,
            step=event.step,
            variation=event.variation,
            content=event.content,
            audience=event.audience,
            eyes=event.eyes,
            created_at=event.at,
            updated_at=event.at,
        )
    assert before is not None, "what is changed was added"  # noqa: S101  # the commands see to it
    before = replace(before, version=before.version + 1, updated_at=event.at)
    match event:
        case AnnotationChanged():
            return replace(before, content=event.content, audience=event.audience, eyes=event.eyes)
        case AnnotationDeleted():
            return replace(before, deleted=True)
        case AnnotationRestored():
            return replace(before, deleted=False)
        case _:
            assert_never(event)


def _remember(undoable: dict[str, tuple[Change, ...]], event: OfOne, version: int) -> None:
    """Put into `undoable` what its author can undo after `event`; others can undo less."""
    for author, changes in undoable.items():
        if author != event.by and any(change.id == event.id for change in changes):
            undoable[author] = tuple(change for change in changes if change.id != event.id)
    own = undoable.get(event.by, ())
    undone = None if isinstance(event, AnnotationAdded) else event.undoes
    if undone is None:
        undoable[event.by] = (*own, Change(version, event.id))[-UNDO_DEPTH:]
    else:
        undoable[event.by] = tuple(change for change in own if change.version != undone)
