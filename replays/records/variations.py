"""The variations of a record, checked: each leaves something that there is, by actions of the game.

Whether the rules allow its moves is decided on every read, since the match may have been corrected before
it. Where it never was, they have to allow them.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.match.match import Match
from domain.pointers import located
from domain.variations.commands import MAX_DEPTH, MAX_MOVES, MAX_MOVES_OF_ALL, MAX_VARIATIONS
from domain.variations.events import (
    VariationAdded,
    VariationCut,
    VariationDeleted,
    VariationDescribed,
    VariationEvent,
    VariationExtended,
    VariationsBegun,
)
from domain.variations.variation_line import lines
from domain.variations.variations import Variation, Variations, fold
from replays.records.mistakes import Mistakes
from replays.records.places import Places


def check_variations(
    match_id: UUID,
    match: Match,
    events: Sequence[VariationEvent],
    places: Places,
    mistakes: Mistakes,
    *,
    trust: bool = False,
) -> tuple[list[VariationEvent], Mapping[UUID, int]]:
    """The events as they are kept, and how many moves each variation ever had, those that are gone included."""
    variations: Variations | None = None
    made: dict[UUID, int] = {}
    accepted: list[VariationEvent] = []
    for index, event in enumerate(events):
        at = f"/variations/{index}"
        if (mistake := _mistake(match_id, match, variations, made, event, places)) is not None:
            mistakes.add(at + mistake[0], mistake[1])
            return accepted, made
        accepted.append(_in_order(match, event))
        variations = fold(variations, accepted[-1:])
        if isinstance(event, VariationAdded | VariationExtended):
            made[event.id] = made.get(event.id, 0) + len(event.actions)
    if variations is not None and not places.corrected and not trust:
        _check_lines(match, variations, accepted, mistakes)
    return accepted, made


def _mistake(  # noqa: C901  # a flat case each
    match_id: UUID,
    match: Match,
    variations: Variations | None,
    made: Mapping[UUID, int],
    event: VariationEvent,
    places: Places,
) -> tuple[str, str] | None:
    """Why `event` can't follow, with the pointer below it."""
    if variations is None or isinstance(event, VariationsBegun):
        if variations is not None or not isinstance(event, VariationsBegun):
            return "/type", "The first event, and only that, begins them."
        return None if event.match_id == match_id else ("/match_id", "It is another match.")
    if isinstance(event, VariationAdded):
        if event.id in made:
            return "/id", "There was a variation with this id before."
        if len(variations.items) >= MAX_VARIATIONS:
            return "", f"The match has {MAX_VARIATIONS} variations, the most there can be."
        if (misplaced := _misplaced(variations, event, places)) is not None:
            return misplaced
        return _invalid_actions(match, variations, (), event.actions)
    if event.id not in variations.items:
        return "/id", "There is no such variation, or not any more."
    before = variations.items[event.id]
    match event:
        case VariationExtended():
            return _invalid_actions(match, variations, before.line, event.actions)
        case VariationCut(keep=keep):
            if not 1 <= keep <= len(before.line):
                return "/keep", f"The variation has the steps 1 to {len(before.line)}."
        case VariationDescribed() | VariationDeleted():
            pass
    return None


def _misplaced(variations: Variations, event: VariationAdded, places: Places) -> tuple[str, str] | None:
    if event.parent is None:
        return None if places.had(event.anchor, event.step) else ("/anchor", "The match never had such a step.")
    parent = variations.items.get(event.parent)
    if parent is None:
        return "/parent", "It leaves a variation that isn't there before it."
    if parent.depth >= MAX_DEPTH:
        return "/parent", f"Variations leave each other {MAX_DEPTH} deep at the most."
    if parent.steps_by_anchor().get(event.anchor) != event.step or event.step == 0:
        return "/anchor", "The variation that it leaves has no such step."
    return None


def _invalid_actions(
    match: Match, variations: Variations, line: Sequence[Any], actions: Sequence[Any]
) -> tuple[str, str] | None:
    if not actions:
        return "/actions", "It has at least one action."
    if len(line) + len(actions) > MAX_MOVES:
        return "/actions", f"A variation has at most {MAX_MOVES} actions."
    if sum(len(one.line) for one in variations.items.values()) + len(actions) > MAX_MOVES_OF_ALL:
        return "/actions", f"All variations of a match have at most {MAX_MOVES_OF_ALL} actions together."
    for index, action in enumerate(actions):
        try:
            whole = _whole(match, action)
        except (msgspec.ValidationError, RecursionError) as error:
            message, place = located(str(error))
            return f"/actions/{index}{place}", f"{message[:200]}."
        if whole != action:
            return f"/actions/{index}", "All fields of an action are told."
    return None


def _whole(match: Match, action: dict[str, Any]) -> Any:
    """`action` with all its fields, in their order."""
    return msgspec.json.decode(msgspec.json.encode(msgspec.convert(action, match.game.action_type)))


def _in_order(match: Match, event: VariationEvent) -> VariationEvent:
    if not isinstance(event, VariationAdded | VariationExtended):
        return event
    return replace(event, actions=tuple(_whole(match, action) for action in event.actions))


def _check_lines(match: Match, variations: Variations, events: Sequence[Any], mistakes: Mistakes) -> None:
    added = {event.id: index for index, event in enumerate(events) if isinstance(event, VariationAdded)}
    found = lines(match, variations, variations.items)
    for variation_id, line in found.items():
        if line.obstacle is not None and _parent_stands(variations.items[variation_id], found):
            violation = line.obstacle.violation
            mistakes.add(f"/variations/{added[variation_id]}", violation.message, violation.clause)


def _parent_stands(variation: Variation, found: Mapping[UUID, Any]) -> bool:
    return variation.parent is None or found[variation.parent].obstacle is None
