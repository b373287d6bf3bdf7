"""The one walk through a match, of which every export is a visitor."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any
from uuid import UUID

from domain.kernel.titles import title_of
from domain.match.events import ActionPlayed
from domain.match.match import Match
from domain.match.thinking import thoughts_of
from replays.exports.visitor import ExportContext, Stride, Visitor
from replays.frames import ChapterTitle, PlayedView, played_view
from replays.notebook import PlacedAnnotation, PlacedVariation


def walk(context: ExportContext, visitor: Visitor) -> bytes:
    """Go through the match of `context`, tell `visitor`, and give what came of it."""
    return _Walk(context, visitor).all()


class _Walk:
    def __init__(self, context: ExportContext, visitor: Visitor) -> None:
        self._context = context
        self._visitor = visitor
        self._names = tuple(visitor.name(name) for name in context.narrator.names)
        self._visited: set[UUID] = set()
        self._leaving: dict[tuple[UUID | None, int], list[PlacedVariation]] = defaultdict(list)
        for placed in context.notebook.variations:
            if placed.line.step is not None:
                self._leaving[placed.variation.parent, placed.line.step].append(placed)

    def all(self) -> bytes:
        visitor, match, notebook = self._visitor, self._context.match, self._context.notebook
        visitor.begin(self._context)
        written = _by_step(notebook.annotations)
        seconds = {thought.step: thought.seconds for thought in thoughts_of(match)}
        before = None
        for now in match.steps(0):
            played = match.line[now.step - 1].played if now.step else None
            visitor.step(self._stride(now, played, before or now, seconds.get(now.step)))
            before = now
            self._notes(None, now.step, written)
        visitor.lost(
            tuple(one for one in notebook.annotations if one.step is None),
            # Also those that leave a line that is lost itself, or a move that the rules no longer allow.
            tuple(one for one in notebook.variations if one.variation.id not in self._visited),
        )
        return visitor.end()

    def _notes(self, parent: UUID | None, step: int, written: Mapping[int, Sequence[PlacedAnnotation]]) -> None:
        """What belongs to the last step."""
        for annotation in written.get(step, ()):
            self._visitor.annotation(annotation)
        for placed in self._leaving.get((parent, step), ()):
            self._variation(placed)

    def _variation(self, placed: PlacedVariation) -> None:
        self._visited.add(placed.variation.id)
        if not self._visitor.begin_variation(placed):
            return
        written = _by_step(placed.annotations)
        for annotation in written.get(0, ()):
            self._visitor.annotation(annotation)
        for number, (before, position) in enumerate(pairwise(placed.line.positions), start=1):
            self._visitor.step(self._stride(position.match, position.played, before.match))
            self._notes(placed.variation.id, number, written)
        last = len(placed.line.positions) - 1  # what is behind it the rules no longer allow
        without_step = tuple(one for one in placed.annotations if one.step is None or one.step > last)
        self._visitor.lost(without_step, ())
        self._visitor.end_variation(placed)

    def _stride(
        self, match: Match, played: ActionPlayed[Any, Any] | None, before: Match, seconds: float | None = None
    ) -> Stride:
        viewer, narrator = self._context.viewer, self._context.narrator
        chapter = match.game.chapter(before.state)
        view: PlayedView | None = None
        if played is not None:
            view = played_view(match, played, viewer, self._names, narrator.language)
        title = ChapterTitle(
            chapter.round, chapter.phase.key, title_of(match.game, "phase", chapter.phase.key, narrator.language)
        )
        return Stride(match.step, title, view, match.standings(viewer), seconds)


def _by_step(placed: Iterable[PlacedAnnotation]) -> Mapping[int, Sequence[PlacedAnnotation]]:
    found: dict[int, list[PlacedAnnotation]] = defaultdict(list)
    for one in placed:
        if one.step is not None:
            found[one.step].append(one)
    return found
