"""What an ``Idempotency-Key`` made before, and writes to tables of our own that a key makes safe to repeat."""

from collections.abc import Awaitable, Callable
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from psycopg_pool import AsyncConnectionPool

from domain.codec import FINGERPRINT
from service.eventstore.errors import KeyReused
from service.eventstore.recorder import IdempotencyKey


class Made(Struct, frozen=True):
    """What a key made: a row of a table, or the events `first_version` to `last_version` of an aggregate.

    Attributes:
        last_version: 0 of a row.
        position: that of the last event in the log; 0 of a row.
    """

    resource: UUID
    first_version: int
    last_version: int
    position: int


_QUERY: Final = (
    "SELECT k.digest, k.resource, k.first_version, k.last_version, e.notification_id FROM idempotency_keys k"
    " LEFT JOIN match_events e ON e.originator_id = k.resource AND e.originator_version = k.last_version"
    " AND (k.fingerprint IS NULL OR substr(e.state, 1, %s) = k.fingerprint)"
    " WHERE k.token_id = %s AND k.key = %s"
)


async def find_by_key(pool: AsyncConnectionPool[AsyncConnection[Any]], key: IdempotencyKey) -> Made | None:
    """What `key` made, if it was used before and that is still there.

    Raises:
        KeyReused: it belongs to another request.
    """
    async with pool.connection() as connection:
        row = await (await connection.execute(_QUERY, (FINGERPRINT, key.token_id, key.key))).fetchone()
    if row is None:
        return None
    digest, resource, first, last, position = row
    if last and position is None:  # the log went back
        return None
    if bytes(digest) != key.digest:
        raise KeyReused(key.key)
    return Made(resource, first, last, position or 0)


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
    if key is not None and (made := await find_by_key(pool, key)):
        return made.resource
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
        made = await find_by_key(pool, key) if key else None
        if made is None:
            raise
        return made.resource
