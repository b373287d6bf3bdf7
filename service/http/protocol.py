"""How the server reads HTTP: as uvicorn does, within limits, and refuses with problem details (RFC 9457)."""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any, Final, cast
from weakref import WeakSet, ref

import msgspec
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from service.http.connections import ConnectionLimits, Connections
from service.http.requests import BEGUN, SHORTCUT, SHORTCUT_ALIKE, SINCE, WHOLE, Shortcut, ShortcutAlike
from service.http.shortcuts import LONGEST, Shortcuts
from service.problems.details import MEDIA_TYPE, ProblemError
from service.problems.kinds import HEAD_TOO_LARGE, MALFORMED_HTTP, TOO_MANY_CONNECTIONS, TOO_SLOW, URL_TOO_LONG

_CLOSED: Final = b"%bcontent-type: %b\r\ncontent-length: %d\r\ncache-control: no-store\r\nconnection: close\r\n%b\r\n%b"

_PIPELINED: Final = 64
"""Requests that may wait for the answers before theirs on one connection (RFC 9112, 9.3.2)."""


class JoiningTransport:
    """A transport that sends header and body of an answer in one piece.

    uvicorn writes them one after the other, and uvloop sends at once what is written: two system calls where one does,
    and a receiver that is woken for half an answer. So the first piece waits for the second one, at the longest until
    the event loop comes round.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting = b""

    def __getattr__(self, name: str) -> Any:
        """All else is left to the transport itself."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send `data`, with what waits, or let it wait."""
        if self._waiting:
            self._transport.write(self._waiting + data)
            self._waiting = b""
        elif data:
            self._waiting = data
            self._loop.call_soon(self._send)

    def write_whole(self, data: bytes) -> None:
        """Send `data`, which nothing follows, with what waits."""
        self._transport.write(self._waiting + data if self._waiting else data)
        self._waiting = b""

    def close(self) -> None:
        """Send what waits, and close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._waiting:
            self._transport.write(self._waiting)
            self._waiting = b""


_connected: Final[WeakSet["ProblemHttpProtocol"]] = WeakSet()


def abort_connections() -> None:
    """Close what is still open, last of all: a loop in which an answer waits that nobody reads can't be closed."""
    loop = asyncio.get_running_loop()
    for connection in [one for one in _connected if one.loop is loop and one.transport is not None]:
        connection.transport.abort()


class ProblemHttpProtocol(HttpToolsProtocol):
    """HTTP/1.1 on one connection, within the limits of all :class:`Connections` of the process."""

    def __init__(self, *arguments: Any, connections: Connections, shortcuts: Shortcuts, **options: Any) -> None:
        """`shortcuts` are those of all `connections`."""
        super().__init__(*arguments, **options)
        self._connections = connections
        self._shortcuts = shortcuts
        self._limits = connections.limits
        self.timeout_keep_alive = self._limits.idle_seconds  # type: ignore[assignment]  # a time, not only an int
        self.deadline: float | None = None
        """By when the client has to send something; None while it is our turn."""
        self._is_reading = False
        """Whether a request has begun, and isn't complete yet."""
        self._unread = 0
        """Bytes that the parser keeps to itself: a head, the fields behind a body."""
        self._refusal: ProblemError | None = None
        self._begun = 0
        """How many requests began in what came last."""
        self._whole_request = b""
        """What came last, if that was one request and nothing else."""
        self._on_shortcut = b""
        """The request that is being answered without having been parsed."""
        self._behind_shortcut: list[bytes] = []
        """What came meanwhile."""
        self._since: float | None = None
        """Since when the request waits that is about to be parsed, if that isn't now."""
        self._begun_for_it: asyncio.Future[Any] | None = None
        """What was begun for that one on its shortcut."""
        self._is_ending = False

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        _connected.add(self)
        self._joining = JoiningTransport(transport, self.loop)
        super().connection_made(cast("asyncio.Transport", self._joining))
        self._address = self.client[0] if self.client else ""
        if self._connections.admit(self, self._address, self.loop):
            self.deadline = self.loop.time() + self._limits.head_seconds
        else:
            self._refuse(ProblemError(TOO_MANY_CONNECTIONS, "There are no places left.", headers={"Retry-After": "5"}))

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self)
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._on_shortcut:
            self._behind_shortcut.append(data)
            self.flow.pause_reading()
            return
        is_between = self._is_between_requests
        if is_between and (shortcut := self._shortcuts.find(self._address, data)) is not None:
            self._on_shortcut, self.deadline, self._since = data, None, monotonic()
            shortcut(self._answer_shortcut, self._leave_shortcut)
            return
        self._parse(data, is_between=is_between)

    def _parse(self, data: bytes, *, is_between: bool) -> None:
        self._begun = 0
        self._unread += len(data)
        super().data_received(data)
        is_whole = is_between and self._begun == 1 and not self._is_reading
        self._whole_request = data if is_whole and len(data) <= LONGEST else b""
        if self._unread > self._limits.head_bytes and not self.transport.is_closing():
            self._refuse(self._head_too_large())

    @property
    def _is_between_requests(self) -> bool:
        """Whether all that came was answered, so that what comes is the beginning of a request."""
        newest = self._newest
        return not self._is_reading and (newest is None or (newest.response_complete and newest.keep_alive))

    @override
    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begun += 1
        self._unread = 0
        self._is_reading = True
        self.deadline = self.loop.time() + self._limits.head_seconds

    @override
    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self._limits.url_bytes:
            raise self._refused(ProblemError(URL_TOO_LONG, f"{self._limits.url_bytes} bytes are the most."))

    @override
    def on_headers_complete(self) -> None:
        limits = self._limits
        size = len(self.url) + sum([len(name) + len(value) for name, value in self.headers])
        if size > limits.head_bytes or len(self.headers) > limits.headers:
            raise self._refused(self._head_too_large())
        if len(self.pipeline) >= _PIPELINED:
            raise self._refused(ProblemError(MALFORMED_HTTP, "Too many requests came before their turn."))
        self._unread = 0
        self.deadline = self.loop.time() + limits.body_seconds
        super().on_headers_complete()  # which starts a task that runs later
        scope: dict[str, Any] = cast("dict[str, Any]", self.scope)
        # By a weak reference, since the scope is the cycle's: then both go away by themselves when all is answered.
        scope[WHOLE] = partial(self._send_whole, ref(self.cycle))
        scope[SHORTCUT], scope[SHORTCUT_ALIKE] = self._take_shortcut, self._take_shortcut_alike
        if self._since is not None:
            scope[SINCE], self._since = self._since, None
        if self._begun_for_it is not None:
            scope[BEGUN], self._begun_for_it = self._begun_for_it, None

    @override
    def on_body(self, body: bytes) -> None:
        self._unread = 0
        if self.deadline is not None:
            latest = self.loop.time() + self._limits.body_seconds
            self.deadline = min(latest, self.deadline + len(body) / self._limits.body_rate)
        super().on_body(body)

    @override
    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_reading = False
        self.deadline = None
        self._wait_for_next()

    @override
    def on_response_complete(self) -> None:
        """As uvicorn has it, without its timer: :class:`Connections` sees to who says nothing any more."""
        self.server_state.total_requests += 1
        if not self.transport.is_closing():
            self.flow.resume_reading()
            if self.pipeline:
                self._start_asgi_task(*self.pipeline.pop())
        if not self._is_reading:  # otherwise the rest of the body is due, and is passed over
            self._wait_for_next()

    def give_up(self) -> None:
        """Close the connection: its client was too slow, or others need the place."""
        if self.transport.is_closing():
            self.transport.abort()
            return
        now = self.loop.time()
        if self._is_reading and self.flow.read_paused and self.deadline is not None and self.deadline < now:
            self.deadline = now + self._limits.body_seconds  # it is us who don't read
        elif self._is_reading:
            self._refuse(ProblemError(TOO_SLOW, "The request didn't come in time."))
        else:
            self.transport.close()

    @override
    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal or ProblemError(MALFORMED_HTTP, msg))

    def _send_whole(self, request: "ref[RequestResponseCycle]", status: int, pieces: Sequence[bytes]) -> bool:
        """Answer a request in one piece, if nothing is in the way (:data:`SendsWhole`)."""
        cycle = request()
        if (
            cycle is None
            or cycle.response_started
            or cycle.disconnected
            or not cycle.keep_alive
            or self.flow.write_paused
        ):
            return False
        cycle.response_started = cycle.response_complete = True
        self._write_whole(status, pieces)
        cycle.message_event.set()
        cycle.on_response()
        return True

    def _take_shortcut(self, shortcut: Shortcut) -> None:
        """Know the request that was just answered by its bytes from now on."""
        if self._whole_request:
            self._shortcuts.take(self._address, self._whole_request, shortcut)

    def _take_shortcut_alike(self, shortcut: ShortcutAlike) -> None:
        """Know those that are like the request that was just answered by their heads from now on."""
        if self._whole_request:
            self._shortcuts.take_alike(self._address, self._whole_request, shortcut)

    def _answer_shortcut(self, status: int, pieces: Sequence[bytes]) -> bool:
        """Answer the request that wasn't parsed, if nothing is in the way (:data:`SendsWhole`)."""
        if self._is_ending or self.flow.write_paused or self.transport.is_closing():
            return False
        self._write_whole(status, pieces)
        self.server_state.total_requests += 1
        self.deadline = self.loop.time() + self._limits.idle_seconds
        self._since, self._on_shortcut = None, b""
        if self._behind_shortcut:
            self._go_on()
        return True

    def _leave_shortcut(self, begun: "asyncio.Future[Any] | None") -> None:
        """Have the request answered in the usual way (:data:`PassesOn`)."""
        if self.transport.is_closing():
            return
        request, self._on_shortcut = self._on_shortcut, b""
        self._begun_for_it = begun
        self._parse(request, is_between=True)
        if self._is_ending:
            super().shutdown()
        if self._behind_shortcut:
            self._go_on()

    def _go_on(self) -> None:
        """Take what came while a request was answered on a shortcut."""
        came, self._behind_shortcut = self._behind_shortcut, []
        self.flow.resume_reading()
        for data in came:
            self.data_received(data)

    @override
    def shutdown(self) -> None:
        self._is_ending = True
        if not self._on_shortcut:  # otherwise when that is answered
            super().shutdown()

    def _write_whole(self, status: int, pieces: Sequence[bytes]) -> None:
        default = [b"%b: %b\r\n" % header for header in self.server_state.default_headers]
        self._joining.write_whole(b"".join([STATUS_LINE[status], *default, *pieces]))

    @property
    def _newest(self) -> RequestResponseCycle | None:
        """The newest request, answered or not; None before the first one."""
        return self.cycle

    def _wait_for_next(self) -> None:
        newest = self._newest
        if newest is not None and newest.response_complete:
            self.deadline = self.loop.time() + self._limits.idle_seconds

    def _head_too_large(self) -> ProblemError:
        limits = self._limits
        return ProblemError(HEAD_TOO_LARGE, f"{limits.headers} headers and {limits.head_bytes} bytes are the most.")

    def _refused(self, problem: ProblemError) -> ProblemError:
        """What the parser is stopped by; :meth:`send_400_response` comes next."""
        self._refusal = problem
        return problem

    def _refuse(self, problem: ProblemError) -> None:
        """Answer with `problem`, unless another answer is under way, and close."""
        self.deadline = self.loop.time() + self._limits.head_seconds  # for the client to take it
        newest = self._newest
        if newest is not None and not newest.response_complete and (newest.response_started or self.pipeline):
            self.transport.abort()
            return
        body = msgspec.json.encode(problem.problem)
        headers = "".join(f"{name.lower()}: {value}\r\n" for name, value in problem.headers.items()).encode()
        status = STATUS_LINE[problem.kind.status]
        self.transport.write(_CLOSED % (status, MEDIA_TYPE.encode(), len(body), headers, body))
        self.transport.close()


def protocol_within(limits: ConnectionLimits) -> Any:
    """What the server makes of each connection of a process, all within `limits`."""
    return partial(ProblemHttpProtocol, connections=Connections(limits), shortcuts=Shortcuts())
