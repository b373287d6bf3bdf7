"""What seats claim of cards, against what the record knows and they may not: counted, and listed for the recorder.

Whether the record takes such a claim tells a seat something of others, so each seat has a few tries a match. A try is
taken before the claim is looked at and given back when the record takes it, so that neither requests sent at once nor
several processes make more of them, and no restart forgets one.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from domain.kernel.errors import RuleViolation

TRIES: Final = 3
"""How many claims of a seat may be refused in one match."""

T = TypeVar("T")


class ClaimRefused(Exception):  # noqa: N818  # what it is
    """An action that its seat might take by what it knows, and that the record refuses for what it knows of others."""

    def __init__(self, step: int, action: Any, violation: RuleViolation) -> None:
        super().__init__(str(violation))
        self.step = step
        self.action = action
        self.violation = violation


class NoTriesLeft(Exception):  # noqa: N818  # what it is
    """Too many claims of a seat were refused in a match; further ones aren't looked at."""


class RefusedClaim(Struct, frozen=True):
    """A claim that the record refused, and why."""

    seat: int
    number: int
    tried_at: datetime
    step: int
    action: bytes
    clause: str
    reason: str


class RefusedClaims:
    """The table of refused claims."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def tried(self, match_id: UUID, seat: int, record: Callable[[], Awaitable[T]]) -> T:
        """What comes of `record`, which records a claim of `seat`.

        Raises:
            NoTriesLeft: the seat has had its tries.
            ClaimRefused: the record refuses the claim; what else `record` raises.
        """
        number = await self._take(match_id, seat)
        if number is None:
            raise NoTriesLeft(match_id, seat)
        try:
            made = await record()
        except ClaimRefused as refused:
            await self._keep(match_id, seat, number, refused)
            raise
        except BaseException:
            await self._give_back(match_id, seat, number)
            raise
        await self._give_back(match_id, seat, number)
        return made

    async def of(self, match_id: UUID) -> list[RefusedClaim]:
        """Those of one match, the oldest first."""
        query = (
            "SELECT seat, number, tried_at, step, action, clause, reason FROM refused_claims"
            " WHERE match_id = %s AND clause IS NOT NULL ORDER BY tried_at, seat, number"
        )
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(RefusedClaim))
            return await (await cursor.execute(query, (match_id,))).fetchall()

    async def _take(self, match_id: UUID, seat: int) -> int | None:
        """A try that the seat has left; None where it has none."""
        async with self._pool.connection() as connection:
            for number in range(1, TRIES + 1):
                taken = await connection.execute(
                    "INSERT INTO refused_claims (match_id, seat, number) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                    (match_id, seat, number),
                )
                if taken.rowcount:
                    return number
        return None

    async def _keep(self, match_id: UUID, seat: int, number: int, refused: ClaimRefused) -> None:
        violation = refused.violation
        async with self._pool.connection() as connection:
            await connection.execute(
                "UPDATE refused_claims SET step = %s, action = %s, clause = %s, reason = %s"
                " WHERE (match_id, seat, number) = (%s, %s, %s)",
                (
                    refused.step,
                    msgspec.json.encode(refused.action),
                    violation.clause,
                    violation.message,
                    match_id,
                    seat,
                    number,
                ),
            )

    async def _give_back(self, match_id: UUID, seat: int, number: int) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(
                "DELETE FROM refused_claims WHERE (match_id, seat, number) = (%s, %s, %s)", (match_id, seat, number)
            )
