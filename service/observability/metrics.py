"""Gathers the metrics: counters of the processes, and the state of the database."""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from service.evidence.scrub import scrub_status
from service.live.feeds import Feeds
from service.live.projection_status import end_of_log, projection_statuses
from service.observability.families import Family, Labels, Samples
from service.observability.request_metrics import PROBLEMS, REQUESTS, SECONDS, RequestCounts
from service.observability.shared import WRITE_SECONDS, MetricsSnapshot, Sample, Shared
from service.reads.reads import Reads

_STREAMS: Final = Family("partita_streams_open", "gauge", "Event streams that are open.")
_DROPPED: Final = Family(
    "partita_streams_dropped_total", "counter", "Event streams given up because their readers didn't read."
)
_POOL: Final = Family("partita_pool_connections", "gauge", "Connections for reading, by state.")
_WAITING: Final = Family("partita_pool_waiting", "gauge", "Requests that wait for such a connection.")
_READS: Final = Family("partita_reads_total", "counter", "Reads that a standby could answer, by what answered them.")
_STANDBY: Final = Family("partita_standby_up", "gauge", "Whether a standby is read from, by the process that answers.")
_STANDBY_LAG: Final = Family(
    "partita_standby_lag_seconds", "gauge", "For how long a standby lacks what the primary has."
)
_STANDBY_BYTES: Final = Family("partita_standby_lag_bytes", "gauge", "WAL of the primary that it has still to replay.")
_DATABASE: Final = Family("partita_database_up", "gauge", "Whether the database answers; else what follows is missing.")
_LOG: Final = Family("partita_log_position", "gauge", "The position of the newest event; grows with each, with gaps.")
_CURRENT: Final = Family(
    "partita_projection_current", "gauge", "Whether a read model's rows are of this version, and of this log."
)
_POSITION: Final = Family("partita_projection_position", "gauge", "How far a read model has got in the log.")
_LAG: Final = Family(
    "partita_projection_lag_seconds",
    "gauge",
    "Age of the oldest event that a read model hasn't got to.",
)
_ENTRIES: Final = Family("partita_projection_set_aside_events", "gauge", "Events that a read model has set aside.")
_ORIGINATORS: Final = Family(
    "partita_projection_set_aside_originators",
    "gauge",
    "Matches and series that a read model doesn't have whole.",
)

_FAULTS: Final = Family("partita_log_faults", "gauge", "Places at which the log isn't what was recorded.")
_VERIFIED: Final = Family(
    "partita_log_verified_timestamp_seconds", "gauge", "When the check of the whole log last came to its end; 0 before."
)

FAMILIES: Final = (
    REQUESTS,
    SECONDS,
    PROBLEMS,
    _STREAMS,
    _DROPPED,
    _POOL,
    _WAITING,
    _READS,
    _STANDBY,
    _STANDBY_LAG,
    _STANDBY_BYTES,
    _DATABASE,
    _LOG,
    _CURRENT,
    _POSITION,
    _LAG,
    _ENTRIES,
    _ORIGINATORS,
    _FAULTS,
    _VERIFIED,
)


class Metrics:
    """What this process counts, and the metrics of all of them."""

    def __init__(
        self, pool: AsyncConnectionPool[AsyncConnection[Any]], reads: Reads, feeds: Feeds, shared: Shared
    ) -> None:
        self.requests = RequestCounts()
        self._pool = pool
        self._reads = reads
        self._feeds = feeds
        self._shared = shared
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to tell the other processes."""
        self._task = asyncio.create_task(self._add(), name="metrics")

    async def stop(self) -> None:
        """End, with a last word."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._shared.write(self._snapshot())

    async def samples(self) -> Samples:
        """Those of all :data:`FAMILIES`, just now."""
        samples = self._shared.summed(self._snapshot())
        return samples | self._of_standbys() | await self._of_database()

    async def _add(self) -> None:
        while True:
            self._shared.write(self._snapshot())
            await asyncio.sleep(WRITE_SECONDS)

    def _snapshot(self) -> MetricsSnapshot:
        counters = [(name, labels, value) for (name, labels), value in self.requests.samples().items()]
        counters.append((_DROPPED.name, (), self._feeds.dropped))
        counters += [(_READS.name, (("source", source),), count) for source, count in self._reads.counts.items()]
        stats = self._pool.get_stats()
        size, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
        gauges: list[Sample] = [
            (_STREAMS.name, (), self._feeds.places.open),
            (_POOL.name, (("state", "used"),), size - idle),
            (_POOL.name, (("state", "idle"),), idle),
            (_WAITING.name, (), stats.get("requests_waiting", 0)),
        ]
        return MetricsSnapshot(time.time(), tuple(counters), tuple(gauges))

    def _of_standbys(self) -> dict[tuple[str, Labels], float]:
        found: dict[tuple[str, Labels], float] = {}
        for number, standby in enumerate(self._reads.standbys, 1):
            of = (("standby", str(number)),)
            found[_STANDBY.name, of] = standby.fault is None
            found[_STANDBY_LAG.name, of] = standby.lag_seconds
            found[_STANDBY_BYTES.name, of] = standby.lag_bytes
        return found

    async def _of_database(self) -> dict[tuple[str, Labels], float]:
        found: dict[tuple[str, Labels], float] = {}
        try:
            async with self._pool.connection(timeout=2.0) as connection:
                found[_LOG.name, ()] = await end_of_log(connection)
                for standing in await projection_statuses(connection):
                    of = (("projection", standing.name),)
                    found[_CURRENT.name, of] = standing.current
                    found[_POSITION.name, of] = standing.position
                    if standing.lag_seconds is not None:
                        found[_LAG.name, of] = standing.lag_seconds
                    found[_ENTRIES.name, of] = standing.entries
                    found[_ORIGINATORS.name, of] = standing.originators
                scrub = await scrub_status(connection)
                found[_FAULTS.name, ()] = scrub.faults
                found[_VERIFIED.name, ()] = scrub.finished_at.timestamp() if scrub.finished_at else 0
        except (psycopg.Error, PoolTimeout):
            found[_DATABASE.name, ()] = 0
        else:
            found[_DATABASE.name, ()] = 1
        return found
