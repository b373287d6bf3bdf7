"""Results that seal by themselves, some hours after a match in a series that says so.

Read models tell which may be due, and the match itself whether it is. So whoever asks first seals, in whatever process,
and after a restart what became due meanwhile is sealed at once.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

import psycopg
import structlog
from eventsourcing.persistence import PersistenceError
from psycopg_pool import PoolTimeout

from domain.match.confirming import ResultIsSealed, seal_by_time
from domain.match.events import MatchEvent
from domain.match.match import Match
from service.commands.play import MatchCommands
from service.eventstore.errors import NotFound, Overloaded, UnreadableLog
from service.queries.matches import DueSeal, ReadModels

INTERVAL_SECONDS: Final = 60.0
"""How often results that are due are looked for."""

_log = structlog.get_logger(__name__)


class TimeSeals:
    """Seals what is due, from its start to its stop."""

    def __init__(
        self,
        read_models: ReadModels,
        match_commands: MatchCommands,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._read_models = read_models
        self._match_commands = match_commands
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """End at once; what isn't sealed yet is so after the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def seal_due(self) -> int:
        """Seal the results that are due by now; how many that were."""
        sealed = 0
        for due in await self._read_models.due_seals(self._clock()):
            with suppress(ResultIsSealed, NotFound, UnreadableLog, Overloaded):  # others are due, too
                written = await self._match_commands.revise(due.match_id, partial(_sealed, due))
                sealed += len(written.events)
        return sealed

    async def _follow(self) -> None:
        while True:
            try:
                await self.seal_due()
            except (psycopg.Error, PoolTimeout, PersistenceError) as error:  # also while a read model is made anew
                _log.warning("results that are due aren't sealed yet", fault=str(error).strip())
            await asyncio.sleep(INTERVAL_SECONDS)


def _sealed(due: DueSeal, match: Match, at: datetime) -> Sequence[MatchEvent]:
    return seal_by_time(match, due.series_id, due.hours, due.since, at=at)
