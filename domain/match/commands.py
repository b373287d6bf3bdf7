"""What can be done with a match: each command gives the event that records it, or refuses."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from msgspec import to_builtins
from msgspec.structs import replace

from domain.kernel.actions import AnyAction, ChanceAction
from domain.kernel.chance import Chance
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, Options, Setup
from domain.kernel.unknowns import HasUnknowns
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    Origin,
    SeatsChanged,
    Undo,
    Visibility,
)
from domain.match.folding import advance, evolve, fold
from domain.match.line import Ply
from domain.match.match import Match
from domain.match.parts import Identified


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
    tags: Sequence[str] = (),
    undo: Undo = Undo.GUARDED,
    ordinal: int = 0,
    commitment: str | None = None,
    at: datetime,
    by: str,
) -> MatchOpened:
    """Begin a match in the newest edition of the rules; where the server deals, with a `commitment` to its seed.

    Raises:
        InvalidSetup: the game can't be played so, or somebody sits in two seats.
    """
    game.initial(Setup(len(seats), options))
    _verify_one_seat_each(seats)
    opened = MatchOpened(
        game=game.meta.key,
        edition=game.meta.edition,
        options=to_builtins(options),
        seats=tuple(seats),
        played_on=played_on,
        place=place,
        note=note,
        visibility=visibility,
        origin=origin,
        tags=tuple(tags),
        undo=undo,
        ordinal=ordinal,
        at=at,
        by=by,
    )
    return replace(opened, commitment=commitment) if evolve(None, opened).server_deals else opened


def play(
    match: Match,
    action: AnyAction,
    *,
    at: datetime,
    by: str,
    played_at: datetime | None = None,
    repeats: int | None = None,
) -> ActionPlayed[Any, Any]:
    """Play `action` on the newest step; `repeats` is the version that first recorded it, if it was played before.

    Raises:
        RuleViolation: the rules refuse it.
        NotPossible: people ended the match.
    """
    return play_on(match, action, at=at, by=by, played_at=played_at, repeats=repeats)[0]


def play_on(
    match: Match,
    action: AnyAction,
    *,
    at: datetime,
    by: str,
    played_at: datetime | None = None,
    repeats: int | None = None,
) -> tuple[ActionPlayed[Any, Any], Match]:
    """The event of :func:`play`, and the match after it: nothing is folded twice. Raises as that."""
    if match.early_end is not None:
        raise NotPossible("", "The match was ended; it must be reopened first.")
    decided = match.game.decided(match.state, action)
    event: ActionPlayed[Any, Any] = ActionPlayed(
        step=match.step + 1, action=action, outcome=decided.facts, at=at, by=by, played_at=played_at, repeats=repeats
    )
    return event, advance(match, event, decided.state)


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


def played_again(match: Match, old: Ply | Identified, at: datetime, by: str) -> tuple[MatchEvent, Match]:
    """What was recorded once, on the newest step, and the match after it; raises RuleViolation."""
    if isinstance(old, Ply):
        played = old.played
        return play_on(match, played.action, at=at, by=by, played_at=played.played_at, repeats=old.first_version)
    event = identified(match, match.step, old.event.identification, old.event.reason, at=at, by=by)
    return event, evolve(match, event)


def identified(
    match: Match, step: int, identification: Any, reason: str, *, at: datetime, by: str
) -> CardsIdentified[Any, Any]:
    """Tell what a seat held at `step`; what has happened since isn't asked.

    Raises:
        RuleViolation: it can't have held that.
        NotPossible: the record of this game knows every card.
    """
    if not isinstance(match.game, HasUnknowns):
        raise NotPossible("", "In this game the record knows every card that somebody holds.")
    outcome = match.game.identify(match.state_at(step), identification)
    return CardsIdentified(step=step, identification=identification, outcome=outcome, reason=reason, at=at, by=by)


def let_server_draw(match: Match, events: list[MatchEvent], chance: Chance, *, at: datetime, by: str) -> Match:
    """Answer chance for as long as the server has to; the events go to `events`. Nobody draws twice."""
    while match.awaits_server:
        event, match = _dealt_again(match, chance.since, at, by) or _drawn(match, chance, at, by)
        events.append(event)
    return match


def _dealt_again(match: Match, since: int | None, at: datetime, by: str) -> tuple[MatchEvent, Match] | None:
    """What was drawn by another chance than the one that draws `since` then, and taken back, where the rules allow it.

    That is what was drawn at the same step; a chance that never gives the same twice deals all again in order.
    """
    if since is None:
        candidates = match.draws[:1]
    else:
        drawn_here = (ply for ply in match.draws if ply.played.step == match.step + 1)
        candidates = tuple(ply for ply in drawn_here if ply.first_version <= since)
    for ply in candidates:
        try:
            return played_again(match, ply, at, by)
        except RuleViolation:
            continue
    return None


def _drawn(match: Match, chance: Chance, at: datetime, by: str) -> tuple[MatchEvent, Match]:
    """What `chance` gives; if that was drawn before, it is known as the same."""
    action = match.game.draw(match.state, chance)
    known = () if chance.since is None else match.draws
    repeats = next((ply.first_version for ply in known if ply.played.action == action), None)
    return play_on(match, action, at=at, by=by, repeats=repeats)


def recommitted(events: Sequence[MatchEvent], commitment: str) -> list[MatchEvent]:
    """`events`, by which a match goes on after it was open to all, with a `commitment` to a new seed."""
    first, *others = events
    assert isinstance(first, ActionsRetracted | MatchReopened)  # noqa: S101  # nothing else lets a match go on
    return [replace(first, commitment=commitment), *others]


def goes_on(match: Match, events: Sequence[MatchEvent]) -> bool:
    """Whether by `events` the server deals on in a match whose seed could be known to all."""
    return bool(match.commitments) and match.open_to_all and not fold(match, events).finished


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
    tags: Sequence[str] | None = None,
    counted: bool | None = None,
    undo: Undo | None = None,
    ordinal: int | None = None,
    at: datetime,
    by: str,
) -> MatchDescribed:
    """Correct the facts about a match; what is None stays.

    Raises:
        NotPossible: a second record would count.
    """
    if counted and match.origin is Origin.SECOND_RECORD:
        raise NotPossible("/counted", "A second record doesn't count: the match does.")
    return MatchDescribed(
        played_on=match.played_on if played_on is None else played_on,
        place=match.place if place is None else place,
        note=match.note if note is None else note,
        visibility=match.visibility if visibility is None else visibility,
        tags=match.tags if tags is None else tuple(tags),
        counted=match.counted if counted is None else counted,
        undo=match.undo if undo is None else undo,
        ordinal=match.ordinal if ordinal is None else ordinal,
        at=at,
        by=by,
    )


def change_seats(match: Match, seats: Sequence[UUID], *, at: datetime, by: str) -> SeatsChanged:
    """Correct who sat where.

    Raises:
        InvalidSetup: the number of seats differs, or somebody sits in two.
    """
    if len(seats) != len(match.seats):
        raise InvalidSetup("/seats", "The match has {wanted} seats, not {n}.", wanted=len(match.seats), n=len(seats))
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
    if match.server_deals:
        while step < match.step and isinstance(match.line[step].played.action, ChanceAction):
            step += 1
    return step
