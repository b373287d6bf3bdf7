"""Who has played: what lists of people ask of the read models."""

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


class Participants:
    """Reads who takes part in matches. Of a `pool`, only the matches in it count."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def people(
        self, pool: Pool, name: str | None, after: tuple[int, UUID] | None, limit: int
    ) -> list[ParticipantRow]:
        """People who aren't erased, merged or unknown to the `pool`, who plays most first; `name` is a part of theirs.

        Everybody is known to the pool "all", and who sits in a finished public match to the pool "public". `after` are
        the last one's matches, and who it is.
        """
        matches, person = after or (None, None)
        asked = {"pool": pool, "name": name, "matches": matches, "after": person, "limit": limit}
        return await self._reads.rows(_PEOPLE, asked, ParticipantRow)


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
