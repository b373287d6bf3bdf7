"""Drops entries of the audit trail when they are as old as the settings say."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Final

import psycopg
import structlog
from psycopg_pool import PoolTimeout

from service.auth.audit import AuditTrail

INTERVAL_SECONDS: Final = 3600.0
"""How often old entries are looked for."""

_log = structlog.get_logger(__name__)


class AuditRetention:
    """Drops what is older than `days`, from its start to its stop; with 0 days nothing, ever."""

    def __init__(self, trail: AuditTrail, days: int) -> None:
        self._trail = trail
        self._days = days
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        if self._days:
            self._task = asyncio.create_task(self._follow(timedelta(days=self._days)))

    async def stop(self) -> None:
        """End at once."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _follow(self, than: timedelta) -> None:
        while True:
            try:
                if dropped := await self._trail.drop_older(than):
                    _log.info("old entries of the audit trail were dropped", entries=dropped, days=self._days)
            except (psycopg.Error, PoolTimeout) as error:
                _log.warning("old entries of the audit trail aren't dropped yet", fault=str(error).strip())
            await asyncio.sleep(INTERVAL_SECONDS)
