"""The ASGI application."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import ASGIApp, Message, Receive, Send

import service.api
import service.web
from service.api import operations
from service.api.problem_map import as_problem
from service.http.bodies import MAX_BODY
from service.http.conditional import ask_each_time
from service.http.csv_answers import AnswersCsv
from service.http.discovery import handlers_in, handlers_of
from service.http.negotiation import language_of
from service.http.query import verify_request
from service.http.requests import AnyRequest
from service.http.svg_rewrite import SUFFIX
from service.observability.request_metrics import CountsRequests
from service.openapi import openapi_config, routes_of_reference
from service.problems.details import MEDIA_TYPE, ProblemError
from service.problems.kinds import INTERNAL
from service.process import signals
from service.process.container import Services
from service.web.faults import page_of, wants_page

BASE: Final = "/api/v1"

_COMPRESSION: Final = CompressionConfig(
    backend="gzip", minimum_size=1024, gzip_compress_level=5, gzip_fallback=False, exclude=["/stream$"]
)
"""Everything that has 1 kB or more is compressed for who takes that; a stream isn't, whose events are short."""

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
    return VariesByEncoding(AnswersHead(SvgRewrite(counted)))


def build(services: Services | None, *lifespan: Any) -> Litestar:
    """The routes with everything around them; without services, only to look at (as for the OpenAPI document)."""
    api = Router(
        BASE,
        route_handlers=handlers_in(service.api, but=_AT_ROOT),
        after_request=ask_each_time,
        middleware=[csv_where_named],
    )
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
        middleware=[DefineMiddleware(CompressionMiddleware, config=_COMPRESSION)],  # around that of routes
        lifespan=list(lifespan),
        logging_config=None,
        state=State({"services": services, "problems": services.metrics.requests.problems if services else Counter()}),
    )


def csv_where_named(app: ASGIApp) -> ASGIApp:
    """Middleware: :class:`AnswersCsv` for who names CSV in ``Accept``, so that it is in nobody else's way."""
    with_csv = AnswersCsv(app)

    async def passed_on(scope: Any, receive: Receive, send: Send) -> None:
        named = any(name == b"accept" and b"text/csv" in value.lower() for name, value in scope["headers"])
        await (with_csv if named else app)(scope, receive, send)

    return passed_on


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


_NO_STORE: Final = {"Cache-Control": "no-store"}


class SvgRewrite:
    """Brings each request into the form that is routed; that form, asked for from outside, leads nowhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "http" and (path := scope["path"]).endswith(SUFFIX) and path.startswith(f"{BASE}/"):
            front = path if path.endswith(f"/{SUFFIX}") else path.removesuffix(SUFFIX)
            scope = {**scope, "path": f"{front}/{SUFFIX}"}
        await self._app(scope, receive, send)


class VariesByEncoding:
    """Tells caches that answers differ by ``Accept-Encoding``, too: compressed or not, and when they are as before."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on; ``Vary``, where it is sent, names the encoding."""

        async def send_varied(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, _varied(value)) if name.lower() == b"vary" else (name, value)
                    for name, value in message["headers"]
                ]
            await send(message)

        await self._app(scope, receive, send_varied)


def _varied(vary: bytes) -> bytes:
    names = [name.strip() for name in vary.split(b",")]
    return b", ".join(dict.fromkeys([*names, b"Accept-Encoding"]))


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
