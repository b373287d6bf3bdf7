"""Signing in at the pages with a token, and out again."""

from contextlib import suppress

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from service.api.match_access import address_of, principal_of
from service.auth.errors import AccessDenied, InvalidToken
from service.auth.secret import Bearer
from service.http.requests import AnyRequest, notes_of
from service.http.session import came_from, is_signed_in, local, signed_in, signed_out, verify_own_form
from service.problems.kinds import UNAUTHENTICATED
from service.process.container import Services
from service.web.forms import read_form
from service.web.rendering import fault_page, page
from service.web.visitor import visitor_of


@get("/sign-in", include_in_schema=False)
async def sign_in_page(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The form; who has filled it in gets back to the page that led to it."""
    with suppress(AccessDenied):  # a token that is good no longer doesn't keep anybody from another one
        await visitor_of(services, request)
    answer = page(request, "sign_in.html", to=came_from(request), wrong=False)
    answer.headers["Cache-Control"] = "no-store"  # the way back differs each time
    return answer


@post("/sign-in", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def sign_in(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[bytes]:
    """A session for who has a good token; one that is no good counts as it does in the API."""
    form = read_form(request, body, ("to", "token"))
    token, to = form["token"].strip(), local(form["to"])
    try:
        principal = await services.authentication.principal(f"Bearer {token}", address_of(request))
    except InvalidToken as refused:
        headers = {"WWW-Authenticate": refused.challenge}
        return fault_page(request, "sign_in.html", UNAUTHENTICATED.status, headers, to=to, wrong=True)
    answer = await begin_session(services, request, await services.sessions.begin(principal.token_id), to)
    notes_of(request.scope).token_id = principal.token_id  # and no longer that of the session before
    return answer


@post("/sign-out", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def sign_out(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The session has ended; the token that it stood for stays good."""
    await end_session(services, request)
    answer = see_other(came_from(request))
    answer.set_cookie(signed_out(request))
    return answer


async def begin_session(services: Services, request: AnyRequest, session: Bearer, to: str) -> Response[bytes]:
    """Leads to the page `to` with `session`, in the place of the one that the browser had, if any."""
    await end_session(services, request)
    answer = see_other(to)
    answer.set_cookie(signed_in(request, session))
    return answer


async def end_session(services: Services, request: AnyRequest) -> None:
    """Let the session of the browser be good no longer, if it has one."""
    if not is_signed_in(request):
        return
    try:
        principal = await principal_of(services, request)
    except AccessDenied:  # it is good no longer
        return
    if principal.session:
        await services.sessions.end(principal.session)
        services.authentication.forget_session(principal.session)


def see_other(path: str) -> Response[bytes]:
    """Leads from a form that was filled in to a page, so that loading it anew sends nothing twice."""
    return Response(b"", status_code=303, headers={"Location": path, "Cache-Control": "no-store"})
