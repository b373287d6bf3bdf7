"""Keeps a read model up with the log: one leader for all processes, batches, and restarts after faults."""

from collections import deque
from collections.abc import Callable, Iterator
from threading import Event, Thread
from time import monotonic
from typing import Final
from uuid import UUID

import psycopg
import structlog
from psycopg import Connection

from projections.continuity import LogRewound
from projections.dead_letters import Broken, originators_of_returned_games, outline_of, summary_of
from projections.follower import BATCH, Follower, WrongVersion
from projections.projection import Projection
from projections.rebuild import rebuild

EVENTS_CHANNEL: Final = "match_events"
"""Where the event store notifies its writes."""

_POLL: Final = 0.25  # seconds between looks at the log when no notification comes
_PACE: Final = 0.02
"""Seconds at least between transactions that aren't full: what comes meanwhile shares the next one."""
_LEADER_RETRY: Final = 0.5
_RETURNED: Final = 20  # matches whose game is installed again, between two looks at the log
_BACK_OFF: Final = (0.1, 0.2, 0.5, 1.0)
_BROKEN_BACK_OFF: Final = 30.0  # finding out again that too much can't be processed is work

_log = structlog.get_logger(__name__)


def project_batch(connection: Connection, projection: Projection, limit: int = BATCH) -> int:
    """Apply the next `limit` entries above the stored position, in one transaction, and tell how many there were.

    Raises:
        WrongVersion, LogRewound: as of :meth:`Follower.advance`.
        Exception: why an entry can't be processed; then nothing was done.
    """
    return Follower(connection, lambda: projection).advance(limit)


def catch_up(connection: Connection, projection: Projection) -> None:
    """Apply all that the log holds by now."""
    while project_batch(connection, projection):
        pass


class _Stopped(Exception):  # noqa: N818  # what it is
    """The runner was asked to stop."""


class ProjectionRunner:
    """Follows the log with one read model, in a thread of its own.

    Of all the runners of a read model, in whatever process, the one that holds its advisory lock works; the others
    wait to take over. Rows of an older version are made anew first, beside the old ones, which the leader of that
    version keeps up until then; so are rows that hold what isn't in the log any more.
    """

    def __init__(self, conninfo: str, projection: Callable[[], Projection], *, flushes: bool = False) -> None:
        """With `flushes`, each transaction waits for the disk, since standbys are sent what is there."""
        self._conninfo = conninfo
        self._make = projection
        self._commit = "local" if flushes else "off"
        self._stopping = Event()
        self.fault: str | None = None
        """Why it doesn't get on just now, if so."""
        self._thread = Thread(target=self._run, name=f"projection-{projection().name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the current batch."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        faults = 0
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    for _ in self._follow(connection):
                        faults, self.fault = 0, None
            except _Stopped:
                return
            except Exception as error:  # noqa: BLE001  # whatever it is, the read model must be tried again
                wait = _BACK_OFF[min(faults, len(_BACK_OFF) - 1)]
                faults += 1
                self._pause(error, _BROKEN_BACK_OFF if isinstance(error, Broken) else wait)

    def _pause(self, error: Exception, seconds: float) -> bool:
        """Tell what is wrong, once however often it is tried, and wait; whether to stop."""
        fault = outline_of(error)
        if fault != self.fault:
            _log.warning("projection failed", thread=self._thread.name, fault=summary_of(error))
        self.fault = fault
        return self._stopping.wait(seconds)

    def _follow(self, connection: Connection) -> Iterator[int]:
        # A commit lost in a crash of the server takes its position along, so it is simply made again.
        connection.execute(f"SET synchronous_commit = {self._commit}")
        self._make_anew_if_old(connection)
        while not self._leads(connection):
            yield 0
            if self._stopping.wait(_LEADER_RETRY):
                return
        connection.execute(f"LISTEN {EVENTS_CHANNEL}")  # before the first look, so that nothing falls in between
        follower = Follower(connection, self._make)
        returned: deque[UUID] | None = None
        while not self._stopping.is_set():
            start = monotonic()
            try:
                if returned is None:
                    follower.set_outdated_aside()
                    returned = deque(originators_of_returned_games(connection, self._make().name))
                self._retry(follower, returned)
                done = follower.advance_patiently(self._pause)
            except LogRewound as error:
                _log.warning("the log went back", thread=self._thread.name, fault=str(error))
                follower.distrust()
                self._make_anew()
                follower = Follower(connection, self._make)
                continue
            yield done
            if 0 < done < BATCH:
                # On a busy machine a transaction takes longer, so there are fewer and larger ones, which cost less.
                self._stopping.wait(max(_PACE, monotonic() - start))
            elif not done and not returned:
                for _ in connection.notifies(timeout=_POLL, stop_after=1):
                    pass

    def _retry(self, follower: Follower, returned: deque[UUID]) -> None:
        """Process some of the matches whose game is installed again; those that follow the log wait no longer."""
        for _ in range(min(_RETURNED, len(returned))):
            follower.retry(returned.popleft())
            if not returned:
                _log.info("what waited for a game was processed", thread=self._thread.name)

    def _leads(self, connection: Connection) -> bool:
        lock = self._make().advisory_lock("leader")
        return connection.execute("SELECT pg_try_advisory_lock(%s)", (lock,)).fetchone() == (True,)

    def _make_anew_if_old(self, connection: Connection) -> None:
        projection = self._make()
        query = "SELECT version FROM projections WHERE name = %s"
        row = connection.execute(query, (projection.name,)).fetchone()
        if row is not None and row[0] > projection.version:
            raise WrongVersion(f"the database has {projection.name} in version {row[0]}, newer than this software")
        if row is None or row[0] < projection.version:
            self._make_anew()

    def _make_anew(self) -> None:
        projection = self._make()
        _log.info("projection is made anew", thread=self._thread.name, version=projection.version)
        rebuild(self._conninfo, projection, self._progress)
        _log.info("projection was made anew", thread=self._thread.name)

    def _progress(self, done: int, end: int) -> None:
        if self._stopping.is_set():
            raise _Stopped
        self.fault = f"it is being made anew: {done} of {end}"
