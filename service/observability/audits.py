"""Writes the audit trail: each request that changed something or took an export is an entry before its answer begins.

What is played isn't in it: the log of events has that, with who did it.
"""

import re
from typing import Any, Final

import psycopg
import structlog
from litestar.types import ASGIApp, Message, Receive, Send
from psycopg_pool import PoolTimeout

from service.auth.audit import AuditTrail, Deed
from service.http.requests import RequestNotes, notes_of

UNAUDITED: Final = frozenset({"playActions", "tryAction", "record_action", "prefer"})
"""What isn't in the trail though it isn't safe: playing, of which there is much, and what changes nothing stored."""

EXPORTS: Final = frozenset(
    {
        "getRecord",
        "getMatchProof",
        "exportPlays",
        "exportSeats",
        "exportSteps",
        "exportRatings",
        "exportRemovals",
        "exportBgStats",
        "exportBgg",
    }
)
"""Operations by GET that are in it."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_REFUSED: Final = 400
_NOT_MODIFIED: Final = 304
_ADDRESS: Final = re.compile(r"(?!/join)/[/0-9A-Za-z_-]{0,200}")  # with no query, nor anything that opens something

_log = structlog.get_logger(__name__)


class Audits:
    """Tells `trail` what is done by way of `app`; inside of what notes the operation."""

    def __init__(self, app: ASGIApp, trail: AuditTrail) -> None:
        self._app = app
        self._trail = trail

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        notes = notes_of(scope)

        async def audited(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_audited(scope["method"], message["status"], notes):
                await self._tell(scope, notes, dict(message["headers"]))
            await send(message)

        await self._app(scope, receive, audited)

    async def _tell(self, scope: Any, notes: RequestNotes, headers: dict[bytes, bytes]) -> None:
        query = scope["query_string"].decode("ascii", "replace") if notes.operation in EXPORTS else ""
        location = headers.get(b"location", b"").decode("latin-1")
        deed = Deed(
            action=notes.operation,
            subject=notes.path + (f"?{query}" if query else ""),
            result=notes.made or (location if _ADDRESS.fullmatch(location) else None),
            token_id=notes.token_id or None,
        )
        try:
            await self._trail.add(deed)
        except (psycopg.Error, PoolTimeout) as error:
            # It is done, and who asked must know: so here is where it is told.
            _log.error("not in the audit trail", deed=deed, fault=str(error).strip())


def _is_audited(method: str, status: int, notes: RequestNotes) -> bool:
    if status >= _REFUSED or status == _NOT_MODIFIED:
        return False
    if method in _SAFE:
        return notes.operation in EXPORTS
    return bool(notes.operation) and notes.operation not in UNAUDITED
