"""Joining by a code: a browser gets a session of its own."""

from contextlib import suppress
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, RawBody

from service.api.match_access import address_of
from service.auth.code import read_code, spelled
from service.auth.errors import AccessDenied
from service.http.requests import AnyRequest, notes_of
from service.http.session import verify_own_form
from service.process.container import Services
from service.web.forms import read_form
from service.web.rendering import fault_page, page
from service.web.sign_in import begin_session
from service.web.visitor import visitor_of

_NO_GOOD = 422


@get(["/join", "/join/{code:str}"], include_in_schema=False)
async def join_page(
    services: NamedDependency[Services],
    request: AnyRequest,
    code: Annotated[str, PathParameter(description="A code, in the form already.")] = "",
) -> Response[bytes]:
    """The form, with the code that a QR code brought. Nothing is looked up: a picture of the page uses up no code."""
    with suppress(AccessDenied):  # as where one signs in
        await visitor_of(services, request)
    known = read_code(code)
    return page(request, "join.html", code=spelled(known) if known else "", wrong=False)


@post("/join", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def join(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[bytes]:
    """A session for who has a good code, which leads to the match of a seat, or home."""
    code = read_form(request, body, ("code",))["code"]
    joined = await services.joining.join(code, address_of(request))
    if joined is None:
        return fault_page(request, "join.html", _NO_GOOD, {}, code=code, wrong=True)
    to = "/" if joined.match_id is None else f"/matches/{joined.match_id}"
    answer = await begin_session(services, request, joined.session, to)
    notes_of(request.scope).token_id = joined.token_id  # and no longer that of the session before
    return answer
