"""How the server reads HTTP: as uvicorn does, but what it can't read is answered with problem details (RFC 9457)."""

import asyncio
from typing import Any, Final, cast

import msgspec
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.problems.details import MEDIA_TYPE, ProblemError
from service.problems.kinds import MALFORMED_HTTP

_CLOSED: Final = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: %b\r\ncontent-length: %d\r\ncache-control: no-store\r\n"
    b"connection: close\r\n\r\n%b"
)


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

    def close(self) -> None:
        """Send what waits, and close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._waiting:
            self._transport.write(self._waiting)
            self._waiting = b""


class ProblemHttpProtocol(HttpToolsProtocol):
    """HTTP/1.1 on one connection."""

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast("asyncio.Transport", JoiningTransport(transport, self.loop)))

    @override
    def send_400_response(self, msg: str) -> None:
        problem = ProblemError(MALFORMED_HTTP, msg)
        body = msgspec.json.encode(problem.problem)
        self.transport.write(_CLOSED % (MEDIA_TYPE.encode(), len(body), body))
        self.transport.close()
