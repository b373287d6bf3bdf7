"""Keeps read models up with the log: one leader for all processes, batches, and restarts after faults."""

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from time import monotonic, thread_time
from typing import Final

import psycopg
import structlog
from psycopg import Connection

from projections.continuity import LogRewound
from projections.dead_letters import outline_of, summary_of
from projections.follower import BATCH, Busy, Follower
from projections.leadership import Led
from projections.log import END
from projections.pace import Pace
from projections.projection import OutOfStep, Projection, TakesLong

EVENTS_CHANNEL: Final = "match_events"
"""Where the event store notifies its writes."""

_POLL: Final = 0.25  # seconds between looks at the log when no notification comes
_LEADER_RETRY: Final = 0.5
_BACK_OFF: Final = (0.1, 0.2, 0.5, 1.0)

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


class ProjectionRunner:
    """Follows the log with some read models, in a thread of its own.

    Of all the runners of a read model, in whatever process, the one that holds its advisory lock works; the others
    wait to take over. Those that a runner leads and that stand at one position get each batch together: it is read,
    decoded and folded for all of them, and written in one transaction. What fails there, each does alone, until it is
    level with the others again; what takes long, aside, in a further thread. Rows of an older version are made anew
    first, in such a thread too, beside the old ones, which the leader of that version keeps up until then; so are rows
    that hold what isn't in the log any more.
    """

    def __init__(
        self,
        conninfo: str,
        *projections: Callable[[], Projection],
        flushes: bool = False,
        idle: Callable[[], None] = lambda: None,
    ) -> None:
        """With `flushes`, each transaction waits for the disk, since standbys are sent what is there.

        `idle` is called now and then while there is nothing to do.
        """
        self._conninfo = conninfo
        self._idle = idle
        self._commit = "local" if flushes else "off"
        self._stopping = Event()
        self._led = {one.name: one for one in (Led(conninfo, make, self._stopping) for make in projections)}
        self._together: Follower | None = None
        self._thread = Thread(target=self._run, name="projections", daemon=True)

    @property
    def faults(self) -> dict[str, str | None]:
        """Why each read model doesn't get on just now, if so."""
        return {name: led.fault for name, led in self._led.items()}

    @property
    def fault(self) -> str | None:
        """That of the first of them that has one."""
        return next((fault for fault in self.faults.values() if fault), None)

    @property
    def together(self) -> list[str]:
        """The read models that get each batch together."""
        return [] if self._together is None else self._together.names

    def start(self) -> None:
        """Begin."""
        if self._led:
            self._thread.start()

    def stop(self) -> None:
        """End after the current batch."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            reached = monotonic()
            try:
                with psycopg.connect(self._conninfo, autocommit=True) as connection:
                    self._follow(connection)
            except Exception as error:  # noqa: BLE001  # whatever it is, the read models must be tried again
                failures = failures + 1 if monotonic() - reached < _LEADER_RETRY else 1
                self._tell(error)
                self._stopping.wait(_BACK_OFF[min(failures, len(_BACK_OFF)) - 1])
        for led in self._led.values():
            led.join()

    def _tell(self, error: Exception) -> None:
        """Tell what is wrong with the connection, a single time however often it is tried."""
        fault = outline_of(error)
        if any(led.fault != fault for led in self._led.values()):
            _log.warning("projections failed", fault=summary_of(error))
        for led in self._led.values():
            led.fault = fault

    def _follow(self, connection: Connection) -> None:
        # A commit lost in a crash of the server takes its position along, so it is simply made again.
        connection.execute(f"SET synchronous_commit = {self._commit}")
        connection.execute(f"LISTEN {EVENTS_CHANNEL}")  # before the first look, so that nothing falls in between
        together = self._together = Follower(connection, waits=False, brief=True)
        for led in self._led.values():
            led.connect(connection)
        pace, looks_at = Pace(), 0.0
        while not self._stopping.is_set():
            start = thread_time()
            if monotonic() >= looks_at:
                for led in self._led.values():
                    led.seek(_LEADER_RETRY)
                looks_at = monotonic() + _LEADER_RETRY
            self._welcome(connection)
            done = self._advance_together(connection, together, self._unite(connection, together))
            self._unite(connection, together)  # who follows alone gets to where the others stand by now
            done = max(done, self._advance_alone(connection))
            if 0 < done < BATCH:
                self._stopping.wait(pace.pause(done, thread_time() - start))
            elif not done and not list(connection.notifies(timeout=self._patience(), stop_after=1)):
                self._idle()

    def _patience(self) -> float:
        """The seconds until there may be something to do."""
        dues = [led.due - monotonic() for led in self._led.values() if led.due > monotonic()]
        return max(0.001, min([_POLL, *dues]))

    def _welcome(self, connection: Connection) -> None:
        """Have what waited for games that are installed again processed, of each read model that is led from now on."""
        for led in self._led.values():
            if led.alone is not None and led.is_due:
                self._attempt(connection, led, partial(led.take_back, self._commit))

    def _unite(self, connection: Connection, together: Follower) -> int:
        """Have what is led and level with the others follow together; tells how far they may go without the rest."""
        apart = [led for led in self._led.values() if led.alone is not None and led.is_sound]
        if not apart:
            return END
        names = [*together.names, *(led.name for led in apart)]
        query = "SELECT name, position FROM projections WHERE name = ANY(%s)"
        positions: dict[str, int] = dict(connection.execute(query, (names,)).fetchall())
        level = max(positions.get(name, 0) for name in (together.names or names))
        for led in apart:
            led.upto = level
            if positions.get(led.name) == level:
                together.join(led.make)
                led.alone = None
        return min((place for place in positions.values() if place > level), default=END)

    def _advance_together(self, connection: Connection, together: Follower, upto: int) -> int:
        names = together.names
        if not names:
            return 0
        try:
            done = together.advance(upto=upto)
        except Exception as error:
            if connection.closed:
                raise
            if isinstance(error, OutOfStep):
                names = [error.projection]
            elif isinstance(error, LogRewound):  # which only who remembers what has passed can tell
                together.distrust()
            for name in names:
                together.leave(name)
                self._led[name].part()
            if len(names) == 1:
                self._fail(self._led[names[0]], error)
            return 0
        for name in names:
            self._led[name].succeed()
        return done

    def _advance_alone(self, connection: Connection) -> int:
        most = 0
        for led in self._led.values():
            if led.alone is not None and led.is_due:
                most = max(most, self._attempt(connection, led, led.advance))
        return most

    def _attempt(self, connection: Connection, led: Led, work: Callable[[], int]) -> int:
        try:
            return work()
        except Exception as error:
            if connection.closed:
                raise
            self._fail(led, error)
            return 0

    def _fail(self, led: Led, error: Exception) -> None:
        if isinstance(error, LogRewound):
            _log.warning("the log went back", projection=led.name, fault=str(error))
            if self._together is not None:
                self._together.forget_log()
            led.begin_anew()
        elif isinstance(error, Busy):
            led.wait_for_others()
        elif isinstance(error, TakesLong):
            led.advance_aside(self._commit)
        else:
            led.fail(error)
