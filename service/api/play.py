"""A match as it is played: actions in, the table and its log out."""

import asyncio
from collections.abc import Container, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from domain.kernel.actions import ChanceAction, SeatAction
from domain.kernel.errors import RuleViolation
from domain.match.asking import ContradictsRecord, is_claim, rules_of_unknowns, verify_choice
from domain.match.match import Match
from service.api.explaining import EXPLAINED, with_explanation
from service.api.match_access import may_play, narrator_of
from service.api.match_answers import played_answer
from service.api.parameters import MatchId
from service.api.proposing import with_proposals
from service.api.schemas.common import MAX_ACTIONS
from service.api.schemas.play import (
    ActionsRequest,
    PlayedAnswer,
)
from service.auth.access import Principal, verify_readable
from service.commands.play import ActionRefused
from service.commands.refused_claims import ClaimRefused
from service.eventstore.errors import Overloaded
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey
from service.http.bodies import fit_moment, read_actions, read_body
from service.http.conditional import etag, idempotency_key, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import (
    BUSY,
    CONTRADICTS_RECORD,
    FORBIDDEN,
    INVALID_DATE,
    NEEDS_RECORDER,
    NOT_POSSIBLE,
    RESULT_SEALED,
    RULE_VIOLATION,
    TOO_LARGE,
)
from service.process.container import Services
from service.validation.strict_json import JsonError, read_strictly

QUICK_ACTIONS: Final = 8
"""Actions that are decided at once, while other requests wait, since a thread would take longer; see decision 18."""

_actions_request = msgspec.json.Decoder(ActionsRequest)
_encoder = msgspec.json.Encoder()


@post(
    "/matches/{match_id:uuid}/actions",
    operation_id="playActions",
    tags=["play"],
    summary="Record actions",
    opt=Contract(
        body=ActionsRequest,
        idempotent=True,
        conditional=True,
        problems=(RULE_VIOLATION, NOT_POSSIBLE, RESULT_SEALED, CONTRADICTS_RECORD, NEEDS_RECORDER, INVALID_DATE, BUSY),
    ).opt,
)
async def play_actions(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[PlayedAnswer]:
    """Each action is checked against the rules, in order; all are stored in one transaction, or none.

    Where the server deals, its draws follow as events of their own. The token of a seat plays for that seat only, one
    action a request.
    """
    principal = await may_play(services, request, match_id)
    answer = await played(services, request, principal, match_id, body)
    return Response(answer, headers={"ETag": etag(answer.version)})


async def played(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    match_id: UUID,
    body: bytes,
    begun: "asyncio.Future[AppendResult] | None" = None,
) -> PlayedAnswer:
    """Record the actions in the `body` of a request, for who may play; what is answered, if the rules allow them.

    What was `begun` of it, by :func:`recorded`, isn't done again.

    Raises:
        ProblemError, JsonError, and what a write raises.
    """
    wanted = read_body(request, body, _actions_request)
    verify_number(wanted.actions)
    try:
        if begun is not None:
            try:
                written = await asyncio.shield(begun)
            finally:
                del begun  # which has what it raises, which has this frame: a cycle
        else:
            written = await _recorded(
                services,
                principal,
                match_id,
                wanted,
                if_match=wanted_versions(request),
                key=idempotency_key(request, principal, body),
            )
    except EXPLAINED as error:
        problem = await with_explanation(services, request, match_id, error)
        raise await _with_proposals(services, request, principal, match_id, wanted.actions, problem) from None
    match = await services.matches.at_version(written.originator_id, written.last_version)
    return played_answer(match, principal, written)


async def recorded(services: Services, principal: Principal, match_id: UUID, body: bytes) -> AppendResult:
    """Record the actions in the `body` of a request that says nothing else, for who may play.

    Raises:
        ProblemError, JsonError, ActionRefused, ClaimRefused, and what a write raises.
    """
    wanted = read_strictly(body, _actions_request)
    verify_number(wanted.actions)
    return await _recorded(services, principal, match_id, wanted)


async def _recorded(
    services: Services,
    principal: Principal,
    match_id: UUID,
    wanted: ActionsRequest,
    *,
    if_match: Container[int] | None = None,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    played_at = None if wanted.played_at is None else fit_moment(wanted.played_at, "/played_at")
    return await record_actions(
        services, principal, match_id, wanted.actions, played_at=played_at, if_match=if_match, key=key
    )


async def _with_proposals(
    services: Services,
    request: AnyRequest,
    principal: Principal,
    match_id: UUID,
    raw_actions: Sequence[msgspec.Raw],
    problem: Exception,
) -> Exception:
    """`problem`, and what may have happened at the table, if that is asked of one action."""
    if len(raw_actions) != 1 or not isinstance(problem, ProblemError) or problem.refusal is None:
        return problem
    match = await services.matches.load(match_id)
    narrator = await narrator_of(services, request, match.seats)
    (action,) = read_actions(match, raw_actions)
    return await services.blocking(with_proposals, problem, principal, match, action, narrator)


async def record_actions(
    services: Services,
    principal: Principal,
    match_id: UUID,
    raw_actions: Sequence[msgspec.Raw],
    *,
    played_at: datetime | None = None,
    if_match: Container[int] | None = None,
    key: IdempotencyKey | None = None,
) -> AppendResult:
    """Record actions, as JSON, for who may play; a seat's claims are counted.

    Raises:
        ProblemError, ActionRefused, ClaimRefused, and what a write raises.
    """
    claimed = await _is_claim(services, principal, match_id, raw_actions, key)

    def actions(match: Match) -> list[Any]:
        read = read_actions(match, raw_actions)
        if principal.seat is not None:
            verify_own(principal.seat, read)
            _verify_possible(match, read[0], claimed=claimed)
        return read

    async def record() -> AppendResult:
        return await services.match_commands.play(
            match_id,
            actions,
            admit=partial(verify_readable, principal),
            played_at=played_at,
            if_match=if_match,
            by=principal.token_id,
            key=key,
            quick=len(raw_actions) <= QUICK_ACTIONS,
        )

    if principal.seat is None or not claimed:
        return await record()
    return await services.refused_claims.tried(match_id, principal.seat, record)


async def _is_claim(
    services: Services,
    principal: Principal,
    match_id: UUID,
    raw_actions: Sequence[msgspec.Raw],
    key: IdempotencyKey | None,
) -> bool:
    """Whether what a seat sends is something that the record may refuse for what it knows of others, and it is new."""
    if principal.seat is None:
        return False
    at_hand = services.matches.cached(match_id)
    if at_hand is not None and rules_of_unknowns(at_hand) is None:
        return False
    match = await services.matches.load(match_id)
    if match.early_end is not None or await services.matches.find_by_key(key):
        return False
    try:
        read = read_actions(match, raw_actions)
        verify_own(principal.seat, read)
    except (JsonError, ProblemError):  # it is refused in its turn
        return False
    return is_claim(match, read[0])


def verify_number(actions: Sequence[msgspec.Raw]) -> None:
    """Refuse more actions than one request may have.

    Raises:
        ProblemError: 413.
    """
    if len(actions) > MAX_ACTIONS:
        raise ProblemError(TOO_LARGE, f"{len(actions)} actions; {MAX_ACTIONS} are the most.", pointer="/actions")


def verify_own(seat: int, actions: Sequence[Any]) -> None:
    """Refuse what the token of a seat may not play: what others do, and more than one action.

    Several actions would let a seat look at what follows from the first, such as a draw or the choices of others, and
    have it refused together with the next one if it doesn't please.

    Raises:
        ProblemError: 403 for another's action, 422 for more than one.
    """
    for index, action in enumerate(actions):
        if not isinstance(action, SeatAction):
            chance = isinstance(action, ChanceAction)
            detail = "Chance is for the recorder or the server." if chance else "To adjust the table is for a recorder."
            raise ProblemError(FORBIDDEN, detail, pointer=f"/actions/{index}")
        if action.seat != seat:
            detail = f"The token is for seat {seat} only."
            raise ProblemError(FORBIDDEN, detail, pointer=f"/actions/{index}/seat")
    if len(actions) > 1:
        raise ProblemError(NOT_POSSIBLE, "The token of a seat plays one action a request.", pointer="/actions/1")


def _verify_possible(match: Match, action: SeatAction, *, claimed: bool) -> None:
    """Refuse what a seat can't play, by what it knows; a claim only as one of the few that it has.

    Raises:
        ActionRefused: the rules refuse it, whatever the others hold and have chosen in secret.
        ClaimRefused: they refuse it because of what the others hold.
        Overloaded: it is a claim, and hadn't been one before somebody else wrote.
    """
    if match.early_end is not None:
        return
    if not claimed and is_claim(match, action):
        raise Overloaded("The match has moved on at this moment.")
    try:
        verify_choice(match, action)
    except RuleViolation as violation:
        raise ActionRefused(0, match.step, match.pending, violation) from None
    except ContradictsRecord as refused:
        raise ClaimRefused(match.step, action, refused.violation) from None
