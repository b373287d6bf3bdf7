"""Results: confirmed seat by seat, disputed, sealed."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Final
from uuid import UUID

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, RawBody
from msgspec import UNSET, UnsetType

from domain.match import confirming
from domain.match.commands import NotPossible
from domain.match.events import ConfirmedBy, MatchEvent
from domain.match.match import Match
from service.api.arbitrating import may_arbitrate
from service.api.match_access import load_readable, may_play
from service.api.parameters import MatchId
from service.api.result_answers import result_answer
from service.api.schemas.results import (
    ConfirmationRequest,
    DisputeRequest,
    ResultWritten,
    RulingRequest,
    WithdrawalRequest,
)
from service.auth.access import Principal, sight, verify_readable
from service.auth.pins import WrongPin
from service.http.bodies import fit, read_body
from service.http.conditional import etag
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, FORBIDDEN, INVALID_TEXT, NOT_POSSIBLE, RESULT_SEALED, WRONG_PIN
from service.process.container import Services
from service.validation.text import NOTE_LENGTH

Seat = Annotated[int, PathParameter(ge=0, le=99, description="The number of a seat, from 0.")]

_confirmation = msgspec.json.Decoder(ConfirmationRequest)
_dispute = msgspec.json.Decoder(DisputeRequest)
_withdrawal = msgspec.json.Decoder(WithdrawalRequest)
_ruling = msgspec.json.Decoder(RulingRequest)

_ALREADY: Final = {200: "It was said before; nothing was written."}


@post(
    "/matches/{match_id:uuid}/confirmations",
    operation_id="confirmResult",
    tags=["results"],
    summary="Confirm the result",
    opt=Contract(body=ConfirmationRequest, also=_ALREADY, problems=(NOT_POSSIBLE, RESULT_SEALED, WRONG_PIN, BUSY)).opt,
)
async def confirm_result(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[ResultWritten]:
    """A seat takes the result of a match that has ended. The last seat to do so seals it.

    With the token of the seat, or with a recorder's and the PIN of who sits there. Whatever changes the result voids
    what was confirmed before: it names the result that was seen.
    """
    principal = await may_play(services, request, match_id)
    wanted = read_body(request, body, _confirmation)
    return await _said(
        services,
        principal,
        match_id,
        wanted.seat,
        wanted.pin,
        lambda match, how, at, by: confirming.confirm(match, wanted.seat, wanted.result, how, at=at, by=by),
    )


@post(
    "/matches/{match_id:uuid}/disputes",
    operation_id="disputeResult",
    tags=["results"],
    summary="Dispute the result",
    opt=Contract(
        body=DisputeRequest,
        also=_ALREADY,
        problems=(NOT_POSSIBLE, RESULT_SEALED, WRONG_PIN, INVALID_TEXT, BUSY),
    ).opt,
)
async def dispute_result(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[ResultWritten]:
    """A seat says that the match is recorded wrongly at a step. Nothing seals the result until that is settled.

    A seat disputes one thing at a time: another dispute takes the place of the one before. A correction of the match
    settles all, since there is another result then.
    """
    principal = await may_play(services, request, match_id)
    wanted = read_body(request, body, _dispute)
    comment = fit(wanted.comment, NOTE_LENGTH, "/comment", required=True, lines=True)
    return await _said(
        services,
        principal,
        match_id,
        wanted.seat,
        wanted.pin,
        lambda match, how, at, by: confirming.dispute(match, wanted.seat, how, wanted.step, comment, at=at, by=by),
    )


@post(
    "/matches/{match_id:uuid}/disputes/{seat:int}/withdrawal",
    operation_id="withdrawDispute",
    tags=["results"],
    summary="Withdraw a dispute",
    opt=Contract(body=WithdrawalRequest, problems=(NOT_POSSIBLE, RESULT_SEALED, WRONG_PIN, BUSY)).opt,
)
async def withdraw_dispute(
    match_id: MatchId, seat: Seat, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[ResultWritten]:
    """The seat no longer disputes the result. It can then confirm it."""
    principal = await may_play(services, request, match_id)
    wanted = read_body(request, body, _withdrawal)
    return await _said(
        services,
        principal,
        match_id,
        seat,
        wanted.pin,
        lambda match, how, at, by: [confirming.withdraw(match, seat, how, at=at, by=by)],
    )


@post(
    "/matches/{match_id:uuid}/disputes/{seat:int}/decision",
    operation_id="decideDispute",
    tags=["results"],
    summary="Decide a dispute",
    opt=Contract(body=RulingRequest, scope="arbitrate", problems=(NOT_POSSIBLE, RESULT_SEALED, INVALID_TEXT, BUSY)).opt,
)
async def decide_dispute(
    match_id: MatchId, seat: Seat, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[ResultWritten]:
    """An arbiter has looked at what a seat disputes. What has to be corrected for it is corrected before, as ever."""
    principal = await may_arbitrate(services, request, match_id)
    reason = _reason(request, body)

    def decide(match: Match, at: datetime) -> Sequence[MatchEvent]:
        return [confirming.decide(match, seat, reason, at=at, by=principal.token_id)]

    return await _written(services, principal, match_id, decide)


@post(
    "/matches/{match_id:uuid}/seal",
    operation_id="sealResult",
    tags=["results"],
    summary="Seal the result",
    opt=Contract(body=RulingRequest, scope="arbitrate", problems=(NOT_POSSIBLE, RESULT_SEALED, INVALID_TEXT, BUSY)).opt,
)
async def seal_result(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[ResultWritten]:
    """An arbiter seals a result that not all seats have confirmed. What is disputed has to be decided first."""
    principal = await may_arbitrate(services, request, match_id)
    reason = _reason(request, body)

    def seal(match: Match, at: datetime) -> Sequence[MatchEvent]:
        return [confirming.seal(match, reason, at=at, by=principal.token_id)]

    return await _written(services, principal, match_id, seal)


def _reason(request: AnyRequest, body: bytes) -> str:
    return fit(read_body(request, body, _ruling).reason, NOTE_LENGTH, "/reason", required=True, lines=True)


async def _said(
    services: Services,
    principal: Principal,
    match_id: UUID,
    seat: int,
    pin: str | UnsetType,
    command: Callable[[Match, ConfirmedBy, datetime, str], Sequence[MatchEvent]],
) -> Response[ResultWritten]:
    return await _written(
        services, principal, match_id, await spoken(services, principal, match_id, seat, pin, command)
    )


async def spoken(
    services: Services,
    principal: Principal,
    match_id: UUID,
    seat: int,
    pin: str | UnsetType,
    command: Callable[[Match, ConfirmedBy, datetime, str], Sequence[MatchEvent]],
) -> Callable[[Match, datetime], Sequence[MatchEvent]]:
    """What `seat` says to a result, where `principal` may speak for it: the seat's own token, or who has the PIN.

    Raises:
        ProblemError: 403 for another seat's token, or without a PIN.
        WrongPin, TooManyFailures: as of :meth:`service.auth.pins.Pins.verify`.
        NotPossible: there is no such seat.
    """
    if principal.seat is not None:
        if seat != principal.seat:
            raise ProblemError(FORBIDDEN, f"The token is for seat {principal.seat} only.", pointer="/seat")
        return lambda match, at: command(match, ConfirmedBy.SEAT, at, principal.token_id)
    match = await load_readable(services, principal, match_id)
    if seat >= len(match.seats):
        raise NotPossible("/seat", f"The match has the seats 0 to {len(match.seats) - 1}.")
    player = match.seats[seat]
    if pin is UNSET:
        raise WrongPin("It takes the PIN of who sits there, or the token of the seat.")
    await services.pins.verify(player, pin)

    def speak(match: Match, at: datetime) -> Sequence[MatchEvent]:
        if match.seats[seat] != player:
            raise NotPossible("/seat", "Somebody else sits there by now.")
        return command(match, ConfirmedBy.PIN, at, principal.token_id)

    return speak


async def _written(
    services: Services,
    principal: Principal,
    match_id: UUID,
    command: Callable[[Match, datetime], Sequence[MatchEvent]],
) -> Response[ResultWritten]:
    written = await services.match_commands.revise(match_id, command, admit=partial(verify_readable, principal))
    match = await services.matches.at_version(match_id, written.last_version)
    result = result_answer(match, sight(principal, match, None))
    assert result is not None, "a match that has ended has a result"  # noqa: S101  # else the command is refused
    answer = ResultWritten(match.version, written.position, result)
    return Response(answer, headers={"ETag": etag(match.version)}, status_code=201 if written.events else 200)
