"""Waiting for a read model, whichever process writes it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from projections import PROJECTIONS
from projections.follower import CHANNEL
from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from service.live.checkpoints import CheckpointLoader, CheckpointRequest, Checkpoints
from service.live.listener import Listener
from tests.projections.log import any_game, last_position, recorder, wait_until
from tests.projections.test_runner import KIND, follower
from tests.service.conftest import running_service
from tests.service.programs import kill_database

NAME = KIND.name


def following(conninfo: str, wait: Callable[[Checkpoints], Awaitable[Any]]) -> Any:
    """What `wait` gives while the positions are followed."""

    async def run() -> Any:
        positions = Checkpoints()
        listener = Listener(conninfo, positions)
        await listener.start()
        try:
            return await wait(positions)
        finally:
            await listener.stop()

    return asyncio.run(run())


def move(conninfo: str, position: int) -> None:
    """Move the read model without telling anybody."""
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE projections SET position = %s WHERE name = %s", (position, NAME))


@pytest.mark.slow
def test_another_process_writes(conninfo: str) -> None:
    with recorder(conninfo) as record, follower(conninfo):

        async def write_and_wait(positions: Checkpoints) -> None:
            for _ in range(5):
                await asyncio.to_thread(record.something, any_game(record.random))
                assert await positions.reached(NAME, last_position(conninfo), 10)

        following(conninfo, write_and_wait)


def test_a_position_that_was_reached_before(conninfo: str) -> None:
    move(conninfo, 7)

    async def wait(positions: Checkpoints) -> list[bool]:
        return [await positions.reached(NAME, position, 5) for position in (0, 7)]

    assert following(conninfo, wait) == [True, True]


def test_waiting_is_bounded(conninfo: str) -> None:
    since = time.monotonic()
    assert not following(conninfo, lambda positions: positions.reached(NAME, 1, 0.2))
    assert not following(conninfo, lambda positions: positions.reached("nothing", 0, 0.2))
    assert time.monotonic() - since < 5


@pytest.mark.slow
def test_a_notification_that_was_lost(conninfo: str) -> None:
    async def wait(positions: Checkpoints) -> bool:
        assert await positions.reached(NAME, 0, 5)
        await asyncio.to_thread(move, conninfo, 7)
        return await positions.reached(NAME, 7, 5)

    assert following(conninfo, wait)


@pytest.mark.slow
def test_a_notification_that_nobody_understands(conninfo: str) -> None:
    async def wait(positions: Checkpoints) -> bool:
        assert await positions.reached(NAME, 0, 5)
        with psycopg.connect(conninfo) as connection:
            connection.execute("SELECT pg_notify(%s, 'nonsense')", (CHANNEL,))
        await asyncio.sleep(0.1)
        move(conninfo, 7)
        return await positions.reached(NAME, 7, 5)

    assert following(conninfo, wait)


@pytest.mark.slow
def test_a_connection_that_was_lost(conninfo: str) -> None:
    async def wait(positions: Checkpoints) -> bool:
        assert await positions.reached(NAME, 0, 5)
        with psycopg.connect(conninfo) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        move(conninfo, 7)
        return await positions.reached(NAME, 7, 5)

    assert following(conninfo, wait)


@pytest.mark.slow
def test_health_tells_what_is_wrong_and_when_it_is_over(conninfo: str, tmp_path: Path) -> None:
    with running_service(conninfo, tmp_path) as client:
        assert client.get("/health/ready").status_code == 200
        with psycopg.connect(conninfo) as connection:
            connection.execute("ALTER TABLE match_events RENAME TO elsewhere")
        with recorded(conninfo):

            def faults() -> set[str]:
                answer = client.get("/health/ready")
                checks = answer.json()["checks"]
                failing = {name for name, check in checks.items() if check != "ok"}
                assert (answer.status_code == 503) == bool(failing)
                return failing

            wait_until(lambda: faults() >= {kind.name for kind in PROJECTIONS})
            assert client.get("/health/live").status_code == 200
        wait_until(lambda: faults() == set())


@contextmanager
def recorded(conninfo: str) -> Iterator[None]:
    """The log is back afterwards."""
    try:
        yield
    finally:
        with psycopg.connect(conninfo) as connection:
            connection.execute("ALTER TABLE elsewhere RENAME TO match_events")


@pytest.mark.long
def test_soon_back_after_a_long_outage(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with EmbeddedPostgres(data) as postgres:
        migrate(postgres.conninfo)
        with running_service(postgres.conninfo, tmp_path) as client:
            kill_database(data)
            down = time.monotonic()
            while time.monotonic() < down + 30:
                since = time.monotonic()
                assert client.get(f"/api/v1/matches/{uuid4()}").status_code == 503
                assert client.get("/health/ready").status_code == 503
                assert time.monotonic() - since < 8
            assert postgres.ensure_alive()
            since = time.monotonic()
            wait_until(lambda: client.get("/health/ready").status_code == 200)
            wait_until(lambda: client.get(f"/api/v1/matches/{uuid4()}").status_code == 404)
            assert time.monotonic() - since < 5


def test_how_far_a_read_model_has_got(conninfo: str) -> None:
    """None of one whose rows are those of another version of the software."""

    async def ask() -> list[int | None]:
        reached = CheckpointLoader(conninfo)
        try:
            found = await asyncio.gather(*(reached.answer(CheckpointRequest(kind.name)) for kind in PROJECTIONS))
        finally:
            await reached.stop()
        return [None if checkpoint is None else checkpoint.position for checkpoint in found]

    assert asyncio.run(ask()) == [0] * len(PROJECTIONS)
    move(conninfo, 5)
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE projections SET version = version + 1 WHERE name <> %s", (NAME,))
    found = asyncio.run(ask())
    assert found == [5 if kind.name == NAME else None for kind in PROJECTIONS]
