"""What of annotations and variations a record holds that one reader is given.

Each is in it with every change, or not at all: what was once meant for others isn't included, nor what others
have deleted. Who wrote it is given all of it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.annotations.annotations import Annotation, evolve
from domain.annotations.audience import Reader, is_shown
from domain.annotations.events import AnnotationAdded, AnnotationEvent, AnnotationsBegun
from domain.kernel.viewer import RECORDER
from domain.variations.events import VariationAdded, VariationDescribed, VariationEvent, VariationsBegun
from domain.variations.variations import Variations

AnnotationLog = Iterable[tuple[int, AnnotationEvent]]
VariationLog = Iterable[tuple[int, VariationEvent]]


def shown_variations(log: VariationLog, variations: Variations, reader: Reader) -> list[tuple[int, VariationEvent]]:
    """The events of those that `reader` may see and always might, numbered anew; `variations` are these now."""
    events = list(log)
    secret: set[UUID] = set()
    parents: dict[UUID, UUID | None] = {}
    authors: dict[UUID, str] = {}
    for _, event in events:
        if isinstance(event, VariationAdded):
            parents[event.id], authors[event.id] = event.parent, event.by
        if isinstance(event, VariationAdded | VariationDescribed) and not is_shown(
            authors[event.id], event.audience, RECORDER, reader
        ):
            secret.add(event.id)
    now = {variation.id for variation in variations.shown_to(reader)}
    shown: set[UUID] = set()
    for one, parent in parents.items():  # a parent comes before what leaves it
        own_and_gone = authors[one] == reader.token and one not in variations.items
        if one not in secret and (one in now or own_and_gone) and (parent is None or parent in shown):
            shown.add(one)
    return _numbered(events, lambda event: isinstance(event, VariationsBegun) or event.id in shown)


def shown_annotations(log: AnnotationLog, variations: Iterable[UUID], reader: Reader) -> list[tuple[int, Any]]:
    """The events of those that `reader` may see and always might, numbered anew.

    `variations` are those that the record holds: what was written to others is left out with them.
    """
    events = list(log)
    states: dict[UUID, Annotation] = {}
    secret: set[UUID] = set()
    for version, event in events:
        if isinstance(event, AnnotationsBegun):
            continue
        state = states[event.id] = evolve(states.get(event.id), event, version)
        if not replace(state, deleted=False).is_shown_to(reader):
            secret.add(event.id)
    held = {None, *variations}
    shown = {
        one
        for one, state in states.items()
        if one not in secret and state.variation in held and (not state.deleted or state.author == reader.token)
    }
    selected = _numbered(events, lambda event: isinstance(event, AnnotationsBegun) or event.id in shown)
    return list(_undoing(events, selected))


def _numbered(events: list[tuple[int, Any]], keep: Callable[[Any], bool]) -> list[tuple[int, Any]]:
    """The events to keep, numbered from 1; none where only their beginning is left."""
    selected = [event for _, event in events if keep(event)]
    return list(enumerate(selected, start=1)) if len(selected) > 1 else []


def _undoing(before: list[tuple[int, Any]], selected: list[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """`selected`, where a change that took another one back names that by its new number."""
    numbers = {id(event): number for number, event in selected}
    renamed = {version: numbers[id(event)] for version, event in before if id(event) in numbers}
    for number, event in selected:
        undone = None if isinstance(event, AnnotationsBegun | AnnotationAdded) else event.undoes
        yield number, event if undone is None else replace(event, undoes=renamed[undone])
