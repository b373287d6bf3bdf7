"""What arbiters have changed in a match."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency

from domain.match.match import Match
from domain.match.rulings import RulingMade, rulings
from service.api.match_access import MatchAccess, see
from service.api.parameters import MatchId, ViewerName
from service.api.result_answers import change_answer
from service.api.schemas.results import ChangeList
from service.auth.access import viewer_name
from service.http.conditional import tag_of, versioned
from service.http.requests import AnyRequest
from service.process.container import Services


@get(
    "/matches/{match_id:uuid}/changes",
    operation_id="listChanges",
    tags=["results"],
    summary="What was changed after the result was sealed",
)
async def list_changes(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, viewer: ViewerName = None
) -> Response[ChangeList]:
    """Each change by an arbiter: what was before, what is after it, who made it, when and why."""
    access = await see(services, request, match_id, viewer)
    answer = await changes_of(services, match_id, access)
    return versioned(request, tag_of(access.match.version, answer, viewer_name(access.viewer)), answer)


async def changes_of(services: Services, match_id: Any, access: MatchAccess) -> ChangeList:
    """What arbiters have changed in a match, as who asks may know it."""
    made = await services.blocking(partial(_made, services, match_id, access.match))
    seats = {player for ruling in made for match in (ruling.before, ruling.after) for player in match.seats}
    names = await services.player_names.of(seats)
    return ChangeList(tuple(change_answer(ruling, access.viewer, dict(names)) for ruling in made))


def _made(services: Services, match_id: Any, match: Match) -> Sequence[RulingMade]:
    return list(rulings(event for _, event in services.matches.events(match_id, upto=match.version)))
