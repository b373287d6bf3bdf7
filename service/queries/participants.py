"""Who has played: what lists of people ask of the read models."""

from collections.abc import Sequence
from datetime import date
from typing import Final
from uuid import UUID

from msgspec import Struct

from projections.ratings.results import Pool
from service.reads.reads import Reads


class ParticipantRow(Struct, frozen=True):
    """A person with the finished matches that count."""

    id: UUID
    name: str
    matches: int
    wins: int


class PlayerDates(Struct, frozen=True):
    """When a person became known, and the date of the last match that counts."""

    id: UUID
    created_at: date
    played_on: date | None


class Participants:
    """Reads who takes part in matches. Of a `pool`, only the matches in it count."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def people(
        self, pool: Pool, name: str | None, after: tuple[int, int, UUID] | None, limit: int
    ) -> list[ParticipantRow]:
        """People who aren't erased, merged or unknown to the `pool`, who plays most first; `name` is a part of theirs.

        Of those with as many matches, who has won more of them goes first, then the names decide. Everybody is known to
        the pool "all", and who sits in a finished public match to the pool "public". `after` are the last one's matches
        and wins, and who it is.
        """
        matches, wins, person = after or (None, None, None)
        asked = {"pool": pool, "name": name, "matches": matches, "wins": wins, "after": person, "limit": limit}
        return await self._reads.rows(_PEOPLE, asked, ParticipantRow)

    async def dates_of(self, people: Sequence[UUID]) -> dict[UUID, PlayerDates]:
        """By what people of one name are told apart, of each of `people`."""
        return {row.id: row for row in await self._reads.rows(_DATES, {"people": list(people)}, PlayerDates)}


_PEOPLE: Final = """
    SELECT * FROM (
        SELECT p.id, p.name, coalesce(sum(t.matches), 0)::integer AS matches, coalesce(sum(t.wins), 0)::integer AS wins
        FROM players p LEFT JOIN rating_total t ON t.person = p.id AND t.pool = %(pool)s
        WHERE p.name IS NOT NULL AND p.merged_into IS NULL
          AND (%(name)s::text IS NULL OR strpos(lower(p.name), lower(%(name)s)) > 0)
        GROUP BY p.id HAVING %(pool)s = 'all' OR sum(t.matches) > 0
    ) known
    WHERE %(after)s::uuid IS NULL OR (-matches, -wins, lower(name), id) > (
        -%(matches)s::integer, -%(wins)s::integer,
        coalesce((SELECT lower(l.name) FROM players l WHERE l.id = %(after)s::uuid), ''), %(after)s::uuid
    )
    ORDER BY -matches, -wins, lower(name), id LIMIT %(limit)s
"""
_DATES: Final = """
    SELECT p.id, p.created_at::date AS created_at, max(m.played_on) AS played_on
    FROM players p LEFT JOIN rating_share s ON s.person = p.id LEFT JOIN rating_match m ON m.match_id = s.match_id
    WHERE p.id = ANY(%(people)s) GROUP BY p.id
"""
