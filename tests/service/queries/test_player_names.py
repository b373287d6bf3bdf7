"""The names of players, asked for by many at the same moment."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, LiteralString
from uuid import UUID, uuid4

import psycopg
import pytest

from service.queries.player_names import ANONYMOUS_NAME, PlayerNameLoader

ADA, BEA, CID = (UUID(int=number) for number in (1, 2, 3))


@pytest.fixture
def people(conninfo: str) -> str:
    """A database that knows three."""
    with psycopg.connect(conninfo) as connection:
        connection.cursor().executemany(
            "INSERT INTO players (id, name) VALUES (%s, %s)", [(ADA, "Ada"), (BEA, "Bea"), (CID, "Cid")]
        )
    return conninfo


def changed(conninfo: str, statement: LiteralString, *values: UUID) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute(statement, values)


def run(conninfo: str, act: Callable[[PlayerNameLoader], Awaitable[None]]) -> None:
    async def with_names() -> None:
        names = PlayerNameLoader(conninfo)
        try:
            await act(names)
        finally:
            await names.stop()

    asyncio.run(with_names())


def test_each_gets_his_own(people: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one query for all."""
    queries: list[int] = []
    answers = PlayerNameLoader._answers

    async def counted(self: PlayerNameLoader, connection: Any, requests: Any) -> Any:
        queries.append(len(requests))
        return await answers(self, connection, requests)

    monkeypatch.setattr(PlayerNameLoader, "_answers", counted)

    async def act(names: PlayerNameLoader) -> None:
        nobody = uuid4()
        found = await asyncio.gather(names.of([ADA, BEA]), names.of([BEA, BEA]), names.of([]), names.of([nobody, CID]))
        assert list(found) == [{ADA: "Ada", BEA: "Bea"}, {BEA: "Bea"}, {}, {nobody: ANONYMOUS_NAME, CID: "Cid"}]
        assert queries == [3]

    run(people, act)


def test_they_are_those_of_this_moment(people: str) -> None:
    async def act(names: PlayerNameLoader) -> None:
        assert await names.of([ADA]) == {ADA: "Ada"}
        changed(people, "UPDATE players SET name = 'Ida' WHERE id = %s", ADA)
        assert await names.of([ADA]) == {ADA: "Ida"}
        changed(people, "UPDATE players SET name = NULL WHERE id = %s", ADA)
        assert await names.of([ADA]) == {ADA: ANONYMOUS_NAME}

    run(people, act)


def test_who_was_merged_has_the_name_of_the_other(people: str) -> None:
    async def act(names: PlayerNameLoader) -> None:
        changed(people, "UPDATE players SET name = NULL, merged_into = %s WHERE id = %s", BEA, ADA)
        assert await names.of([ADA, BEA]) == {ADA: "Bea", BEA: "Bea"}
        changed(people, "UPDATE players SET name = NULL WHERE name = 'Bea'")
        assert await names.of([ADA, BEA]) == {ADA: ANONYMOUS_NAME, BEA: ANONYMOUS_NAME}

    run(people, act)


def test_a_lost_connection_is_made_again(people: str) -> None:
    async def act(names: PlayerNameLoader) -> None:
        for _ in range(2):
            assert await names.of([CID]) == {CID: "Cid"}
            changed(
                people,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )

    run(people, act)
