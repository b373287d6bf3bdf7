"""Writes to tables of our own that an ``Idempotency-Key`` makes safe to repeat."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from psycopg_pool import AsyncConnectionPool

from service.eventstore.errors import KeyReused
from service.eventstore.recorder import IdempotencyKey


async def idempotent_insert(
    pool: AsyncConnectionPool[AsyncConnection[Any]],
    key: IdempotencyKey | None,
    resource: UUID,
    write: Callable[[AsyncConnection[Any]], Awaitable[None]],
) -> UUID:
    """Let `write` make or change `resource`, in one transaction with `key`; if `key` did that before, do nothing.

    Returns:
        The resource; what `key` made before, if it did.

    Raises:
        KeyReused: `key` belongs to another request.
    """
    if key is not None and (made := await _made_by(pool, key)):
        return made
    try:
        async with pool.connection() as connection, connection.transaction():
            if key is not None:  # first, so that the same request sent twice at once waits here
                await connection.execute(
                    "INSERT INTO idempotency_keys (token_id, key, digest, resource, first_version, last_version)"
                    " VALUES (%s, %s, %s, %s, 0, 0)",
                    (key.token_id, key.key, key.digest, resource),
                )
            await write(connection)
            return resource
    except UniqueViolation:
        made = await _made_by(pool, key) if key else None
        if made is None:
            raise
        return made


async def _made_by(pool: AsyncConnectionPool[AsyncConnection[Any]], key: IdempotencyKey) -> UUID | None:
    async with pool.connection() as connection:
        query = "SELECT digest, resource FROM idempotency_keys WHERE token_id = %s AND key = %s"
        row = await (await connection.execute(query, (key.token_id, key.key))).fetchone()
    if row is None:
        return None
    if bytes(row[0]) != key.digest:
        raise KeyReused(key.key)
    resource: UUID = row[1]
    return resource
