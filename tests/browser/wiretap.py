"""Every byte that the service sends to each browser, by the session that it came with."""

from collections import defaultdict
from http.cookies import SimpleCookie
from typing import Any

from msgspec import Struct

from service.http.session import COOKIE


class Answer(Struct):
    """What was sent for one request so far."""

    method: str
    path: str
    body: bytearray


class Wiretap:
    """An ASGI application around the service that takes down all bodies, which nobody compresses."""

    def __init__(self) -> None:
        self.app: Any = None
        self.answers: dict[str, list[Answer]] = defaultdict(list)

    def around(self, app: Any) -> "Wiretap":
        self.app = app
        return self

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        query = scope["query_string"].decode()
        answer = Answer(scope["method"], scope["path"] + (f"?{query}" if query else ""), bytearray())
        self.answers[_session(headers)].append(answer)

        async def taken_down(message: Any) -> None:
            answer.body += message.get("body", b"")
            await send(message)

        await self.app({**scope, "headers": headers}, receive, taken_down)


def _session(headers: list[tuple[bytes, bytes]]) -> str:
    cookies = SimpleCookie(b"; ".join(value for name, value in headers if name == b"cookie").decode())
    return cookies[COOKIE].value if COOKIE in cookies else ""
