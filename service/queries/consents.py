"""Whether people agree that their matches are in data sets for research. Nobody does who hasn't said so."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from service.queries.players import NOT_NAMED, PlayerNotFound


class Consent(Struct, frozen=True):
    """What a person has said last, under whatever id.

    Attributes:
        agreed: whether matches of the person may be in data sets for research, if all others there agree, too.
        set_at: since when; null where nothing was said.
        set_by: the id of the token by which; null likewise.
    """

    agreed: bool = False
    set_at: datetime | None = None
    set_by: str | None = None


NOT_ASKED: Final = Consent()


class Consents:
    """The table of consents."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def of(self, player_id: UUID) -> Consent:
        """What the person that a player is has said last."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(Consent))
            await cursor.execute(_LAST, (player_id,))
            return await cursor.fetchone() or NOT_ASKED

    async def put(self, player_id: UUID, *, agreed: bool, by: str) -> None:
        """Have the person agree or not, from now on; to say the same again changes nothing.

        Raises:
            PlayerNotFound: there is no such player, or the name was erased.
        """
        async with self._pool.connection() as connection, connection.transaction():
            query = "SELECT FROM players WHERE id = %s AND name IS NOT NULL FOR UPDATE"
            if await (await connection.execute(query, (player_id,))).fetchone() is None:
                raise PlayerNotFound(NOT_NAMED)
            await connection.execute(_PUT, {"player": player_id, "agreed": agreed, "by": by})


_LAST: Final = """
    SELECT c.agreed, c.set_at, c.set_by FROM research_consents c JOIN players p ON p.id = c.player_id
    WHERE coalesce(p.merged_into, p.id) = (SELECT coalesce(merged_into, id) FROM players WHERE id = %s)
    ORDER BY c.id DESC LIMIT 1
"""

_PUT: Final = f"""
    INSERT INTO research_consents (player_id, agreed, set_by) SELECT %(player)s, %(agreed)s, %(by)s
    WHERE %(agreed)s IS DISTINCT FROM coalesce((SELECT agreed FROM ({_LAST.replace("%s", "%(player)s")}) last), false)
"""  # put together from constants

AGREED_PERSONS: Final = """
    SELECT person FROM (
        SELECT DISTINCT ON (person) coalesce(p.merged_into, p.id) AS person, c.agreed
        FROM research_consents c JOIN players p ON p.id = c.player_id ORDER BY person, c.id DESC
    ) last JOIN players q ON q.id = person WHERE agreed AND q.name IS NOT NULL
"""
"""The persons who agree, as a query; nobody whose name was erased."""
