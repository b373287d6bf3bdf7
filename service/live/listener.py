"""The one connection of a process on which PostgreSQL notifies it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import psycopg
import structlog
from psycopg import sql

from service.database.connections import KnownAsyncConnection

_RETRY_SECONDS: Final = 0.5
_POLL_SECONDS: Final = 0.5  # a look without a notification, in case one was lost
_PAUSE_SECONDS: Final = 0.005  # what is notified meanwhile is heard together: each commit notifies

_log = structlog.get_logger(__name__)


class Listening(Protocol):
    """A subscriber of a notification channel."""

    @property
    def channel(self) -> str:
        """The channel."""
        ...

    async def look(self, connection: psycopg.AsyncConnection[Any], payloads: Sequence[str] | None) -> None:
        """See what has happened.

        `payloads` are those of the notifications that came; there are none when it is merely time to look, and it is
        None when the connection is a new one and some may have been missed.
        """
        ...


async def _nobody() -> None:
    """Nobody wants to know."""


class Listener:
    """Listens for all subscribers, and connects again whenever the connection is lost."""

    def __init__(
        self, conninfo: str, *listening: Listening, on_return: Callable[[], Awaitable[None]] = _nobody
    ) -> None:
        """`on_return` is called on each new connection but the first: those of others may be lost, too, unnoticed."""
        self._conninfo = conninfo
        self._listening = listening
        self._on_return = on_return
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._listen(), name="listener")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        had_one = False
        while True:
            try:
                async with await KnownAsyncConnection.connect(self._conninfo, autocommit=True) as connection:
                    for one in self._listening:
                        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(one.channel)))
                    for one in self._listening:
                        await one.look(connection, None)
                    if had_one:
                        await self._on_return()
                    had_one = True
                    while True:
                        await self._hear(connection)
                        await asyncio.sleep(_PAUSE_SECONDS)
            except Exception as error:  # noqa: BLE001  # subscribers depend on this task
                _log.warning("notifications lost", fault=str(error).strip(), retry_in=_RETRY_SECONDS)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _hear(self, connection: psycopg.AsyncConnection[Any]) -> None:
        heard: dict[str, list[str]] = {}
        async for notice in connection.notifies(timeout=_POLL_SECONDS, stop_after=1):
            heard.setdefault(notice.channel, []).append(notice.payload)
        for one in self._listening:
            if not heard or one.channel in heard:
                await one.look(connection, heard.get(one.channel, ()))
