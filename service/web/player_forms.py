"""The forms that rename a person, and merge two that are one or undo that; each asks again."""

from typing import Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, RawBody

from service.api.persons import person_of
from service.api.players import PlayerId
from service.api.schemas.players import PlayerRef
from service.auth.access import Principal
from service.http.bodies import fit
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.validation.text import NAME_LENGTH
from service.web.filters import Filters
from service.web.forms import read_form
from service.web.people_page import short_ids
from service.web.rendering import fresh_page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_OFFERED: Final = 200
_REFUSED: Final = 422


@get("/players/{player_id:uuid}/rename", include_in_schema=False)
async def rename_page(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The form for another name."""
    _, person = await _asked(services, request, player_id)
    return _rename_form(request, person, person.name, None)


@post("/players/{player_id:uuid}/rename", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def rename(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """Every match shows the new name; somebody who has it already is asked about first."""
    principal, person = await _asked(services, request, player_id)
    form = read_form(request, body, ("name", "known"))
    try:
        name = fit(form["name"], NAME_LENGTH, "/name", required=True)
    except ProblemError as problem:
        answer = _rename_form(request, person, form["name"], problem.detail)
        answer.status_code = _REFUSED
        return answer
    others = await services.people.namesakes([name], principal.lists)
    namesakes = [other for other in others[name] if other.id != person.id]
    if namesakes and form["known"] != name:
        return _rename_form(request, person, name, None, [PlayerRef(one.id, one.name) for one in namesakes])
    await services.people.rename(person.id, name)
    return see_other(f"/players/{person.id}")


@get("/players/{player_id:uuid}/merge", include_in_schema=False)
async def merge_page(
    player_id: PlayerId,
    services: NamedDependency[Services],
    request: AnyRequest,
    name: FromQuery[str | None] = None,
    into: FromQuery[UUID | None] = None,
) -> Response[bytes]:
    """Whom the person may turn out to be; of one of these, what merging means, and the form that does it."""
    principal, person = await _asked(services, request, player_id)
    if into is None:
        rows = await services.participants.people("all", name or None, None, _OFFERED)
        people = [row for row in rows if row.id != person.id]
        dates = await services.participants.dates_of([row.id for row in people])
        return fresh_page(
            request,
            "merge.html",
            person=person,
            into=None,
            people=people,
            short_ids=short_ids(rows),
            dates=dates,
            name=name or "",
        )
    other = await person_of(services, principal, into)
    if other.id == person.id:
        raise ProblemError(INVALID_REQUEST, "It takes two different people.", parameter="into")
    matches = await services.statistics.count(Filters(player=person.id).wanted(principal))
    return fresh_page(request, "merge.html", person=person, into=other, matches=matches)


@post("/players/{player_id:uuid}/merge", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def merge(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The matches of one count for the other from now on."""
    principal, person = await _asked(services, request, player_id)
    form = read_form(request, body, ("into", "sure"))
    try:
        into = UUID(form["into"])
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "That is no id of a player.", pointer="/into") from None
    await services.merges.merge(person.id, into, by=principal.token_id, key=None)
    return see_other(f"/players/{into}")


@post("/players/{player_id:uuid}/unmerge", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def unmerge(
    player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A player who was merged is a person of its own again."""
    principal = await visitor_of(services, request)
    principal.require("record")
    read_form(request, body, ("sure",))
    await services.merges.undo(player_id, by=principal.token_id, key=None)
    return see_other(f"/players/{player_id}")


async def _asked(services: Services, request: AnyRequest, player_id: UUID) -> tuple[Principal, PlayerRef]:
    """Who sent the request, who may record, and the person that it is about.

    Raises:
        AccessDenied, PlayerNotFound: as of the API.
    """
    principal = await visitor_of(services, request)
    principal.require("record")
    return principal, await person_of(services, principal, player_id)


def _rename_form(
    request: AnyRequest, person: PlayerRef, name: str, fault: str | None, namesakes: list[PlayerRef] | None = None
) -> Response[bytes]:
    return fresh_page(
        request,
        "rename.html",
        person=person,
        name=name,
        fault=fault,
        wrong=WORDS[language_of(request)]["fault_422"],
        namesakes=namesakes or [],
    )
