"""Questions that are asked all the time, on a connection of their own, with as little around them as libpq allows."""

import asyncio
from asyncio import Future
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import psycopg
from psycopg import sql
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from service.database.connections import KnownAsyncConnection

Question: TypeAlias = tuple[bytes, Sequence[bytes]]
"""The name of a prepared statement, and its parameters as PostgreSQL has them in binary."""


class PreparedQuestions:
    """A connection with prepared statements, several of which are asked in one round trip.

    Used in one event loop, by one who asks at a time. psycopg's own way costs several times the processor's time of
    libpq's: it waits, converts and checks what here is known.
    """

    def __init__(self, connection: psycopg.AsyncConnection) -> None:
        self._connection = connection
        self._libpq: PGconn = connection.pgconn
        self._loop = asyncio.get_running_loop()
        self._asked: Future[list[PGresult]] | None = None
        self._results: deque[PGresult] = deque()
        self._libpq.enter_pipeline_mode()
        self._watched: int | None = self._libpq.socket
        self._loop.add_reader(self._watched, self._read)

    @classmethod
    async def connect(cls, conninfo: str, statements: Mapping[bytes, str]) -> "PreparedQuestions":
        """A new connection with these statements, which select rows.

        Raises:
            psycopg.Error: there is none to be had, or a statement is no good.
        """
        connection = await KnownAsyncConnection.connect(conninfo, autocommit=True)
        try:
            await connection.execute("SET enable_seqscan = off")  # however small a table was when a plan was made
            await connection.execute("SET plan_cache_mode = force_generic_plan")  # planning took longer than answering
            for name, statement in statements.items():
                prepare = sql.SQL("PREPARE {} AS {}")
                await connection.execute(prepare.format(sql.Identifier(name.decode()), sql.SQL(statement)))
            return cls(connection)
        except BaseException:
            await connection.close()
            raise

    async def ask(self, questions: Sequence[Question]) -> list[PGresult]:
        """The rows for each of the `questions`, in binary.

        Raises:
            psycopg.Error: there is no answer. Nothing can be asked any more.
        """
        try:
            for name, parameters in questions:
                self._libpq.send_query_prepared(name, parameters, [Format.BINARY] * len(parameters), Format.BINARY)
            self._libpq.pipeline_sync()
            while self._libpq.flush():  # the few bytes of a question have room, or will have it
                await asyncio.sleep(_SOON)
            self._asked = self._loop.create_future()
            return await self._asked
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """End the connection; who waits is told that it is lost."""
        self._fail(psycopg.OperationalError(_CLOSED))
        await self._connection.close()

    def _read(self) -> None:
        """Take what came; once all that was asked for is there, hand it over."""
        try:
            self._libpq.consume_input()
            while not self._libpq.is_busy():
                result = self._libpq.get_result()
                if result is None:  # between two answers, or when nothing is due
                    if self._asked is None or self._asked.done():
                        return
                    continue
                match result.status:
                    case ExecStatus.TUPLES_OK:
                        self._results.append(result)
                    case ExecStatus.PIPELINE_SYNC:
                        self._succeed()
                        return
                    case _:
                        raise psycopg.OperationalError(result.get_error_message())
        except psycopg.Error as error:
            self._fail(error)

    def _succeed(self) -> None:
        results = list(self._results)
        self._results.clear()
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(results)

    def _fail(self, error: psycopg.Error) -> None:
        if self._watched is not None:  # once only, and at once: others may get the same number for theirs
            self._loop.remove_reader(self._watched)
            self._watched = None
        self._results.clear()
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(error)


_SOON: Final = 0.01  # seconds
_CLOSED: Final = "the connection was closed"
