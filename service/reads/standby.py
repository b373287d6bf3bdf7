"""One standby: whether it may be read from just now, and reading from it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar
from weakref import WeakSet

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from service.database.connections import NamedHost, break_off, reason_of
from service.reads.database_state import ANOTHER_LOG, DatabaseState, StateLoader, is_in_log, state_of

T = TypeVar("T")

Connection: TypeAlias = AsyncConnection[Any]
Pool: TypeAlias = AsyncConnectionPool[AsyncConnection[Any]]
Configure: TypeAlias = Callable[[Connection], Awaitable[None]]
"""Sets up a connection of a pool."""
MakePool: TypeAlias = Callable[[str, Configure], Pool]

LOOK_SECONDS: Final = 1.0
"""Between two looks at a standby, however little is read."""

LATE_SECONDS: Final = 10.0
"""A standby that hasn't had all that its primary has for so long is said to be behind."""

_ANSWER_SECONDS: Final = 0.5
"""How long a read waits for a connection, and for what the standby has; that takes it less than a millisecond."""

_CATCHING_UP_SECONDS: Final = 0.05
"""How long a read waits for a standby that had all a moment ago: what was just written is on its way."""

_PAUSE_SECONDS: Final = 0.002

_RECORD_BYTES: Final = 1 << 16
"""A standby that lacks less, and lacks the same at the next look, may lack the end of a record."""

_LOST: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.InternalError,  # as when its disk is damaged
    psycopg.errors.UndefinedTable,
)
"""Faults of a server, not of what it is asked."""

_log = structlog.get_logger(__name__)


class StandbyUnusable(Exception):  # noqa: N818  # what it is
    """A read has to go to the primary; `str()` says why."""


class Standby:
    """A host that may be a standby, which is looked at each second, and before each read.

    Attributes:
        name: the host, for people.
        fault: why nothing is read from it just now; None if it is read from.
        lag_bytes: how much of the WAL of the primary it had still to replay when it was last looked at.
    """

    def __init__(
        self, host: NamedHost, primary: Pool, states: StateLoader, make_pool: MakePool, seconds: float
    ) -> None:
        """`states` are those of the `primary`. A standby that says nothing for half of `seconds` is left."""
        self.name = host.name
        self.fault: str | None = "it hasn't been looked at yet"
        self.lag_bytes = 0
        self._conninfo = host.conninfo
        self._primary = primary
        self._states = states
        self._patience = seconds / 2
        self._interval = min(LOOK_SECONDS, seconds / 5)
        self._connections: WeakSet[Connection] = WeakSet()
        self._pool = make_pool(host.conninfo, self._know)
        self._own: Connection | None = None
        self._watching: asyncio.Task[None] | None = None
        self._keeps_up = True
        self._behind_since: float | None = None

    @property
    def lag_seconds(self) -> float:
        """For how long it hasn't had all that the primary has; 0 if it has."""
        return 0.0 if self._behind_since is None else monotonic() - self._behind_since

    @property
    def trouble(self) -> str | None:
        """What is wrong with it, for people, whether it is read from or not."""
        if self.fault is None and self.lag_seconds > LATE_SECONDS:
            return f"it is behind by {self.lag_bytes} bytes of WAL, since {self.lag_seconds:.0f} s"
        return self.fault and f"nothing is read from it: {self.fault}"

    async def start(self) -> None:
        """Begin to look at it."""
        await self._pool.open()
        self._watching = asyncio.create_task(self._watch(), name="standby")

    async def stop(self) -> None:
        """End; what is still asked is broken off."""
        if self._watching is not None:
            self._watching.cancel()
            self._break_off()  # else its answer would be waited for
            with suppress(asyncio.CancelledError):
                await self._watching
        if self._own is not None:
            await self._own.close()
        await self._pool.close()

    async def read(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What `work` reads on a connection to it, which has all that the primary has now.

        Raises:
            StandbyUnusable: it hasn't, or it was lost meanwhile; `work` may have begun then.
        """
        wanted = await self._state_of_primary()
        async with self._connected() as connection:
            await self._verify(connection, wanted)
            return await work(connection)

    async def peek(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """What `work`, which is small, reads on a connection to it, however far behind it is.

        Raises:
            StandbyUnusable: it doesn't answer soon.
        """
        async with self._connected() as connection:
            with _within(_ANSWER_SECONDS, partial(break_off, connection)):
                return await work(connection)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        """A connection to it.

        Raises:
            StandbyUnusable: there is none, or it was lost.
        """
        try:
            async with self._pool.connection(_ANSWER_SECONDS) as connection:
                yield connection
        except PoolTimeout:
            raise StandbyUnusable("all its connections are in use") from None
        except psycopg.errors.SerializationFailure as error:
            raise StandbyUnusable("what the query read was cleared away by the primary") from error
        except _LOST as error:
            if self.fault is None:  # else it was broken off for that
                self._judge(fault_of(error))
            raise StandbyUnusable(self.fault) from error

    async def _verify(self, connection: Connection, wanted: DatabaseState) -> None:
        """Hold that the next statement has all that is `wanted`, and nothing that the primary doesn't show.

        Raises:
            StandbyUnusable: as it says.
        """
        deadline = monotonic() + (_CATCHING_UP_SECONDS if self._keeps_up else 0)
        while not (own := await self._state(connection, wanted)).has_all_of(wanted):
            if monotonic() >= deadline:
                self._keeps_up = False
                raise StandbyUnusable("it is behind")
            await asyncio.sleep(_PAUSE_SECONDS)
        self._keeps_up = True
        if not wanted.shows_all_of(own) and not (await self._state_of_primary()).shows_all_of(own):
            raise StandbyUnusable("it shows what the primary doesn't")

    async def _state(self, connection: Connection, primary: DatabaseState) -> DatabaseState:
        with _within(_ANSWER_SECONDS, partial(break_off, connection)):
            own = await state_of(connection)
        if (fault := own.fault_as_standby_of(primary)) is not None:
            self._judge(fault)
            raise StandbyUnusable(fault)
        return own

    async def _state_of_primary(self) -> DatabaseState:
        try:
            return await self._states.answer(None)
        except psycopg.Error as error:
            raise StandbyUnusable("the primary doesn't tell what it has") from error

    # --- looking at it ---

    async def _watch(self) -> None:
        while True:
            was_used = self.fault is None
            try:
                fault = await self._look()
            except (StandbyUnusable, psycopg.Error):  # of the primary: nothing is known anew
                fault = self.fault
            if fault is not None:
                self._break_off()  # who waits for it goes to the primary
            elif not was_used:
                with _within(self._patience, self._break_off):
                    await self._pool.check()  # what was broken off is made anew
            self._judge(fault)
            await asyncio.sleep(self._interval)

    async def _look(self) -> str | None:
        """Why nothing may be read from it, if so.

        Raises:
            StandbyUnusable, psycopg.Error: the primary can't be asked.
        """
        wanted = await self._state_of_primary()
        try:
            if self._own is None:
                self._own = await AsyncConnection.connect(self._conninfo, autocommit=True)
                await self._know(self._own)
            with _within(self._patience, self._break_off):
                own = await state_of(self._own)
        except psycopg.Error as error:
            if self._own is not None:
                await self._own.close()
                self._own = None
            return fault_of(error)
        if (fault := own.fault_as_standby_of(wanted)) is not None:
            return fault
        lag_before, self.lag_bytes = self.lag_bytes, max(0, wanted.wal - own.wal)
        if own.has_all_of(wanted):
            self._behind_since = None
        elif self._behind_since is None:
            self._behind_since = monotonic()
        async with self._primary.connection() as primary:
            if self.lag_bytes == lag_before and 0 < lag_before < _RECORD_BYTES:
                await _finish_record(primary)
            return None if await is_in_log(primary, own) else ANOTHER_LOG

    def _judge(self, fault: str | None) -> None:
        """Have it be read from or not from now on."""
        if fault != self.fault:
            if fault is None:
                _log.info("standby is read from", host=self.name)
            else:
                _log.warning("standby isn't read from", host=self.name, fault=fault)
        self.fault = fault

    async def _know(self, connection: Connection) -> None:
        self._connections.add(connection)

    def _break_off(self) -> None:
        for connection in list(self._connections):
            break_off(connection)


async def _finish_record(primary: Connection) -> None:
    """Write a little: what is on the disk may end within a record, which no standby replays until it is whole."""
    with suppress(psycopg.errors.InsufficientPrivilege):  # then the server does so itself after some seconds
        await primary.execute("SELECT pg_logical_emit_message(true, 'partita', '')")


def fault_of(error: psycopg.Error) -> str:
    """Why a server can't be read from, by how it refuses, for people."""
    if isinstance(error, psycopg.errors.UndefinedTable | psycopg.errors.InvalidCatalogName):
        return "it isn't a standby of a database of Partita"
    return reason_of(error)


@contextmanager
def _within(seconds: float, give_up: Callable[[], None]) -> Iterator[None]:
    """Call what breaks connections off if it takes longer: nothing else ends a wait for a silent host.

    Raises:
        psycopg.errors.ConnectionTimeout: it was called, and who waited was told so.
    """
    loop = asyncio.get_running_loop()
    timer = loop.call_later(seconds, give_up)
    try:
        yield
    except psycopg.Error as error:
        if loop.time() < timer.when():
            raise
        raise psycopg.errors.ConnectionTimeout("no answer in time") from error
    finally:
        timer.cancel()
