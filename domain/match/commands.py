"""What can be done with a match: each command gives the event that records it, or refuses."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from msgspec import to_builtins

from domain.kernel.actions import ChanceAction, SeatAction
from domain.kernel.errors import InvalidSetup
from domain.kernel.game import AnyGame, Options, Setup
from domain.match.events import (
    ActionPlayed,
    MatchDescribed,
    MatchOpened,
    MatchRemoved,
    Origin,
    SeatsChanged,
    Visibility,
)
from domain.match.match import Match


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
    """
    outcome = match.game.decide(match.state, action)
    return ActionPlayed(step=match.step + 1, action=action, outcome=outcome, at=at, by=by, played_at=played_at)


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
