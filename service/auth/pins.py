"""PINs of four digits, by which people confirm results on a phone that is passed around.

A PIN belongs to a person, under whatever ids that person is known. It is stored as a slow hash and never read again.
Wrong ones are counted by person: somebody who may record may guess, but only a few times an hour.
"""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.pin_attempts import PinAttempts

SCRYPT: Final = {"n": 2**14, "r": 8, "p": 1}
"""What a guess costs (RFC 7914): some 50 ms of work."""

Blocking = Callable[[Callable[[str, bytes], bytes], str, bytes], Awaitable[bytes]]
"""Calls a function, which takes its time, beside the loop."""

_PERSON: Final = (
    "SELECT q.id FROM players p JOIN players q ON coalesce(q.merged_into, q.id) = coalesce(p.merged_into, p.id)"
    " WHERE p.id = %s"
)
"""All ids of the person that a player is."""

_SELECT: Final = f"SELECT hash, salt FROM player_pins WHERE player_id IN ({_PERSON}) ORDER BY player_id"  # noqa: S608
_DELETE: Final = f"DELETE FROM player_pins WHERE player_id IN ({_PERSON})"  # noqa: S608  # ours

_OLD_NEEDED: Final = "There is a PIN already; changing it takes the old one."


class WrongPin(Exception):  # noqa: N818  # what it is
    """The PIN isn't that of the person, or the person has none; `str()` tells it to people."""


class Pins:
    """The table of PINs."""

    def __init__(
        self, pool: AsyncConnectionPool[AsyncConnection[Any]], attempts: PinAttempts, blocking: Blocking
    ) -> None:
        self._pool = pool
        self._attempts = attempts
        self._blocking = blocking

    async def known_of(self, players: Iterable[UUID]) -> set[UUID]:
        """Those of `players` who have set a PIN, under whatever id."""
        query = (
            "SELECT p.id FROM players p WHERE p.id = ANY(%s) AND EXISTS (SELECT FROM player_pins JOIN players q"
            " ON q.id = player_id WHERE coalesce(q.merged_into, q.id) = coalesce(p.merged_into, p.id))"
        )
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (list(players),))).fetchall()
        return {row[0] for row in rows}

    async def verify(self, player: UUID, pin: str) -> None:
        """Refuse a PIN that isn't the one of `player`.

        Raises:
            WrongPin: as the name says.
            TooManyFailures: after too many wrong ones, whatever this one is.
        """
        await self._verify(player, pin, await self._stored(player))

    async def put(self, player: UUID, pin: str, *, old: str | None, override: bool, by: str) -> None:
        """Let `player` have this PIN; where there is one, that takes the `old` one, or an `override`.

        Raises:
            WrongPin, TooManyFailures: as of :meth:`verify`.
        """
        stored = await self._stored(player)
        if stored and not override:
            if old is None:
                raise WrongPin(_OLD_NEEDED)
            await self._verify(player, old, stored)
        salt = secrets.token_bytes(16)
        digest = await self._blocking(_hashed, pin, salt)
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute("SELECT FROM players WHERE id = %s FOR UPDATE", (player,))
            if await self._rows(connection, player) != stored:  # somebody else was faster
                raise WrongPin(_OLD_NEEDED)
            await connection.execute(_DELETE, (player,))
            await connection.execute(
                "INSERT INTO player_pins (player_id, hash, salt, set_by) VALUES (%s, %s, %s, %s)",
                (player, digest, salt, by),
            )

    async def _stored(self, player: UUID) -> Sequence[tuple[bytes, bytes]]:
        """The hashes and salts that stand for the person that `player` is; several, if they were merged."""
        async with self._pool.connection() as connection:
            return await self._rows(connection, player)

    @staticmethod
    async def _rows(connection: AsyncConnection[Any], player: UUID) -> Sequence[tuple[bytes, bytes]]:
        rows = await (await connection.execute(_SELECT, (player,))).fetchall()
        return [(bytes(digest), bytes(salt)) for digest, salt in rows]

    async def _verify(self, player: UUID, pin: str, stored: Sequence[tuple[bytes, bytes]]) -> None:
        if not stored:
            raise WrongPin("No PIN has been set yet.")
        await self._attempts.reserve(player)
        for digest, salt in stored:
            if hmac.compare_digest(digest, await self._blocking(_hashed, pin, salt)):
                await self._attempts.give_back(player)
                return
        raise WrongPin("The PIN is wrong.")


def _hashed(pin: str, salt: bytes) -> bytes:
    """What is stored of a PIN.

    Four digits are few, whatever the hash: who reads the database finds a PIN in minutes. It stands against those who
    may look at a table for a moment, and against all who may only ask.
    """
    return hashlib.scrypt(pin.encode(), salt=salt, dklen=32, **SCRYPT)
