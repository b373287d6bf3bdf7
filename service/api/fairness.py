"""Whether the service has drawn fairly: what it was committed to beforehand, and what follows from that."""

from functools import partial
from typing import Any
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec.structs import asdict

from domain.match.fairness import draws
from domain.match.match import Match
from service.api.match_access import lasting_json, see
from service.api.parameters import MatchId
from service.api.schemas.fairness import DrawAnswer, FairnessAnswer, SeedAnswer
from service.eventstore.seeds import revealed
from service.http.requests import AnyRequest
from service.process.container import Services


@get(
    "/matches/{match_id:uuid}/fairness",
    operation_id="getFairness",
    tags=["play"],
    summary="Whether the service has drawn fairly",
)
async def get_fairness(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest
) -> Response[FairnessAnswer]:
    """The commitments to the seeds by which the service draws in this match.

    Once the match is open to all, these are revealed, too, with whether each draw follows from its seed; everybody
    can check that by the derivation, which is documented.
    """
    access = await see(services, request, match_id, None)
    return await lasting_json(
        request, match_id, access, partial(services.blocking, _fairness, services, match_id, access.match)
    )


def _fairness(services: Services, match_id: UUID, match: Match) -> FairnessAnswer:
    seeds = revealed(match_id, match, services.match_commands.seeds.of(match_id, match))
    by_version = {commitment.since: seed for commitment, seed in seeds.items()}
    events: Any = (event for _, event in services.matches.events(match_id, upto=match.version)) if seeds else ()
    drawn = tuple(DrawAnswer(**asdict(draw)) for draw in draws(events, by_version))
    seed_answers = (
        SeedAnswer(one.since, one.digest, seeds[one].hex() if one in seeds else None) for one in match.commitments
    )
    return FairnessAnswer(
        match.version, tuple(seed_answers), drawn, all(draw.follows for draw in drawn) if seeds else None
    )
