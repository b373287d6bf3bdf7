"""How the server reads HTTP: as uvicorn does, but what it can't read is answered with problem details (RFC 9457)."""

from typing import Final

import msgspec
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.problems import MALFORMED_HTTP, MEDIA_TYPE, ProblemError

_CLOSED: Final = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: %b\r\ncontent-length: %d\r\ncache-control: no-store\r\n"
    b"connection: close\r\n\r\n%b"
)


class ProblemHttpProtocol(HttpToolsProtocol):
    """HTTP/1.1 on one connection."""

    @override
    def send_400_response(self, msg: str) -> None:
        problem = ProblemError(MALFORMED_HTTP, msg)
        body = msgspec.json.encode(problem.problem)
        self.transport.write(_CLOSED % (MEDIA_TYPE.encode(), len(body), body))
        self.transport.close()
