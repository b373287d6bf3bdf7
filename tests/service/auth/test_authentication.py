"""Who a token stands for, when it was found out, and what too many failures come to."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import pytest
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.access import ANONYMOUS, OwnSeat
from service.auth.authentication import REMEMBERED_SECONDS, Authentication
from service.auth.errors import InvalidToken, TooManyFailures
from service.auth.rate_limit import Failures
from service.auth.secret import Bearer, fresh
from service.auth.token_repository import NewToken, TokenTable

T = TypeVar("T")
HERE = "192.0.2.1"
MATCH = UUID(int=7)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Parts:
    """Two processes on one database, and the time they have."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self.clock = Clock()
        self.table = TokenTable(pool)
        self.one, self.other = (Authentication(pool, Failures(3, 60.0, self.clock), self.clock) for _ in range(2))

    async def made(self, **wanted: Any) -> Bearer:
        bearer = fresh()
        await self.table.keep(bearer, NewToken(label="a test", **wanted))
        return bearer


Run = Callable[[Callable[[Parts], Awaitable[T]]], T]


@pytest.fixture
def run(conninfo: str) -> Run[Any]:
    def run(test: Callable[[Parts], Awaitable[T]]) -> T:
        async def whole() -> T:
            pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(conninfo, min_size=1, open=False)
            async with pool:
                return await test(Parts(pool))

        return asyncio.run(whole())

    return run


async def refused(process: Authentication, token: str, address: str = HERE) -> InvalidToken | TooManyFailures:
    try:
        await process.principal(f"Bearer {token}", address)
    except (InvalidToken, TooManyFailures) as error:
        return error
    pytest.fail("it is taken as good")


def test_a_token_stands_for_its_scopes_or_its_seat(run: Run[None]) -> None:
    async def test(parts: Parts) -> None:
        scoped = await parts.made(scopes=["read", "annotate"])
        found = await parts.one.principal(f"Bearer {scoped.text}", HERE)
        assert (found.token_id, found.scopes, found.own) == (scoped.id, frozenset({"read", "annotate"}), None)
        seated = await parts.made(match_id=MATCH, seat=2)
        found = await parts.one.principal(f"bearer  {seated.text}", HERE)
        assert (found.scopes, found.own, found.seat) == (frozenset(), OwnSeat(MATCH, 2), None)
        assert (found.at(MATCH).seat, found.at(UUID(int=8)).seat) == (2, None)
        assert await parts.one.principal(None, HERE) is ANONYMOUS

    run(test)


def test_a_revocation_is_felt_at_once_here_and_within_two_seconds_elsewhere(run: Run[None]) -> None:
    async def test(parts: Parts) -> None:
        bearer = await parts.made(scopes=["read"])
        for process in (parts.one, parts.other):
            await process.principal(f"Bearer {bearer.text}", HERE)
        parts.one.forget(await parts.table.revoke(bearer.id))
        assert type(await refused(parts.one, bearer.text)) is InvalidToken
        await parts.other.principal(f"Bearer {bearer.text}", HERE)
        parts.clock.now += REMEMBERED_SECONDS
        assert type(await refused(parts.other, bearer.text)) is InvalidToken

    run(test)


def test_a_token_that_is_being_looked_up_when_it_is_revoked_is_not_remembered(
    run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(parts: Parts) -> None:
        bearer = await parts.made(scopes=["read"])
        look_up = parts.one._look_up

        async def slow(kind: Any, wanted: Bearer) -> Any:
            found = await look_up(kind, wanted)
            parts.one.forget(await parts.table.revoke(bearer.id))
            return found

        monkeypatch.setattr(parts.one, "_look_up", slow)
        await parts.one.principal(f"Bearer {bearer.text}", HERE)
        monkeypatch.undo()
        assert type(await refused(parts.one, bearer.text)) is InvalidToken

    run(test)


def test_all_who_come_with_a_token_at_once_wait_for_one_look_up(
    run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(parts: Parts) -> None:
        bearer = await parts.made(scopes=["read"])
        asked, found_it, go_on = 0, asyncio.Event(), asyncio.Event()
        look_up = parts.one._look_up

        async def slow(kind: Any, wanted: Bearer) -> Any:
            nonlocal asked
            asked += 1
            found = await look_up(kind, wanted)
            found_it.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(parts.one, "_look_up", slow)
        first, *others = (asyncio.create_task(parts.one.principal(f"Bearer {bearer.text}", HERE)) for _ in range(5))
        await found_it.wait()
        first.cancel()
        go_on.set()
        assert {(await other).token_id for other in others} == {bearer.id}
        assert asked == 1

        found_it.clear()
        go_on.clear()
        parts.clock.now += REMEMBERED_SECONDS + 0.1
        before = asyncio.create_task(parts.one.principal(f"Bearer {bearer.text}", HERE))
        await found_it.wait()
        parts.one.forget(await parts.table.revoke(bearer.id))
        after = asyncio.create_task(parts.one.principal(f"Bearer {bearer.text}", HERE))
        await asyncio.sleep(0)
        go_on.set()
        assert (await before).token_id == bearer.id
        with pytest.raises(InvalidToken):
            await after

    run(test)


def test_a_token_expires(run: Run[None]) -> None:
    async def test(parts: Parts) -> None:
        soon = datetime.now(UTC) + timedelta(hours=1)
        bearer = await parts.made(scopes=["read"], expires_at=soon)
        await parts.one.principal(f"Bearer {bearer.text}", HERE)
        async with parts.one._pool.connection() as connection:
            await connection.execute("UPDATE tokens SET expires_at = now() WHERE id = %s", (bearer.id,))
        parts.clock.now += REMEMBERED_SECONDS
        assert type(await refused(parts.one, bearer.text)) is InvalidToken

    run(test)


def test_with_a_token_go_the_seats_that_it_made_and_nothing_else(run: Run[None]) -> None:
    async def test(parts: Parts) -> None:
        maker, other = await parts.made(scopes=["record"]), await parts.made(scopes=["record"])
        seat = await parts.made(match_id=MATCH, seat=0, created_by=maker.id)
        others = await parts.made(match_id=MATCH, seat=1, created_by=other.id)
        given = await parts.made(scopes=["read"], created_by=maker.id)
        assert set(await parts.table.revoke(maker.id)) == {maker.id, seat.id}
        assert await parts.table.revoke(maker.id) == []
        assert await parts.table.revoke("nobody") == []
        for bearer in (others, given, other):
            await parts.one.principal(f"Bearer {bearer.text}", HERE)
        await refused(parts.one, seat.text)

    run(test)


# --- too many failures ---


def test_after_some_failures_an_address_has_to_wait_but_good_tokens_are_answered(run: Run[None]) -> None:
    async def test(parts: Parts) -> None:
        known, new = await parts.made(scopes=["read"]), await parts.made(scopes=["read"])
        await parts.one.principal(f"Bearer {known.text}", HERE)
        wrong = [fresh().text, "no token", known.text[:-1] + "x", fresh().text]
        answers = [await refused(parts.one, text) for text in wrong]
        assert [type(answer) for answer in answers] == [InvalidToken] * 3 + [TooManyFailures]
        assert isinstance(answers[-1], TooManyFailures)
        assert answers[-1].retry_after == 20
        for bearer in (known, new):
            assert (await parts.one.principal(f"Bearer {bearer.text}", HERE)).token_id == bearer.id
        assert (await parts.one.principal(None, HERE)) is ANONYMOUS
        assert type(await refused(parts.one, wrong[0], "192.0.2.2")) is InvalidToken
        parts.clock.now += 20
        assert type(await refused(parts.one, wrong[0])) is InvalidToken

    run(test)


def test_guesses_beyond_the_limit_are_looked_up_one_at_a_time(run: Run[None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(parts: Parts) -> None:
        for _ in range(3):
            await refused(parts.one, fresh().text)
        at_once = most = 0
        look_up = parts.one._look_up

        async def counted(kind: Any, wanted: Bearer) -> Any:
            nonlocal at_once, most
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0)
            found = await look_up(kind, wanted)
            at_once -= 1
            return found

        monkeypatch.setattr(parts.one, "_look_up", counted)
        answers = await asyncio.gather(*(refused(parts.one, fresh().text) for _ in range(10)))
        assert {type(answer) for answer in answers} == {TooManyFailures}
        assert most == 1

    run(test)
