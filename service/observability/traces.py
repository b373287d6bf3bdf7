"""Traces by OpenTelemetry: a span for each request, and within it for what it waits for in the database.

Off unless it is asked for, and an extra: nothing of OpenTelemetry is imported until :meth:`Traces.begin`. Where spans
go to, and which of them, is up to the environment, by the variables of OpenTelemetry (``OTEL_…``). Spans have no query,
no header and no body.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Self

from litestar.types import ASGIApp, Message, Receive, Send
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from typing_extensions import override

from service.eventstore.group_commit import GroupCommit
from service.eventstore.recorder import Write
from service.http.requests import RequestNotes, notes_of

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
    from opentelemetry.trace import Span, Tracer

_FAULT: Final = 500
_FLUSH_SECONDS: Final = 2.0
_CHECKS: Final = ("/health/", "/metrics")


class Traces:
    """Makes spans, from its beginning to its end."""

    def __init__(self, provider: "TracerProvider") -> None:
        self._provider = provider
        self.tracer: Tracer = provider.get_tracer("partita", version("partita"))

    @classmethod
    def begin(cls, processor: "SpanProcessor | None" = None) -> Self:
        """Spans go to `processor`, else by OTLP over HTTP to where ``OTEL_EXPORTER_OTLP_ENDPOINT`` says.

        Raises:
            ImportError: the extra isn't there.
        """
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        resource = Resource.create({"service.name": "partita", "service.version": version("partita")})
        provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        provider.add_span_processor(processor or BatchSpanProcessor(OTLPSpanExporter()))
        return cls(provider)

    def end(self) -> None:
        """Send what wasn't sent yet; one that takes nothing just now is waited for two seconds."""
        thread = Thread(target=self._provider.shutdown, name="traces", daemon=True)
        thread.start()
        thread.join(_FLUSH_SECONDS)


class TracesRequests:
    """A span for each request, as a part of the trace that its ``traceparent`` names (W3C Trace Context), if any.

    That of a stream ends when the stream has begun.
    """

    def __init__(self, app: ASGIApp, traces: Traces) -> None:
        self._app = app
        self._traces = traces

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "http" or scope["path"].startswith(_CHECKS):
            await self._app(scope, receive, send)
            return
        from opentelemetry import context, trace  # noqa: PLC0415
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        named = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"] if b"trace" in name
        }
        outside = TraceContextTextMapPropagator().extract(named)
        method, notes = scope["method"], notes_of(scope)
        span = self._traces.tracer.start_span(method, outside, trace.SpanKind.SERVER)
        token = context.attach(trace.set_span_in_context(span))

        async def traced(message: Message) -> None:
            if message["type"] == "http.response.start":
                _describe(span, method, notes, message["status"])
                if dict(message["headers"]).get(b"content-type", b"").startswith(b"text/event-stream"):
                    span.end()
            await send(message)

        try:
            await self._app(scope, receive, traced)
        finally:
            context.detach(token)
            if span.is_recording():
                span.end()


def _describe(span: "Span", method: str, notes: RequestNotes, status: int) -> None:
    """Tell by the conventions of OpenTelemetry what was asked and what came of it."""
    from opentelemetry.trace import StatusCode  # noqa: PLC0415

    span.set_attribute("http.request.method", method)
    span.set_attribute("http.response.status_code", status)
    if notes.operation:
        span.update_name(f"{method} {notes.template}")
        span.set_attribute("http.route", notes.template)
        span.set_attribute("url.path", notes.path)
        span.set_attribute("partita.operation", notes.operation)
    if status >= _FAULT:
        span.set_status(StatusCode.ERROR)


class TracedPool(AsyncConnectionPool[AsyncConnection[Any]]):
    """A pool that tells how long a connection was waited for, and used."""

    traces: Traces

    @override
    @asynccontextmanager
    async def connection(self, timeout: float | None = None) -> AsyncIterator[AsyncConnection[Any]]:
        """As of any pool."""
        with self.traces.tracer.start_as_current_span("database connection") as span:
            async with super().connection(timeout) as connection:
                span.add_event("given")
                yield connection


class TracedGroupCommit(GroupCommit):
    """A group commit that tells how long events waited until they were on the disk."""

    traces: Traces

    @override
    async def append(self, *writes: Write) -> int:
        """As of any group commit."""
        with self.traces.tracer.start_as_current_span("append events") as span:
            span.set_attribute("partita.events", sum(len(write.events) for write in writes))
            return await super().append(*writes)
