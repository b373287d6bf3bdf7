"""Group commit: many writes in one transaction, and each of them answered right, whatever becomes of the connection."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from service.eventstore.errors import Overloaded, VersionConflict
from service.eventstore.group_commit import GroupCommit
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, PlayerRow, SideRows, Write
from tests.service.eventstore.faults import Proxy


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    """One for all tests here, which takes less time than one for each."""
    return new_database()


@pytest.fixture
def conninfo(database: str) -> str:
    with psycopg.connect(database) as connection:
        connection.execute(
            "TRUNCATE match_events, log_leaves, log_nodes, players, player_pins, pin_attempts, idempotency_keys"
            " RESTART IDENTITY CASCADE"
        )
    return database


def write(
    originator_id: UUID | None = None,
    first: int = 1,
    number: int = 1,
    key: IdempotencyKey | None = None,
    side_rows: SideRows = NO_SIDE_ROWS,
) -> Write:
    """Events nobody has to understand, which differ from all others."""
    originator_id = originator_id or uuid4()
    events = [StoredEvent(originator_id, first + n, "test/event", uuid4().bytes) for n in range(number)]
    return Write(events, key, side_rows)


def key(name: str, token: str = "token") -> IdempotencyKey:
    return IdempotencyKey(token, name, b"digest")


def run(conninfo: str, act: Callable[[GroupCommit], Awaitable[None]], places: int = 100) -> None:
    async def with_group() -> None:
        group = GroupCommit(conninfo, places=places)
        try:
            await act(group)
        finally:
            await group.stop()

    asyncio.run(with_group())


async def all_at_once(group: GroupCommit, writes: Sequence[Write]) -> list[Any]:
    """Their positions, or the errors that they were refused with."""
    return await asyncio.gather(*(group.append(one) for one in writes), return_exceptions=True)


def log(conninfo: str) -> list[tuple[int, UUID, int, bytes]]:
    with psycopg.connect(conninfo) as connection:
        query = "SELECT notification_id, originator_id, originator_version, state FROM match_events ORDER BY 1"
        return list(connection.execute(query, binary=True))


def transactions(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        ((number,),) = connection.execute("SELECT count(DISTINCT xmin::text) FROM match_events").fetchall()
    return int(number)


def expected(writes: Sequence[Write]) -> list[tuple[UUID, int, bytes]]:
    return [(one.originator_id, event.originator_version, event.state) for one in writes for event in one.events]


# --- groups ---


def test_writes_at_once_share_a_transaction_and_a_notification(conninfo: str) -> None:
    writes = [write(number=1 + n % 3) for n in range(30)]
    with psycopg.connect(conninfo, autocommit=True) as listening:
        listening.execute("LISTEN match_events")

        async def act(group: GroupCommit) -> None:
            found = await all_at_once(group, writes)
            assert found == sorted(found)

        run(conninfo, act)
        assert transactions(conninfo) == 1
        assert len(list(listening.notifies(timeout=0.5))) == 1
    rows = log(conninfo)
    assert [row[1:] for row in rows] == expected(writes)
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))


def test_positions_are_those_of_the_last_events(conninfo: str) -> None:
    writes = [write(number=number) for number in (1, 5, 2)]

    async def act(group: GroupCommit) -> None:
        assert await all_at_once(group, writes) == [1, 6, 8]

    run(conninfo, act)


def test_a_conflict_refuses_the_guilty_alone(conninfo: str) -> None:
    old = write(number=2)
    stale = write(old.originator_id, 2, side_rows=SideRows([PlayerRow(uuid4(), "Nobody")]))
    good = [write(old.originator_id, 3), write(), write(side_rows=SideRows([PlayerRow(uuid4(), "Ada")]))]

    async def act(group: GroupCommit) -> None:
        await group.append(old)
        found = await all_at_once(group, [good[1], stale, good[2]])
        assert [type(one) for one in found] == [int, VersionConflict, int]
        await group.append(good[0])

    run(conninfo, act)
    assert sorted(row[1:] for row in log(conninfo)) == sorted(expected([old, *good]))
    assert [row[0] for row in log(conninfo)] == list(range(1, 6)), "a refused write takes no position"
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Ada",)]


def test_two_writes_of_one_version_at_once(conninfo: str) -> None:
    originator_id = uuid4()
    rivals = [write(originator_id), write(originator_id), write(originator_id, 2)]

    async def act(group: GroupCommit) -> None:
        found = await all_at_once(group, rivals)
        assert [type(one) for one in found] == [int, VersionConflict, int]

    run(conninfo, act)
    assert [row[1:] for row in log(conninfo)] == expected([rivals[0], rivals[2]])


def test_a_key_used_twice_at_once(conninfo: str) -> None:
    rivals = [write(key=key("a")), write(key=key("a")), write(key=key("a", "another token")), write(key=key("b"))]

    async def act(group: GroupCommit) -> None:
        found = await all_at_once(group, rivals)
        assert [type(one) for one in found] == [int, VersionConflict, int, int]
        assert [type(one) for one in await all_at_once(group, [write(), write(key=key("b"))])] == [int, VersionConflict]

    run(conninfo, act)
    with psycopg.connect(conninfo) as connection:
        query = "SELECT token_id, key, resource, first_version, last_version FROM idempotency_keys ORDER BY 1, 2"
        assert connection.execute(query).fetchall() == [
            ("another token", "a", rivals[2].originator_id, 1, 1),
            ("token", "a", rivals[0].originator_id, 1, 1),
            ("token", "b", rivals[3].originator_id, 1, 1),
        ]


def test_what_the_database_refuses_fails_alone(conninfo: str) -> None:
    poison = write(key=key("poison"), side_rows=SideRows([PlayerRow(uuid4(), "Mallory")]))
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'it fails'; END $$;"
            " CREATE TRIGGER fail BEFORE INSERT ON players FOR EACH ROW WHEN (new.name = 'Mallory')"
            " EXECUTE FUNCTION fail()"
        )
    good = [write(), write(key=key("good")), write(side_rows=SideRows([PlayerRow(uuid4(), "Ada")]))]

    async def act(group: GroupCommit) -> None:
        first, failed, *rest = await all_at_once(group, [good[0], poison, *good[1:]])
        assert isinstance(failed, psycopg.errors.RaiseException)
        assert all(isinstance(one, int) for one in (first, *rest))

    run(conninfo, act)
    assert [row[1:] for row in log(conninfo)] == expected(good)


def test_a_group_has_its_bounds(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.eventstore.batched_reads.ROOM", 10)
    writes = [write(number=4) for _ in range(9)] + [write(number=50)]

    async def act(group: GroupCommit) -> None:
        assert all(isinstance(one, int) for one in await all_at_once(group, writes))

    run(conninfo, act)
    assert transactions(conninfo) == 4
    assert [row[1:] for row in log(conninfo)] == expected(writes)


# --- who stops waiting, and where nobody may wait ---


def test_who_is_gone_before_it_was_sent_has_written_nothing(conninfo: str) -> None:
    stays, goes = write(), write()

    async def act(group: GroupCommit) -> None:
        gone = asyncio.create_task(group.append(goes))
        await asyncio.sleep(0)  # it waits in the queue
        gone.cancel()
        assert await group.append(stays) == 1

    run(conninfo, act)
    assert [row[1:] for row in log(conninfo)] == expected([stays])


def test_who_is_gone_while_it_is_stored_disturbs_nobody(conninfo: str) -> None:
    goes, stays, later = write(), write(), write()

    async def act(group: GroupCommit) -> None:
        with psycopg.connect(conninfo, autocommit=True) as holding:
            holding.execute("SELECT pg_advisory_lock(1836344168)")
            gone, staying = asyncio.create_task(group.append(goes)), asyncio.create_task(group.append(stays))
            await waiting_for_the_lock(conninfo, 1)
            gone.cancel()
            following = asyncio.create_task(group.append(later))
            await asyncio.sleep(0.05)
            assert not staying.done(), "answered before it is stored"
        assert (await staying, await following) == (2, 3)
        with pytest.raises(asyncio.CancelledError):
            await gone

    run(conninfo, act)
    assert [row[1:] for row in log(conninfo)] == expected([goes, stays, later])


async def waiting_for_the_lock(conninfo: str, number: int) -> None:
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()"
        for _ in range(500):
            if await (await connection.execute(query)).fetchone() == (number,):
                return
            await asyncio.sleep(0.01)
    raise AssertionError("nobody waits for the lock")


def test_stopping_stores_what_waits(conninfo: str) -> None:
    writes = [write() for _ in range(20)]

    async def act(group: GroupCommit) -> None:
        waiting = [asyncio.create_task(group.append(one)) for one in writes]
        await asyncio.sleep(0)
        await group.stop()
        assert [task.result() for task in waiting] == list(range(1, 21))

    run(conninfo, act)


def test_places_are_limited(conninfo: str) -> None:
    async def act(group: GroupCommit) -> None:
        with group.place(), group.place(), pytest.raises(Overloaded, match="2 requests"), group.place():
            pass
        with group.place():
            pass

    run(conninfo, act, places=2)


# --- connections that are lost ---


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="p") as short:  # a socket's path has 107 bytes
        yield Path(short)


def run_through(proxy: Proxy, act: Callable[[GroupCommit], Awaitable[None]]) -> None:
    async def with_proxy() -> None:
        async with proxy.running():
            group = GroupCommit(proxy.conninfo, places=100)
            try:
                await act(group)
            finally:
                await group.stop()

    asyncio.run(with_proxy())


@pytest.mark.slow
@pytest.mark.parametrize("losing", [["answer"], ["request"], ["answer", "answer"], ["request", "answer", "request"]])
@pytest.mark.parametrize("prepared", [False, True])
def test_a_lost_connection_is_no_conflict(conninfo: str, folder: Path, losing: list[str], *, prepared: bool) -> None:
    """Also where a conflict is in the same group."""
    proxy = Proxy(conninfo, folder)
    before = write(key=key("used"))
    writes = [write(number=2), write(key=key("a")), write(side_rows=SideRows([PlayerRow(uuid4(), "Ada")])), write()]
    refused = [write(before.originator_id), write(key=key("used"))]

    async def act(group: GroupCommit) -> None:
        if prepared:
            for other in [*(write() for _ in range(3)), before]:
                await group.append(other)
        else:
            other_group = GroupCommit(conninfo, places=1)
            await other_group.append(before)
            await other_group.stop()
        proxy.lose(*losing)
        found = await all_at_once(group, [*writes, *refused])
        assert [type(one) for one in found] == [int, int, int, int, VersionConflict, VersionConflict]
        assert proxy.lost == losing
        positions = {row[1]: row[0] for row in log(conninfo)}
        assert found[:4] == [positions[one.originator_id] for one in writes]

    run_through(proxy, act)
    assert [row[1:] for row in log(conninfo)][-5:] == expected(writes)
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Ada",)]


def test_a_server_still_busy_with_what_is_sent_again(conninfo: str, folder: Path) -> None:
    """The first attempt waits for its turn in the database, its client is cut off, and it commits all the same."""
    proxy, writes = Proxy(conninfo, folder), [write(), write(key=key("a"), number=3)]

    async def act(group: GroupCommit) -> None:
        with psycopg.connect(conninfo, autocommit=True) as holding:
            holding.execute("SELECT pg_advisory_lock(1836344168)")
            proxy.lose("client")
            waiting = asyncio.create_task(all_at_once(group, writes))
            await waiting_for_the_lock(conninfo, 2)
        assert await waiting == [1, 4]

    run_through(proxy, act)
    assert proxy.lost == ["client"]
    assert [row[1:] for row in log(conninfo)] == expected(writes)


def test_a_connection_ended_by_the_server_while_idle(conninfo: str) -> None:
    async def act(group: GroupCommit) -> None:
        for version in (1, 2, 3):
            assert await group.append(write()) == version
            with psycopg.connect(conninfo) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

    run(conninfo, act)


@pytest.mark.slow
def test_a_database_that_stays_away_is_told(conninfo: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.eventstore.batched_reads.PATIENCE_SECONDS", 0.3)
    proxy = Proxy(conninfo, folder)

    async def act() -> None:
        group = GroupCommit(proxy.conninfo, places=10)
        found = await all_at_once(group, [write(), write()])
        assert [type(one) for one in found] == [psycopg.OperationalError] * 2
        async with proxy.running():  # and when it comes back, all is well
            assert await group.append(write()) == 1
            await group.stop()

    asyncio.run(act())
