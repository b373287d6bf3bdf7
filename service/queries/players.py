"""People: the players of matches. Their names stand in one table and nowhere else."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from service.auth.access import Principal
from service.eventstore.idempotency import idempotent_insert
from service.eventstore.recorder import IdempotencyKey


class PlayerNotFound(LookupError):  # noqa: N818  # what it is
    """There is no such player to be shown or changed; `str()` tells it to people."""


class Player(Struct, frozen=True):
    """A person.

    Attributes:
        name: null once erased.
        merged_into: the player that this one turned out to be, if so; their matches count together.
    """

    id: UUID
    name: str | None
    created_at: datetime
    merged_into: UUID | None
    simulated: bool


NOT_NAMED: Final = "There is no such player, or the name was erased."
NOT_THERE: Final = "There is no such player."
_NAMED: Final = "(SELECT id FROM players WHERE id = %(id)s OR merged_into = %(id)s)"
_SHOWN: Final = (
    "(%(all)s"
    " OR EXISTS (SELECT FROM scoreboard_seat s JOIN scoreboard_match m USING (match_id)"
    f"   WHERE s.player_id IN {_NAMED} AND (m.visibility <> 'private' OR m.match_id = %(own)s))"
    f" OR EXISTS (SELECT FROM series WHERE visibility <> 'private' AND players && ARRAY{_NAMED}))"
)
_COLUMNS: Final = "id, name, created_at, merged_into, simulated"


class People:
    """The table of players."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def add(self, name: str, key: IdempotencyKey | None) -> Player:
        """A new player; with `key`, the one that it made before.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        player_id = uuid4()

        async def insert(connection: AsyncConnection[Any]) -> None:
            await connection.execute("INSERT INTO players (id, name) VALUES (%s, %s)", (player_id, name))

        return await self.get(await idempotent_insert(self._pool, key, player_id, insert))

    async def get(self, player_id: UUID) -> Player:
        """One player.

        Raises:
            PlayerNotFound: there is no such player.
        """
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Player))
            await cursor.execute(f"SELECT {_COLUMNS} FROM players WHERE id = %s", (player_id,))
            player = await cursor.fetchone()
        if player is None:
            raise PlayerNotFound(NOT_THERE)
        return player

    async def shown_to(self, principal: Principal, player_id: UUID) -> Player:
        """One player, if `principal` may know of it: by a match or series that it may read and that tells the name.

        A match tells a merged player by the name of who it was merged into.

        Raises:
            PlayerNotFound: `principal` may not, or there is no such player.
        """
        asked = {"id": player_id, "all": principal.knows_people, "own": principal.own_match}
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Player))
            await cursor.execute(f"SELECT {_COLUMNS} FROM players WHERE id = %(id)s AND {_SHOWN}", asked)
            player = await cursor.fetchone()
        if player is None:
            raise PlayerNotFound(NOT_THERE)
        return player

    async def page(self, name: str | None, after: UUID | None, limit: int) -> list[Player]:
        """Players in the order in which they came, those that aren't erased or merged; `name` is a part of the name."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Player))
            await cursor.execute(
                f"SELECT {_COLUMNS} FROM players WHERE name IS NOT NULL AND merged_into IS NULL"
                " AND (%(name)s::text IS NULL OR strpos(lower(name), lower(%(name)s)) > 0)"
                " AND (%(after)s::uuid IS NULL OR (created_at, id) >"
                "      (SELECT created_at, id FROM players WHERE id = %(after)s))"
                " ORDER BY created_at, id LIMIT %(limit)s",
                {"name": name, "after": after, "limit": limit},
            )
            return await cursor.fetchall()

    async def rename(self, player_id: UUID, name: str) -> Player:
        """Give a player another name.

        Raises:
            PlayerNotFound: also when the player was erased or merged.
        """
        return await self._change(player_id, "name = %(name)s", {"name": name})

    async def erase(self, player_id: UUID) -> None:
        """Forget the name, and those of who was merged into the player; the matches keep the id.

        Raises:
            PlayerNotFound: also when it is done already.
        """
        query = (
            "WITH erased AS (UPDATE players SET name = NULL WHERE id = %s AND name IS NOT NULL RETURNING id),"
            " former AS (UPDATE players SET former_name = NULL FROM erased WHERE players.merged_into = erased.id)"
            " SELECT id FROM erased"
        )
        async with self._pool.connection() as connection:
            erased = await (await connection.execute(query, (player_id,))).fetchone()
        if erased is None:
            raise PlayerNotFound(NOT_NAMED)

    async def _change(self, player_id: UUID, change: str, values: dict[str, Any]) -> Player:
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Player))
            await cursor.execute(
                f"UPDATE players SET {change} WHERE id = %(id)s AND name IS NOT NULL RETURNING {_COLUMNS}",
                {"id": player_id, **values},
            )
            player = await cursor.fetchone()
        if player is None:
            raise PlayerNotFound(NOT_NAMED)
        return player

    async def unseatable(self, player_ids: Sequence[UUID]) -> set[UUID]:
        """Those of `player_ids` that can't take a seat: unknown, erased or merged."""
        async with self._pool.connection() as connection:
            query = "SELECT id FROM players WHERE id = ANY(%s) AND name IS NOT NULL AND merged_into IS NULL"
            rows = await (await connection.execute(query, (list(player_ids),))).fetchall()
        return set(player_ids) - {row[0] for row in rows}

    async def persons(self, player_ids: Sequence[UUID]) -> list[UUID]:
        """Who each of `player_ids` is now: the player that it was merged into, or itself."""
        async with self._pool.connection() as connection:
            query = "SELECT id, coalesce(merged_into, id) FROM players WHERE id = ANY(%s)"
            rows = await (await connection.execute(query, (list(player_ids),))).fetchall()
        now = dict(rows)
        return [now.get(player_id, player_id) for player_id in player_ids]
