"""Keeps a read model up with the log: one leader for all processes, batches, and restarts after faults."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Final

import psycopg
import structlog
from psycopg import Connection

from projections.projection import Projection, read_log

BATCH: Final = 500
"""Log entries in one transaction."""

CHANNEL: Final = "partita_projected"
"""Where each commit is notified, as ``<name> <position>``."""

_EVENTS_CHANNEL: Final = "match_events"  # where the event store notifies its writes
_POLL: Final = 0.25  # seconds between looks at the log when no notification comes
_BREATH: Final = 0.025
"""Seconds from one batch to the next while events come in one by one, so that many share a transaction."""
_LEADER_RETRY: Final = 0.5
_BACK_OFF: Final = (0.1, 0.2, 0.5, 1.0)

_log = structlog.get_logger(__name__)


def project_batch(connection: Connection, projection: Projection, limit: int = BATCH) -> int:
    """Apply the next `limit` entries above the stored position, in one transaction, and tell how many there were.

    The row of the position is locked meanwhile, so that nobody else can write this read model.
    """
    with connection.transaction():
        position = lock_position(connection, projection)
        batch = read_log(connection, position, limit)
        if batch:
            projection.apply(connection, batch)
            move_position(connection, projection, batch[-1].position)
    return len(batch)


def catch_up(connection: Connection, projection: Projection) -> None:
    """Apply all that the log holds by now."""
    while project_batch(connection, projection):
        pass


def lock_position(connection: Connection, projection: Projection) -> int:
    """The position that `projection` has got to; held for the rest of the transaction.

    Raises:
        LookupError: the tables aren't those of this version of the software.
    """
    query = "SELECT version, position FROM projections WHERE name = %s FOR UPDATE"
    row = connection.execute(query, (projection.name,), prepare=True).fetchone()
    version, position = row or (None, 0)
    if version != projection.version:
        raise LookupError(f"the database has {projection.name} in version {version}, not {projection.version}")
    return int(position)


def move_position(connection: Connection, projection: Projection, position: int) -> None:
    """Store that all entries up to `position` have been applied, and tell who waits for it."""
    connection.execute("UPDATE projections SET position = %s WHERE name = %s", (position, projection.name))
    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{projection.name} {position}"))


class ProjectionRunner:
    """Follows the log with one read model, in a thread of its own.

    Of all the runners of a read model, in whatever process, the one that holds its advisory lock works; the others
    wait to take over.
    """

    def __init__(self, conninfo: str, projection: Callable[[], Projection]) -> None:
        self._conninfo = conninfo
        self._projection = projection
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
            except Exception as error:  # noqa: BLE001  # whatever it is, the read model must be tried again
                fault = f"{type(error).__name__}: {error}".strip()
                wait = _BACK_OFF[min(faults, len(_BACK_OFF) - 1)]
                faults += 1
                if fault != self.fault:  # told once, however often it is tried
                    _log.warning("projection failed", thread=self._thread.name, fault=fault)
                self.fault = fault
                self._stopping.wait(wait)

    def _follow(self, connection: Connection) -> Iterator[int]:
        projection = self._projection()
        # A commit lost in a crash of the server takes its position along, so it is simply made again.
        connection.execute("SET synchronous_commit = off")
        while not _try_lock(connection, projection):
            yield 0
            if self._stopping.wait(_LEADER_RETRY):
                return
        connection.execute(f"LISTEN {_EVENTS_CHANNEL}")  # before the first look, so that nothing falls in between
        while not self._stopping.is_set():
            done = project_batch(connection, projection)
            yield done
            if not done:
                for _ in connection.notifies(timeout=_POLL, stop_after=1):
                    pass
            elif done < BATCH:
                self._stopping.wait(_BREATH)


def _try_lock(connection: Connection, projection: Projection) -> bool:
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", (projection.advisory_lock("leader"),)).fetchone()
    return row == (True,)
