"""Corrections in the middle of a match: what comes of them, and which later action no longer stands."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from domain.kernel.actions import AnyAction, ChanceAction
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.match.commands import NotPossible, let_server_draw, play, played_again
from domain.match.events import ActionsRetracted, MatchAbandoned, MatchConcluded, MatchEvent
from domain.match.line import Ply
from domain.match.match import Match, evolve
from domain.match.parts import EarlyEnd, Identified


class Amendment(Struct, frozen=True):
    """What a correction comes to.

    Attributes:
        events: what has to be stored for it, all at once.
        match: the match after those events.
        kept: how many of the actions that followed still stand; what the server draws isn't counted.
        obstacle: the first action that no longer does, if one doesn't.
    """

    events: tuple[MatchEvent, ...]
    match: Match
    kept: int
    obstacle: "Obstacle | None" = None


class Obstacle(Struct, frozen=True):
    """An action that the rules refuse after a correction, or something identified that can't have been held any more.

    Attributes:
        step: the step that it led to, or belonged to, before; for a new action, the one it would lead to.
        index: which of the new actions it is, counted from 0; None for one that followed.
        before: the match as it stands when it is tried.
        identification: the version of the event that identified something, if that is what no longer fits.
    """

    step: int
    index: int | None
    violation: RuleViolation
    before: Match
    identification: int | None = None


def amend(
    match: Match,
    step: int,
    remove: int,
    actions: Sequence[AnyAction],
    reason: str,
    *,
    chance: Chance,
    at: datetime,
    by: str,
) -> Amendment:
    """Put `actions` in the place of the `remove` actions from `step` on, and check all that follow by the rules.

    Where the server deals, it draws at each place what it has drawn there, or would have. What was identified stays
    behind the same action; where that one is removed, behind what is put in. If all stand, a match that people ended is
    ended as it was; else it goes on.

    Raises:
        NotPossible: the line has no such place, nothing would change, or a new action is the server's.
    """
    if not 1 <= step <= match.step + 1 or step + remove > match.step + 1:
        raise NotPossible("/step", f"The match has the steps 1 to {match.step}.")
    if not actions and not remove:
        raise NotPossible("/actions", "Nothing would be removed and nothing put in.")
    for index, action in enumerate(actions):
        if match.server_deals and isinstance(action, ChanceAction):
            raise NotPossible(f"/actions/{index}", "In this match the server deals.")
    removed = range(step, step + remove)
    following = [
        one
        for one in match.following(step - 1)
        if isinstance(one, Identified)
        or (one.played.step not in removed and not (match.server_deals and isinstance(one.played.action, ChanceAction)))
    ]
    retracted = ActionsRetracted(to_step=step - 1, reason=reason, amended=True, at=at, by=by)
    return _rewritten(match, retracted, actions, following, match.early_end, chance)


def restore(
    match: Match, before: Match, to_step: int, reason: str, *, chance: Chance, at: datetime, by: str
) -> Amendment:
    """Let the match be again what it was `before` everything after `to_step` was taken back.

    Raises:
        NotPossible: it has been taken back further since.
    """
    if to_step > match.step:
        raise NotPossible("/version", f"The match has been taken back further, to step {match.step}.")
    retracted = ActionsRetracted(to_step=to_step, reason=reason, amended=True, at=at, by=by)
    return _rewritten(match, retracted, (), before.following(to_step), before.early_end, chance)


def only_changes(before: Match, amendment: Amendment) -> Amendment:
    """`amendment` of the match as it was `before`; without events where it would be the same after them."""
    after = amendment.match
    same = amendment.obstacle is None and before.early_end == after.early_end and _recorded(before) == _recorded(after)
    return Amendment((), before, amendment.kept) if same else amendment


def _recorded(match: Match) -> list[Any]:
    """All that stands in the match, without when and by whom it was recorded."""
    actions = [(ply.played.action, ply.played.outcome) for ply in match.line]
    identified = [(one.event.step, one.event.identification, one.event.outcome) for one in match.identified]
    return [actions, identified]


def _rewritten(
    match: Match,
    retracted: ActionsRetracted,
    actions: Sequence[AnyAction],
    following: Sequence[Ply | Identified],
    early_end: EarlyEnd | None,
    chance: Chance,
) -> Amendment:
    """`match` with new `actions`, and then what was `following`, in the place of what is taken back."""
    at, by = retracted.at, retracted.by
    match = evolve(match, retracted)
    events: list[MatchEvent] = [retracted]

    def happen(event: MatchEvent) -> None:
        nonlocal match
        events.append(event)
        match = evolve(match, event)

    for index, action in enumerate(actions):
        if not isinstance(action, ChanceAction):
            match = let_server_draw(match, events, chance, at=at, by=by)
        try:
            happen(play(match, action, at=at, by=by))
        except RuleViolation as violation:
            return Amendment(tuple(events), match, 0, Obstacle(match.step + 1, index, violation, match))
    kept = 0
    for old in following:
        if isinstance(old, Ply) and not isinstance(old.played.action, ChanceAction):
            match = let_server_draw(match, events, chance, at=at, by=by)
        try:
            happen(played_again(match, old, at, by))
        except RuleViolation as violation:
            return Amendment(tuple(events), match, kept, _obstacle(old, violation, match))
        kept += isinstance(old, Ply)
    match = let_server_draw(match, events, chance, at=at, by=by)
    if early_end is not None and not match.finished:
        end = MatchAbandoned if early_end.abandoned else MatchConcluded
        happen(end(reason=early_end.reason, at=at, by=by))
    return Amendment(tuple(events), match, kept)


def _obstacle(old: Ply | Identified, violation: RuleViolation, before: Match) -> Obstacle:
    if isinstance(old, Ply):
        return Obstacle(old.played.step, None, violation, before)
    return Obstacle(old.event.step, None, violation, before, identification=old.version)
