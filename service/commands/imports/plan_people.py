"""The people of a plan, kept with what was answered of them until the import is done."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.commands.imports.people import Answers, Gathered, Identity, Person
from service.commands.imports.table import KnownPerson

_PAGE: Final = (
    "SELECT number, person_id, e.name, plays, identity, player_id, p.name, candidates,"
    " (SELECT array_agg(n.name ORDER BY c.place) FROM unnest(candidates) WITH ORDINALITY c (id, place)"
    "  JOIN players n ON n.id = c.id)"
    " FROM import_plan_people e LEFT JOIN players p ON p.id = e.player_id"
    " WHERE import_id = %s AND number > %s AND (%s::text IS NULL OR identity = %s) ORDER BY number LIMIT %s"
)


class PlannedPerson(Struct, frozen=True):
    """Somebody in a plan; `number` is the place in it, from 0."""

    number: int
    person: Person


class PlanPeople:
    """The people of the plans in one database."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def replace(self, import_id: UUID, people: Sequence[Person], answers: Answers) -> None:
        """These are the people of a plan, and this is what was answered, by their ids at the source."""
        rows = [
            (
                import_id,
                number,
                one.id,
                one.name,
                one.plays,
                str(one.identity),
                one.player and one.player.id,
                [candidate.id for candidate in one.candidates],
                one.id in answers,
                answers.get(one.id),
            )
            for number, one in enumerate(people)
        ]
        async with self._pool.connection() as connection, connection.transaction(), connection.cursor() as cursor:
            await cursor.execute("DELETE FROM import_plan_people WHERE import_id = %s", (import_id,))
            async with cursor.copy(
                "COPY import_plan_people (import_id, number, person_id, name, plays, identity, player_id, candidates,"
                " answered, answer) FROM STDIN"
            ) as copy:
                for row in rows:
                    await copy.write_row(row)

    async def answers(self, import_id: UUID) -> dict[str, UUID | None]:
        """What was answered before, by ids at the source; an answer that names nobody any longer is none."""
        query = (
            "SELECT person_id, answer FROM import_plan_people e LEFT JOIN players p ON p.id = e.answer"
            " WHERE import_id = %s AND answered AND (answer IS NULL OR p.name IS NOT NULL OR p.merged_into IS NOT NULL)"
        )
        async with self._pool.connection() as connection:
            return dict(await (await connection.execute(query, (import_id,))).fetchall())

    async def gathered(self, import_id: UUID) -> Gathered:
        """The people as they were met in the file."""
        query = "SELECT person_id, name, plays FROM import_plan_people WHERE import_id = %s ORDER BY number"
        found = Gathered()
        async with self._pool.connection() as connection:
            async for person_id, name, plays in await connection.execute(query, (import_id,)):
                found.names[person_id] = name
                found.plays[person_id] = plays
        return found

    async def unsure(self, import_id: UUID) -> int:
        """Of how many it takes an answer who they are."""
        query = "SELECT count(*) FROM import_plan_people WHERE import_id = %s AND identity = 'unsure'"
        async with self._pool.connection() as connection:
            row: Any = await (await connection.execute(query, (import_id,))).fetchone()
        return int(row[0])

    async def asking(self, import_ids: Sequence[UUID]) -> set[UUID]:
        """The imports among some that take an answer who somebody is."""
        query = "SELECT DISTINCT import_id FROM import_plan_people WHERE import_id = ANY(%s) AND identity = 'unsure'"
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (list(import_ids),))).fetchall()
        return {import_id for (import_id,) in rows}

    async def identities(self, import_id: UUID, person_ids: Sequence[str]) -> dict[str, Identity]:
        """How it is known who some people are, of those who are in the file."""
        query = "SELECT person_id, identity FROM import_plan_people WHERE import_id = %s AND person_id = ANY(%s)"
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (import_id, list(person_ids)))).fetchall()
        return {person_id: Identity(identity) for person_id, identity in rows}

    async def page(
        self, import_id: UUID, after: int, limit: int, identity: Identity | None = None
    ) -> list[PlannedPerson]:
        """The people behind the place `after`, of one `identity` if that is given."""
        values = (import_id, after, identity, identity, limit)
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(_PAGE, values)).fetchall()
        return [PlannedPerson(row[0], _person(*row[1:])) for row in rows]


def _person(
    person_id: str,
    name: str,
    plays: int,
    identity: str,
    player_id: UUID | None,
    player_name: str | None,
    candidates: Sequence[UUID],
    names: Sequence[str | None] | None,
) -> Person:
    known = None if player_id is None else KnownPerson(player_id, player_name)
    candidate_names = names if names is not None and len(names) == len(candidates) else [None] * len(candidates)
    offered = tuple(KnownPerson(one, called) for one, called in zip(candidates, candidate_names, strict=True))
    return Person(person_id, name, plays, Identity(identity), known, offered)
