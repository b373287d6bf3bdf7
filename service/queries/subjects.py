"""Subjects: what matches are of. All that is told of one comes from the matches that who asks may find."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from domain.kernel.languages import ENGLISH, Language
from domain.kernel.titles import game_title
from domain.registry import GAMES
from service.auth.access import Principal
from service.queries.filters import SUBJECT, MatchFilter
from service.reads.reads import Reads


class SubjectNotFound(LookupError):  # noqa: N818  # what it is
    """There is no such subject to be shown or changed; `str()` tells it to people."""


class SubjectRow(Struct, frozen=True):
    """A subject with the matches of it that may be found.

    Attributes:
        game: by whose rules it is recorded.
        name: what people called it, or the first spelling of its title, or the title of the game.
        title: whether it is a title; else it is the game itself.
        matches: those that may be found, whatever their state.
        counted: those of them that count in statistics.
        playing: those that are still played.
        last_played_on: the date of the last of them.
        merged_into: the subject that this one turned out to be, if so; the name is of that then.
    """

    id: UUID
    game: str
    name: str
    title: bool
    matches: int
    counted: int
    playing: int
    last_played_on: date
    merged_into: UUID | None


class SubjectAlias(Struct, frozen=True):
    """A subject that was merged into another one, with the spelling and the number of its own matches."""

    id: UUID
    name: str
    matches: int


NO_SUCH_SUBJECT: Final = "There is no such subject."


def _titles(language: Language, keys: Iterable[str] = GAMES) -> dict[str, str]:
    return {key: game_title(GAMES[key], language) for key in dict.fromkeys(keys) if key in GAMES}


class SubjectDirectory:
    """The matches by subject, and the table of what people said of subjects."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], reads: Reads) -> None:
        self._pool = pool
        self._reads = reads

    async def page(
        self,
        principal: Principal,
        name: str | None,
        after: tuple[int, UUID] | None,
        limit: int,
        *,
        titles: bool,
        language: Language = ENGLISH,
    ) -> list[SubjectRow]:
        """Subjects that aren't merged, what is played most first, then by name; `name` is a part of theirs.

        `after` are the last one's matches, and which it is; `titles` leaves out games that are their own subject, which
        are called as in `language`.
        """
        matches, last = after or (None, None)
        asked = {"name": name, "matches": matches, "after": last, "limit": limit}
        return await self._rows(
            _PAGE_OF_TITLES if titles else _PAGE, MatchFilter().accessible_to(principal), asked, language
        )

    async def get(self, principal: Principal, subject_id: UUID) -> SubjectRow:
        """One subject, by its own id; of one that was merged, its own matches.

        Raises:
            SubjectNotFound: there is none of which `principal` may find a match.
        """
        wanted = MatchFilter(subject=subject_id).accessible_to(principal)
        rows = await self._rows(_ONE, wanted, {})
        if not rows:
            raise SubjectNotFound(NO_SUCH_SUBJECT)
        return rows[0]

    async def names(
        self, principal: Principal, games: Mapping[UUID, str], language: Language = ENGLISH
    ) -> dict[UUID, str]:
        """The names of subjects, given with their games; where no match may be found, that is the game's title."""
        titles = _titles(language, games.values())
        names = {subject: titles.get(game, game) for subject, game in games.items()}
        titled = [subject for subject, game in games.items() if game in GAMES and GAMES[game].meta.titled]
        if titled:
            wanted = MatchFilter().accessible_to(principal)
            rows = await self._rows(_NAMED, wanted, {"subjects": titled}, language)
            names |= {row.id: row.name for row in rows}
        return names

    async def aliases(self, principal: Principal, subject_id: UUID) -> list[SubjectAlias]:
        """What was merged into a subject and has matches that may be found, those with most of them first."""
        wanted = MatchFilter(subject=subject_id).accessible_to(principal)
        query = _ALIASES.replace("{found}", wanted.where())
        return await self._reads.rows(query, wanted.parameters(), SubjectAlias)

    async def roots(self, subject_ids: Sequence[UUID]) -> dict[UUID, UUID]:
        """What each of these is now: what it was merged into, or itself."""
        if not subject_ids:
            return {}
        query = "SELECT id, merged_into FROM subjects WHERE id = ANY(%s) AND merged_into IS NOT NULL"
        rows = await self._reads.tuples(query, (list(subject_ids),))
        merged: dict[UUID, UUID] = dict(rows)
        return {subject: merged.get(subject, subject) for subject in subject_ids}

    async def rename(self, subject_id: UUID, name: str) -> None:
        """Call a subject so, whatever its matches are called.

        Raises:
            SubjectNotFound: it was merged into another one.
        """
        query = (
            "INSERT INTO subjects (id, name) VALUES (%s, %s)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE subjects.merged_into IS NULL RETURNING id"
        )
        async with self._pool.connection() as connection:
            row = await (await connection.execute(query, (subject_id, name))).fetchone()
        if row is None:
            raise SubjectNotFound("There is no such subject, or it was merged into another one.")

    async def _rows(
        self, query: str, wanted: MatchFilter, more: Mapping[str, Any], language: Language = ENGLISH
    ) -> list[SubjectRow]:
        asked = wanted.parameters() | dict(more) | {"game_titles": Jsonb(_titles(language))}
        return await self._reads.rows(query.replace("{found}", wanted.where()), asked, SubjectRow)


# Of spellings, one of the subject's own matches goes before those of what was merged into it.
_GROUPED: Final = """
    SELECT f.subject AS id, min(f.game) AS game,
           coalesce(r.name, (array_agg(f.title ORDER BY f.own <> f.subject, f.opened))[1],
                    %(game_titles)s::jsonb ->> min(f.game), min(f.game)) AS name,
           bool_or(f.title IS NOT NULL) AS title, count(*)::integer AS matches,
           (count(*) FILTER (WHERE f.counted AND f.decided))::integer AS counted,
           (count(*) FILTER (WHERE f.status = 'playing'))::integer AS playing,
           max(f.played_on) AS last_played_on, {merged} AS merged_into
    FROM found f LEFT JOIN subjects r ON r.id = {named}
    GROUP BY f.subject, r.id
"""
_NOW: Final = _GROUPED.replace("{merged}", "NULL::uuid").replace("{named}", "f.subject")


def _found(subject: str, condition: str = "true") -> str:
    return (
        f"WITH found AS MATERIALIZED (SELECT {subject} AS subject, m.subject AS own, m.game, m.title, m.opened,"
        " m.played_on, m.counted, m.decided, m.status"
        f" FROM scoreboard_match m WHERE {{found}} AND {condition})"
    )


_LISTED: Final = f""", known AS ({_NOW})
    SELECT * FROM known
    WHERE (%(name)s::text IS NULL OR strpos(lower(name), lower(%(name)s)) > 0)
      AND (%(after)s::uuid IS NULL OR (-matches, lower(name), id) > (
          -%(matches)s::integer,
          coalesce((SELECT lower(l.name) FROM known l WHERE l.id = %(after)s::uuid), ''), %(after)s::uuid
      ))
    ORDER BY -matches, lower(name), id LIMIT %(limit)s
"""
_PAGE: Final = f"{_found(SUBJECT)}{_LISTED}"
_PAGE_OF_TITLES: Final = f"{_found(SUBJECT, 'm.title IS NOT NULL')}{_LISTED}"

_MEMBERS: Final = (
    "m.subject = ANY(ARRAY(SELECT unnest(%(subjects)s::uuid[])"
    " UNION ALL SELECT b.id FROM subjects b WHERE b.merged_into = ANY(%(subjects)s)))"
)
_NAMED: Final = f"{_found(SUBJECT, _MEMBERS)} {_NOW}"

# Its own matches, if it was merged; then what it is called is the name of the other one, or else its own.
_ONE: Final = _found("%(subject)s::uuid") + _GROUPED.replace("{merged}", "r.merged_into").replace(
    "{named}", "f.subject"
).replace("coalesce(r.name,", "coalesce((SELECT t.name FROM subjects t WHERE t.id = coalesce(r.merged_into, r.id)),")

_ALIASES: Final = """
    SELECT m.subject AS id, (array_agg(m.title ORDER BY m.opened))[1] AS name, count(*)::integer AS matches
    FROM scoreboard_match m WHERE {found} AND m.subject <> %(subject)s AND m.title IS NOT NULL
    GROUP BY m.subject ORDER BY matches DESC, m.subject
"""
