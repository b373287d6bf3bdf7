"""The form by which a person sets a PIN, on a recorder's phone."""

import re
from http import HTTPStatus

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from service.api.persons import person_of
from service.api.pins import pin_set
from service.api.players import PlayerId
from service.api.schemas.players import PlayerRef
from service.auth.access import Principal
from service.auth.pins import WrongPin
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.process.container import Services
from service.web.forms import read_form
from service.web.rendering import fresh_page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_PIN = re.compile("[0-9]{4}")


@get("/players/{player_id:uuid}/pin", include_in_schema=False)
async def pin_page(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The form for a PIN; it asks for the one until now, where there is one."""
    principal = await visitor_of(services, request)
    principal.require("record")
    return await _page(services, request, principal, await person_of(services, principal, player_id))


@post("/players/{player_id:uuid}/pin", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def set_pin(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The person confirms results by it from now on."""
    principal = await visitor_of(services, request)
    principal.require("record")
    person = await person_of(services, principal, player_id)
    form = read_form(request, body, ("pin", "old"))
    words = WORDS[language_of(request)]
    if not _PIN.fullmatch(form["pin"]):
        return await _page(services, request, principal, person, words["pin_is_four_digits"])
    try:
        await pin_set(services, principal, person.id, form["pin"], form["old"] or None)
    except WrongPin:
        return await _page(services, request, principal, person, words["result_wrong_pin"])
    return see_other(f"/players/{person.id}")


async def _page(
    services: Services, request: AnyRequest, principal: Principal, person: PlayerRef, refused: str = ""
) -> Response[bytes]:
    known = bool(await services.pins.known_of([person.id]))
    asks_old = known and not principal.may("admin")
    answer = fresh_page(request, "pin.html", person=person, known=known, asks_old=asks_old, refused=refused)
    if refused:
        answer.status_code = HTTPStatus.FORBIDDEN
    return answer
