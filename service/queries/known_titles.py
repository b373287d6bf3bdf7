"""The titles of earlier matches of a game, and the last match of each."""

from typing import Any, Final
from uuid import UUID

from msgspec import Struct

from domain.subjects.subject import subject_of_title
from service.queries.filters import SUBJECT, MatchFilter
from service.reads.reads import Reads

_LAST: Final = (
    f"SELECT title, match_id FROM (SELECT DISTINCT ON (1) {SUBJECT}, m.title, m.match_id, m.opened"
    " FROM scoreboard_match m WHERE m.title IS NOT NULL AND {} ORDER BY 1, m.opened DESC) last"
    " ORDER BY opened DESC LIMIT %(most)s"
)
_ONLY: Final = f" AND {SUBJECT} = coalesce((SELECT b.merged_into FROM subjects b WHERE b.id = %(only)s), %(only)s)"


class KnownTitle(Struct, frozen=True):
    """A title, as it was spelled last, and the match with it that was recorded last."""

    title: str
    match_id: UUID


class KnownTitles:
    """Reads them from the read model of matches."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads

    async def newest(self, wanted: MatchFilter, most: int, title: str = "") -> list[KnownTitle]:
        """The titles of matches of a game, those that were recorded last first; of one `title` only, if it isn't empty.

        Spellings of the same title are one, and so are titles that were merged.
        """
        asked = wanted.parameters() | {"most": most}
        only = ""
        if title:
            asked["only"] = subject_of_title(wanted.game or "", title).id
            only = _ONLY
        query: Any = _LAST.format(wanted.where() + only)  # no text from outside in it
        return await self._reads.rows(query, asked, KnownTitle)
