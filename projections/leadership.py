"""One read model of a runner: whether the runner leads it, and what keeps it from getting on."""

from collections import deque
from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Final
from uuid import UUID

import psycopg
import structlog
from psycopg import Connection

from projections.dead_letters import Broken, originators_of_returned_games, outline_of, summary_of
from projections.follower import Busy, Follower, Patience, WrongVersion
from projections.log import END
from projections.projection import Projection
from projections.rebuild import rebuild

_BACK_OFF: Final = (0.1, 0.2, 0.5, 1.0)
_BROKEN_BACK_OFF: Final = 30.0  # finding out again that too much can't be processed is work
_BUSY_SECONDS: Final = 0.05
_RETURNED: Final = 20  # matches whose game is installed again, between two looks at the log

_log = structlog.get_logger(__name__)


class _Stopped(Exception):  # noqa: N818  # what it is
    """The runner was asked to stop."""


class Led:
    """A read model that a runner leads, or waits to lead. Used by the runner's thread, but for what is made anew.

    Attributes:
        fault: why it doesn't get on just now, if so.
        due: the monotonic time from which on it may be tried.
        alone: what follows the log with it while it doesn't follow together with others, and it is led.
        upto: how far that may go: the position of the others.
    """

    def __init__(self, conninfo: str, make: Callable[[], Projection], stopping: Event) -> None:
        projection = make()
        self.name, self._version = projection.name, projection.version
        self._key = projection.advisory_lock("leader")
        self.make = make
        self._conninfo = conninfo
        self._stopping = stopping
        self._connection: Connection | None = None
        self.fault: str | None = None
        self.due = 0.0
        self.alone: Follower | None = None
        self.upto = END
        self._leads = False
        self._is_welcomed = False
        """Whether nothing has waited for a game that is installed again, since it is led."""
        self._parted = False
        """Whether it failed and hasn't got on since."""
        self._patience = Patience()
        self._failures = 0
        self._aside: Thread | None = None
        """What makes it anew, or applies a batch that takes long."""

    @property
    def is_due(self) -> bool:
        """Whether it may be tried now."""
        return self.due <= monotonic() and not (self._aside is not None and self._aside.is_alive())

    @property
    def is_sound(self) -> bool:
        """Whether there is no reason why it shouldn't follow together with others."""
        return self.is_due and self._is_welcomed and not self._parted

    def connect(self, connection: Connection) -> None:
        """Begin on a new connection, by which nothing is led yet."""
        self._connection, self._leads, self.alone = connection, False, None

    def join(self) -> None:
        """Wait for the end of what is done aside."""
        if self._aside is not None:
            self._aside.join()

    # --- who leads ---

    def seek(self, retry_seconds: float) -> None:
        """Lead it if nobody else does; have it made anew if its rows are of an older version."""
        if self._leads or not self.is_due:
            return
        connection = self._connected()
        row = connection.execute("SELECT version FROM projections WHERE name = %s", (self.name,)).fetchone()
        if row is not None and row[0] > self._version:
            message = f"the database has {self.name} in version {row[0]}, newer than this software"
            self.fail(WrongVersion(message, self.name))
        elif row is None or row[0] < self._version:
            self._make_anew()
        elif connection.execute("SELECT pg_try_advisory_lock(%s)", (self._key,)).fetchone() == (True,):
            self._leads, self._is_welcomed, self._parted, self.upto = True, False, False, END
            self.alone = self._follower(connection)
        else:
            self.fault, self._failures = None, 0
            self.due = monotonic() + retry_seconds

    def _give_up(self) -> None:
        """Let others lead."""
        if self._leads:
            self._connected().execute("SELECT pg_advisory_unlock(%s)", (self._key,))
        self._leads, self.alone = False, None

    # --- following ---

    def part(self) -> None:
        """Follow alone from now on, until it has got on."""
        self.alone, self.upto, self._parted = self._follower(self._connected()), END, True

    def advance(self) -> int:
        """Apply the next batch alone; around what can't be processed, if it was tried often enough.

        Raises:
            Exception: as of :meth:`Follower.advance`.
        """
        alone = self.alone
        assert alone is not None, "it doesn't follow together with others"  # noqa: S101  # the runner sees to that
        done = alone.advance_around(upto=self.upto) if self._patience.ended else alone.advance(upto=self.upto)
        self.succeed()
        return done

    def succeed(self) -> None:
        """It got on."""
        self.fault, self._failures, self._parted = None, 0, False
        self._patience = Patience()

    def fail(self, error: Exception) -> None:
        """Try it again later: a few times as the leader, if an entry may be to blame; else whoever leads then."""
        self._parted = True
        try:
            seconds = self._patience.after(error)
        except Exception:  # noqa: BLE001  # it isn't an entry's fault
            self._give_up()
            seconds = _BROKEN_BACK_OFF if isinstance(error, Broken) else _BACK_OFF[min(self._failures, 3)]
            self._failures += 1
        self._tell(error)
        self.due = monotonic() + seconds

    def _pause(self, error: Exception, seconds: float) -> bool:
        self._tell(error)
        return self._stopping.wait(seconds)

    def _tell(self, error: Exception) -> None:
        """Tell what is wrong, a single time however often it is tried."""
        fault = outline_of(error)
        if fault != self.fault:
            _log.warning("projection failed", projection=self.name, fault=summary_of(error))
        self.fault = fault

    def wait_for_others(self) -> None:
        """Try it again in a moment: somebody else writes it just now."""
        self._parted, self.due = True, monotonic() + _BUSY_SECONDS

    def _follower(self, connection: Connection) -> Follower:
        return Follower(connection, self.make, waits=False, brief=True)

    # --- aside: in a thread and on a connection of its own ---

    def take_back(self, commit: str) -> int:
        """Have what waited for games that are installed again processed, with that ``synchronous_commit``.

        Returns:
            How many entries of the log were applied: none.

        Raises:
            Exception: as of :meth:`Follower.set_outdated_aside`.
        """
        if self._is_welcomed:
            return 0
        alone, connection = self.alone, self._connected()
        assert alone is not None, "it doesn't follow together with others"  # noqa: S101  # the runner sees to that
        alone.set_outdated_aside()
        returned = deque(originators_of_returned_games(connection, self.name))
        self._is_welcomed = not returned
        if returned:
            self._go_aside(commit, partial(self._follow_and_retry, returned))
        return 0

    def _follow_and_retry(self, returned: deque[UUID], follower: Follower) -> None:
        """Process dead letters and, so that what is new needn't wait for all of them, what follows in the log."""
        while returned and not self._stopping.is_set():
            for _ in range(min(_RETURNED, len(returned))):
                follower.retry(returned.popleft())
            follower.advance_patiently(self._pause)
        if not returned:
            self._is_welcomed = True
            _log.info("what waited for a game was processed", projection=self.name)

    def advance_aside(self, commit: str) -> None:
        """Apply the next batch, however long it takes, with that ``synchronous_commit``."""
        self._parted = True
        self._go_aside(commit, lambda follower: follower.advance_patiently(self._pause))

    def _go_aside(self, commit: str, work: Callable[[Follower], object]) -> None:
        self._aside = Thread(target=self._work_aside, args=(commit, work), name=f"aside-{self.name}", daemon=True)
        self._aside.start()

    def _work_aside(self, commit: str, work: Callable[[Follower], object]) -> None:
        try:
            with psycopg.connect(self._conninfo, autocommit=True) as connection:
                connection.execute(f"SET synchronous_commit = {commit}")
                work(Follower(connection, self.make, waits=False))
        except Busy:
            self.wait_for_others()
        except Exception as error:  # noqa: BLE001  # whatever it is, it is tried again
            self._fail_aside(error)
        else:
            self.succeed()

    def begin_anew(self) -> None:
        """Have rows that hold what isn't in the log any more made anew."""
        follower = self._follower(self._connected())
        follower.distrust()
        if self._leads:
            self.alone, self.upto, self._parted = follower, END, True
        self._make_anew()

    def _make_anew(self) -> None:
        self._aside = Thread(target=self._rebuild, name=f"rebuild-{self.name}", daemon=True)
        self._aside.start()

    def _rebuild(self) -> None:
        _log.info("projection is made anew", projection=self.name, version=self._version)
        try:
            rebuild(self._conninfo, self.make(), self._progress)
        except _Stopped:
            return
        except Exception as error:  # noqa: BLE001  # whatever it is, it must be tried again
            self._fail_aside(error)
        else:
            _log.info("projection was made anew", projection=self.name)

    def _fail_aside(self, error: Exception) -> None:
        self._tell(error)
        self.due = monotonic() + (_BROKEN_BACK_OFF if isinstance(error, Broken) else _BACK_OFF[-1])

    def _progress(self, done: int, end: int) -> None:
        if self._stopping.is_set():
            raise _Stopped
        self.fault = f"it is being made anew: {done} of {end}"

    def _connected(self) -> Connection:
        assert self._connection is not None, "the runner connects first"  # noqa: S101
        return self._connection
