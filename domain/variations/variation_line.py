"""Variations checked by the rules: what has become of each line on the match as it stands now."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct, convert
from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.match.anchors import steps_by_anchor
from domain.match.commands import play_on
from domain.match.events import ActionPlayed
from domain.match.match import Match
from domain.variations.variations import Move, Variation, Variations


class MoveObstacle(Struct, frozen=True):
    """The first move that the rules refuse.

    Attributes:
        step: the step of the variation that it would lead to; 0 when the line that it leaves doesn't get so far.
    """

    step: int
    violation: RuleViolation


class VariationPosition(Struct, frozen=True):
    """A match as it would be after a move of a variation; at its step 0, as it is where the variation begins."""

    match: Match
    played: ActionPlayed[Any, Any] | None


class VariationLine(Struct, frozen=True):
    """A variation as far as it stands.

    Attributes:
        step: the step of the match, or of the parent, that it leaves; None when that is gone.
        positions: where it begins, and after each move that stands; none when it can't begin.
        obstacle: why it doesn't go on, if it doesn't.
    """

    step: int | None
    positions: tuple[VariationPosition, ...]
    obstacle: MoveObstacle | None = None

    @property
    def standing(self) -> int:
        """How many of its moves stand."""
        return max(0, len(self.positions) - 1)

    @property
    def detached(self) -> bool:
        """Whether the step that it leaves is gone, or one that a line above it leaves."""
        return not self.positions and self.obstacle is None


def lines(match: Match, variations: Variations, wanted: Iterable[UUID]) -> dict[UUID, VariationLine]:
    """The lines of the `wanted` variations, and of those that they leave, on the newest state of the match."""
    needed = {one.id: one for variation_id in wanted for one in variations.ancestry(variation_id)}
    steps = steps_by_anchor(match)
    roots = {steps[one.anchor] for one in needed.values() if one.parent is None and one.anchor in steps}
    starts = _matches_at(match, roots)
    done: dict[UUID, VariationLine] = {}
    for variation in variations.items.values():  # a parent comes before what leaves it
        if variation.id not in needed:
            continue
        if variation.parent is None:
            step = steps.get(variation.anchor)
            done[variation.id] = (
                VariationLine(None, ()) if step is None else _played(step, starts[step], variation.line)
            )
        else:
            done[variation.id] = _branched(variation, variations.items[variation.parent], done[variation.parent])
    return done


def line_of(match: Match, variations: Variations, variation_id: UUID) -> VariationLine:
    """The line of one variation."""
    return lines(match, variations, [variation_id])[variation_id]


def match_at(match: Match, step: int) -> Match:
    """The match as it would go on from `step`, which it has got to, if nothing had followed."""
    return _matches_at(match, {step})[step]


def go_on(start: Match, moves: Iterable[Move]) -> tuple[list[VariationPosition], RuleViolation | None]:
    """The positions after the `moves` from `start` on, as far as the rules allow, and why they don't go on."""
    positions: list[VariationPosition] = []
    for move in moves:
        action = convert(move.action, start.game.action_type)
        try:
            played, start = play_on(start, action, at=move.at, by=move.by)
        except RuleViolation as violation:
            return positions, violation
        positions.append(VariationPosition(start, played))
    return positions, None


def _played(step: int, start: Match, moves: Iterable[Move]) -> VariationLine:
    positions, violation = go_on(start, moves)
    obstacle = None if violation is None else MoveObstacle(len(positions) + 1, violation)
    return VariationLine(step, (VariationPosition(start, None), *positions), obstacle)


def _branched(variation: Variation, parent: Variation, left: VariationLine) -> VariationLine:
    """The line of a variation that leaves the line `left` of its parent."""
    step = parent.steps_by_anchor().get(variation.anchor)
    if step is None:
        return VariationLine(None, ())
    if step >= len(left.positions):
        return VariationLine(step, (), None if left.obstacle is None else MoveObstacle(0, left.obstacle.violation))
    return _played(step, left.positions[step].match, variation.line)


def _matches_at(match: Match, steps: set[int]) -> Mapping[int, Match]:
    """The match at several of its steps, folded once, as it is known now."""
    known = match.known_at_start()
    found: dict[int, Match] = {}
    for step in range(max(steps, default=-1) + 1):
        if step:
            known = match.known_next(known, step)
        if step in steps:
            found[step] = replace(
                match,
                step=step,
                state=known.state,
                by_viewer=known.by_viewer,
                line=match.line[:step],
                identified=tuple(one for one in match.identified if one.event.step <= step),
                early_end=None,
                draws=(),
            )
    return found
