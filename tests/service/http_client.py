"""Clients of a running service: those that are made quickly, and one that adds nothing and hides nothing."""

import json
from http.client import HTTPConnection, HTTPResponse
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from time import monotonic
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

import httpx

NO_TLS: Final = SSLContext(PROTOCOL_TLS_CLIENT)
"""What httpx needs even for plain HTTP; one that trusts nobody, since reading whom to trust takes it 40 ms a client."""

IDLE_SECONDS: Final = 2.0
"""A connection that wasn't used for so long is opened anew: the service closes it after five seconds."""


def client_of(base_url: httpx.URL | str, token: str | None = None, **more: Any) -> httpx.Client:
    """A client of the service at `base_url`, with a token if one is given."""
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    usual: dict[str, Any] = {"headers": headers, "timeout": 30, "verify": NO_TLS}
    return httpx.Client(base_url=base_url, **usual | more)


class Answer(NamedTuple):
    """What came back, header names in lower case, without `Date`."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> str | None:
        """The kind of problem that it tells, if any."""
        kind: str | None = self.json["type"].removeprefix("/problems/") if self.status >= 400 else None
        return kind


def read_until(stream: HTTPResponse, last: int | None) -> bytes:
    """The beginning of a stream of events, through the blank line that ends the event of the id `last`.

    Without an id, through the first blank line. The pieces in which a stream comes end anywhere.
    """
    lines: list[bytes] = []
    event = None
    while not (lines and lines[-1] == b"\n" and event == last):
        lines.append(stream.readline())
        assert lines[-1], f"the stream has ended before the event {last}"
        assert not lines[-1].startswith(b":"), f"nothing more comes, and not the event {last}"
        if lines[-1].startswith(b"id: "):
            event = int(lines[-1].removeprefix(b"id: "))
    return b"".join(lines)


class PlainClient:
    """One connection, kept open; it adds nothing and hides nothing, and is fast enough for thousands of requests."""

    def __init__(self, base_url: str) -> None:
        address = urlsplit(base_url)
        assert address.hostname is not None
        self._connection = HTTPConnection(address.hostname, address.port, timeout=30)
        self._used = monotonic()

    def send(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        query: dict[str, Any] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
        until: int | None = None,
    ) -> Answer:
        """The answer; of a stream, which has no end, all that comes `until` the event of this id is whole."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        target = f"{path}?{urlencode(query)}" if query else path
        if monotonic() - self._used > IDLE_SECONDS:
            self._connection.close()
        self._connection.request(method, target, None if body is None else json.dumps(body), sent)
        answer = self._connection.getresponse()
        told = sorted((name.lower(), value) for name, value in answer.getheaders() if name.lower() != "date")
        if answer.headers["content-type"] != "text/event-stream; charset=utf-8" or answer.status >= 400:
            whole = answer.read()
            self._used = monotonic()
            return Answer(answer.status, tuple(told), whole)
        body = read_until(answer, until)
        answer.close()
        self._connection.close()  # the next request opens it again
        return Answer(answer.status, tuple(told), body)

    def close(self) -> None:
        self._connection.close()
