"""The ASGI application."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg
import structlog
from eventsourcing.persistence import PersistenceError
from litestar import Litestar, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotFoundException,
)
from litestar.types import ASGIApp, Message, Receive, Send
from msgspec import UNSET
from psycopg_pool import PoolTimeout

import service.api
import service.web
from domain.annotations.errors import InvalidAnnotation
from domain.codec import UnreadableEvent
from domain.kernel.errors import InvalidSetup
from domain.match.commands import NotPossible
from domain.match.identification import Contradiction
from domain.series.series import SeriesViolation
from domain.variations.commands import MoveRefused
from replays.pictures.games import NoPicture
from replays.stepper import NoSuchStep
from service.api import operations
from service.commands.play import ActionRefused
from service.eventstore.errors import DamagedLog, KeyReused, NotFound, Overloaded, PreconditionFailed, VersionConflict
from service.http.bodies import MAX_BODY
from service.http.discovery import handlers_in, handlers_of
from service.http.negotiation import ask_each_time
from service.http.query import client_error, verify_request
from service.http.requests import AnyRequest
from service.http.svg_rewrite import RoutesSuffixes
from service.observability.request_metrics import CountsRequests
from service.openapi import openapi_config, routes_of_reference
from service.problems import (
    BEHIND,
    BUSY,
    DAMAGED_LOG,
    DATABASE_UNAVAILABLE,
    FORBIDDEN,
    IDENTIFICATION_CONFLICT,
    INTERNAL,
    INVALID_JSON,
    INVALID_SETUP,
    KEY_REUSED,
    MEDIA_TYPE,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    NOT_POSSIBLE,
    RULE_VIOLATION,
    TOO_LARGE,
    UNAUTHENTICATED,
    UNFIT_ANNOTATION,
    UNFIT_SERIES,
    VERSION_CONFLICT,
    ProblemError,
)
from service.process import signals
from service.process.container import Services
from service.web.faults import page_of, wants_page

BASE: Final = "/api/v1"

_AT_ROOT: Final = frozenset({"operations"})
"""Modules of the API whose addresses don't begin with :data:`BASE`."""

_END_SECONDS: Final = 45.0
"""How long the process may take to end in order: requests under way, then the read models' last batches."""

_log = structlog.get_logger(__name__)


def create_app(services: Services) -> ASGIApp:
    """The application over `services`, which it starts and stops."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await services.start()
        loop = asyncio.get_running_loop()
        with signals.ended_within(_END_SECONDS) as begin_to_end:

            def stop() -> None:
                begin_to_end()
                loop.call_soon_threadsafe(services.feeds.end)

            try:
                # The server tells the application last that it stops, after it has waited for open answers to end.
                with signals.heard(stop):
                    yield
            finally:
                await services.stop()

    counted = CountsRequests(build(services, lifespan), services.metrics.requests)
    return AnswersHead(RoutesSuffixes(counted))


def build(services: Services | None, *lifespan: Any) -> Litestar:
    """The routes with everything around them; without services, only to look at (as for the OpenAPI document)."""
    api = Router(BASE, route_handlers=handlers_in(service.api, but=_AT_ROOT), after_request=ask_each_time)
    return Litestar(
        [
            api,
            *handlers_of(operations),
            *routes_of_reference(),
            *handlers_in(service.web),
        ],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        exception_handlers={Exception: answer_problem},
        before_request=verify_request,
        request_max_body_size=MAX_BODY,
        openapi_config=openapi_config(),
        lifespan=list(lifespan),
        logging_config=None,
        state=State({"problems": services.metrics.requests.problems if services else Counter()}),
    )


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
        found.problem, status_code=found.kind.status, media_type=MEDIA_TYPE, headers={**found.headers, **_NOT_KEPT}
    )


_GONE: Final = "client disconnected prematurely"
"""What the framework says when a body breaks off."""

_NOT_KEPT: Final = {"Cache-Control": "no-store"}


def as_problem(request: AnyRequest, error: Exception) -> ProblemError | None:  # noqa: C901, PLR0912  # a flat case each
    """The problem that an exception stands for, if it isn't a fault of ours."""
    match error:
        case ProblemError():
            return error
        case ActionRefused():
            return ProblemError(
                RULE_VIOLATION,
                error.violation.message,
                clause=error.violation.clause,
                action_index=error.index,
                step=error.step,
                pending=error.pending,
                pointer=f"/actions/{error.index}",
            )
        case MoveRefused():
            return ProblemError(
                RULE_VIOLATION,
                error.violation.message,
                clause=error.violation.clause,
                action_index=error.index,
                step=error.before.step,
                pending=error.before.pending,
                pointer=f"/actions/{error.index}",
            )
        case InvalidAnnotation():
            return ProblemError(UNFIT_ANNOTATION, error.message, pointer=error.pointer or UNSET)
        case InvalidSetup():
            return ProblemError(INVALID_SETUP, error.message, pointer=error.pointer, clause=error.clause or UNSET)
        case NotPossible():
            return ProblemError(NOT_POSSIBLE, error.message, pointer=error.pointer or UNSET)
        case Contradiction():
            return ProblemError(
                IDENTIFICATION_CONFLICT,
                error.message,
                step=error.step,
                conflicting_step=error.conflicting_step,
                clause=error.clause or UNSET,
            )
        case SeriesViolation():
            return ProblemError(UNFIT_SERIES, error.message, pointer=error.pointer)
        case PreconditionFailed():
            return ProblemError(
                VERSION_CONFLICT,
                f"It is at version {error.current}.",
                version=error.current,
                headers={"ETag": f'"{error.current}"'},
            )
        case KeyReused():
            return ProblemError(KEY_REUSED, "This key came with another request before.", parameter="Idempotency-Key")
        case NotFound():
            return ProblemError(NOT_FOUND, "There is nothing with this id.")
        case DamagedLog() | UnreadableEvent():
            _log.error("damaged log", fault=str(error))
            return ProblemError(DAMAGED_LOG, "Its events can't all be read.")
        case NoSuchStep():
            return ProblemError(NOT_FOUND, "The match hasn't got that far.")
        case NoPicture():
            return ProblemError(NOT_FOUND, "There is no picture of this game yet.")
        case Overloaded() | VersionConflict():
            return ProblemError(BUSY, str(error), headers={"Retry-After": "1"})
        case psycopg.errors.UndefinedTable() | psycopg.errors.UndefinedColumn():
            _log.error("a read model isn't of this version", fault=str(error).strip())
            return ProblemError(BEHIND, "A read model is made anew just now.", headers={"Retry-After": "5"})
        case PersistenceError() | psycopg.OperationalError() | PoolTimeout():
            _log.error("database unavailable", fault=str(error).strip())
            return ProblemError(DATABASE_UNAVAILABLE, "The database can't be reached.", headers={"Retry-After": "1"})
        case HTTPException():
            return _framework_problem(request, error)
        case _:
            return None


def _framework_problem(request: AnyRequest, error: HTTPException) -> ProblemError | None:
    match error:
        case MethodNotAllowedException():
            (allowed,) = (value for name, value in (error.headers or {}).items() if name.lower() == "allow")
            methods = {*allowed.split(", "), *(["HEAD"] if "GET" in allowed else [])}  # as AnswersHead has it
            headers = {"Allow": ", ".join(sorted(methods))}
            return ProblemError(METHOD_NOT_ALLOWED, "The address doesn't have this method.", headers=headers)
        case NotFoundException():
            return ProblemError(NOT_FOUND, "There is nothing at this address.")
        case ClientException() if error.status_code == TOO_LARGE.status:
            most = request.route_handler.resolve_request_max_body_size() or MAX_BODY
            return ProblemError(TOO_LARGE, f"{most} bytes are the most.")
        case ClientException() if error.status_code == FORBIDDEN.status:
            return ProblemError(FORBIDDEN, "It isn't allowed.")
        case ClientException() if error.status_code == UNAUTHENTICATED.status:
            return ProblemError(UNAUTHENTICATED, "A token is needed.")
        case ClientException():
            return client_error(request, error)
        case InternalServerException() if error.detail == _GONE:
            return ProblemError(INVALID_JSON, "The body breaks off.")  # nobody is there to read it
        case _:
            return None


class AnswersHead:
    """Answers HEAD wherever GET is answered: with the same headers and no body (RFC 9110, 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on; a HEAD as a GET whose body is kept back."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        answered = False

        async def send_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def receive_until_answered() -> Any:
            """Nobody is there any more for a body that comes bit by bit."""
            return {"type": "http.disconnect"} if answered else await receive()

        get: Any = {**scope, "method": "GET"}
        await self._app(get, receive_until_answered, send_headers)
