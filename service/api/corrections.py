"""Mistakes and ends: actions taken back or corrected, matches ended by people. Nothing is ever deleted."""

from collections.abc import Callable, Container, Sequence
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from domain.kernel.chance import Chance
from domain.match import amendments, commands
from domain.match.confirming import Ruling
from domain.match.events import ActionsRetracted, MatchEvent
from domain.match.folding import fold
from domain.match.match import Match
from domain.match.undoing import verify_undo
from service.api.amendments import UNCHANGED, verify_whole
from service.api.arbitrating import ruling_of
from service.api.explaining import explained
from service.api.match_access import may_correct, may_play
from service.api.match_answers import played_answer
from service.api.parameters import MatchId
from service.api.schemas.corrections import (
    ReasonRequest,
    RestorationRequest,
    RetractionRequest,
)
from service.api.schemas.play import PlayedAnswer
from service.auth.access import Principal, verify_readable
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit, read_body
from service.http.conditional import etag, idempotency_key, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, INVALID_TEXT, NOT_POSSIBLE
from service.process.container import Services
from service.validation.text import NOTE_LENGTH

_retraction = msgspec.json.Decoder(RetractionRequest)
_restoration = msgspec.json.Decoder(RestorationRequest)
_reason = msgspec.json.Decoder(ReasonRequest)

_ENDING: Final = Contract(
    body=ReasonRequest, idempotent=True, conditional=True, arbitrated=True, problems=(NOT_POSSIBLE, INVALID_TEXT, BUSY)
)
"""What the operations promise that end a match, or let it go on."""


@post(
    "/matches/{match_id:uuid}/retractions",
    operation_id="retractActions",
    tags=["corrections"],
    summary="Take actions back",
    opt=Contract(
        body=RetractionRequest,
        idempotent=True,
        conditional=True,
        arbitrated=True,
        problems=(NOT_POSSIBLE, INVALID_TEXT, BUSY),
    ).opt,
)
async def retract_actions(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """All actions after a step are taken back, by a further event; they stay in the log and can be restored.

    What the server has drawn right after that step stands, so that nobody draws twice. A match that people ended goes
    on. A seat's own token may take back what the match's option `undo` lets it.
    """
    principal = await may_play(services, request, match_id)
    wanted = read_body(request, body, _retraction)
    reason = fit(wanted.reason, NOTE_LENGTH, "/reason", lines=True)

    def retract(match: Match, at: datetime, _: Chance) -> Sequence[MatchEvent]:
        if principal.seat is not None:
            verify_undo(match, principal.seat, wanted.to_step)
        return [commands.retract(match, wanted.to_step, reason, at=at, by=principal.token_id)]

    return await _revised(services, request, principal, match_id, retract, body)


@post(
    "/matches/{match_id:uuid}/restorations",
    operation_id="restoreActions",
    tags=["corrections"],
    summary="Restore what was taken back",
    opt=Contract(
        body=RestorationRequest,
        idempotent=True,
        conditional=True,
        arbitrated=True,
        also=UNCHANGED,
        problems=(NOT_POSSIBLE, INVALID_TEXT, BUSY),
    ).opt,
)
async def restore_actions(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """What a retraction or an amendment took back is played again, in the place of what came since.

    If people had ended the match then, it is ended again.
    """
    principal = await may_correct(services, request, match_id)
    wanted = read_body(request, body, _restoration)
    reason = fit(wanted.reason, NOTE_LENGTH, "/reason", lines=True)

    def restore(match: Match, at: datetime, chance: Chance) -> Sequence[MatchEvent]:
        retracted = _retraction_at(services, match_id, wanted.version, match)
        before = services.matches.read_version(match_id, wanted.version - 1)
        amendment = amendments.restore(
            match, before, retracted.to_step, reason, chance=chance, at=at, by=principal.token_id
        )
        verify_whole(amendment)
        return amendments.only_changes(match, amendment).events

    async with explained(services, request, match_id):
        return await _revised(services, request, principal, match_id, restore, body)


def _retraction_at(services: Services, match_id: UUID, version: int, match: Match) -> ActionsRetracted:
    if version <= match.version:
        for _, event in services.matches.events(match_id, after=version - 1, upto=version):
            if isinstance(event, ActionsRetracted):
                return event
    raise ProblemError(NOT_POSSIBLE, f"The event {version} takes nothing back.", pointer="/version")


@post(
    "/matches/{match_id:uuid}/conclusion",
    operation_id="concludeMatch",
    tags=["corrections"],
    summary="End a match by agreement",
    opt=_ENDING.opt,
)
async def conclude_match(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """The match ends before the rules end it, and counts as it stands."""
    return await _ended(services, request, match_id, body, commands.conclude)


@post(
    "/matches/{match_id:uuid}/abandonment",
    operation_id="abandonMatch",
    tags=["corrections"],
    summary="Break a match off",
    opt=_ENDING.opt,
)
async def abandon_match(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """The match ends without a winner and counts for nothing."""
    return await _ended(services, request, match_id, body, commands.abandon)


@post(
    "/matches/{match_id:uuid}/reopening",
    operation_id="reopenMatch",
    tags=["corrections"],
    summary="Let a match go on",
    opt=_ENDING.opt,
)
async def reopen_match(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """A match that was concluded or abandoned goes on; one that the rules ended takes a retraction."""
    return await _ended(services, request, match_id, body, commands.reopen)


async def _ended(
    services: Services, request: AnyRequest, match_id: UUID, body: bytes, command: Callable[..., MatchEvent]
) -> Response[PlayedAnswer]:
    principal = await may_correct(services, request, match_id)
    reason = fit(read_body(request, body, _reason).reason, NOTE_LENGTH, "/reason", lines=True)

    def end(match: Match, at: datetime, _: Chance) -> Sequence[MatchEvent]:
        return [command(match, reason, at=at, by=principal.token_id)]

    return await _revised(services, request, principal, match_id, end, body)


async def _revised(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    match_id: UUID,
    command: Callable[[Match, datetime, Chance], Sequence[MatchEvent]],
    body: bytes,
) -> Response[PlayedAnswer]:
    if_match, key = wanted_versions(request), idempotency_key(request, principal, body)
    ruling = await ruling_of(services, request, principal, match_id)
    written = await revise_match(services, principal, match_id, command, ruling=ruling, if_match=if_match, key=key)
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = played_answer(match, principal, written)
    return Response(answer, headers={"ETag": etag(match.version)}, status_code=201 if written.events else 200)


async def revise_match(
    services: Services,
    principal: Principal,
    match_id: UUID,
    command: Callable[[Match, datetime, Chance], Sequence[MatchEvent]],
    *,
    ruling: Ruling | None = None,
    if_match: Container[int] | None = None,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Write the events of `command`, after which the server may have to draw; a sealed match takes a `ruling`."""

    def go_on(match: Match, at: datetime, chance: Chance) -> Sequence[MatchEvent]:
        events = [*command(match, at, chance)]
        commands.let_server_draw(fold(match, events), events, chance, at=at, by=principal.token_id)
        return events

    admit = partial(verify_readable, principal)
    return await services.match_commands.correct(
        match_id, go_on, admit=admit, ruling=ruling, if_match=if_match, key=key
    )
