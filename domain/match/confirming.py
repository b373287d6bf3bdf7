"""Results that hold: confirmed seat by seat, disputed, sealed, and changed by an arbiter afterwards."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import reduce
from uuid import UUID

from msgspec import Struct

from domain.match.commands import NotPossible
from domain.match.events import (
    ConfirmedBy,
    DisputeDecided,
    DisputeWithdrawn,
    MatchEvent,
    ResultConfirmed,
    ResultDisputed,
    ResultSealed,
    SealBroken,
    SealedBy,
)
from domain.match.folding import evolve
from domain.match.match import Match

CLOCK = "clock"
"""What recorded that a result has sealed itself, in the place of a token."""


class ResultIsSealed(Exception):  # noqa: N818  # like RuleViolation
    """Only an arbiter changes this match, and gives a reason."""


class Ruling(Struct, frozen=True):
    """That an arbiter, whose token is `by`, changes a sealed match, and why."""

    reason: str
    by: str


def can_confirm(match: Match, seat: int) -> bool:
    """Whether `seat` has still to confirm the result, and may."""
    return can_dispute(match, seat) and not match.sealing.confirmed_by(seat)


def can_dispute(match: Match, seat: int) -> bool:
    """Whether `seat` may dispute the result, and doesn't yet."""
    return match.finished and not match.sealed and match.sealing.dispute_of(seat) is None


def can_withdraw(match: Match, seat: int) -> bool:
    """Whether `seat` disputes the result, so that it may withdraw that, or an arbiter decide it."""
    return match.sealing.dispute_of(seat) is not None


def can_seal(match: Match) -> bool:
    """Whether an arbiter may seal the result: nobody disputes it."""
    return match.finished and not match.sealed and not match.sealing.disputes


def confirm(
    match: Match, seat: int, result: int, how: ConfirmedBy, *, at: datetime, by: str
) -> Sequence[ResultConfirmed | ResultSealed]:
    """`seat` takes the result that is as it is since the event `result`; the last seat to do so seals it.

    Nothing happens where it has done so before.

    Raises:
        NotPossible: there is no result, it is another one by now, or the seat disputes it.
        ResultIsSealed: as the name says.
    """
    _verify_open(match, seat)
    if match.sealing.since != result:
        raise NotPossible("/result", f"The result has changed meanwhile; it is {match.sealing.since}.")
    if match.sealing.dispute_of(seat) is not None:
        raise NotPossible("/seat", f"Seat {seat} disputes the result; that has to be withdrawn first.")
    if match.sealing.confirmed_by(seat):
        return []
    confirmed = ResultConfirmed(seat=seat, how=how, at=at, by=by)
    if not evolve(match, confirmed).sealing.all_confirm(len(match.seats)):  # a seat that disputes doesn't confirm
        return [confirmed]
    return [confirmed, ResultSealed(how=SealedBy.CONFIRMATIONS, at=at, by=by)]


def dispute(
    match: Match, seat: int, how: ConfirmedBy, step: int, comment: str, *, at: datetime, by: str
) -> Sequence[ResultDisputed]:
    """`seat` doesn't take the result, since something is wrong at `step`; it disputes one thing at a time.

    Nothing happens where it says the same already.

    Raises:
        NotPossible: there is no result, or no such step.
        ResultIsSealed: as the name says.
    """
    _verify_open(match, seat)
    if not 0 <= step <= match.step:
        raise NotPossible("/step", f"The match has the steps 0 to {match.step}.")
    said = match.sealing.dispute_of(seat)
    if said is not None and (said.step, said.comment) == (step, comment):
        return []
    return [ResultDisputed(seat=seat, how=how, step=step, comment=comment, at=at, by=by)]


def withdraw(match: Match, seat: int, how: ConfirmedBy, *, at: datetime, by: str) -> DisputeWithdrawn:
    """`seat` disputes the result no longer.

    Raises:
        NotPossible: it doesn't dispute it.
    """
    _verify_disputed(match, seat)
    return DisputeWithdrawn(seat=seat, how=how, at=at, by=by)


def decide(match: Match, seat: int, reason: str, *, at: datetime, by: str) -> DisputeDecided:
    """An arbiter has looked at what `seat` disputes.

    Raises:
        NotPossible: it doesn't dispute the result.
    """
    _verify_disputed(match, seat)
    return DisputeDecided(seat=seat, reason=reason, at=at, by=by)


def seal(match: Match, reason: str, *, at: datetime, by: str) -> ResultSealed:
    """An arbiter seals a result that not all have confirmed.

    Raises:
        NotPossible: there is no result, or somebody disputes it.
        ResultIsSealed: as the name says.
    """
    verify_finished(match)
    verify_unsealed(match)
    if match.sealing.disputes:
        raise NotPossible(
            "", f"Seat {match.sealing.disputes[0].seat} disputes the result; that has to be decided first."
        )
    return ResultSealed(how=SealedBy.ARBITER, reason=reason, at=at, by=by)


def seal_by_time(match: Match, series_id: UUID, hours: int, since: datetime, *, at: datetime) -> Sequence[ResultSealed]:
    """A result seals by itself, `hours` after both `since` and the time when it came to be; nothing before that.

    `since` is when the series `series_id` began to say so of this match.
    """
    begun = max(since, match.sealing.since_at)
    if not match.finished or match.sealed or match.sealing.disputes or at < begun + timedelta(hours=hours):
        return []
    return [ResultSealed(how=SealedBy.TIME, series_id=series_id, at=at, by=CLOCK)]


def under_seal(
    match: Match, ruling: Ruling | None, command: Callable[[Match], Sequence[MatchEvent]], *, at: datetime
) -> Sequence[MatchEvent]:
    """What `command` makes of `match`; where that is sealed, between the breaking of its seal and a new one.

    A match that goes on after it gets no new seal: it has no result any more.

    Raises:
        ResultIsSealed: it is sealed, and there is no `ruling`. What `command` raises.
    """
    if not match.sealed:
        return command(match)
    if ruling is None:
        raise ResultIsSealed
    broken = SealBroken(reason=ruling.reason, at=at, by=ruling.by)
    match = evolve(match, broken)
    events = command(match)
    if not events:
        return []
    match = reduce(evolve, events, match)
    if not match.finished or match.removed:
        return [broken, *events]
    return [broken, *events, ResultSealed(how=SealedBy.ARBITER, reason=ruling.reason, at=at, by=ruling.by)]


def verify_unsealed(match: Match) -> None:
    """Refuse a match that only an arbiter may change.

    Raises:
        ResultIsSealed: as the name says.
    """
    if match.sealed:
        raise ResultIsSealed


def verify_finished(match: Match) -> None:
    """Refuse a match that has no result yet.

    Raises:
        NotPossible: as the name says.
    """
    if not match.finished:
        raise NotPossible("", "The match hasn't ended: there is no result yet.")


def _verify_open(match: Match, seat: int) -> None:
    """Refuse what a seat can't say to a result.

    Raises:
        NotPossible, ResultIsSealed: as the names say.
    """
    verify_finished(match)
    verify_unsealed(match)
    if not 0 <= seat < len(match.seats):
        raise NotPossible("/seat", f"The match has the seats 0 to {len(match.seats) - 1}.")


def _verify_disputed(match: Match, seat: int) -> None:
    if match.sealing.dispute_of(seat) is None:
        raise NotPossible("", f"Seat {seat} doesn't dispute the result.")
