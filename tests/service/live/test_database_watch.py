"""A database that says nothing is noticed; one that refuses is left to who asks it."""

import asyncio
from collections.abc import Callable

import psycopg
import pytest

from service.database.connections import KnownAsyncConnection
from service.live import database_watch
from service.live.database_watch import DatabaseWatch

SECONDS = 0.2


class Database:
    """A connection that answers, or not, or refuses."""

    def __init__(self) -> None:
        self.answers = asyncio.Event()
        self.answers.set()
        self.asked = self.connected = 0
        self.refuses = False

    async def connect(self, *_: object, **__: object) -> "Database":
        self.connected += 1
        return self

    async def execute(self, _: str) -> None:
        self.asked += 1
        if self.refuses:
            raise psycopg.OperationalError("stopped")
        await self.answers.wait()

    def fileno(self) -> int:
        return -1

    async def close(self) -> None:
        pass


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("refuses", [False, True], ids=["silent", "refusing"])
def test_silence_is_told_as_long_as_it_lasts(monkeypatch: pytest.MonkeyPatch, refuses: bool) -> None:
    async def watched() -> None:
        database, told, lost = Database(), 0, 0
        monkeypatch.setattr(database_watch, "_INTERVAL_SECONDS", 0.01)
        monkeypatch.setattr(KnownAsyncConnection, "connect", database.connect)

        async def silence() -> None:
            nonlocal told
            told += 1

        async def loss() -> None:
            nonlocal lost
            lost += 1

        watch = DatabaseWatch("", SECONDS)
        watch.on_silence, watch.on_loss = silence, loss
        watch.start()
        await until(lambda: database.asked > 1)
        assert (database.connected, told) == (1, 0)
        database.answers.clear()
        database.refuses = refuses
        await until(lambda: database.connected > 2 if refuses else told > 1)
        assert (told > 1, lost) == (not refuses, int(not refuses))
        database.answers.set()
        database.refuses = False
        before = database.asked
        await until(lambda: database.asked > before + 1)
        told_by_then = told
        await until(lambda: database.asked > before + 3)
        assert told == told_by_then
        await watch.stop()

    asyncio.run(watched())


def test_the_connection_is_closed_though_an_answer_is_still_due(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_watch, "_QUESTION", "SELECT pg_sleep(600) -- of the watch")

    def backends() -> int:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            found = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%of the watch'")
            (number,) = found.fetchone() or (0,)
        return int(number)

    async def watched() -> None:
        watch = DatabaseWatch(conninfo, SECONDS)
        watch.start()
        await until(lambda: backends() == 1)
        opened = watch._connection
        assert opened is not None
        async with asyncio.timeout(10):
            await watch.stop()
        assert opened.closed

    asyncio.run(watched())
