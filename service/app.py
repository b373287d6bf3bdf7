"""The ASGI application."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import ASGIApp, Message, Receive, Send
from msgspec import Struct

import service.api
import service.web
from service.api import operations
from service.api.direct_play import PlaysDirectly
from service.api.match_access import verify_before_body
from service.auth.audit import AuditTrail
from service.http.answers_again import AnswersAgain
from service.http.bodies import MAX_BODY
from service.http.conditional import ask_each_time
from service.http.csv_answers import AnswersCsv
from service.http.discovery import handlers_in, handlers_of
from service.http.options import with_options
from service.http.protocol import abort_connections
from service.http.requests import SINCE
from service.http.routes import RouteGroup, Routes
from service.http.svg_rewrite import SUFFIX
from service.observability.access_log import AccessLog
from service.observability.audits import Audits
from service.observability.request_metrics import CountsRequests
from service.observability.traces import TracesRequests
from service.openapi import openapi_config, routes_of_reference
from service.process import signals
from service.process.container import Services
from service.web.faults import answer_database_silent, answer_problem

BASE: Final = "/api/v1"

_COMPRESSION: Final = CompressionConfig(
    backend="gzip", minimum_size=1024, gzip_compress_level=5, gzip_fallback=False, exclude=["/stream$"]
)
"""Everything that has 1 kB or more is compressed for who takes that; a stream isn't, whose events are short."""

_AT_ROOT: Final = frozenset({"operations"})
"""Modules of the API whose addresses don't begin with :data:`BASE`."""

_END_SECONDS: Final = 10.0
"""How long the process may take to end in order: requests under way, then the read models' last batches."""


def create_app(services: Services) -> ASGIApp:
    """The application over `services`, which it starts and stops."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await services.start()
        loop = asyncio.get_running_loop()

        def stop() -> None:
            signals.begin_to_end(_END_SECONDS)
            loop.call_soon_threadsafe(services.feeds.end)

        try:
            # The server tells the application last that it stops, after it has waited for open answers to end.
            with signals.heard(stop):
                yield
        finally:
            await services.stop()
            abort_connections()

    routes = build(services, lifespan)
    counted = CountsRequests(routes, services.metrics.requests)
    made = CommonHeaders(AnswersHead(SvgRewrite(audited(counted, services.audit_trail))))
    silent = CommonHeaders(AnswersHead(answer_database_silent))
    directly = plays_directly(made, services)
    seconds = services.settings.database_seconds
    in_time = AnswersInTime(shortest_way(made, directly, services, routes), silent, seconds)

    async def give_up() -> None:
        services.log_tail.give_up()
        directly.give_up(seconds)
        await in_time.give_up()

    services.database_watch.on_silence = give_up
    app: ASGIApp = in_time
    if services.settings.access_log:
        app = AccessLog(app)
    return app if services.traces is None else TracesRequests(app, services.traces)


def csv_where_named(app: ASGIApp) -> ASGIApp:
    """Middleware: :class:`AnswersCsv` for who names CSV in ``Accept``, so that it is in nobody else's way."""
    with_csv = AnswersCsv(app)

    async def passed_on(scope: Any, receive: Receive, send: Send) -> None:
        named = any(name == b"accept" and b"text/csv" in value.lower() for name, value in scope["headers"])
        await (with_csv if named else app)(scope, receive, send)

    return passed_on


_API: Final = RouteGroup(
    Router(BASE, route_handlers=(), after_request=ask_each_time, middleware=[csv_where_named]),
    with_options(handlers_in(service.api, but=_AT_ROOT)),
)
_REST: Final = RouteGroup(
    Router("/", route_handlers=()),
    with_options([*handlers_of(operations), *routes_of_reference(), *handlers_in(service.web)]),
)
"""All handlers, found as soon as this is loaded: the database may be starting meanwhile."""


def build(services: Services | None, *lifespan: Any) -> Litestar:
    """The routes with everything around them; without services, only to look at (as for the OpenAPI document)."""
    return Routes(
        [_API, _REST],
        openapi_config(),
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        exception_handlers={Exception: answer_problem},
        before_request=verify_before_body,
        request_max_body_size=MAX_BODY,
        middleware=[DefineMiddleware(CompressionMiddleware, config=_COMPRESSION)],  # around that of routes
        lifespan=list(lifespan),
        logging_config=None,
        state=State({"services": services, "problems": services.metrics.requests.problems if services else Counter()}),
    )


def audited(app: ASGIApp, trail: AuditTrail) -> ASGIApp:
    """`app` with :class:`Audits` around what may have to be in the trail, so that it isn't in the way of the rest."""
    with_trail = Audits(app, trail)

    async def passed_on(scope: Any, receive: Receive, send: Send) -> None:
        path, method = scope.get("path", ""), scope.get("method")  # the lifespan has none
        if method == "GET":
            is_audited = path.endswith(("/record", "/proof")) or path.startswith(f"{BASE}/exports/")
        else:
            is_audited = not path.endswith("/actions") or "/variations/" in path  # what is played is in the log
        await (with_trail if is_audited else app)(scope, receive, send)

    return passed_on


def plays_directly(app: ASGIApp, services: Services) -> PlaysDirectly:
    """What is played, in front of `app`, with what is around an answer of the routes."""

    def finished(answer: ASGIApp) -> ASGIApp:
        return CommonHeaders(CompressionMiddleware(answer, config=_COMPRESSION))

    return PlaysDirectly(app, services, answer_problem, finished, _COMPRESSION.minimum_size)


def shortest_way(app: ASGIApp, directly: PlaysDirectly, services: Services, routes: Litestar) -> ASGIApp:
    """`app`, the `routes` with everything around them, behind what is shorter for most requests about matches.

    That is :class:`AnswersAgain` for what is read, and `directly` for what is played; neither is in anybody else's way.
    """
    below = f"{BASE}/matches/"
    again = AnswersAgain(app, services.log_tail, services.authentication, services.metrics.requests.count)

    async def passed_on(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        scope["litestar_app"] = routes  # who answers a request that doesn't reach them looks there
        is_of_match = scope["path"].startswith(below)
        if is_of_match and scope["method"] == "GET":
            await again(scope, receive, send)
        elif is_of_match and scope["method"] == "POST":
            await directly(scope, receive, send)
        else:
            await app(scope, receive, send)

    return passed_on


class _Unanswered(Struct, eq=False):
    """A request whose answer hasn't begun."""

    scope: Any
    receive: Receive
    send: Send
    since: float
    begun: bool = False
    given_up: bool = False


class AnswersInTime:
    """Lets requests be answered in place of the application, if that waits too long.

    The application isn't stopped: what it waits for may not be to be stopped. What it says later is dropped.
    """

    def __init__(self, app: ASGIApp, answer: Callable[[Any, Receive, Send], Awaitable[None]], seconds: float) -> None:
        self._app = app
        self._answer = answer
        self._seconds = seconds
        self._waiting: set[_Unanswered] = set()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        one = _Unanswered(scope, receive, send, scope.get(SINCE) or monotonic())

        async def send_in_time(message: Message) -> None:
            if one.given_up:
                return
            if not one.begun:
                one.begun = True
                self._waiting.discard(one)
            await send(message)

        self._waiting.add(one)
        try:
            await self._app(scope, receive, send_in_time)
        finally:
            self._waiting.discard(one)

    async def give_up(self) -> None:
        """Answer all that have waited for so many seconds."""
        before = monotonic() - self._seconds
        for one in [one for one in self._waiting if one.since < before]:
            if not one.begun:  # meanwhile
                self._waiting.discard(one)
                one.given_up = True
                await self._answer(one.scope, one.receive, one.send)


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


_NO_SNIFFING: Final = (b"x-content-type-options", b"nosniff")
"""What an answer is said to be it is (WHATWG Fetch)."""

_OF_PAGES: Final = (
    _NO_SNIFFING,
    (b"referrer-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
)
"""For a page that says nothing itself: no script, nothing from elsewhere, in nobody's frame (CSP Level 3)."""


class CommonHeaders:
    """Headers that all answers have, whoever makes them.

    Caches are told that answers differ by ``Accept-Encoding``, too: compressed or not, and when they are as before.
    Browsers are kept from doing more with an answer than it is meant for.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on; ``Vary``, where it is sent, names the encoding, and what is missing is added."""

        async def send_complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower(): value for name, value in message["headers"]}
                wanted = _OF_PAGES if there.get(b"content-type", b"").startswith(b"text/html") else (_NO_SNIFFING,)
                message["headers"] = [
                    *(
                        (name, _varied(value) if name.lower() == b"vary" else value)
                        for name, value in message["headers"]
                    ),
                    *((name, value) for name, value in wanted if name not in there),
                ]
            await send(message)

        await self._app(scope, receive, send_complete)


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
