"""Puts the parts of one process together, and takes them apart again."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from replays.stepper import Stepper
from service.boards import Boards
from service.config import Settings
from service.kept import KeptAnswers
from service.leaderboards import Leaderboards
from service.listener import Listener
from service.merges import Merges
from service.metrics.gathering import Metrics
from service.metrics.shared import Shared
from service.names import Names
from service.notes import Notes
from service.people import People
from service.positions import Positions, Reached
from service.problems import BEHIND, ProblemError
from service.projector import Projector, ProjectorProcess, ProjectorThreads
from service.readmodels import ReadModels
from service.records.giving_out import Exporter
from service.records.taking_in import Importer
from service.refused_claims import RefusedClaims
from service.scribe import Scribe
from service.statistics.reader import Statistics
from service.store.aggregates import match_store, series_store
from service.store.group import GroupCommit
from service.store.grouped import GroupedStore
from service.store.log import RECONNECT_SECONDS, EventLog
from service.store.news import News
from service.store.visibilities import Visibilities
from service.streams.feeds import Feeds
from service.tokens.authentication import Authentication
from service.tokens.failures import Failures
from service.tokens.table import TokenTable

P = ParamSpec("P")
R = TypeVar("R")


class Services:
    """Everything that the routes need."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.log = EventLog(settings.conninfo, connections=settings.library_connections)
        self.group = GroupCommit(settings.conninfo, places=settings.writes_at_once)
        self.news = News(settings.conninfo)
        self.visibilities = Visibilities(settings.conninfo)
        self.names = Names(settings.conninfo)
        self.reached = Reached(settings.conninfo)
        self.store = match_store(self.log)
        self.matches = GroupedStore(self.store, self.group, self.news, self.blocking)
        self.series = GroupedStore(series_store(self.log), self.group, self.news, self.blocking)
        self.notes = Notes(self.log, self.store)
        self.annotations = GroupedStore(self.notes.annotations, self.group, self.news, self.blocking)
        self.exporter = Exporter(self.log)
        self.importer = Importer(self.log)
        self.scribe = Scribe(self.matches)
        self.stepper = Stepper()
        self.kept = KeptAnswers()
        self.pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            settings.conninfo,
            min_size=1,
            max_size=settings.pool_connections,
            kwargs={"autocommit": True},  # what is asked or done in a single statement takes one round trip
            open=False,
            timeout=5.0,
            reconnect_timeout=RECONNECT_SECONDS,
        )
        self.authentication = Authentication(self.pool, Failures(settings.failures_allowed))
        self.tokens = TokenTable(self.pool)
        self.people = People(self.pool)
        self.merges = Merges(self.pool, self.store, self.blocking)
        self.boards = Boards(self.pool)
        self.refused_claims = RefusedClaims(self.pool)
        self.read_models = ReadModels(self.pool)
        self.statistics = Statistics(self.pool)
        self.leaderboards = Leaderboards(self.pool)
        self.positions = Positions()
        self.feeds = Feeds(self.matches.load, settings.streams)
        self.metrics = Metrics(self.pool, self.feeds, Shared(settings.metrics))
        self.listener = Listener(settings.conninfo, self.positions, self.feeds)
        self.projector: Projector = (
            ProjectorProcess(settings.conninfo) if settings.own_projector else ProjectorThreads(settings.conninfo)
        )
        self._threads = ThreadPoolExecutor(settings.library_connections, thread_name_prefix="store")

    async def start(self) -> None:
        """Open connections and start the projections. The database has been migrated."""
        await self.pool.open()
        await self.listener.start()
        await self.metrics.start()
        await self.projector.start()

    async def stop(self) -> None:
        """Finish what is under way and close everything."""
        await self.projector.stop()
        await self.listener.stop()
        await self.metrics.stop()
        for batches in (self.group, self.news, self.visibilities, self.names, self.reached):
            await batches.stop()
        await asyncio.to_thread(self._threads.shutdown)
        await self.pool.close()
        self.log.close()

    async def blocking(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the event store, which blocks, in one of its threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(function, *args, **kwargs))

    async def reach(self, projection: str, position: int | None) -> int:
        """Wait until a read model has got to `position`, if one is given, and tell how far it is.

        Raises:
            ProblemError: 503 when it takes too long, or the rows are still those of another version of the software.
        """
        if position is not None and not await self.positions.reached(projection, position, self.settings.wait_seconds):
            raise ProblemError(BEHIND, f"The position {position} wasn't reached.", headers={"Retry-After": "1"})
        reached = await self.reached.answer(projection)
        if reached is None:
            raise ProblemError(BEHIND, "It is made anew for this version just now.", headers={"Retry-After": "5"})
        return reached
