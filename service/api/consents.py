"""Whether people agree that their matches are in data sets for research."""

import msgspec
from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import RawBody

from service.api.match_access import may_write
from service.api.persons import person_of
from service.api.players import PlayerId
from service.api.schemas.players import ConsentRequest
from service.http.bodies import read_body
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.consents import Consent

_consent = msgspec.json.Decoder(ConsentRequest)


@get(
    "/players/{player_id:uuid}/consent",
    operation_id="getConsent",
    tags=["players"],
    summary="Whether a person agrees to research",
    opt=Contract(scope="record").opt,
)
async def get_consent(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest) -> Consent:
    """What the person has said last; nobody agrees who hasn't said so."""
    principal = await may_write(services, request)
    person = await person_of(services, principal, player_id)
    return await services.consents.of(person.id)


@put(
    "/players/{player_id:uuid}/consent",
    operation_id="setConsent",
    tags=["players"],
    summary="Record whether a person agrees to research",
    opt=Contract(body=ConsentRequest).opt,
)
async def set_consent(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Consent:
    """Matches go into a data set only if all of their people agree. It holds for data sets that are made from now on.

    Who is recorded here as agreeing has to have said so. Every change is kept, with its time and token.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _consent)
    person = await person_of(services, principal, player_id)
    await services.consents.put(person.id, agreed=wanted.agreed, by=principal.token_id)
    return await services.consents.of(person.id)
