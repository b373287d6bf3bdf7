"""Corrections in the middle of a match: what comes of them, and which later action no longer stands."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.actions import AnyAction, ChanceAction
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.match.commands import NotPossible, let_server_draw, play_on, played_again
from domain.match.events import ActionsRetracted, MatchAbandoned, MatchConcluded, MatchEvent
from domain.match.folding import evolve
from domain.match.line import Ply
from domain.match.match import Match
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


class NewAction(Struct, frozen=True):
    """An action that is put in; `played_at` is when it happened at the table, if that was told."""

    action: AnyAction
    played_at: datetime | None = None


class Splice(Struct, frozen=True):
    """The `new` actions in the place of the `remove` ones from `step` on."""

    step: int
    remove: int
    new: tuple[NewAction, ...]


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

    See :func:`amend_all`.

    Raises:
        NotPossible: the line has no such place, nothing would change, or a new action is the server's.
    """
    splice = Splice(step, remove, tuple(map(NewAction, actions)))
    return amend_all(match, [splice], reason, chance=chance, at=at, by=by)


def amend_all(
    match: Match, splices: Sequence[Splice], reason: str, *, chance: Chance, at: datetime, by: str
) -> Amendment:
    """Make all of `splices`, which are in the order of their steps, and check by the rules what stands after the first.

    Where the server deals, it draws at each place what it has drawn there, or would have. What was identified stays
    behind the same action; where that one is removed, behind what is put in. An action in the place of another one was
    played when that was. If all stand, a match that people ended is ended as it was; else it goes on.

    Raises:
        NotPossible: the line has no such place, nothing would change, or a new action is the server's.
    """
    for splice in splices:
        if not 1 <= splice.step <= match.step + 1 or splice.step + splice.remove > match.step + 1:
            raise NotPossible("/step", f"The match has the steps 1 to {match.step}.")
        if not splice.new and not splice.remove:
            raise NotPossible("/actions", "Nothing would be removed and nothing put in.")
        for index, new in enumerate(splice.new):
            if match.server_deals and isinstance(new.action, ChanceAction):
                raise NotPossible(f"/actions/{index}", "In this match the server deals.")
    retracted = ActionsRetracted(to_step=splices[0].step - 1, reason=reason, amended=True, at=at, by=by)
    return _rewritten(match, retracted, _spliced(match, splices), match.early_end, chance)


def _spliced(match: Match, splices: Sequence[Splice]) -> list["NewAction | Ply | Identified"]:
    """What is to happen from the step of the first of `splices` on."""
    put_in: defaultdict[int, list[NewAction]] = defaultdict(list)
    for splice in splices:
        put_in[splice.step] += _timed(match, splice)
    removed = {step for splice in splices for step in range(splice.step, splice.step + splice.remove)}
    found: list[NewAction | Ply | Identified] = []
    for one in match.following(splices[0].step - 1):
        if isinstance(one, Ply):
            found += put_in.get(one.played.step, ())
            drawn = match.server_deals and isinstance(one.played.action, ChanceAction)
            if one.played.step in removed or drawn:
                continue
        found.append(one)
    return [*found, *put_in.get(match.step + 1, ())]


def _timed(match: Match, splice: Splice) -> list[NewAction]:
    """The new actions, those that stand for another one at its time."""
    replaced = match.line[splice.step - 1 : splice.step - 1 + splice.remove]
    times = [ply.played.played_at for ply in replaced]
    times += [None] * (len(splice.new) - len(times))
    return [new if time is None else replace(new, played_at=time) for new, time in zip(splice.new, times, strict=False)]


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
    return _rewritten(match, retracted, before.following(to_step), before.early_end, chance)


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
    wanted: Sequence[NewAction | Ply | Identified],
    early_end: EarlyEnd | None,
    chance: Chance,
) -> Amendment:
    """`match` with what is `wanted`, in order, in the place of what is taken back."""
    at, by = retracted.at, retracted.by
    match = evolve(match, retracted)
    events: list[MatchEvent] = [retracted]
    kept = index = 0
    event: MatchEvent
    for one in wanted:
        if not isinstance(_action_of(one), ChanceAction | None):
            match = let_server_draw(match, events, chance, at=at, by=by)
        try:
            if isinstance(one, NewAction):
                event, match = play_on(match, one.action, at=at, by=by, played_at=one.played_at)
            else:
                event, match = played_again(match, one, at, by)
        except RuleViolation as violation:
            return Amendment(tuple(events), match, kept, _obstacle(one, index, violation, match))
        events.append(event)
        kept += isinstance(one, Ply)
        index += isinstance(one, NewAction)
    match = let_server_draw(match, events, chance, at=at, by=by)
    if early_end is not None and not match.finished:
        end = MatchAbandoned if early_end.abandoned else MatchConcluded
        events.append(end(reason=early_end.reason, at=at, by=by))
        match = evolve(match, events[-1])
    return Amendment(tuple(events), match, kept)


def _action_of(one: NewAction | Ply | Identified) -> AnyAction | None:
    if isinstance(one, NewAction):
        return one.action
    return one.played.action if isinstance(one, Ply) else None


def _obstacle(one: NewAction | Ply | Identified, index: int, violation: RuleViolation, before: Match) -> Obstacle:
    """`one`, which is the new action `index` if it is a new one, can't stand on `before`."""
    if isinstance(one, NewAction):
        return Obstacle(before.step + 1, index, violation, before)
    if isinstance(one, Ply):
        return Obstacle(one.played.step, None, violation, before)
    return Obstacle(one.event.step, None, violation, before, identification=one.version)
