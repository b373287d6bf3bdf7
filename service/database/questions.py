"""Questions that are asked all the time, on a connection of their own, with as little around them as libpq allows."""

import asyncio
from asyncio import Future
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from struct import Struct
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult

from service.database.connections import KnownAsyncConnection

Question: TypeAlias = tuple[str, Sequence[bytes]]
"""A statement, and its parameters as PostgreSQL has them in binary (:func:`array`, :data:`bigint`)."""


_Dump = Callable[[Any], bytes]

_HEAD: Final = Struct("!iiIii")
"""Of an array: dimensions, whether there are nulls, the type of its elements, their number, the first one's."""

_SIZE: Final = Struct("!i")
_NULL: Final = _SIZE.pack(-1)

bigint: Final = Struct("!q").pack
"""An integer of eight bytes."""

integer: Final = Struct("!i").pack
"""An integer of four bytes."""

_FORMS: Final[Mapping[str, tuple[int, _Dump]]] = {
    "bigint": (20, bigint),
    "boolean": (16, Struct("!?").pack),
    "bytea": (17, bytes),
    "integer": (23, integer),
    "text": (25, str.encode),
    "uuid": (2950, lambda value: value.bytes),
}
"""The number of each type (pg_type.oid), and what makes its bytes."""


def array(form: str, values: Collection[Any]) -> bytes:
    """An array of `values`, which are of the type that is called `form`, or None."""
    number, dump = _FORMS[form]
    pieces = [_HEAD.pack(1, None in values, number, len(values), 1)]
    for value in values:
        if value is None:
            pieces.append(_NULL)
            continue
        dumped = dump(value)
        pieces += (_SIZE.pack(len(dumped)), dumped)
    return b"".join(pieces)


class PreparedQuestions:
    """A connection on which several statements are asked in one round trip, each prepared when it is asked first.

    Used in one event loop, by one who asks at a time. psycopg's own way costs several times the processor's time of
    libpq's: it waits, converts and checks what here is known.
    """

    def __init__(self, connection: psycopg.AsyncConnection) -> None:
        """Over a `connection` that commits each statement, and that nobody else uses any more."""
        self._connection = connection
        self._libpq: PGconn = connection.pgconn
        self._loop = asyncio.get_running_loop()
        self._transformer = Transformer(connection)
        self._names: dict[str, bytes] = {}
        self._numbers = count(1)
        self._asked: Future[list[PGresult]] | None = None
        self._results: list[PGresult] = []
        self._error: psycopg.Error | None = None
        self._libpq.enter_pipeline_mode()
        self._watched: int | None = self._libpq.socket
        self._loop.add_reader(self._watched, self._read)

    @classmethod
    async def connect(cls, conninfo: str) -> "PreparedQuestions":
        """A new connection.

        Raises:
            psycopg.Error: there is none to be had.
        """
        connection = await KnownAsyncConnection.connect(conninfo, autocommit=True)
        try:
            await connection.execute("SET enable_seqscan = off")  # however small a table was when a plan was made
            await connection.execute("SET plan_cache_mode = force_generic_plan")  # planning takes longer than answering
            return cls(connection)
        except BaseException:
            await connection.close()
            raise

    async def ask(self, questions: Sequence[Question]) -> list[PGresult]:
        """The rows for each of the `questions`, in binary; nothing for one that has none, such as ``COMMIT``.

        Raises:
            psycopg.OperationalError: there is no answer. Nothing can be asked any more.
            psycopg.Error: one was refused. Those before it were answered, those behind it left out.
        """
        try:
            for statement, parameters in questions:
                name = self._names.get(statement) or self._prepare(statement)
                self._libpq.send_query_prepared(name, parameters, [Format.BINARY] * len(parameters), Format.BINARY)
            self._libpq.pipeline_sync()
            while self._libpq.flush():  # the few bytes of a question have room, or will have it
                await asyncio.sleep(_SOON)
            self._asked = self._loop.create_future()
            return await self._asked
        except BaseException as error:
            if not isinstance(error, psycopg.Error) or self._libpq.status != ConnStatus.OK:
                await self.close()  # what comes now would be taken for the answer to something else
            raise

    def rows(self, result: PGresult) -> list[tuple[Any, ...]]:
        """The rows of an answer as Python's values, as cursors have them: for arrays, which take long by hand."""
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    async def close(self) -> None:
        """End the connection; who waits is told that it is lost."""
        self._lose(psycopg.OperationalError(_CLOSED))
        await self._connection.close()

    def _prepare(self, statement: str) -> bytes:
        name = self._names[statement] = b"question_%d" % next(self._numbers)
        self._libpq.send_prepare(name, statement.encode())
        return name

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
                        self._settle()
                        return
                    case ExecStatus.FATAL_ERROR:
                        self._error = self._error or error_from_result(result)
                    case _:  # it was done, and has no rows; or it was left out
                        pass
        except psycopg.Error as error:
            self._lose(error)

    def _settle(self) -> None:
        results, self._results = self._results, []
        error, self._error = self._error, None
        if error is not None:
            self._names = {}  # of what was prepared last it isn't known whether it was
        if self._asked is None or self._asked.done():
            return
        if error is None:
            self._asked.set_result(results)
        else:
            self._asked.set_exception(error)

    def _lose(self, error: psycopg.Error) -> None:
        if self._watched is not None:  # once only, and at once: others may get the same number for theirs
            self._loop.remove_reader(self._watched)
            self._watched = None
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(error)


_SOON: Final = 0.01  # seconds
_CLOSED: Final = "the connection was closed"
