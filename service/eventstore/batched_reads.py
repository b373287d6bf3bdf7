"""Requests to the database that come at once, answered together on one connection."""

import asyncio
from abc import ABC, abstractmethod
from asyncio import Future
from collections import deque
from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar, cast

import psycopg
import structlog
from msgspec import Struct
from psycopg import AsyncConnection, InterfaceError, OperationalError
from typing_extensions import override

from service.database.connections import KnownAsyncConnection
from service.database.questions import PreparedQuestions
from service.eventstore.recorder import RETRY_SECONDS

PATIENCE_SECONDS: Final = 5.0
"""How long a request waits for a database that can't be reached, before it is given up."""

ROOM: Final = 2000
"""What one batch takes, more or less; of writes, their events. A larger one would keep other processes waiting."""

Q = TypeVar("Q")
A = TypeVar("A")

_log = structlog.get_logger(__name__)


class _Waiting(Struct, Generic[Q, A]):
    """A request whose sender waits; `since` is the time of the loop."""

    request: Q
    answer: "Future[A]"
    since: float


class DataLoader(ABC, Generic[Q, A]):
    """Answers requests a batch at a time: those that came while the last one was answered.

    When the connection is lost before the answer came, the batch is sent again, so that must do no harm. Used in one
    event loop.
    """

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._queue: deque[_Waiting[Q, A]] = deque()
        self._connection: AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[Q]) -> Sequence[A | Exception]:
        """What becomes of each of `requests`, in their order: its answer, or what it fails with."""

    def _weight(self, request: Q) -> int:  # for who overrides it
        """What `request` takes of the room in a batch."""
        return 1

    def _marks(self, request: Q) -> AbstractSet[Hashable]:
        """What no two requests of a batch have in common."""
        return frozenset()

    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        """Set up a new connection."""

    async def answer(self, request: Q) -> A:
        """Send `request`. Who stops waiting takes it back only as long as it hasn't been sent.

        Raises:
            psycopg.OperationalError: the database can't be reached; what became of the request is unknown.
        """
        return await self.ask(request)

    def ask(self, request: Q) -> "Future[A]":
        """The same, without waiting: it is sent when the loop goes on, or with the next batch."""
        loop = asyncio.get_running_loop()
        waiting: _Waiting[Q, A] = _Waiting(request, loop.create_future(), loop.time())
        self._queue.append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name=type(self).__name__)
        return waiting.answer

    async def stop(self) -> None:
        """Answer what is waiting, and close the connection."""
        while self._task is not None:
            await asyncio.wait([self._task])
        await self._disconnect()

    async def _work(self) -> None:
        """Answer batch after batch until nothing waits."""
        try:
            while batch := self._next_batch():
                await self._settle(batch)
        finally:
            self._task = None

    def _next_batch(self) -> list[_Waiting[Q, A]]:
        """The next requests in the queue; those that have a mark in common with one of them keep their turn."""
        batch: list[_Waiting[Q, A]] = []
        later: list[_Waiting[Q, A]] = []
        taken: set[Hashable] = set()
        weight = 0
        while self._queue and weight < ROOM:
            waiting = self._queue.popleft()
            if waiting.answer.done():  # its sender has gone
                continue
            marks = self._marks(waiting.request)
            if taken.isdisjoint(marks):
                batch.append(waiting)
                weight += self._weight(waiting.request)
            else:
                later.append(waiting)
            taken |= marks
        self._queue.extendleft(reversed(later))
        return batch

    async def _settle(self, batch: list[_Waiting[Q, A]]) -> None:
        """Answer a batch. What the database refuses is tried one by one: one may be at fault."""
        answers: Sequence[A | Exception]
        try:
            answers = await self._insisted(batch)
        except Exception as error:  # noqa: BLE001  # raised where it is awaited
            if len(batch) > 1 and not isinstance(error, OperationalError):
                for waiting in batch:
                    await self._settle([waiting])
                return
            answers = [error] * len(batch)
        for waiting, answer in zip(batch, answers, strict=True):
            if waiting.answer.done():
                continue
            if isinstance(answer, Exception):
                waiting.answer.set_exception(answer)
            else:
                waiting.answer.set_result(answer)

    async def _insisted(self, batch: list[_Waiting[Q, A]]) -> Sequence[A | Exception]:
        """The answers to a batch, however often the connection is lost, while there is patience."""
        requests = [waiting.request for waiting in batch]
        deadline = batch[0].since + PATIENCE_SECONDS
        pause = 0.0
        while True:
            try:
                return await self._answers(await self._connected(), requests)
            except (OperationalError, InterfaceError) as error:
                fault = str(error).strip()
                await self._disconnect()
            if asyncio.get_running_loop().time() >= deadline:
                raise OperationalError(fault)
            _log.warning("sent again", what=type(self).__name__, requests=len(batch), fault=fault)
            await asyncio.sleep(pause)
            pause = RETRY_SECONDS

    async def _connected(self) -> AsyncConnection[Any]:
        if self._connection is None:
            self._connection = await KnownAsyncConnection.connect(self._conninfo, autocommit=True)
            await self._opened(self._connection)
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                await self._connection.close()
            self._connection = None


class PreparedLoader(DataLoader[Q, A]):
    """Asks by :class:`PreparedQuestions`, which takes less of the processor than a cursor."""

    def __init__(self, conninfo: str) -> None:
        super().__init__(conninfo)
        self._prepared: PreparedQuestions | None = None

    @property
    def _questions(self) -> PreparedQuestions:
        return cast("PreparedQuestions", self._prepared)  # there is one for each connection

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        self._prepared = PreparedQuestions(connection)

    @override
    async def _disconnect(self) -> None:
        if self._prepared is not None:
            await self._prepared.close()
            self._prepared = None
        await super()._disconnect()
