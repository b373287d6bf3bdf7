"""Wrong PINs are counted by person, by all processes together."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from uuid import UUID

import pytest
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.errors import TooManyFailures
from service.auth.pin_attempts import WRONG_PINS, PinAttempts
from service.auth.pins import Pins, WrongPin

T = TypeVar("T")
Pool = AsyncConnectionPool[AsyncConnection[Any]]
ADA, HER_OTHER_ID, BOB = (UUID(int=number) for number in (1, 2, 3))


@pytest.fixture
def pools(conninfo: str) -> Callable[[Callable[[Pool, Pool], Awaitable[T]]], T]:
    """Runs a test with what two processes have of one database, in which there are three players, two of them one."""

    def run(test: Callable[[Pool, Pool], Awaitable[T]]) -> T:
        async def whole() -> T:
            one, other = (AsyncConnectionPool(conninfo, min_size=1, max_size=4, open=False) for _ in range(2))
            async with one, other:
                async with one.connection() as connection:
                    for player, into in ((ADA, None), (HER_OTHER_ID, ADA), (BOB, None)):
                        row = (player, f"Player {player.int}", into)
                        await connection.execute("INSERT INTO players (id, name, merged_into) VALUES (%s, %s, %s)", row)
                return await test(one, other)

        return asyncio.run(whole())

    return run


def test_processes_share_the_limit_however_many_try_at_once(pools: Any) -> None:
    async def test(one: Pool, other: Pool) -> None:
        processes = [Pins(pool, PinAttempts(pool), asyncio.to_thread) for pool in (one, other)]
        await processes[0].put(ADA, "0417", old=None, override=False, by="a test")
        guesses = [
            processes[guess % 2].verify(ADA if guess % 3 else HER_OTHER_ID, f"9{guess:03}")
            for guess in range(4 * WRONG_PINS)
        ]
        came_to = Counter(type(answer) for answer in await asyncio.gather(*guesses, return_exceptions=True))
        assert came_to == {WrongPin: WRONG_PINS, TooManyFailures: 3 * WRONG_PINS}
        for process in processes:
            with pytest.raises(TooManyFailures) as refused:
                await process.verify(HER_OTHER_ID, "0417")
            assert 60 < refused.value.retry_after <= 180

    pools(test)


def test_a_right_pin_counts_for_nothing(pools: Any) -> None:
    async def test(one: Pool, other: Pool) -> None:
        pins = Pins(one, PinAttempts(one), asyncio.to_thread)
        await pins.put(ADA, "0417", old=None, override=False, by="a test")
        for _ in range(WRONG_PINS + 1):
            await pins.verify(ADA, "0417")
        with pytest.raises(WrongPin):
            await Pins(other, PinAttempts(other), asyncio.to_thread).verify(ADA, "0418")

    pools(test)


def test_others_are_others_and_time_heals(pools: Any) -> None:
    async def test(one: Pool, other: Pool) -> None:
        here, there = (PinAttempts(pool, allowed=2, seconds=0.4) for pool in (one, other))
        await here.reserve(ADA)
        await there.reserve(ADA)
        with pytest.raises(TooManyFailures):
            await PinAttempts(one, allowed=2, seconds=900).reserve(ADA)
        await here.reserve(BOB)
        await asyncio.sleep(0.3)
        await there.reserve(ADA)

    pools(test)
