"""The one place where it is chosen what a read is read from."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from psycopg import AsyncConnection
from psycopg.abc import Params
from psycopg.rows import AsyncRowFactory, class_row, dict_row, tuple_row
from psycopg_pool import AsyncConnectionPool

from service.reads.standby import Standby, StandbyUnusable

T = TypeVar("T")


class Reads:
    """Reads from standbys in turn, as far as these have all that the primary has; else from the primary.

    Attributes:
        standbys: those that may be read from.
        counts: how many reads went to the ``primary``, and to a ``standby``.
    """

    def __init__(self, primary: AsyncConnectionPool[AsyncConnection[Any]], standbys: Sequence[Standby] = ()) -> None:
        self.standbys = standbys
        self.counts = Counter(primary=0, standby=0)
        self._primary = primary
        self._turn = 0

    async def run(self, work: Callable[[AsyncConnection[Any]], Awaitable[T]]) -> T:
        """What `work`, which changes nothing, reads on a connection. It begins anew where a standby is lost."""
        if (standby := self._next()) is not None:
            try:
                found = await standby.read(work)
            except StandbyUnusable:
                pass
            else:
                self.counts["standby"] += 1
                return found
        self.counts["primary"] += 1
        async with self._primary.connection() as connection:
            return await work(connection)

    async def of_standby(self, work: Callable[[AsyncConnection[Any]], Awaitable[T]]) -> T | None:
        """What `work` reads from a standby as it is, however far behind; None if none answers soon."""
        if (standby := self._next()) is None:
            return None
        try:
            found = await standby.peek(work)
        except StandbyUnusable:
            return None
        self.counts["standby"] += 1
        return found

    async def rows(self, query: str, parameters: Mapping[str, Any], form: type[T]) -> list[T]:
        """The rows of one query, each as a `form` made of its columns."""
        return await self._fetch(query, parameters, class_row(form))

    async def dicts(self, query: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows of one query, each by the names of its columns."""
        return await self._fetch(query, parameters, dict_row)

    async def tuples(self, query: str, parameters: Params) -> list[tuple[Any, ...]]:
        """The rows of one query as they are."""
        return await self._fetch(query, parameters, tuple_row)

    async def _fetch(self, query: str, parameters: Params, form: AsyncRowFactory[T]) -> list[T]:
        async def fetch(connection: AsyncConnection[Any]) -> list[T]:
            cursor = connection.cursor(row_factory=form)
            await cursor.execute(query, parameters)
            return await cursor.fetchall()

        return await self.run(fetch)

    def _next(self) -> Standby | None:
        used = [standby for standby in self.standbys if standby.fault is None]
        self._turn += 1
        return used[self._turn % len(used)] if used else None
