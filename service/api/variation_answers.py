"""Variations as they are answered."""

from collections.abc import Iterator

from domain.annotations.audience import Reader
from domain.kernel.viewer import Viewer
from domain.variations.variation_line import VariationLine
from replays.frames import FrameContent, Narrator, frame, frame_content
from replays.notebook import PlacedVariation
from replays.stepper import Position
from service.api.schemas.variations import VariationAnswer, VariationFrame, VariationObstacle


def variation_answer(placed: PlacedVariation, reader: Reader) -> VariationAnswer:
    """A variation for `reader`, who may see it."""
    variation, line = placed.variation, placed.line
    obstacle = line.obstacle
    return VariationAnswer(
        id=variation.id,
        author=variation.author,
        mine=variation.author == reader.token,
        parent=variation.parent,
        step=line.step,
        last_step=placed.last_step,
        detached=line.detached,
        begins_at=line.positions[0].match.step if line.positions else None,
        title=variation.title,
        audience=variation.audience,
        actions=tuple(move.action for move in variation.line),
        standing=line.standing,
        obstacle=None
        if obstacle is None
        else VariationObstacle(obstacle.step, obstacle.violation.clause, obstacle.violation.message),
        pending=line.positions[-1].match.pending if line.positions else None,
        version=variation.version,
        created_at=variation.created_at,
        updated_at=variation.updated_at,
    )


def steps_of(line: VariationLine) -> list[Position]:
    """The steps of a variation, that where it begins first: none when it can't begin."""
    if not line.positions:
        return []
    whole = line.positions[-1].match
    known = [position.match.known for position in line.positions]
    return [
        Position(whole, position.match.step, now, before)
        for position, now, before in zip(line.positions, known, [None, *known], strict=False)
    ]


def variation_frames(
    line: VariationLine, first: int, end: int, viewer: Viewer, narrator: Narrator
) -> Iterator[VariationFrame]:
    """The frames of the steps from `first` on, before `end`."""
    steps = steps_of(line)[:end]
    before = frame_content(steps[first - 1], viewer) if 0 < first <= len(steps) else None
    for number, step in enumerate(steps[first:], start=first):
        shown = frame(step, viewer, narrator, before)
        before = FrameContent(shown.view, shown.standings, shown.pending)
        yield VariationFrame(
            step=number,
            chapter=shown.chapter,
            played=shown.played if number else None,
            view=shown.view,
            standings=shown.standings,
            pending=shown.pending,
            changes=shown.changes,
        )
