"""What can be done with a match: each command gives the event that records it, or refuses."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from msgspec import Struct, to_builtins

from domain.kernel.actions import ChanceAction, SeatAction
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import SERVER, AnyGame, Options, Setup
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    Origin,
    SeatsChanged,
    Visibility,
)
from domain.match.match import Match, evolve


class NotPossible(Exception):  # noqa: N818  # like RuleViolation
    """A command that doesn't fit where the match stands.

    Attributes:
        pointer: where in the request it lies, a JSON pointer (RFC 6901).
        message: what is wrong, for people, in one English sentence.
    """

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message


def open_match(
    game: AnyGame,
    options: Options,
    seats: Sequence[UUID],
    *,
    played_on: date,
    place: str = "",
    note: str = "",
    visibility: Visibility = Visibility.PUBLIC,
    origin: Origin = Origin.TABLE,
    at: datetime,
    by: str,
) -> MatchOpened:
    """Begin a match in the newest edition of the rules.

    Raises:
        InvalidSetup: the game can't be played so, or somebody sits in two seats.
    """
    game.initial(Setup(len(seats), options))
    _verify_one_seat_each(seats)
    return MatchOpened(
        game=game.meta.key,
        edition=game.meta.edition,
        options=to_builtins(options),
        seats=tuple(seats),
        played_on=played_on,
        place=place,
        note=note,
        visibility=visibility,
        origin=origin,
        at=at,
        by=by,
    )


def play(
    match: Match, action: SeatAction | ChanceAction, *, at: datetime, by: str, played_at: datetime | None = None
) -> ActionPlayed[Any, Any]:
    """Play `action` on the newest step.

    Raises:
        RuleViolation: the rules refuse it.
        NotPossible: people ended the match.
    """
    if match.early_end is not None:
        raise NotPossible("", "The match was ended; it must be reopened first.")
    outcome = match.game.decide(match.state, action)
    return ActionPlayed(step=match.step + 1, action=action, outcome=outcome, at=at, by=by, played_at=played_at)


def retract(match: Match, to_step: int, reason: str, *, at: datetime, by: str) -> ActionsRetracted:
    """Take back all actions after `to_step`. What the server has drawn there stands, so that nobody draws twice.

    A match that people ended goes on.

    Raises:
        NotPossible: there is nothing after that step.
    """
    to_step = _behind_draws(match, to_step)
    if to_step >= match.step:
        raise NotPossible("/to_step", f"There is nothing to take back after step {to_step}.")
    return ActionsRetracted(to_step=to_step, reason=reason, at=at, by=by)


class Amendment(Struct, frozen=True):
    """What a correction comes to.

    Attributes:
        events: what has to be stored for it, all at once.
        match: the match after those events.
        kept: how many of the actions that followed still stand.
        obstacle: the first action that no longer does, if one doesn't.
    """

    events: tuple[ActionsRetracted | ActionPlayed[Any, Any], ...]
    match: Match
    kept: int
    obstacle: "Obstacle | None" = None


class Obstacle(Struct, frozen=True):
    """An action that the rules refuse after a correction.

    Attributes:
        step: the step that it led to before the correction; for a new action, the one it would lead to.
        new: whether it is one of the new actions.
        before: the match as it stands when the action is tried.
    """

    step: int
    new: bool
    action: SeatAction | ChanceAction
    violation: RuleViolation
    before: Match


def amend(
    match: Match,
    step: int,
    remove: int,
    actions: Sequence[SeatAction | ChanceAction],
    reason: str,
    *,
    at: datetime,
    by: str,
) -> Amendment:
    """Put `actions` in the place of the `remove` actions from `step` on, and check all that follow by the rules.

    Raises:
        NotPossible: the line has no such place, or nothing would change.
    """
    if not 1 <= step <= match.step + 1 or step + remove > match.step + 1:
        raise NotPossible("/step", f"The match has the steps 1 to {match.step}.")
    if not actions and not remove:
        raise NotPossible("/actions", "Nothing would be removed and nothing put in.")
    retracted = ActionsRetracted(to_step=step - 1, reason=reason, amended=True, at=at, by=by)
    match, line = evolve(match, retracted), match.line
    events: list[ActionsRetracted | ActionPlayed[Any, Any]] = [retracted]
    following = line[step - 1 + remove :]
    tries: list[tuple[int, bool, SeatAction | ChanceAction, datetime | None]] = [
        (step + index, True, action, None) for index, action in enumerate(actions)
    ]
    tries += [(ply.played.step, False, ply.played.action, ply.played.played_at) for ply in following]
    for index, (old_step, new, action, played_at) in enumerate(tries):
        try:
            played = play(match, action, at=at, by=by, played_at=played_at)
        except RuleViolation as violation:
            kept = max(0, index - len(actions))
            return Amendment(tuple(events), match, kept, Obstacle(old_step, new, action, violation, match))
        events.append(played)
        match = evolve(match, played)
    return Amendment(tuple(events), match, len(following))


def conclude(match: Match, reason: str, *, at: datetime, by: str) -> MatchConcluded:
    """End the match before the rules do; it counts as it stands.

    Raises:
        NotPossible: it has ended.
    """
    _verify_running(match)
    return MatchConcluded(reason=reason, at=at, by=by)


def abandon(match: Match, reason: str, *, at: datetime, by: str) -> MatchAbandoned:
    """Break the match off; nobody has won.

    Raises:
        NotPossible: it has ended.
    """
    _verify_running(match)
    return MatchAbandoned(reason=reason, at=at, by=by)


def reopen(match: Match, reason: str, *, at: datetime, by: str) -> MatchReopened:
    """Let a match go on that people ended.

    Raises:
        NotPossible: nobody ended it.
    """
    if match.early_end is None:
        raise NotPossible("", "Nobody has ended the match; a match ended by the rules takes a retraction.")
    return MatchReopened(reason=reason, at=at, by=by)


def describe(
    match: Match,
    *,
    played_on: date | None = None,
    place: str | None = None,
    note: str | None = None,
    visibility: Visibility | None = None,
    at: datetime,
    by: str,
) -> MatchDescribed:
    """Correct the facts about a match; what is None stays."""
    return MatchDescribed(
        played_on=match.played_on if played_on is None else played_on,
        place=match.place if place is None else place,
        note=match.note if note is None else note,
        visibility=match.visibility if visibility is None else visibility,
        at=at,
        by=by,
    )


def change_seats(match: Match, seats: Sequence[UUID], *, at: datetime, by: str) -> SeatsChanged:
    """Correct who sat where.

    Raises:
        InvalidSetup: the number of seats differs, or somebody sits in two.
    """
    if len(seats) != len(match.seats):
        raise InvalidSetup("/seats", f"The match has {len(match.seats)} seats, not {len(seats)}.")
    _verify_one_seat_each(seats)
    return SeatsChanged(seats=tuple(seats), at=at, by=by)


def remove(reason: str, *, at: datetime, by: str) -> MatchRemoved:
    """Show a match no longer."""
    return MatchRemoved(reason=reason, at=at, by=by)


def _verify_one_seat_each(seats: Sequence[UUID]) -> None:
    for seat, player in enumerate(seats):
        if player in seats[:seat]:
            raise InvalidSetup(f"/seats/{seat}", "The same player sits in two seats.")


def _verify_running(match: Match) -> None:
    if match.finished:
        raise NotPossible("", "The match has ended.")


def _behind_draws(match: Match, step: int) -> int:
    """`step`, or the step after what the server drew there."""
    if match.options.dealing == SERVER:
        while step < match.step and match.line[step].played.action.seat is None:
            step += 1
    return step
