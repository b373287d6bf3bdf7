"""What went wrong: as a page for people, else as problem details for programs."""

from typing import Any, Final

import psycopg
import structlog
from litestar import Request, Response
from litestar.types import Receive, Send

from service.api.problem_map import as_problem
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import came_from, is_signed_in, local, signed_out
from service.problems.details import MEDIA_TYPE, ProblemError
from service.problems.kinds import GAME_MISSING, INTERNAL, TOO_MANY_FAILURES, TOO_MANY_NOTES, UNAUTHENTICATED
from service.web.rendering import fault_page
from service.web.words import WORDS

_NO_STORE: Final = {"Cache-Control": "no-store"}

_log = structlog.get_logger(__name__)


def answer_problem(request: AnyRequest, error: Exception) -> Response[Any]:
    """Problem details (RFC 9457) for whatever ended a request; for a person in front of a browser, a page."""
    found = as_problem(request, error)
    if found is None:
        _log.error("request failed", method=request.method, path=request.url.path, exc_info=error)
        found = ProblemError(INTERNAL, "The fault was logged.")
    request.app.state.problems[found.kind.name] += 1
    if wants_page(request):
        return page_of(request, found)
    return Response(
        found.problem_in(language_of(request)),
        status_code=found.kind.status,
        media_type=MEDIA_TYPE,
        headers={**found.headers, **_NO_STORE},
    )


async def answer_database_silent(scope: Any, receive: Receive, send: Send) -> None:
    """What a request is answered that has waited too long for the database, in place of what it waits for."""
    request: AnyRequest = Request(scope)
    response = answer_problem(request, psycopg.OperationalError("no answer in time"))
    await response.to_asgi_response(None, request)(scope, receive, send)


def wants_page(request: AnyRequest) -> bool:
    """Whether a browser shows the answer to somebody."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "").lower()


def page_of(request: AnyRequest, problem: ProblemError) -> Response[bytes]:
    """The page for `problem`. It doesn't tell the address: of what may not be read, it is that of what isn't there.

    A browser whose token is good no longer is signed out, so that it gets on.
    """
    status = problem.kind.status
    if problem.kind is UNAUTHENTICATED:
        to = local(_asked(request)) if request.method == "GET" else came_from(request)
        answer = fault_page(request, "sign_in.html", status, problem.headers, to=to, wrong=is_signed_in(request))
    else:
        words = WORDS[language_of(request)]
        title = _TITLES.get(problem.kind.name, f"fault_{status}")
        helps = (f"{title}_signed_in_help",) if is_signed_in(request) else ()
        advice = next((one for one in (*helps, f"{title}_help") if one in words), "fault_help")
        detail = problem.detail if status in _EXPLAINED else None
        explanation = problem.members.get("explanation")
        answer = fault_page(
            request,
            "fault.html",
            status,
            problem.headers,
            title=words.get(title, words["fault"]),
            advice=words(advice, game=problem.members.get("game", "")),
            detail=detail,
            explanation=explanation,
        )
    if problem.kind in _SIGNED_OUT and is_signed_in(request):
        answer.set_cookie(signed_out(request))
    return answer


_EXPLAINED: Final = frozenset({400, 403, 415, 422})
"""Where the detail, which is in English, says what to do better."""

_SIGNED_OUT: Final = (UNAUTHENTICATED, TOO_MANY_FAILURES)

_TITLES: Final = {TOO_MANY_NOTES.name: "fault_too_many_notes", GAME_MISSING.name: "fault_game_missing"}
"""Where the status alone doesn't tell people enough."""


def _asked(request: AnyRequest) -> str:
    query = request.scope["query_string"].decode("ascii", "replace")
    return request.url.path + (f"?{query}" if query else "")
