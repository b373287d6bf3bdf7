"""All that people wrote beside a match, each where it belongs now, in one order for every reader and export."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.annotations import Annotation, Annotations
from domain.annotations.audience import Reader
from domain.match.anchors import anchor_of, last_steps, steps_by_anchor
from domain.match.events import MatchEvent
from domain.match.match import Match
from domain.variations.variation_line import VariationLine, lines
from domain.variations.variations import Variation, Variations

Log = Callable[[], Iterable[tuple[int, MatchEvent]]]
"""Reads the events of a match with their versions; called only where something has lost its step."""


class PlacedAnnotation(Struct, frozen=True):
    """An annotation and its step, of the match or of its variation.

    Attributes:
        step: None when the action it belongs to is gone.
        last_step: the step, or the one it had last.
    """

    annotation: Annotation
    step: int | None
    last_step: int


class PlacedVariation(Struct, frozen=True):
    """A variation as the rules see it now, with what was written to it.

    Attributes:
        last_step: the step of the match, or of the parent, that it leaves or left.
    """

    variation: Variation
    line: VariationLine
    last_step: int
    annotations: tuple[PlacedAnnotation, ...] = ()


class Notebook(Struct, frozen=True):
    """What people wrote beside a match.

    Annotations stand in the order of their steps and, within one, in that in which they were written; those without a
    step come last. A variation stands behind the one that it leaves, before whatever leaves that further on.

    Attributes:
        annotations: those of the match itself, and of variations that are gone.
    """

    annotations: tuple[PlacedAnnotation, ...]
    variations: tuple[PlacedVariation, ...]


def notebook(
    match: Match, annotations: Annotations, variations: Variations, log: Log, reader: Reader | None = None
) -> Notebook:
    """The notebook of `match` as `reader` may see it, or all of it."""
    shown = list(variations.items.values()) if reader is None else variations.shown_to(reader)
    written = shown_annotations(annotations, variations, reader)
    by_variation: dict[UUID | None, list[PlacedAnnotation]] = defaultdict(list)
    for placed in place_annotations(written, match, variations, log):
        variation_id = placed.annotation.variation
        by_variation[variation_id if variation_id in variations.items else None].append(placed)
    return Notebook(
        _in_order(by_variation[None]),
        tuple(
            replace(placed, annotations=_in_order(by_variation[placed.variation.id]))
            for placed in _depth_first(place_variations(shown, match, variations, log))
        ),
    )


def shown_annotations(annotations: Annotations, variations: Variations, reader: Reader | None) -> list[Annotation]:
    """The annotations that `reader` may see; those of a variation that is gone only their author."""
    if reader is None:
        return [annotation for annotation in annotations.items.values() if not annotation.deleted]
    shown = {None, *(variation.id for variation in variations.shown_to(reader))}
    return [
        annotation
        for annotation in annotations.shown_to(reader)
        if annotation.variation in shown
        or (annotation.variation not in variations.items and annotation.author == reader.token)
    ]


def annotations_by_step(
    annotations: Annotations, match: Match, reader: Reader, first: int, last: int
) -> dict[int, tuple[PlacedAnnotation, ...]]:
    """What `reader` may see of what was written to the steps of `match` from `first` to `last`, by step.

    Of variations nothing. `match` may be an earlier version: an annotation stands at its action, where that had been
    played by then.
    """
    steps = {anchor_of(match, step): step for step in range(first, min(last, match.step) + 1)}
    found: dict[int, list[PlacedAnnotation]] = defaultdict(list)
    for one in annotations.items.values():
        if one.variation is None and one.anchor in steps and one.is_shown_to(reader):
            step = steps[one.anchor]
            found[step].append(PlacedAnnotation(one, step, step))
    return {step: tuple(placed) for step, placed in found.items()}


def place_annotations(
    annotations: Sequence[Annotation], match: Match, variations: Variations, log: Log
) -> list[PlacedAnnotation]:
    """`annotations`, in their order, with the steps that they have now."""
    of_match = steps_by_anchor(match)
    of_variations = {one.id: one.steps_by_anchor() for one in variations.items.values()}
    steps = [
        (of_match if one.variation is None else of_variations.get(one.variation, {})).get(one.anchor)
        for one in annotations
    ]
    lost = any(step is None and one.variation is None for one, step in zip(annotations, steps, strict=True))
    before = last_steps(log()) if lost else {}
    return [
        PlacedAnnotation(one, step, _last_step(one, step, before)) for one, step in zip(annotations, steps, strict=True)
    ]


def place_variations(
    shown: Sequence[Variation], match: Match, variations: Variations, log: Log
) -> list[PlacedVariation]:
    """The variations of `shown`, in their order, as the rules see them now."""
    found = lines(match, variations, [variation.id for variation in shown])
    lost = any(found[one.id].step is None and one.parent is None for one in shown)
    before = last_steps(log()) if lost else {}
    return [PlacedVariation(one, found[one.id], _last_step(one, found[one.id].step, before)) for one in shown]


def _last_step(note: Annotation | Variation, step: int | None, before: Mapping[int, int]) -> int:
    """The step of `note` if it has one; else that of its anchor `before`, which a variation's move never changes."""
    if step is not None:
        return step
    within = note.variation if isinstance(note, Annotation) else note.parent
    return note.step if within is not None else before.get(note.anchor, note.step)


def _in_order(placed: Iterable[PlacedAnnotation]) -> tuple[PlacedAnnotation, ...]:
    return tuple(sorted(placed, key=lambda one: (*_place(one.step), one.annotation.serial)))


def _depth_first(placed: Iterable[PlacedVariation]) -> Iterator[PlacedVariation]:
    leaving: dict[UUID | None, list[PlacedVariation]] = defaultdict(list)
    for one in sorted(placed, key=lambda one: (*_place(one.line.step), one.variation.serial)):
        leaving[one.variation.parent].append(one)

    def below(parent: UUID | None) -> Iterator[PlacedVariation]:
        for one in leaving[parent]:
            yield one
            yield from below(one.variation.id)

    return below(None)


def _place(step: int | None) -> tuple[Any, ...]:
    return (step is None, step or 0)
