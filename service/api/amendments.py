"""Earlier actions corrected: all that follow are checked again by the rules."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final, TypeAlias

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import UNSET
from msgspec.structs import asdict, replace

from domain.kernel.chance import Chance
from domain.kernel.errors import Refusal
from domain.kernel.pending import AwaitSeats
from domain.kernel.viewer import RECORDER
from domain.match import amendments
from domain.match.amendments import Amendment, Obstacle
from domain.match.events import MatchEvent
from domain.match.match import Match
from service.api.arbitrating import ruling_of
from service.api.explaining import explained, explanation_of
from service.api.match_access import match_to_try, may_correct, narrator_of
from service.api.match_answers import played_answer
from service.api.parameters import MatchId
from service.api.play import verify_number
from service.api.schemas.corrections import (
    AmendmentAnswer,
    AmendmentRequest,
    ObstacleAnswer,
)
from service.api.schemas.play import PlayedAnswer
from service.auth.access import verify_readable
from service.commands.play import ActionRefused
from service.http.bodies import fit, read_actions, read_body
from service.http.conditional import etag, idempotency_key, wanted_versions
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import AMENDMENT_CONFLICT, BUSY, INVALID_TEXT, NOT_POSSIBLE, RULE_VIOLATION
from service.process.container import Services
from service.validation.text import NOTE_LENGTH

_amendment = msgspec.json.Decoder(AmendmentRequest)


Explain: TypeAlias = Callable[[Refusal], Explanation]

UNCHANGED: Final = {200: "It is so already; nothing was written."}


@post(
    "/matches/{match_id:uuid}/amendments",
    operation_id="amendActions",
    tags=["corrections"],
    summary="Correct an earlier action",
    opt=Contract(
        body=AmendmentRequest,
        idempotent=True,
        conditional=True,
        arbitrated=True,
        also=UNCHANGED,
        problems=(NOT_POSSIBLE, INVALID_TEXT, BUSY, RULE_VIOLATION, AMENDMENT_CONFLICT),
    ).opt,
)
async def amend_actions(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[AmendmentAnswer]:
    """Replace, insert or remove actions at an earlier step; all that follow are checked again by the rules.

    When one of them no longer stands, nothing is changed: 409 tells which, and what would be legal there. With
    `keep: prefix` what stands is kept, and the match goes on from there; with `dry_run` nothing is ever written, nor
    where nothing would change. Where the server deals, what it draws at a place is what it has drawn there, or would
    have.
    """
    principal = await may_correct(services, request, match_id)
    wanted = read_body(request, body, _amendment)
    verify_number(wanted.actions)
    reason = fit(wanted.reason, NOTE_LENGTH, "/reason", lines=True)

    def amendment_of(match: Match, at: datetime, chance: Chance) -> Amendment:
        actions = read_actions(match, wanted.actions)
        amendment = amendments.amend(
            match,
            wanted.step,
            wanted.remove,
            actions,
            reason,
            chance=chance,
            at=at,
            by=principal.token_id,
        )
        _verify_new_actions(amendment)
        return amendments.only_changes(match, amendment)

    def tried(match: Match) -> Amendment:
        return amendment_of(match, match.updated_at, services.match_commands.seeds.chance_of(match_id, match))

    async def explain(match: Match) -> Explain:
        narrator = await narrator_of(services, request, match.seats)
        return partial(explanation_of, match.game, names=narrator.names, language=narrator.language)

    if_match, key = wanted_versions(request), idempotency_key(request, principal, body)
    ruling = await ruling_of(services, request, principal, match_id)
    if wanted.dry_run:
        match = await match_to_try(services, principal, match_id, if_match, ruling)
        async with explained(services, request, match_id):
            amendment = await services.blocking(tried, match)
        answer = played_answer(amendment.match, principal, None)
        return _amended(answer, amendment, match.version, await explain(match), dry_run=True)

    made: list[Amendment] = []

    def amend(match: Match, at: datetime, chance: Chance) -> Sequence[MatchEvent]:
        made[:] = [amendment_of(match, at, chance)]
        if wanted.keep == "all":
            verify_whole(made[0])
        return made[0].events

    admit = partial(verify_readable, principal)
    async with explained(services, request, match_id):
        written = await services.match_commands.correct(
            match_id, amend, admit=admit, ruling=ruling, if_match=if_match, key=key
        )
    if not made or made[0].events[1:] != written.events[1:]:  # a retry is answered as the first request was
        before = await services.matches.at_version(written.originator_id, written.first_version - 1)
        made = [await services.blocking(tried, before)]
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = played_answer(match, principal, written)
    status = 201 if written.events else 200
    return _amended(answer, made[0], match.version, await explain(match), dry_run=False, status=status)


def _amended(
    answer: PlayedAnswer, amendment: Amendment, version: int, explain: Explain, *, dry_run: bool, status: int = 201
) -> Response[AmendmentAnswer]:
    obstacle = amendment.obstacle
    there = None if obstacle is None else replace(_obstacle_answer(obstacle), explanation=explain(obstacle.violation))
    content = AmendmentAnswer(
        **asdict(answer) | {"version": version},
        kept=amendment.kept,
        obstacle=there,
        dry_run=dry_run,
    )
    return Response(content, headers={"ETag": etag(version)}, status_code=status)


def _verify_new_actions(amendment: Amendment) -> None:
    """Refuse an amendment whose own actions the rules refuse."""
    obstacle = amendment.obstacle
    if obstacle is not None and obstacle.index is not None:
        raise ActionRefused(obstacle.index, obstacle.before.step, obstacle.before.pending, obstacle.violation)


def verify_whole(amendment: Amendment) -> None:
    """Refuse an amendment after which an action that followed no longer stands."""
    obstacle = amendment.obstacle
    if obstacle is not None:
        violation = obstacle.violation
        members = asdict(_obstacle_answer(obstacle))
        raise ProblemError(AMENDMENT_CONFLICT, violation.message, refusal=violation, **members)


def _obstacle_answer(obstacle: Obstacle) -> ObstacleAnswer:
    before = obstacle.before
    pending = before.pending
    asked = (*pending.seats, *pending.optional) if isinstance(pending, AwaitSeats) else ()
    legal = [before.legal_actions(seat, RECORDER) for seat in asked]
    return ObstacleAnswer(
        step=obstacle.step,
        clause=obstacle.violation.clause,
        pending=pending,
        legal=tuple(action for one in legal for action in one.listed),
        templates=tuple(template for one in legal for template in one.templates),
        identification=UNSET if obstacle.identification is None else obstacle.identification,
    )
