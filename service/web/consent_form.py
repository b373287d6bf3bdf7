"""The form in which a person agrees that matches are in data sets for research, or takes that back."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from service.api.persons import person_of
from service.api.players import PlayerId
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.process.container import Services
from service.web.forms import read_form
from service.web.rendering import fresh_page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of


@get("/players/{player_id:uuid}/consent", include_in_schema=False)
async def consent_page(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest
) -> Response[bytes]:
    """What a data set holds, and the form that agrees or takes that back."""
    principal = await visitor_of(services, request)
    principal.require("record")
    person = await person_of(services, principal, player_id)
    return fresh_page(request, "consent.html", person=person, consent=await services.consents.of(person.id))


@post("/players/{player_id:uuid}/consent", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def record_consent(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """It holds for data sets that are made from now on."""
    principal = await visitor_of(services, request)
    principal.require("record")
    person = await person_of(services, principal, player_id)
    form = read_form(request, body, ("agreed",))
    await services.consents.put(person.id, agreed=form["agreed"] == "yes", by=principal.token_id)
    return see_other(f"/players/{person.id}")
