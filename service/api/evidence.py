"""What shows that the log wasn't changed: its head, signed, and proofs."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from replays.records.form import Evidence
from service.api.match_access import principal_of, see
from service.api.parameters import MAX_STEP, MatchId
from service.api.records import reader_of_all
from service.api.schemas.evidence import ConsistencyAnswer, HeadAnswer
from service.eventstore.errors import NotFound
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import EVIDENCE_BEHIND, FORBIDDEN, UNKNOWN_POSITION
from service.process.container import Services
from service.queries.witness import LaterThanLog, SignedHead, in_base64


@get("/log/head", operation_id="getLogHead", tags=["operations"], summary="The head of the log")
async def get_log_head(services: NamedDependency[Services], request: AnyRequest) -> HeadAnswer:
    """How long the log is and what it contains, in one hash that is signed.

    Who keeps it can show later that nothing up to there was changed, taken out or put in since. It tells nothing of
    what was recorded.
    """
    await principal_of(services, request)
    return _answer(services, await services.blocking(services.witness.head))


@get(
    "/log/consistency",
    operation_id="getLogConsistency",
    tags=["operations"],
    summary="That the log only grew",
    opt=Contract(problems=(UNKNOWN_POSITION,)).opt,
)
async def get_log_consistency(
    services: NamedDependency[Services],
    request: AnyRequest,
    first: Annotated[int, QueryParameter(ge=0, description="The `size` of an earlier head.")] = 0,
) -> ConsistencyAnswer:
    """The proof that the log of the head of now begins with that of an earlier head."""
    await principal_of(services, request)
    try:
        head, path = await services.blocking(services.witness.consistency, first)
    except LaterThanLog as error:
        raise ProblemError(UNKNOWN_POSITION, str(error), parameter="first") from None
    return ConsistencyAnswer(first, tuple(map(in_base64, path)), _answer(services, head))


@get(
    "/matches/{match_id:uuid}/proof",
    operation_id="getMatchProof",
    tags=["records"],
    summary="That a match is in the log",
    opt=Contract(problems=(FORBIDDEN, EVIDENCE_BEHIND), unversioned=True).opt,
)
async def get_match_proof(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    version: Annotated[
        int | None,
        QueryParameter(ge=1, le=MAX_STEP, description="Only the events up to this version; all, if not given."),
    ] = None,
) -> Response[Evidence]:
    """The events of the match as they were stored, and the proof that they are in the log of a signed head.

    They tell all, so this takes the same right as the record.
    """
    access = await see(services, request, match_id, None)
    reader_of_all(access.principal, access.match)
    last = access.match.version  # what is recorded from now on may have secrets again
    if version is not None and version > last:
        raise NotFound(match_id)
    evidence = await services.blocking(services.witness.evidence_of, match_id, version or last)
    return Response(evidence, headers={"Cache-Control": "no-store"})


def _answer(services: Services, head: SignedHead) -> HeadAnswer:
    return HeadAnswer(head.size, in_base64(head.root), head.note, str(services.witness.key.verifying))
