"""Boards and cards of boxes at hand, kept to be used again."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from msgspec import Raw, Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from service.eventstore.idempotency import idempotent_insert
from service.eventstore.recorder import IdempotencyKey

_COLUMNS: Final = "id, came, game, name, board, created_at"


class BoardNotFound(LookupError):  # noqa: N818  # what it is
    """There is no such board of this game; `str()` tells it to people."""


class Board(Struct, frozen=True):
    """A kept board; `came` is its place in the order in which they were kept."""

    id: UUID
    came: int
    game: str
    name: str
    board: bytes
    created_at: datetime

    @property
    def json(self) -> Raw:
        """The board as the game has it on the wire."""
        return Raw(bytes(self.board))


class Boards:
    """The table of boards."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def keep(self, game: str, name: str, board: bytes, key: IdempotencyKey | None) -> Board:
        """Keep a board; with `key`, the one that it made before.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        board_id = uuid4()

        async def insert(connection: AsyncConnection[Any]) -> None:
            query = "INSERT INTO boards (id, game, name, board) VALUES (%s, %s, %s, %s)"
            await connection.execute(query, (board_id, game, name, board))

        return await self.get(game, await idempotent_insert(self._pool, key, board_id, insert))

    async def get(self, game: str, board_id: UUID) -> Board:
        """One board of a game.

        Raises:
            BoardNotFound: there is no such board.
        """
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Board))
            await cursor.execute(f"SELECT {_COLUMNS} FROM boards WHERE game = %s AND id = %s", (game, board_id))
            board = await cursor.fetchone()
        if board is None:
            raise BoardNotFound("There is no such board.")
        return board

    async def page(self, game: str, after: int | None, limit: int) -> list[Board]:
        """The boards of a game in the order in which they were kept."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Board))
            await cursor.execute(
                f"SELECT {_COLUMNS} FROM boards WHERE game = %s AND came > %s ORDER BY came LIMIT %s",
                (game, after or 0, limit),
            )
            return await cursor.fetchall()
