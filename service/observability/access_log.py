"""A line for each request that was answered: what was asked, how it ended, and who asked, by the id of the token.

Secrets can't get into it: it has no header, no body and no query, of addresses only ids and numbers, and nothing of
addresses that lead nowhere.
"""

from time import perf_counter
from typing import Any, Final

import structlog
from litestar.types import ASGIApp, Message, Receive, Send

from service.http.requests import notes_of

_CHECKS: Final = ("/health/", "/metrics")
"""What machines ask all the time."""

_log = structlog.get_logger("access")


class AccessLog:
    """Tells of each request when its answer has ended, of a stream too; around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "http" or scope["path"].startswith(_CHECKS):
            await self._app(scope, receive, send)
            return
        notes, since = notes_of(scope), perf_counter()
        status, size, whole = 0, 0, False

        async def watched(message: Message) -> None:
            nonlocal status, size, whole
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)
            if message["type"] == "http.response.body":
                size += len(message.get("body", b""))
                whole = not message.get("more_body", False)

        try:
            await self._app(scope, receive, watched)
        finally:
            client = scope.get("client")
            _log.info(
                "request",
                method=scope["method"],
                path=notes.path or None,
                operation=notes.operation or None,
                status=status or None,
                bytes=size,
                whole=whole,
                seconds=round(perf_counter() - since, 4),
                address=client[0] if client else None,
                token=notes.token_id or None,
            )
