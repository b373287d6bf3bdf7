"""How often the PIN of a person may be tried: counted in the database, so that all processes have one limit."""

from math import ceil
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.errors import TooManyFailures

WRONG_PINS: Final = 5
"""Wrong PINs of one person in :data:`WINDOW_SECONDS` that are answered as what they are."""

WINDOW_SECONDS: Final = 900.0

_NOW: Final = "greatest(0, a.level - extract(epoch FROM now() - a.at) * %(leak)s)"
"""How full the bucket is by now."""

_RESERVE: Final = (
    "INSERT INTO pin_attempts AS a (player_id, level, at)"
    " SELECT coalesce(merged_into, id), 1, now() FROM players WHERE id = %(player)s"
    f" ON CONFLICT (player_id) DO UPDATE SET level = {_NOW} + 1, at = now() WHERE {_NOW} + 1 <= %(allowed)s"
    " RETURNING level"
)
_LEVEL: Final = (
    f"SELECT {_NOW} FROM pin_attempts a JOIN players p ON a.player_id = coalesce(p.merged_into, p.id)"
    " WHERE p.id = %(player)s"
)
_GIVE_BACK: Final = (
    "UPDATE pin_attempts a SET level = greatest(0, level - 1) FROM players p"
    " WHERE p.id = %(player)s AND a.player_id = coalesce(p.merged_into, p.id)"
)


class PinAttempts:
    """A leaky bucket for each person, whatever the id: it holds `allowed` attempts, and gets empty in `seconds`.

    An attempt is counted before it is known whether the PIN is right: so many at once are no more than one after the
    other, whichever processes they come to.
    """

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        allowed: int = WRONG_PINS,
        seconds: float = WINDOW_SECONDS,
    ) -> None:
        self._pool = pool
        self._allowed = allowed
        self._leak = allowed / seconds

    async def reserve(self, player: UUID) -> None:
        """Count an attempt for `player`.

        Raises:
            TooManyFailures: it is one too many; it isn't counted.
        """
        asked = {"player": player, "leak": self._leak, "allowed": self._allowed}
        async with self._pool.connection() as connection:
            if await (await connection.execute(_RESERVE, asked)).fetchone() is not None:
                return
            row = await (await connection.execute(_LEVEL, asked)).fetchone()
        excess = (float(row[0]) if row else 0.0) + 1 - self._allowed
        raise TooManyFailures(max(1, ceil(excess / self._leak)), "PINs", "for this person")

    async def give_back(self, player: UUID) -> None:
        """Count one attempt less: the PIN was right."""
        async with self._pool.connection() as connection:
            await connection.execute(_GIVE_BACK, {"player": player})
