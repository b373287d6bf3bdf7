"""The page of a result: what those who took part say to it, and the forms to confirm, dispute and seal it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import UNSET, Struct

from domain.match import confirming
from domain.match.commands import NotPossible
from domain.match.confirming import ResultIsSealed
from domain.match.events import ConfirmedBy, MatchEvent
from domain.match.match import Match
from domain.subjects.titles import subject_title
from service.api.arbitrating import arbitrates, may_arbitrate
from service.api.match_access import may_play
from service.api.parameters import MatchId
from service.api.replay_view import ReplayView, replay_view_of
from service.api.result_answers import result_answer
from service.api.result_changes import changes_of
from service.api.results import spoken
from service.api.schemas.results import ResultAnswer
from service.auth.access import Principal, verify_readable
from service.auth.pins import WrongPin
from service.http.bodies import fit
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.validation.text import NOTE_LENGTH
from service.web.change_lines import change_lines
from service.web.forms import read_form, read_number
from service.web.rendering import fresh_page
from service.web.sign_in import see_other
from service.web.standings_view import standings_view
from service.web.visitor import visitor_of
from service.web.words import WORDS

_FORM: Final[dict[str, Any]] = {"guards": [verify_own_form], "include_in_schema": False}


class SeatSays(Struct, frozen=True):
    """What a seat says to the result, and what who looks at the page may say for it.

    Attributes:
        imported: whether its confirmation came with a record.
        disputed: the step that the seat disputes, if it does; `comment` says why, for who may know.
        speaks: whether it is the seat's own token that looks at the page, so that it needs no PIN.
        needs_pin: whether nothing can be said for it on this phone before who sits there has set a PIN.
        confirms, disputes, withdraws: what may be said for it.
    """

    seat: int
    player: UUID
    name: str
    confirmed: bool
    imported: bool
    disputed: int | None
    comment: str | None
    speaks: bool
    needs_pin: bool
    confirms: bool
    disputes: bool
    withdraws: bool


@get("/matches/{match_id:uuid}/result", include_in_schema=False)
async def result_page(match_id: MatchId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """How the match ended, who has confirmed that, and what arbiters have changed since."""
    return await _page(services, request, match_id)


async def _page(
    services: Services, request: AnyRequest, match_id: UUID, *, refused: str = "", step: int | None = None
) -> Response[bytes]:
    await visitor_of(services, request)
    view = await replay_view_of(services, request, match_id, None, None, None)
    match, access, narrator = view.match, view.access, view.narrator
    result = result_answer(match, access.viewer)
    if result is None:
        raise ProblemError(NOT_FOUND, "The match hasn't ended: there is no result yet.")
    may = access.principal.may
    changes = await changes_of(services, match_id, access)
    records = may("record") and access.principal.seat is None
    pins = await services.pins.known_of(match.seats) if records else set()
    shown = standings_view(match, narrator.names, match.standings(access.viewer), narrator.language)
    return fresh_page(
        request,
        "result.html",
        match_id=match_id,
        match=match,
        title=subject_title(match.game, match.options, narrator.language),
        seats=shown.seats,
        standings=shown,
        result=result,
        says=_says(view, result, pins, records=records),
        arbitrates=await arbitrates(services, access.principal, match_id),
        can_seal=confirming.can_seal(match),
        step=match.step if step is None else step,
        changes=change_lines(changes.items, narrator.names, narrator.language),
        refused=refused,
    )


def _says(view: ReplayView, result: ResultAnswer, pins: set[UUID], *, records: bool) -> list[SeatSays]:
    match = view.match
    confirmed = {one.seat: one for one in result.confirmations}
    disputes = {one.seat: one for one in result.disputes}

    def says(seat: int, player: UUID) -> SeatSays:
        speaks = view.access.principal.seat == seat
        may_say = speaks or (records and player in pins)
        confirms, withdraws = confirming.can_confirm(match, seat), confirming.can_withdraw(match, seat)
        return SeatSays(
            seat,
            player,
            view.narrator.names[seat],
            seat in confirmed,
            seat in confirmed and confirmed[seat].imported,
            disputes[seat].step if seat in disputes else None,
            None if seat not in disputes or disputes[seat].comment is UNSET else disputes[seat].comment,  # type: ignore[arg-type]
            speaks,
            needs_pin=records and not may_say and (confirms or withdraws),
            confirms=may_say and confirms,
            disputes=may_say and confirming.can_dispute(match, seat),
            withdraws=may_say and withdraws,
        )

    return [says(seat, player) for seat, player in enumerate(match.seats)]


@post("/matches/{match_id:uuid}/result/confirm", status_code=303, **_FORM)
async def confirm(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A seat takes the result that the page showed."""
    form = read_form(request, body, ("seat", "result", "pin"))
    seat, result = read_number(form["seat"]), read_number(form["result"])

    def command(match: Match, how: ConfirmedBy, at: datetime, by: str) -> Sequence[MatchEvent]:
        return confirming.confirm(match, seat, result, how, at=at, by=by)

    return await _said(services, request, match_id, seat, form["pin"], command)


@post("/matches/{match_id:uuid}/result/dispute", status_code=303, **_FORM)
async def dispute(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A seat says what is recorded wrongly, and where."""
    form = read_form(request, body, ("seat", "step", "comment", "pin"))
    seat, step = read_number(form["seat"]), read_number(form["step"])
    comment = fit(form["comment"], NOTE_LENGTH, "/comment", required=True, lines=True)

    def command(match: Match, how: ConfirmedBy, at: datetime, by: str) -> Sequence[MatchEvent]:
        return confirming.dispute(match, seat, how, step, comment, at=at, by=by)

    return await _said(services, request, match_id, seat, form["pin"], command)


@post("/matches/{match_id:uuid}/result/withdraw", status_code=303, **_FORM)
async def withdraw(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A seat no longer disputes the result."""
    form = read_form(request, body, ("seat", "pin"))
    seat = read_number(form["seat"])

    def command(match: Match, how: ConfirmedBy, at: datetime, by: str) -> Sequence[MatchEvent]:
        return [confirming.withdraw(match, seat, how, at=at, by=by)]

    return await _said(services, request, match_id, seat, form["pin"], command)


@post("/matches/{match_id:uuid}/result/decide", status_code=303, **_FORM)
async def decide(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """An arbiter decides what a seat disputes."""
    principal = await may_arbitrate(services, request, match_id)
    form = read_form(request, body, ("seat", "reason"))
    seat, reason = read_number(form["seat"]), _reason(form)

    def command(match: Match, at: datetime) -> Sequence[MatchEvent]:
        return [confirming.decide(match, seat, reason, at=at, by=principal.token_id)]

    return await _written(services, request, principal, match_id, command)


@post("/matches/{match_id:uuid}/result/seal", status_code=303, **_FORM)
async def seal(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """An arbiter seals the result."""
    principal = await may_arbitrate(services, request, match_id)
    reason = _reason(read_form(request, body, ("reason",)))

    def command(match: Match, at: datetime) -> Sequence[MatchEvent]:
        return [confirming.seal(match, reason, at=at, by=principal.token_id)]

    return await _written(services, request, principal, match_id, command)


def _reason(form: Mapping[str, str]) -> str:
    return fit(form["reason"], NOTE_LENGTH, "/reason", required=True, lines=True)


async def _said(
    services: Services,
    request: AnyRequest,
    match_id: UUID,
    seat: int,
    pin: str,
    command: Callable[[Match, ConfirmedBy, datetime, str], Sequence[MatchEvent]],
) -> Response[bytes]:
    principal = await may_play(services, request, match_id)
    try:
        said = await spoken(services, principal, match_id, seat, pin or UNSET, command)
    except WrongPin:
        return await _refused(services, request, match_id, "result_wrong_pin", HTTPStatus.FORBIDDEN)
    return await _written(services, request, principal, match_id, said)


async def _written(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    match_id: UUID,
    command: Callable[[Match, datetime], Sequence[MatchEvent]],
) -> Response[bytes]:
    try:
        await services.match_commands.revise(match_id, command, admit=partial(verify_readable, principal))
    except (NotPossible, ResultIsSealed):  # the result has changed since the page was made
        return await _refused(services, request, match_id, "result_overtaken", HTTPStatus.CONFLICT)
    return see_other(f"/matches/{match_id}/result")


async def _refused(
    services: Services, request: AnyRequest, match_id: UUID, word: str, status: HTTPStatus
) -> Response[bytes]:
    answer = await _page(services, request, match_id, refused=WORDS[language_of(request)][word])
    answer.status_code = status
    return answer
