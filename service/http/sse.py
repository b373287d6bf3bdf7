"""Server-sent events (WHATWG HTML, 9.2): their text, and an answer that doesn't wait for who doesn't read."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, Final

from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Message, Receive, Send

EVENT_STREAM: Final = "text/event-stream"

PING: Final = b": ping\n\n"
"""A comment, which readers pass over: it keeps the connection, and shows whether there is one."""

_HEADERS: Final = {"X-Accel-Buffering": "no"}  # nginx would collect events


def retry_after(milliseconds: int) -> bytes:
    """Tells the reader how long to wait before it connects again."""
    return b"retry: %d\n\n" % milliseconds


def event(kind: str, data: bytes, number: int | None = None) -> bytes:
    """One event; `data` is JSON in a line, and with `number` a reader can resume after it."""
    lines = [b"event: %s" % kind.encode(), b"data: %s" % data]
    if number is not None:
        lines.insert(0, b"id: %d" % number)
    return b"\n".join(lines) + b"\n\n"


class EventStream(Stream):
    """An answer of server-sent events, given up when a piece of it isn't taken within `seconds`.

    `dropped` is called then.
    """

    def __init__(self, pieces: AsyncGenerator[bytes, None], *, seconds: float, dropped: Callable[[], None]) -> None:
        super().__init__(pieces, media_type=EVENT_STREAM, headers=_HEADERS)
        self._pieces = pieces
        self._seconds = seconds
        self._dropped = dropped

    def to_asgi_response(self, *_: Any, headers: dict[str, str] | None = None, **__: Any) -> "_TimedStream":
        """What the framework sends."""
        return _TimedStream(
            pieces=self._pieces,
            seconds=self._seconds,
            dropped=self._dropped,
            headers={**(headers or {}), **self.headers},
            media_type=EVENT_STREAM,
            status_code=200,
        )


class _TimedStream(ASGIStreamingResponse):
    __slots__ = ("_dropped", "_pieces", "_seconds")

    def __init__(
        self, *, pieces: AsyncGenerator[bytes, None], seconds: float, dropped: Callable[[], None], **others: Any
    ) -> None:
        super().__init__(iterator=pieces, **others)
        self._pieces = pieces
        self._seconds = seconds
        self._dropped = dropped

    async def send_body(self, send: Send, receive: Receive) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(self._seconds):
                await send(message)

        try:
            await super().send_body(send_in_time, receive)
        except* TimeoutError:  # the server closes the connection of an answer that isn't complete
            self._dropped()
        finally:
            await self._pieces.aclose()  # at once, not when it is found to be garbage; it waits for nothing
