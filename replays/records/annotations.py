"""The annotations of a record, checked: each says something that can be said, of a step that there was."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from domain.annotations import commands
from domain.annotations.annotations import Annotations, OfOne, fold
from domain.annotations.errors import InvalidAnnotation
from domain.annotations.events import (
    AnnotationAdded,
    AnnotationChanged,
    AnnotationDeleted,
    AnnotationEvent,
    AnnotationRestored,
    AnnotationsBegun,
)
from domain.match.match import Match
from replays.records.mistakes import Mistakes
from replays.records.places import Places


def check_annotations(
    match_id: UUID,
    match: Match,
    events: Sequence[AnnotationEvent],
    places: Places,
    moves: Mapping[UUID, int],
    mistakes: Mistakes,
) -> Sequence[AnnotationEvent]:
    """The events as they are kept; `moves` tells of each variation that there ever was how many moves it ever had."""
    annotations: Annotations | None = None
    about: dict[int, UUID] = {}
    for index, event in enumerate(events):
        mistake = _mistake(match_id, match, annotations, about, event, places, moves)
        if mistake is not None:
            mistakes.add(f"/annotations/{index}{mistake[0]}", mistake[1])
            break
        annotations = fold(annotations, [event])
        if not isinstance(event, AnnotationsBegun):
            about[index + 1] = event.id
    return events


def _mistake(
    match_id: UUID,
    match: Match,
    annotations: Annotations | None,
    about: Mapping[int, UUID],
    event: AnnotationEvent,
    places: Places,
    moves: Mapping[UUID, int],
) -> tuple[str, str] | None:
    """Why `event` can't follow, with the pointer below it; `about` tells of what the events before it were."""
    if annotations is None or isinstance(event, AnnotationsBegun):
        if annotations is not None or not isinstance(event, AnnotationsBegun):
            return "/type", "The first event, and only that, begins them."
        return None if event.match_id == match_id else ("/match_id", "It is another match.")
    if isinstance(event, AnnotationAdded | AnnotationChanged) and _has_unknown_viewer(match, event):
        return "/eyes", "There is no such seat."
    try:
        if isinstance(event, AnnotationAdded):
            return _misplaced(event, places, moves) or _invalid_addition(annotations, event)
        return _invalid_change(annotations, about, event)
    except InvalidAnnotation as error:
        return error.pointer, error.message


def _has_unknown_viewer(match: Match, event: AnnotationAdded | AnnotationChanged) -> bool:
    return isinstance(event.eyes, int) and not 0 <= event.eyes < len(match.seats)


def _misplaced(event: AnnotationAdded, places: Places, moves: Mapping[UUID, int]) -> tuple[str, str] | None:
    if event.variation is None:
        return None if places.had(event.anchor, event.step) else ("/anchor", "The match never had such a step.")
    if event.variation not in moves:
        return "/variation", "There is no such variation."
    begins = event.anchor == event.step == 0
    if begins or 1 <= event.step <= event.anchor <= moves[event.variation]:
        return None
    return "/anchor", "The variation never had such a step."


def _invalid_addition(annotations: Annotations, event: AnnotationAdded) -> tuple[str, str] | None:
    if event.id in annotations.items:
        return "/id", "There was an annotation with this id before."
    commands.add(
        annotations,
        event.id,
        event.content,
        anchor=event.anchor,
        step=event.step,
        variation=event.variation,
        audience=event.audience,
        eyes=event.eyes,
        at=event.at,
        by=event.by,
    )
    return None


def _invalid_change(annotations: Annotations, about: Mapping[int, UUID], event: OfOne) -> tuple[str, str] | None:
    before = annotations.items.get(event.id)
    if before is None:
        return "/id", "There is no such annotation."
    if before.deleted is not isinstance(event, AnnotationRestored):
        return "/id", "It is deleted." if before.deleted else "It isn't deleted."
    match event:
        case AnnotationChanged():
            commands.change(before, event.content, eyes=event.eyes, at=event.at, by=event.by)
        case AnnotationDeleted() | AnnotationRestored() | AnnotationAdded():
            pass
    undone = None if isinstance(event, AnnotationAdded) else event.undoes
    if undone is not None and about.get(undone) != event.id:
        return "/undoes", "It is the version of a change of the same annotation."
    return None
