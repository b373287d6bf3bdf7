"""Stores the nodes of the tree, behind the log: once their leaves are all there, they never change."""

import asyncio
from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

from psycopg import AsyncConnection

from service.evidence.tree import TILE, folded_sparse

BATCH: Final = 8
"""Tiles of leaves that get their nodes in one transaction."""

_LOCK: Final = 0x74726565  # "tree": held by who stores nodes

_Node = tuple[int, bytes]
"""The number of a hash in its level, and the hash."""


async def store_nodes(connection: AsyncConnection[Any]) -> bool:
    """Store the nodes over the next leaves, and tell whether there may be more of them to store.

    Positions become visible in their order, so what is below the last one doesn't change any more. It may be called by
    several processes at once, of which one does it; where one ends halfway, nothing was stored.
    """
    async with connection.transaction():
        locked = await (await connection.execute("SELECT pg_try_advisory_xact_lock(%s)", (_LOCK,))).fetchone()
        if locked != (True,):
            return False
        rows = await connection.execute(
            "SELECT n.number, (l.position - 1) / %(tile)s, (SELECT max(position) FROM log_leaves) / %(tile)s"
            " FROM (SELECT coalesce(max(number) + 1, 0) AS number FROM log_nodes WHERE level = 1) n"
            " JOIN LATERAL (SELECT position FROM log_leaves WHERE position > n.number * %(tile)s"
            " ORDER BY position LIMIT 1) l ON true",
            {"tile": TILE},
        )
        row = await rows.fetchone()
        if row is None:
            return False
        noded, first, whole = map(int, row)
        stop = min(whole, first + BATCH)
        if first >= stop:
            return False
        leaves = await _all(
            connection,
            "SELECT position - 1, hash FROM log_leaves WHERE position > %s AND position <= %s ORDER BY position",
            (first * TILE, stop * TILE),
        )
        made, level, end = await asyncio.to_thread(_above, 0, leaves), 1, stop
        while made:
            await _store(connection, level, made)
            noded, end = noded // TILE, end // TILE
            beneath = await _all(
                connection,
                "SELECT number, hash FROM log_nodes WHERE level = %s AND number >= %s AND number < %s ORDER BY number",
                (level, noded * TILE, end * TILE),
            )
            made, level = _above(level, beneath), level + 1
    return stop < whole


def _above(level: int, beneath: Iterable[_Node]) -> list[_Node]:
    """The nodes above whole tiles of a level, which are told in order."""
    return [
        (number, folded_sparse(level, range(number * TILE, (number + 1) * TILE), dict(tile)))
        for number, tile in groupby(beneath, lambda node: node[0] // TILE)
    ]


async def _all(connection: AsyncConnection[Any], query: Any, parameters: tuple[int, ...]) -> list[_Node]:
    return await (await connection.execute(query, parameters)).fetchall()


async def _store(connection: AsyncConnection[Any], level: int, nodes: list[_Node]) -> None:
    await connection.execute(
        "INSERT INTO log_nodes (level, number, hash) SELECT %s, * FROM unnest(%s::bigint[], %s::bytea[])"
        " ON CONFLICT DO NOTHING",
        (level, [number for number, _ in nodes], [hash_ for _, hash_ in nodes]),
    )
