"""A variation becomes a match of its own."""

from datetime import UTC, datetime

from litestar import Response, post
from litestar.di import NamedDependency

from domain.kernel.viewer import RECORDER
from domain.match.commands import NotPossible
from service.api.match_access import may_write, see
from service.api.match_answers import match_answer
from service.api.parameters import MatchId
from service.api.schemas.matches import MatchAnswer
from service.api.variation_reads import VariationId, shown_variation
from service.auth.access import Principal, sight
from service.commands.promotion import promote_to_match
from service.http.conditional import etag, idempotency_key
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.kinds import (
    NOT_POSSIBLE,
)
from service.process.container import Services


@post(
    "/matches/{match_id:uuid}/variations/{variation_id:uuid}/promotion",
    operation_id="promoteVariation",
    tags=["variations"],
    summary="Go on with a variation as a match of its own",
    opt=Contract(idempotent=True, problems=(NOT_POSSIBLE,), headers=("Location",)).opt,
)
async def promote_variation(
    match_id: MatchId, variation_id: VariationId, services: NamedDependency[Services], request: AnyRequest
) -> Response[MatchAnswer]:
    """A new match that is the same up to where the variation leaves, and then the variation; it can be played on.

    It doesn't count in statistics. The same line gives the same match again. A match that keeps its secrets can't be
    gone on with so: a match of its own would tell them.
    """
    principal = await may_write(services, request, match_id)
    access = await see(services, request, match_id, None)
    variations = await services.notes.variations_of(match_id)
    variation = shown_variation(variations, variation_id, access)
    if sight(Principal(), access.match, None) is not RECORDER:
        raise NotPossible("", "The match keeps its secrets, which a match of its own would tell.")
    written = await promote_to_match(
        services.event_store,
        services.match_commands.seeds,
        match_id,
        access.match,
        variations,
        variation,
        at=datetime.now(UTC),
        by=principal.token_id,
        key=idempotency_key(request, principal, b""),
    )
    match = await services.matches.at_version(written.originator_id, written.last_version)
    answer = await match_answer(services, written.originator_id, match, sight(principal, match, None), written.position)
    headers = {"Location": f"/api/v1/matches/{written.originator_id}", "ETag": etag(match.version)}
    return Response(answer, headers=headers)
