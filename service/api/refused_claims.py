"""What seats claimed of cards, and the record refused."""

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from service.api.match_access import (
    may_write,
    see,
)
from service.api.parameters import MatchId
from service.api.schemas.play import (
    RefusedClaimItem,
    RefusedClaimList,
)
from service.http.conditional import digest_of, versioned
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.process.container import Services


@get(
    "/matches/{match_id:uuid}/refused-claims",
    operation_id="listRefusedClaims",
    tags=["play"],
    summary="What seats claimed and the record couldn't take",
    opt=Contract(scope="record").opt,
)
async def list_refused_claims(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[RefusedClaimList]:
    """Actions of seats that contradict what the record knows of others, with the reason that the seats don't get."""
    await may_write(services, request, match_id)
    await see(services, request, match_id, None)
    items = [
        RefusedClaimItem(
            seat=refused.seat,
            step=refused.step,
            action=msgspec.Raw(refused.action),
            clause=refused.clause,
            reason=refused.reason,
            tried_at=refused.tried_at,
        )
        for refused in await services.refused_claims.of(match_id)
    ]
    content = msgspec.json.encode(RefusedClaimList(tuple(items)))
    return versioned(request, digest_of(content), content)
