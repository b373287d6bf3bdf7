"""People: the players of matches. Their names stand in one table and nowhere else."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID, uuid4

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from domain.match.events import Visibility
from service.auth.access import Principal
from service.eventstore.idempotency import idempotent_insert
from service.eventstore.recorder import IdempotencyKey
from service.reads.reads import Reads


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


class NameKnown(Exception):  # noqa: N818  # what it is
    """These people have the name of who was to be made known."""

    def __init__(self, people: Sequence["Namesake"]) -> None:
        super().__init__(f"{len(people)} have this name")
        self.people = people


class Namesake(Struct, frozen=True):
    """Somebody who has a name that is asked for.

    Attributes:
        matches: how many the asker may find, under other names, too.
        last_played_on: the date of the last of them; null without any.
    """

    id: UUID
    name: str
    matches: int
    last_played_on: date | None


class Alias(Struct, frozen=True):
    """A player who was merged into another one; the name that it had until then is shown nowhere.

    Attributes:
        matches: how many of its own can be listed.
        last_played: when the last of these was played.
    """

    id: UUID
    matches: int
    last_played: date | None


_MOST_NAMESAKES: Final = 20

PlayerSort: TypeAlias = Literal["created", "-last_played", "-matches"]

NOT_NAMED: Final = "There is no such player, or the name was erased."
NO_SUCH_PLAYER: Final = "There is no such player."
_NAMED: Final = "(SELECT id FROM players WHERE id = %(id)s OR merged_into = %(id)s)"
_SHOWN: Final = (
    "(%(all)s"
    " OR EXISTS (SELECT FROM scoreboard_seat s JOIN scoreboard_match m USING (match_id)"
    f"   WHERE s.player_id IN {_NAMED} AND (m.visibility IN ('public', 'unlisted') OR m.match_id = %(own)s))"
    f" OR EXISTS (SELECT FROM series WHERE visibility IN ('public', 'unlisted') AND players && ARRAY{_NAMED}))"
)
_COLUMNS: Final = "id, name, created_at, merged_into, simulated"


_SEATED: Final = (
    "SELECT coalesce(p.merged_into, p.id) person, s.match_id, s.seat, m.opened"
    " FROM scoreboard_seat s JOIN scoreboard_match m USING (match_id) JOIN players p ON p.id = s.player_id"
)
_ORDERS: Final[Mapping[PlayerSort, str]] = {
    "created": "WITH ordered AS (SELECT *, 0 place FROM players)",
    # The newest match first, and in it one seat after the other.
    "-last_played": (
        f"WITH seated AS ({_SEATED}), last AS (SELECT person, min(16 * -opened + seat) place FROM seated GROUP BY 1),"
        " ordered AS (SELECT p.*, coalesce(place, 0) place FROM players p LEFT JOIN last ON person = id)"
    ),
    "-matches": (
        f"WITH seated AS ({_SEATED}), most AS (SELECT person, -count(DISTINCT match_id) place FROM seated GROUP BY 1),"
        " ordered AS (SELECT p.*, coalesce(place, 0) place FROM players p LEFT JOIN most ON person = id)"
    ),
}
"""Players, each with a place in the order that is asked for."""


class PlayerDirectory:
    """The table of players.

    What decides on a write is read from the primary.
    """

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], reads: Reads) -> None:
        self._pool = pool
        self._reads = reads

    async def add(
        self,
        name: str,
        key: IdempotencyKey | None,
        *,
        unless_known: bool = False,
        readable: Sequence[Visibility] = (),
    ) -> Player:
        """A new player; with `key`, the one that it made before.

        Raises:
            NameKnown: `unless_known`, and somebody has that name; of their matches those that are `readable` count.
            KeyReused: `key` belongs to another request.
        """
        player_id = uuid4()

        async def insert(connection: AsyncConnection[Any]) -> None:
            if unless_known and (people := (await _namesakes(connection, [name], readable))[name]):
                raise NameKnown(people)
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
            raise PlayerNotFound(NO_SUCH_PLAYER)
        return player

    async def shown_to(self, principal: Principal, player_id: UUID) -> Player:
        """One player, if `principal` may know of it: by a match or series that it may read and that tells the name.

        A match tells a merged player by the name of who it was merged into.

        Raises:
            PlayerNotFound: `principal` may not, or there is no such player.
        """
        asked = {"id": player_id, "all": principal.knows_people, "own": principal.own_match}
        query = f"SELECT {_COLUMNS} FROM players WHERE id = %(id)s AND {_SHOWN}"
        players = await self._reads.rows(query, asked, Player)
        if not players:
            raise PlayerNotFound(NO_SUCH_PLAYER)
        return players[0]

    async def page(
        self, name: str | None, after: UUID | None, limit: int, sort: PlayerSort = "created"
    ) -> list[Player]:
        """Players that aren't erased or merged, those behind `after` in the order of `sort`.

        `name` is a part of the name.
        """
        query = (
            f"{_ORDERS[sort]}"
            f" SELECT {_COLUMNS} FROM ordered WHERE name IS NOT NULL AND merged_into IS NULL"
            " AND (%(name)s::text IS NULL OR strpos(lower(name), lower(%(name)s)) > 0)"
            " AND (%(after)s::uuid IS NULL OR (place, created_at, id) >"
            "      (SELECT place, created_at, id FROM ordered WHERE id = %(after)s))"
            " ORDER BY place, created_at, id LIMIT %(limit)s"
        )
        return await self._reads.rows(query, {"name": name, "after": after, "limit": limit}, Player)

    async def earlier_namesakes(self, player_ids: Sequence[UUID]) -> dict[UUID, list[tuple[UUID, str]]]:
        """Who was known before each of these players by their name, for those who have such namesakes; the first ones.

        They aren't erased, merged or simulated.
        """
        if not player_ids:
            return {}
        async with self._pool.connection() as connection:
            rows = await connection.execute(
                "SELECT p.id, other.id, other.name FROM players p, LATERAL (SELECT o.id, o.name, o.created_at"
                "  FROM players o WHERE name_key(o.name) = name_key(p.name) AND o.merged_into IS NULL"
                "  AND NOT o.simulated AND o.created_at < p.created_at ORDER BY o.created_at, o.id LIMIT %s) other"
                " WHERE p.id = ANY(%s) ORDER BY other.created_at, other.id",
                (_MOST_NAMESAKES, list(player_ids)),
            )
            found: dict[UUID, list[tuple[UUID, str]]] = {}
            for player, *other in await rows.fetchall():
                found.setdefault(player, []).append((other[0], other[1]))
        return found

    async def namesakes(self, names: Sequence[str], readable: Sequence[Visibility]) -> dict[str, tuple[Namesake, ...]]:
        """Who has each of these names: those who play most, these first.

        They aren't erased, merged or simulated. `readable` are the visibilities of matches that are counted.
        """
        if not names:
            return {}
        async with self._pool.connection() as connection:
            return await _namesakes(connection, names, readable)

    async def rename(self, player_id: UUID, name: str) -> Player:
        """Give a player another name.

        Raises:
            PlayerNotFound: also when the player was erased or merged.
        """
        return await self._change(player_id, "name = %(name)s", {"name": name})

    async def erase(self, player_id: UUID) -> None:
        """Forget the name, PIN and consent, and those of who was merged into the player; the matches keep the id.

        Raises:
            PlayerNotFound: also when it is done already.
        """
        query = (
            "WITH erased AS (UPDATE players SET name = NULL WHERE id = %s AND name IS NOT NULL RETURNING id),"
            " former AS (UPDATE players SET former_name = NULL FROM erased WHERE players.merged_into = erased.id),"
            " pins AS (DELETE FROM player_pins USING erased, players p WHERE player_id = p.id"
            "  AND erased.id IN (p.id, p.merged_into)),"
            " consents AS (DELETE FROM research_consents USING erased, players p WHERE player_id = p.id"
            "  AND erased.id IN (p.id, p.merged_into))"
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

    async def aliases(self, player_id: UUID, readable: Sequence[Visibility]) -> list[Alias]:
        """Who was merged into a player, those first that were made known first; an erased name isn't among them.

        Of their matches those that are `readable` count.
        """
        query = (
            "SELECT p.id, count(m.match_id) matches, max(m.played_on) last_played FROM players p"
            " LEFT JOIN scoreboard_seat s ON s.player_id = p.id"
            " LEFT JOIN scoreboard_match m ON m.match_id = s.match_id AND m.visibility = ANY(%(readable)s)"
            " WHERE p.merged_into = %(player)s AND p.former_name IS NOT NULL GROUP BY p.id ORDER BY p.id"
        )
        return await self._reads.rows(query, {"readable": list(readable), "player": player_id}, Alias)

    async def persons(self, player_ids: Sequence[UUID]) -> list[UUID]:
        """Who each of `player_ids` is now: the player that it was merged into, or itself."""
        async with self._pool.connection() as connection:
            query = "SELECT id, coalesce(merged_into, id) FROM players WHERE id = ANY(%s)"
            rows = await (await connection.execute(query, (list(player_ids),))).fetchall()
        now = dict(rows)
        return [now.get(player_id, player_id) for player_id in player_ids]


async def _namesakes(
    connection: AsyncConnection[Any], names: Sequence[str], readable: Sequence[Visibility]
) -> dict[str, tuple[Namesake, ...]]:
    found: dict[str, list[Namesake]] = {name: [] for name in names}
    rows = await connection.execute(
        "SELECT asked.name, p.id, p.name, count(DISTINCT m.match_id) matches, max(m.played_on)"
        " FROM unnest(%(names)s::text[]) asked (name)"
        " JOIN players p ON name_key(p.name) = name_key(asked.name) AND p.merged_into IS NULL"
        " LEFT JOIN players alias ON alias.id = p.id OR alias.merged_into = p.id"
        " LEFT JOIN scoreboard_seat s ON s.player_id = alias.id"
        " LEFT JOIN scoreboard_match m ON m.match_id = s.match_id AND m.visibility = ANY(%(readable)s)"
        " WHERE NOT p.simulated"
        " GROUP BY asked.name, p.id ORDER BY matches DESC, p.created_at, p.id",
        {"names": list(found), "readable": list(readable)},
    )
    for name, *columns in await rows.fetchall():
        found[name].append(Namesake(*columns))
    return {name: tuple(people[:_MOST_NAMESAKES]) for name, people in found.items()}
