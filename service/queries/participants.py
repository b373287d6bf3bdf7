"""Who has played, and against whom: what lists of people ask of the read models."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from projections.ratings.results import Pool
from service.queries.filters import KNOWN, PERSON, MatchFilter


class ParticipantRow(Struct, frozen=True):
    """A person with the finished matches that count."""

    id: UUID
    name: str
    matches: int
    wins: int


class OpponentRow(Struct, frozen=True):
    """Somebody met, with how the matches ended in which both sat.

    Attributes:
        wins, other_wins: matches that the person asked about, or this one, has won; a shared victory is in both.
        better, worse: matches in which that person's score was the higher, or the lower, where both may be known.
    """

    player: UUID
    matches: int
    wins: int
    other_wins: int
    better: int
    worse: int


class Participants:
    """Reads who takes part in matches. Of a `pool`, only the matches in it count."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def people(
        self, pool: Pool, name: str | None, after: tuple[int, UUID] | None, limit: int
    ) -> list[ParticipantRow]:
        """People who aren't erased, merged or unknown to the `pool`, who plays most first; `name` is a part of theirs.

        Everybody is known to the pool "all", and who sits in a finished public match to the pool "public". `after` are
        the last one's matches, and who it is.
        """
        matches, person = after or (None, None)
        asked = {"pool": pool, "name": name, "matches": matches, "after": person, "limit": limit}
        return await self._rows(_PEOPLE, asked, ParticipantRow)

    async def opponents(self, wanted: MatchFilter, limit: int) -> list[OpponentRow]:
        """Whom the player of `wanted` has met in the matches that it names, most often first."""
        query = _OPPONENTS.format(chosen=replace(wanted, player=None).where("statistics"))
        return await self._rows(query, {**wanted.parameters(), "limit": limit}, OpponentRow)

    async def _rows(self, query: str, asked: Mapping[str, Any], form: type[Any]) -> list[Any]:
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(form))
            await cursor.execute(query, asked)
            return await cursor.fetchall()


_PEOPLE: Final = """
    SELECT * FROM (
        SELECT p.id, p.name, coalesce(sum(t.matches), 0)::integer AS matches, coalesce(sum(t.wins), 0)::integer AS wins
        FROM players p LEFT JOIN rating_total t ON t.person = p.id AND t.pool = %(pool)s
        WHERE p.name IS NOT NULL AND p.merged_into IS NULL
          AND (%(name)s::text IS NULL OR strpos(lower(p.name), lower(%(name)s)) > 0)
        GROUP BY p.id HAVING %(pool)s = 'all' OR sum(t.matches) > 0
    ) known
    WHERE %(after)s::uuid IS NULL OR (-matches, id) > (-%(matches)s::integer, %(after)s::uuid)
    ORDER BY -matches, id LIMIT %(limit)s
"""

# Two players may turn out to be one person, who then has two seats in a match: matches are counted, not seats.
_OPPONENTS: Final = f"""
    WITH mine AS MATERIALIZED (
        SELECT m.match_id, {KNOWN} AS known, p.score, p.winner
        FROM statistics_seat p JOIN statistics_match m USING (match_id)
        WHERE p.player_id IN {PERSON} AND {{chosen}}
    ),
    met AS (
        SELECT coalesce(known.merged_into, o.player_id) AS player, o.match_id,
               bool_or(mine.winner) AS won, bool_or(o.winner) AS other_won,
               bool_or(mine.known AND mine.score > o.score) AS better,
               bool_or(mine.known AND mine.score < o.score) AS worse
        FROM mine JOIN statistics_seat o USING (match_id) LEFT JOIN players known ON known.id = o.player_id
        WHERE o.player_id NOT IN {PERSON}
        GROUP BY 1, 2
    )
    SELECT player, count(*) AS matches, count(*) FILTER (WHERE won) AS wins,
           count(*) FILTER (WHERE other_won) AS other_wins,
           count(*) FILTER (WHERE better) AS better, count(*) FILTER (WHERE worse) AS worse
    FROM met GROUP BY player ORDER BY matches DESC, player LIMIT %(limit)s
"""
