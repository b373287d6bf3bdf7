"""What can be done with variations: each command gives the event that records it, or refuses."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from msgspec.json import decode, encode

from domain.annotations.audience import Audience
from domain.annotations.errors import InvalidAnnotation
from domain.kernel.actions import AnyAction, RecorderAction
from domain.kernel.errors import RuleViolation
from domain.match.anchors import anchor_of
from domain.match.match import Match
from domain.variations.events import (
    VariationAdded,
    VariationCut,
    VariationDeleted,
    VariationDescribed,
    VariationExtended,
    VariationsBegun,
)
from domain.variations.variation_line import go_on, line_of, match_at
from domain.variations.variations import Move, Variation, Variations

MAX_VARIATIONS: Final = 500
"""The most that a match may have."""

MAX_MOVES: Final = 500
"""The most moves that a variation may have."""

MAX_MOVES_OF_ALL: Final = 20_000
"""The most moves that all variations of a match may have together."""

MAX_DEPTH: Final = 16
"""How deep variations may leave each other."""


class MoveRefused(Exception):  # noqa: N818  # like RuleViolation
    """A new move of a variation breaks a rule.

    Attributes:
        index: which of the new moves it is, counted from 0.
        before: the match as it would stand when the move is tried.
    """

    def __init__(self, index: int, before: Match, violation: RuleViolation) -> None:
        super().__init__(f"move {index}: {violation}")
        self.index = index
        self.before = before
        self.violation = violation


def begin(match_id: UUID, *, at: datetime, by: str) -> VariationsBegun:
    """Get ready for the first variation of a match."""
    return VariationsBegun(match_id=match_id, at=at, by=by)


def add(
    variations: Variations,
    match: Match,
    variation_id: UUID,
    parent: UUID | None,
    step: int,
    actions: Sequence[AnyAction],
    *,
    title: str,
    audience: Audience,
    at: datetime,
    by: str,
) -> VariationAdded:
    """Let a line leave the match, or the variation `parent`, at `step`; the rules check it.

    What chance brings is given like any other action, also where the server deals.

    Raises:
        InvalidAnnotation: there is no such step, or there would be too many variations, too long or too deep ones.
        MoveRefused: the rules refuse one of the actions.
    """
    if len(variations.items) >= MAX_VARIATIONS:
        raise InvalidAnnotation("", f"The match has {MAX_VARIATIONS} variations, the most there can be.")
    _verify_moves(variations, (), actions)
    if parent is None:
        anchor, start = _leaving_match(match, step)
    else:
        anchor, start = _leaving_variation(variations, match, parent, step)
    return VariationAdded(
        id=variation_id,
        anchor=anchor,
        step=step,
        actions=_legal(start, actions, at, by),
        audience=audience,
        title=title,
        parent=parent,
        at=at,
        by=by,
    )


def _leaving_match(match: Match, step: int) -> tuple[int, Match]:
    if step > match.step:
        raise InvalidAnnotation("/step", f"The match has got to step {match.step}.")
    return anchor_of(match, step), match_at(match, step)


def _leaving_variation(variations: Variations, match: Match, parent: UUID, step: int) -> tuple[int, Match]:
    left = variations.items[parent]
    if left.depth >= MAX_DEPTH:
        raise InvalidAnnotation("/parent", f"Variations leave each other {MAX_DEPTH} deep at the most.")
    if step == 0:
        raise InvalidAnnotation("/step", "What leaves a variation where that begins leaves what that leaves.")
    line = line_of(match, variations, parent)
    if step >= len(line.positions):
        raise InvalidAnnotation("/step", f"The variation stands up to step {line.standing}.")
    return left.line[step - 1].serial, line.positions[step].match


def extend(
    variations: Variations,
    match: Match,
    variation: Variation,
    actions: Sequence[AnyAction],
    *,
    at: datetime,
    by: str,
) -> VariationExtended:
    """Let the line go on; the rules check it.

    Raises:
        InvalidAnnotation: it no longer stands itself, or would be too long.
        MoveRefused: the rules refuse one of the actions.
    """
    _verify_moves(variations, variation.line, actions)
    line = line_of(match, variations, variation.id)
    if line.standing < len(variation.line) or not line.positions:
        raise InvalidAnnotation("", "The variation no longer stands as it is; cut it first.")
    return VariationExtended(id=variation.id, actions=_legal(line.positions[-1].match, actions, at, by), at=at, by=by)


def cut(variation: Variation, keep: int, *, at: datetime, by: str) -> VariationCut:
    """Keep the first moves only.

    Raises:
        InvalidAnnotation: it doesn't have so many, or none would stay.
    """
    if not 1 <= keep <= len(variation.line):
        raise InvalidAnnotation("/keep", f"The variation has the steps 1 to {len(variation.line)}.")
    return VariationCut(id=variation.id, keep=keep, at=at, by=by)


def describe(
    variation: Variation, *, title: str | None = None, audience: Audience | None = None, at: datetime, by: str
) -> VariationDescribed:
    """Correct its title, or for whom it is; what is None stays."""
    return VariationDescribed(
        id=variation.id,
        title=variation.title if title is None else title,
        audience=variation.audience if audience is None else audience,
        at=at,
        by=by,
    )


def delete(variation: Variation, *, at: datetime, by: str) -> VariationDeleted:
    """Let it be gone, and all that leave it."""
    return VariationDeleted(id=variation.id, at=at, by=by)


def _verify_moves(variations: Variations, line: Sequence[Move], actions: Sequence[AnyAction]) -> None:
    if not actions:
        raise InvalidAnnotation("/actions", "It has at least one action.")
    for index, action in enumerate(actions):
        if isinstance(action, RecorderAction):
            raise InvalidAnnotation(f"/actions/{index}", "A variation goes by the rules: nothing is adjusted in it.")
    if len(line) + len(actions) > MAX_MOVES:
        raise InvalidAnnotation("/actions", f"A variation has at most {MAX_MOVES} actions.")
    if sum(len(variation.line) for variation in variations.items.values()) + len(actions) > MAX_MOVES_OF_ALL:
        raise InvalidAnnotation(
            "/actions", f"All variations of a match have at most {MAX_MOVES_OF_ALL} actions together."
        )


def _legal(start: Match, actions: Sequence[AnyAction], at: datetime, by: str) -> tuple[dict[str, Any], ...]:
    """`actions` as they are decoded, if the rules allow them from `start` on."""
    decoded = [decode(encode(action)) for action in actions]  # lists stay lists when they are read again
    moves = [Move(0, action, at, by) for action in decoded]
    positions, violation = go_on(start, moves)
    if violation is not None:
        before = positions[-1].match if positions else start
        raise MoveRefused(len(positions), before, violation)
    return tuple(decoded)
