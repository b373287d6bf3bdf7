"""Notices when the database says nothing: when it is frozen, or can't be reached and nobody says so."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog

from service.database.connections import KnownAsyncConnection, break_off

_INTERVAL_SECONDS: Final = 1.0
_QUESTION: Final = "SELECT 1"

_log = structlog.get_logger(__name__)


async def _nobody() -> None:
    """Nobody wants to know."""


class DatabaseWatch:
    """Asks the database something small each second, on a connection of its own.

    As long as it takes more than `seconds` to answer, `on_silence` is called each second. A database that refuses to
    answer isn't silent: who asks it is told by itself. `on_loss` is called once, if the silence came over a connection
    on which there were answers before.
    """

    def __init__(self, conninfo: str, seconds: float) -> None:
        self._conninfo = conninfo
        self._seconds = seconds
        self.on_silence: Callable[[], Awaitable[None]] = _nobody
        """What is called as long as it lasts."""
        self.on_loss: Callable[[], Awaitable[None]] = _nobody
        """What is called once."""
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._asked: asyncio.Task[bool] | None = None
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._watching = asyncio.create_task(self._watch(), name="database-watch")

    async def stop(self) -> None:
        """End; an answer that is still due isn't waited for."""
        if self._watching is not None:
            self._watching.cancel()
            with suppress(asyncio.CancelledError):
                await self._watching
        if self._connection is not None:
            break_off(self._connection)  # cancelled, psycopg would wait for the database
        elif self._asked is not None:
            self._asked.cancel()
        if self._asked is not None:
            await asyncio.wait({self._asked})
        if self._connection is not None:
            await self._connection.close()

    async def _watch(self) -> None:
        while True:
            self._asked = asyncio.create_task(self._ask(), name="database-watch-question")
            patience, is_silent = self._seconds, False
            # It isn't cancelled when it takes long: psycopg would wait for the database even so.
            while not (await asyncio.wait({self._asked}, timeout=patience))[0]:
                if not is_silent:
                    is_silent = True
                    _log.error("database silent", seconds=self._seconds)
                    if self._connection is not None:
                        await self.on_loss()
                patience = _INTERVAL_SECONDS
                await self.on_silence()
            if is_silent and self._asked.result():
                _log.warning("database answers again")
            await asyncio.sleep(_INTERVAL_SECONDS)

    async def _ask(self) -> bool:
        """Whether it answered, in whatever time, and didn't refuse."""
        try:
            if self._connection is None:
                self._connection = await KnownAsyncConnection.connect(self._conninfo, autocommit=True)
            await self._connection.execute(_QUESTION)
        except psycopg.Error:
            if self._connection is not None:
                await self._connection.close()
                self._connection = None
            return False
        return True
