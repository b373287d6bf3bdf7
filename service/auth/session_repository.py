"""The sessions of browsers: begun by signing in, ended by signing out or with the token that they stand for."""

from datetime import timedelta
from typing import Any, Final

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.secret import Bearer, fresh

LONGEST: Final = timedelta(days=30)
"""How long a session lasts that nobody ends."""


class SessionTable:
    """The table of sessions."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def begin(self, token_id: str) -> Bearer:
        """A new session that stands for a token, with what a cookie is to hold."""
        async with self._pool.connection() as connection:
            return await begin(connection, token_id)

    async def end(self, session: str) -> None:
        """Let a session be good no longer."""
        async with self._pool.connection() as connection:
            await connection.execute(
                "UPDATE sessions SET ended_at = now() WHERE id = %s AND ended_at IS NULL", (session,)
            )


async def begin(connection: AsyncConnection[Any], token_id: str) -> Bearer:
    """As :meth:`SessionTable.begin`, within a transaction. Sessions that have expired go."""
    session = fresh()
    await connection.execute("DELETE FROM sessions WHERE expires_at < now()")
    await connection.execute(
        "INSERT INTO sessions (id, hash, token_id, expires_at) VALUES (%s, %s, %s, now() + %s)",
        (session.id, session.digest, token_id, LONGEST),
    )
    return session
