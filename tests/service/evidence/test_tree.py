"""The tree in the database: the same roots and proofs as those of all leaves at once, wherever nodes are and gaps."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from random import Random

import psycopg
import pytest
from psycopg import AsyncConnection

from service.evidence import nodes
from service.evidence.merkle import (
    Subtree,
    consistency_ranges,
    empty,
    folded,
    inclusion_ranges,
    range_hash,
    root_by_inclusion,
    verify_consistency,
)
from service.evidence.nodes import store_nodes
from service.evidence.tree import BEHIND, TILE, Tree

SIZE = TILE * TILE + 3 * TILE + 77
"""More than a node of the second level is above."""

GAP = (5 * TILE - 10, 9 * TILE + 4)
"""Positions that were never given, with whole tiles among them."""


LEVELS = "SELECT level, count(*), max(number) FROM log_nodes GROUP BY 1 ORDER BY 1"
FILL = "INSERT INTO log_leaves SELECT n, gen_random_uuid(), 1, sha256(int8send(n)) FROM generate_series(1, %s) AS n"


@pytest.fixture(scope="module")
def grown(new_database: Callable[[], str]) -> str:
    """A database with leaves, and nodes above those that have all their leaves."""
    conninfo = new_database()
    with psycopg.connect(conninfo) as connection:
        connection.execute(FILL + " WHERE n NOT BETWEEN %s AND %s AND n %% 7 <> 3", (SIZE, *GAP))
    return conninfo


@pytest.fixture(scope="module")
def leaves(grown: str) -> list[bytes]:
    """All of them, by their indices."""
    with psycopg.connect(grown) as connection:
        there: dict[int, bytes] = dict(connection.execute("SELECT position - 1, hash FROM log_leaves").fetchall())
    return [there.get(index, empty(0)) for index in range(SIZE)]


def expected(leaves: list[bytes], first: int, stop: int) -> bytes:
    def hash_of(subtree: Subtree) -> bytes:
        return folded(leaves[slice(*subtree.leaves)])

    return range_hash((first, stop), hash_of)


async def stored(conninfo: str, times: int = 1_000_000) -> int:
    done = 0
    async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
        while done < times and await store_nodes(connection):
            done += 1
    return done


@pytest.mark.slow
def test_roots_and_proofs_are_those_of_all_leaves_however_many_have_nodes(grown: str, leaves: list[bytes]) -> None:
    random = Random(1)
    for times in (1, 2, 1_000):
        asyncio.run(stored(grown, times))
        with psycopg.connect(grown) as connection:
            tree = Tree(connection)
            size = tree.extent.size
            assert size == min(SIZE, (tree.extent.noded + BEHIND) * TILE)
            root = tree.root()
            assert root == expected(leaves, 0, size)
            for _ in range(4):
                position, earlier = random.randint(1, size), random.randint(1, size)
                path = tree.inclusion(position)
                assert path == [expected(leaves, *one) for one in inclusion_ranges(position - 1, size)]
                assert root_by_inclusion(leaves[position - 1], position - 1, size, path) == root
                proof = tree.consistency(earlier)
                assert proof == [expected(leaves, *one) for one in consistency_ranges(earlier, size)]
                verify_consistency(earlier, tree.root(earlier), size, root, proof)


def test_whole_subtrees_of_nothing_have_no_nodes(grown: str) -> None:
    asyncio.run(stored(grown))
    with psycopg.connect(grown) as connection:
        levels = connection.execute(
            "SELECT level, count(*), max(number) FROM log_nodes GROUP BY 1 ORDER BY 1"
        ).fetchall()
        missing = connection.execute(
            "SELECT n FROM generate_series(0, 20) n WHERE n NOT IN (SELECT number FROM log_nodes WHERE level = 1)"
        ).fetchall()
    assert levels == [(1, TILE + 3 - 4, TILE + 2), (2, 1, 0)]
    assert [number for (number,) in missing] == [5, 6, 7, 8]


def test_a_long_gap_takes_no_time(conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        for position in (1, 10**12, 10**12 + TILE):
            connection.execute("INSERT INTO log_leaves VALUES (%s, gen_random_uuid(), 1, sha256(''))", (position,))
    asyncio.run(stored(conninfo))
    with psycopg.connect(conninfo) as connection:
        tree = Tree(connection)
        assert tree.extent.size == 10**12 + TILE
        path, root = tree.inclusion(10**12), tree.root()
    assert root_by_inclusion(sha256().digest(), 10**12 - 1, 10**12 + TILE, path) == root


@pytest.mark.slow
def test_of_several_who_store_at_once_one_does(conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute(FILL, (70_000,))

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(stored(conninfo) for _ in range(4)))

    asyncio.run(all_at_once())
    asyncio.run(stored(conninfo))
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT count(*), max(number) FROM log_nodes WHERE level = 1").fetchone()
    assert row == (70000 // TILE, 70000 // TILE - 1)


@pytest.mark.slow
def test_one_that_ends_halfway_has_stored_nothing(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute(FILL, (70_000,))

    async def broken(*_: object) -> None:
        raise ConnectionAbortedError

    monkeypatch.setattr(nodes, "_all", broken)
    with pytest.raises(ConnectionAbortedError):
        asyncio.run(stored(conninfo))
    monkeypatch.undo()
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT count(*) FROM log_nodes").fetchone() == (0,)
    asyncio.run(stored(conninfo))
    with psycopg.connect(conninfo) as connection:
        assert connection.execute("SELECT count(*) FROM log_nodes WHERE level = 1").fetchone() == (70000 // TILE,)
