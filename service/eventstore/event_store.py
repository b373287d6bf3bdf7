"""The log as one process has it: what reads it, the one thing that writes it, and the aggregates in it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from operator import attrgetter
from typing import Any, Final, ParamSpec, TypeVar

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

import domain.annotations.annotations
import domain.match.folding
import domain.merging
import domain.series.series
import domain.variations.variations
from domain.annotations.annotations import Annotations
from domain.annotations.events import AnnotationEvent, AnnotationsBegun
from domain.match.events import MatchEvent, MatchOpened
from domain.match.match import Match
from domain.merging import Merges
from domain.people.events import PeopleEvent, PlayersMerged
from domain.series.events import SeriesEvent, SeriesOpened
from domain.series.series import Series
from domain.subjects.events import SubjectEvent, SubjectsMerged
from domain.variations.events import VariationEvent, VariationsBegun
from domain.variations.variations import Variations
from service.eventstore.aggregate_type import AggregateType
from service.eventstore.event_loader import EventLoader
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import EventLog
from service.eventstore.repository import Repository

MATCH: Final[AggregateType[Match, MatchEvent]] = AggregateType(
    MatchOpened, domain.match.folding.fold, attrgetter("game.meta.key")
)
SERIES: Final[AggregateType[Series, SeriesEvent]] = AggregateType(
    SeriesOpened, domain.series.series.fold, attrgetter("game")
)
ANNOTATIONS: Final[AggregateType[Annotations, AnnotationEvent]] = AggregateType(
    AnnotationsBegun, domain.annotations.annotations.fold
)
VARIATIONS: Final[AggregateType[Variations, VariationEvent]] = AggregateType(
    VariationsBegun, domain.variations.variations.fold
)
PEOPLE: Final[AggregateType[Merges, PeopleEvent]] = AggregateType(PlayersMerged, domain.merging.fold)
SUBJECTS: Final[AggregateType[Merges, SubjectEvent]] = AggregateType(SubjectsMerged, domain.merging.fold)

_FEW: Final = 100
"""Requests that write at once, where nothing else is asked for."""

P = ParamSpec("P")
R = TypeVar("R")


class EventStore:
    """Used in one event loop, which goes on while the log is read in threads or written by :class:`GroupCommit`.

    Attributes:
        matches, series: the repositories of these.
        people, subjects: those of their merges.
        annotations, variations: those of the notes on matches; each match's are stored under ids of their own.
    """

    def __init__(
        self,
        conninfo: str,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        *,
        connections: int = 1,
        group_commit: GroupCommit | None = None,
        event_loader: EventLoader | None = None,
    ) -> None:
        """`connections` is for the threads that read; without a `group_commit` there is one for few writers."""
        self.log = EventLog(conninfo, connections=connections)
        self.pool = pool
        self.group_commit = group_commit or GroupCommit(conninfo, places=_FEW)
        self.event_loader = event_loader or EventLoader(conninfo)
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="eventstore")
        parts = (self.log, self.group_commit, self.event_loader, pool, self.blocking)
        self.matches = Repository(MATCH, *parts)
        self.series = Repository(SERIES, *parts)
        self.annotations = Repository(ANNOTATIONS, *parts)
        self.variations = Repository(VARIATIONS, *parts)
        self.people = Repository(PEOPLE, *parts)
        self.subjects = Repository(SUBJECTS, *parts)

    async def blocking(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call what reads the log, which blocks, in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(function, *args, **kwargs))

    async def stop(self) -> None:
        """Finish what is under way and close the connections."""
        await self.group_commit.stop()
        await self.event_loader.stop()
        await asyncio.to_thread(self._threads.shutdown)
        self.log.close()


@asynccontextmanager
async def event_store(conninfo: str) -> AsyncIterator[EventStore]:
    """An event store for a command or a test; closed at the end."""
    pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
        conninfo, min_size=0, max_size=2, kwargs={"autocommit": True}, open=False
    )
    async with pool:
        store = EventStore(conninfo, pool)
        try:
            yield store
        finally:
            await store.stop()
