"""The tables of imports: which match came of each play, and who each person is."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from service.eventstore.recorder import ImportedPlay


class Import(Struct, frozen=True):
    """An import.

    Attributes:
        finished_at: when all of the file was imported; None while it goes on, or if that was interrupted.
        plays: the matches that it made and that weren't taken back.
    """

    id: UUID
    source: str
    file_name: str
    created_at: datetime
    finished_at: datetime | None
    taken_back_at: datetime | None
    plays: int


class KnownPlay(Struct, frozen=True):
    """A play that was imported before.

    Attributes:
        match_id: its match; None if it was taken back.
        digest: what the source said last; None if it was taken back.
    """

    play_id: str
    incarnation: int
    match_id: UUID | None
    digest: bytes | None


class KnownPerson(Struct, frozen=True):
    """Somebody who may be a person of a source.

    Attributes:
        name: None once erased.
    """

    id: UUID
    name: str | None


class ImportNotFound(LookupError):  # noqa: N818  # what it is
    """There is no such import, or it was taken back."""


_IMPORTS = (
    "SELECT id, source, file_name, created_at, finished_at, taken_back_at,"
    " (SELECT count(*)::int FROM imported_plays WHERE import_id = i.id) plays FROM imports i"
)


class ImportTable:
    """The imports in one database."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def begin(self, source: str, digest: bytes, file_name: str, by: str) -> UUID:
        """The import of a file; the same one for the same file, until it is taken back."""
        query = (
            "INSERT INTO imports (id, source, digest, file_name, created_by) VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT (source, digest) WHERE taken_back_at IS NULL DO UPDATE SET finished_at = NULL RETURNING id"
        )
        async with self._pool.connection() as connection:
            cursor = await connection.execute(query, (uuid4(), source, digest, file_name, by))
            row: Any = await cursor.fetchone()
        import_id: UUID = row[0]
        return import_id

    async def finish(self, import_id: UUID) -> None:
        """All of the file was imported."""
        async with self._pool.connection() as connection:
            await connection.execute("UPDATE imports SET finished_at = now() WHERE id = %s", (import_id,))

    async def all(self) -> list[Import]:
        """All imports, the newest first."""
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Import)) as cursor:
            await cursor.execute(f"{_IMPORTS} ORDER BY created_at DESC, id")
            return await cursor.fetchall()

    async def get(self, import_id: UUID) -> Import:
        """One import.

        Raises:
            ImportNotFound: there is none.
        """
        async with self._pool.connection() as connection, connection.cursor(row_factory=class_row(Import)) as cursor:
            await cursor.execute(f"{_IMPORTS} WHERE id = %s", (import_id,))
            found = await cursor.fetchone()
        if found is None:
            raise ImportNotFound
        return found

    # --- plays ---

    async def plays(self, source: str, play_ids: Sequence[str]) -> dict[str, KnownPlay]:
        """Those of `play_ids` that were imported before."""
        query = (
            "SELECT play_id, incarnation, match_id, digest FROM imported_plays WHERE source = %s AND play_id = ANY(%s)"
        )
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (source, list(play_ids)))).fetchall()
        return {row[0]: KnownPlay(row[0], row[1], row[2], None if row[3] is None else bytes(row[3])) for row in rows}

    async def plays_of(self, import_id: UUID, *, without: Sequence[UUID], limit: int) -> list[UUID]:
        """Some of the matches that an import made, `without` these."""
        query = "SELECT match_id FROM imported_plays WHERE import_id = %s AND match_id <> ALL(%s) LIMIT %s"
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (import_id, list(without), limit))).fetchall()
        return [row[0] for row in rows]

    async def remember(self, row: ImportedPlay, match_id: UUID) -> None:
        """A match says what the source says of a play now; it stays that of the import which made it."""
        query = (
            "INSERT INTO imported_plays (source, play_id, incarnation, match_id, digest, import_id)"
            " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (source, play_id) DO UPDATE SET digest = excluded.digest"
        )
        values = (row.source, row.play_id, row.incarnation, match_id, row.digest, row.import_id)
        async with self._pool.connection() as connection:
            await connection.execute(query, values)

    async def forget(self, match_ids: Sequence[UUID]) -> None:
        """These matches were removed with their import: if their plays come again, others take their place."""
        query = (
            "UPDATE imported_plays SET incarnation = incarnation + 1, match_id = NULL, digest = NULL, import_id = NULL"
            " WHERE match_id = ANY(%s)"
        )
        async with self._pool.connection() as connection:
            await connection.execute(query, (list(match_ids),))

    # --- people ---

    async def people(self, source: str, person_ids: Sequence[str]) -> dict[str, KnownPerson]:
        """Who those of `person_ids` are that were answered before; of merged players, who they are now."""
        query = (
            "SELECT i.person_id, p.id, p.name FROM imported_people i JOIN players o ON o.id = i.player_id"
            " JOIN players p ON p.id = coalesce(o.merged_into, o.id) WHERE i.source = %s AND i.person_id = ANY(%s)"
        )
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (source, list(person_ids)))).fetchall()
        return {person_id: KnownPerson(player_id, name) for person_id, player_id, name in rows}

    async def namesakes(self, names: Iterable[str]) -> dict[str, list[KnownPerson]]:
        """Who has each of `names`; neither merged, nor erased, nor made by a demonstration."""
        query = (
            "SELECT asked.name, p.id, p.name FROM unnest(%s::text[]) asked (name)"
            " JOIN players p ON name_key(p.name) = name_key(asked.name) AND p.merged_into IS NULL AND NOT p.simulated"
            " ORDER BY p.created_at, p.id"
        )
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (list(names),))).fetchall()
        found: dict[str, list[KnownPerson]] = {}
        for asked, player_id, name in rows:
            found.setdefault(asked, []).append(KnownPerson(player_id, name))
        return found

    async def known(self, player_ids: Sequence[UUID]) -> dict[UUID, UUID]:
        """Who each of `player_ids` is now, of those who are known and not erased."""
        query = (
            "SELECT o.id, p.id FROM players o JOIN players p ON p.id = coalesce(o.merged_into, o.id)"
            " WHERE o.id = ANY(%s) AND p.name IS NOT NULL"
        )
        async with self._pool.connection() as connection:
            return dict(await (await connection.execute(query, (list(player_ids),))).fetchall())

    async def settle(
        self, import_id: UUID, source: str, people: Mapping[str, UUID], new: Mapping[str, str]
    ) -> dict[str, UUID]:
        """Remember who the people of a source are: players that are known, and those with a `new` name, made now.

        What was remembered before stays. Gives who each of them is.
        """
        made = {person_id: uuid4() for person_id in new}
        pairs = list({**people, **made}.items())
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (source,))
            remembered = {
                row[0]: row[1]
                for row in await (
                    await connection.execute(
                        "SELECT person_id, player_id FROM imported_people WHERE source = %s AND person_id = ANY(%s)",
                        (source, [person_id for person_id, _ in pairs]),
                    )
                ).fetchall()
            }
            fresh = [(person_id, player_id) for person_id, player_id in pairs if person_id not in remembered]
            newcomers = [person_id for person_id, _ in fresh if person_id in new]
            await connection.execute(
                "INSERT INTO players (id, name) SELECT * FROM unnest(%s::uuid[], %s::text[])",
                ([made[person_id] for person_id in newcomers], [new[person_id] for person_id in newcomers]),
            )
            await connection.execute(
                "INSERT INTO imported_people (source, person_id, player_id)"
                " SELECT %s, * FROM unnest(%s::text[], %s::uuid[])",
                (source, [person_id for person_id, _ in fresh], [player_id for _, player_id in fresh]),
            )
            everybody = dict(pairs) | remembered
            makers = {made[person_id] for person_id in newcomers}
            players = list(dict.fromkeys(everybody.values()))
            await connection.execute(
                "INSERT INTO import_people (import_id, player_id, made)"
                " SELECT %s, * FROM unnest(%s::uuid[], %s::boolean[]) ON CONFLICT DO NOTHING",
                (import_id, players, [player in makers for player in players]),
            )
        return everybody

    async def add_nameless(self, player_ids: Sequence[UUID]) -> None:
        """Players whom nobody knows, unless they are there already."""
        query = "INSERT INTO players (id) SELECT unnest(%s::uuid[]) ON CONFLICT DO NOTHING"
        async with self._pool.connection() as connection:
            await connection.execute(query, (list(player_ids),))

    async def persons(self, player_ids: Sequence[UUID]) -> dict[UUID, UUID]:
        """Who each of `player_ids` is now."""
        query = "SELECT id, coalesce(merged_into, id) FROM players WHERE id = ANY(%s)"
        async with self._pool.connection() as connection:
            return dict(await (await connection.execute(query, (list(player_ids),))).fetchall())

    async def take_back(self, import_id: UUID, *, over: bool) -> int:
        """Forget whom only this import made known, and who has no match; gives how many. Then it may be over.

        A match of theirs is seen as soon as the read models have it.
        """
        leaving = (
            "WITH leaving AS (SELECT player_id FROM import_people i WHERE import_id = %(id)s AND made"
            "  AND NOT EXISTS (SELECT FROM import_people o JOIN imports n ON n.id = o.import_id"
            "   WHERE o.player_id = i.player_id AND o.import_id <> i.import_id AND n.taken_back_at IS NULL)"
            "  AND NOT EXISTS (SELECT FROM scoreboard_seat s JOIN players p ON p.id = s.player_id"
            "   WHERE i.player_id IN (p.id, p.merged_into))"
            "  AND NOT EXISTS (SELECT FROM series WHERE players @> ARRAY[i.player_id])),"
            " forgotten AS (DELETE FROM imported_people WHERE player_id IN (TABLE leaving)),"
            " pins AS (DELETE FROM player_pins WHERE player_id IN (TABLE leaving)),"
            " over AS (UPDATE imports SET taken_back_at = now() WHERE id = %(id)s)"
            " UPDATE players SET name = NULL WHERE id IN (TABLE leaving)"
        )
        async with self._pool.connection() as connection:
            cursor = await connection.execute(leaving, {"id": import_id, "over": over})
            return cursor.rowcount
