"""Group commit: what many requests write at once goes into the log in one transaction, with one sync of the disk."""

import asyncio
from asyncio import Future
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final
from uuid import UUID

import psycopg
import structlog
from msgspec import Struct
from psycopg import AsyncConnection, InterfaceError, OperationalError

from service.store.errors import TooBusy, VersionConflict
from service.store.recorder import RETRY_SECONDS, Key, Write, appending, positions

GROUP_EVENTS: Final = 2000
"""Events that one transaction takes, more or less: what takes longer would keep the other processes waiting."""

PATIENCE_SECONDS: Final = 5.0
"""How long a write waits for a database that can't be reached, before it is given up."""

_log = structlog.get_logger(__name__)


class _Waiting(Struct):
    """A write whose sender waits; `since` is the time of the loop."""

    write: Write
    position: "Future[int]"
    since: float


class GroupCommit:
    """Stores the writes of one process, on one connection, a group at a time: what came while the last was stored.

    A write is answered when it is durable. One that doesn't fit is refused, and no other with it. When a connection is
    lost before its answer came, the group is sent again; the database tells by their bytes the writes that it has. Used
    in one event loop.
    """

    def __init__(self, conninfo: str, *, places: int) -> None:
        self._conninfo = conninfo
        self._places = places
        self._taken = 0
        self._queue: deque[_Waiting] = deque()
        self._connection: AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def place(self) -> Iterator[None]:
        """One of the places for requests that write at once; taken from the decision to the answer.

        Raises:
            TooBusy: there is none.
        """
        if self._taken >= self._places:
            raise TooBusy(f"{self._taken} requests are writing.")
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def append(self, write: Write) -> int:
        """Store `write`, and tell the position of its last event, when it is durable.

        Who stops waiting doesn't take it back: it is stored, unless it hasn't been sent yet.

        Raises:
            VersionConflict: its versions are there, or its key.
            psycopg.OperationalError: the database can't be reached; whether it was stored is unknown.
        """
        loop = asyncio.get_running_loop()
        waiting = _Waiting(write, loop.create_future(), loop.time())
        self._queue.append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="group commit")
        return await waiting.position

    async def stop(self) -> None:
        """Store what is waiting, and close the connection."""
        while self._task is not None:
            await asyncio.wait([self._task])
        await self._disconnect()

    async def _work(self) -> None:
        """Store group after group until nothing waits."""
        try:
            while group := self._next_group():
                await self._settle(group)
        finally:
            self._task = None

    def _next_group(self) -> list[_Waiting]:
        """The next writes in the queue; those that share an originator or a key with one of them keep their turn."""
        group: list[_Waiting] = []
        later: list[_Waiting] = []
        events, taken = 0, set[UUID | tuple[str, str]]()
        while self._queue and events < GROUP_EVENTS:
            waiting = self._queue.popleft()
            if waiting.position.done():  # its sender has gone
                continue
            marks = _marks(waiting.write)
            if taken.isdisjoint(marks):
                group.append(waiting)
                events += len(waiting.write.events)
            else:
                later.append(waiting)
            taken |= marks
        self._queue.extendleft(reversed(later))
        return group

    async def _settle(self, group: list[_Waiting]) -> None:
        """Store a group and answer who waits. What the database refuses is tried one by one: one may be at fault."""
        try:
            found = await self._stored(group)
        except Exception as error:  # noqa: BLE001  # whoever waits is told
            if len(group) > 1 and not isinstance(error, OperationalError):
                for waiting in group:
                    await self._settle([waiting])
                return
            for waiting in group:
                if not waiting.position.done():
                    waiting.position.set_exception(error)
            return
        for waiting, position in zip(group, found, strict=True):
            if waiting.position.done():
                continue
            if position is None:
                waiting.position.set_exception(VersionConflict())
            else:
                waiting.position.set_result(position)

    async def _stored(self, group: list[_Waiting]) -> list[int | None]:
        """What became of each write of a group, however often the connection is lost, while there is patience."""
        writes = [waiting.write for waiting in group]
        deadline = group[0].since + PATIENCE_SECONDS
        statement, parameters = appending(writes)
        pause = 0.0
        while True:
            try:
                connection = await self._connected()
                rows = await connection.execute(statement, parameters, prepare=True, binary=True)
                return positions(writes, await rows.fetchall())
            except (OperationalError, InterfaceError, TimeoutError) as error:
                fault = str(error).strip() or "no answer in time"
                await self._disconnect()
            if asyncio.get_running_loop().time() >= deadline:
                raise OperationalError(fault)
            _log.warning("a group of writes is sent again", writes=len(group), fault=fault)
            await asyncio.sleep(pause)
            pause = RETRY_SECONDS

    async def _connected(self) -> AsyncConnection[Any]:
        if self._connection is None:
            async with asyncio.timeout(PATIENCE_SECONDS):
                self._connection = await AsyncConnection.connect(self._conninfo, autocommit=True)
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                await self._connection.close()
            self._connection = None


def _marks(write: Write) -> set[UUID | tuple[str, str]]:
    """What no two writes of a group have in common."""
    key: Key | None = write.key
    return {write.originator_id} if key is None else {write.originator_id, (key.token_id, key.key)}
