"""Unknown cards that are seen later: recorded at the step where they were first held, if nothing speaks against it."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from domain.kernel.errors import Refusal, RuleViolation
from domain.kernel.unknowns import HasUnknowns
from domain.match.commands import NotPossible, identified
from domain.match.events import CardsIdentified
from domain.match.match import Match
from domain.match.parts import Identified
from domain.match.perspectives import folded


class Contradiction(Exception):  # noqa: N818  # like RuleViolation
    """An identification that can't be true as long as the record is.

    Attributes:
        step: where the cards are said to have been held.
        conflicting_step: the step that speaks against it: where it became impossible, or a later one that couldn't have
            come of it. It is `step` itself where nothing that was recorded would have to be different.
        refusal: what is wrong, for people.
        clause: the clause that says so; None where a later step would have come out otherwise.
    """

    def __init__(self, step: int, conflicting_step: int, violation: RuleViolation | None) -> None:
        self.step = step
        self.conflicting_step = conflicting_step
        otherwise = Refusal("What happened at step {n} would have come out otherwise.", {"n": conflicting_step})
        self.refusal = otherwise if violation is None else violation
        self.clause = None if violation is None else violation.clause
        super().__init__(f"step {step} against step {conflicting_step}: {self.message}")

    @property
    def message(self) -> str:
        """What is wrong in one English sentence."""
        return self.refusal.message


def identify(
    match: Match, step: int, identification: Any, reason: str, *, at: datetime, by: str
) -> CardsIdentified[Any, Any]:
    """Tell which cards a seat held at `step`, and check all that was recorded later by the rules.

    The match's end, by the rules or by people, stays as it is.

    Raises:
        NotPossible: the game has no unknown cards, the match has no such step or seat, or the record knew all that.
        Contradiction: the record speaks against it.
    """
    if step > match.step:
        raise NotPossible("/step", f"The match has got to step {match.step}.")
    if identification.seat >= len(match.seats):
        raise NotPossible("/held/seat", f"There is no seat {identification.seat}.")
    try:
        event = identified(match, step, identification, reason, at=at, by=by)
    except RuleViolation as violation:
        raise Contradiction(step, _speaks_against(match, step, identification), violation) from None
    before = match.state_at(step)
    state = folded(match.game, before, event.outcome)
    if state == before:
        raise NotPossible("/held", "The record knows no more by that than it knew.")
    verify_later(match, step, state)
    return event


def _speaks_against(match: Match, step: int, identification: Any) -> int:
    """The place that makes `identification` impossible at `step`.

    That of something identified, without which it could be; else the step since which it can't be any more; else, where
    it never could, `step` itself.
    """
    for one in match.identified:
        others = replace(match, identified=tuple(other for other in match.identified if other is not one))
        if one.event.step <= step and _could_be(match, others.state_at(step), identification):
            return one.event.step
    states = [match.known_at_start()]
    for number in range(1, step + 1):
        states.append(match.known_next(states[-1], number))
    could_be = (number for number in range(step, 0, -1) if _could_be(match, states[number - 1].state, identification))
    return next(could_be, step)


def _could_be(match: Match, state: Any, identification: Any) -> bool:
    try:
        _identify(match, state, identification)
    except RuleViolation:
        return False
    return True


def verify_later(match: Match, step: int, state: Any) -> None:
    """Refuse `state` at `step` when something that follows would be refused, or come out otherwise."""
    game = match.game
    for one in match.following(step):
        recorded = one.event if isinstance(one, Identified) else one.played
        if one.version in match.deviations:  # the rules never confirmed it
            state = folded(game, state, recorded.outcome)
            continue
        try:
            if isinstance(recorded, CardsIdentified):
                facts = _identify(match, state, recorded.identification)
            else:
                facts = game.decide(state, recorded.action)
        except RuleViolation as violation:
            raise Contradiction(step, recorded.step, violation) from None
        before, state = state, folded(game, state, recorded.outcome)
        if facts != recorded.outcome and folded(game, before, facts) != state:
            raise Contradiction(step, recorded.step, None)


def _identify(match: Match, state: Any, identification: Any) -> tuple[Any, ...]:
    assert isinstance(match.game, HasUnknowns)  # noqa: S101  # it was asked before
    return match.game.identify(state, identification)
