"""What is asked of the read models."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from domain.codec import AnyEvent, decode
from domain.kernel.points import Points
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.events import ActionPlayed, Visibility
from domain.match.parts import Status
from projections.scoreboard.projection import stored_standings
from service.queries.filters import MatchFilter
from service.queries.order_of_play import PLACE, OrderOfPlay, place_parameters
from service.reads.reads import Reads

Sort: TypeAlias = Literal["opened", "-opened", "played_on", "-played_on"]

_ORDERS: Final[dict[str, tuple[str, str]]] = {
    "opened": ("opened", ">"),
    "-opened": ("opened", "<"),
    "played_on": ("(played_on, ordinal, opened)", ">"),
    "-played_on": ("(played_on, ordinal, opened)", "<"),
}


class MatchRow(Struct, frozen=True):
    """A match as the scoreboard has it."""

    match_id: UUID
    opened: int
    version: int
    game: str
    subject: UUID
    step: int
    status: Status
    played_on: date
    place: str
    note: str
    visibility: Visibility
    origin: str
    opened_at: datetime
    updated_at: datetime
    tags: list[str]
    counted: bool
    sealed: bool
    irregular: bool
    duration: int | None
    options: dict[str, str]
    titled: bool
    ordinal: int

    @property
    def place_in_order(self) -> OrderOfPlay:
        """Where it stands in the order of play."""
        return self.played_on, self.ordinal, self.opened


class SeatRow(Struct, frozen=True):
    """A seat of a match as the scoreboard has it."""

    match_id: UUID
    seat: int
    player_id: UUID
    score: Points | None
    rank: int | None
    winner: bool | None


class SeriesRow(Struct, frozen=True):
    """A series with the ids of its matches, in the order in which they were added."""

    series_id: UUID
    opened: int
    version: int
    game: str
    players: list[UUID]
    length: int
    title: str
    visibility: Visibility
    opened_at: datetime
    updated_at: datetime
    matches: list[UUID]
    seal_needed: bool
    seals_after: int | None
    seals_since: datetime
    arbiters: list[str]


class SeriesFilter(Struct, frozen=True):
    """Which series are asked for; None is any.

    Attributes:
        readable: the visibilities of series, and of matches in them, that may be listed.
        own: the match that may be listed whatever its visibility.
        player: a player of the series, or who was merged into it.
        match_id: a match that counts in it, and that may be listed.
        sealed: whether it has matches that may be listed, and the results of all of these are sealed.
    """

    readable: Sequence[Visibility]
    own: UUID | None
    game: str | None = None
    player: UUID | None = None
    match_id: UUID | None = None
    sealed: bool | None = None


class DueSeal(Struct, frozen=True):
    """A result that seals by itself: `hours` after `since`, as `series_id` says."""

    match_id: UUID
    series_id: UUID
    hours: int
    since: datetime


_DUE_SEALS: Final = """
    SELECT match_id, series_id, seals_after AS hours, greatest(added_at, seals_since) AS since
    FROM series JOIN series_match USING (series_id) JOIN scoreboard_match m USING (match_id)
    WHERE NOT m.sealed AND NOT m.disputed
      AND greatest(m.result_at, added_at, seals_since) + make_interval(hours => seals_after) <= %(now)s
    ORDER BY m.result_at LIMIT 100
"""


class HistoryRow(Struct, frozen=True):
    """A step of the move history."""

    step: int
    version: int
    event: ActionPlayed[Any, Any]


class ReadModels:
    """Reads the tables of the read models.

    What decides on a write is read from the primary.
    """

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]], reads: Reads) -> None:
        self._pool = pool
        self._reads = reads

    async def matches(self, wanted: MatchFilter, sort: Sort, after: OrderOfPlay | None, limit: int) -> list[MatchRow]:
        """A page of matches, those behind the place `after` in the order of `sort`."""
        columns, beyond = _ORDERS[sort]
        keys = [part.strip("( )") for part in columns.split(",")]
        direction = "ASC" if beyond == ">" else "DESC"
        order = ", ".join(f"m.{key} {direction}" for key in keys)
        cursor_values = PLACE if len(keys) > 1 else "%(after)s::bigint"
        cursor_columns = f"({', '.join(f'm.{key}' for key in keys)})"
        query = (
            "SELECT match_id, opened, version, game, subject, step, status, played_on, place, note, visibility,"
            " origin, opened_at, updated_at, tags, counted, sealed, irregular, duration, options, ordinal,"
            " title IS NOT NULL AS titled"
            f" FROM scoreboard_match m WHERE {wanted.where()}"
            f" AND (%(after)s::bigint IS NULL OR {cursor_columns} {beyond} {cursor_values})"
            f" ORDER BY {order} LIMIT %(limit)s"
        )
        asked = wanted.parameters() | place_parameters(after) | {"limit": limit}
        return await self._reads.rows(query, asked, MatchRow)

    async def seats(self, match_ids: Sequence[UUID], *, sees_all: bool) -> dict[UUID, list[SeatRow]]:
        """The seats of matches, in seat order, with the scores that the public, or who `sees_all`, may know."""
        query = (
            "SELECT match_id, seat, player_id, winner,"
            " CASE WHEN %(all)s OR revealed THEN score ELSE public_score END AS score,"
            " CASE WHEN %(all)s OR revealed THEN rank ELSE public_rank END AS rank"
            " FROM scoreboard_seat JOIN scoreboard_match USING (match_id)"
            " WHERE match_id = ANY(%(ids)s) ORDER BY match_id, seat"
        )
        seats: dict[UUID, list[SeatRow]] = {match_id: [] for match_id in match_ids}
        for row in await self._reads.rows(query, {"ids": list(match_ids), "all": sees_all}, SeatRow):
            seats[row.match_id].append(row)
        return seats

    async def history(self, match_id: UUID, after_step: int, limit: int) -> list[HistoryRow]:
        """The steps of a match above `after_step`, in order."""
        query = (
            "SELECT step, version, topic, stored FROM move_history WHERE match_id = %s AND step > %s"
            " ORDER BY step LIMIT %s"
        )
        rows = await self._reads.tuples(query, (match_id, after_step, limit))
        return [HistoryRow(step, version, _played(decode(topic, stored))) for step, version, topic, stored in rows]

    async def standings(
        self, match_id: UUID, viewer: Viewer, after_step: int, limit: int
    ) -> list[tuple[int, tuple[Standing, ...]]]:
        """The standings of a match at each step above `after_step`, in order, as `viewer` may know them."""
        query = "SELECT step, standings FROM scoreboard_step WHERE match_id = %s AND step > %s ORDER BY step LIMIT %s"
        rows = await self._reads.tuples(query, (match_id, after_step, limit))
        return [(step, stored_standings(bytes(stored), viewer)) for step, stored in rows]

    async def series(self, wanted: SeriesFilter, after: int | None, limit: int) -> list[SeriesRow]:
        """Series, the newest first, with those of their matches that may be listed."""
        asked = {
            "readable": [str(visibility) for visibility in wanted.readable],
            "own": wanted.own,
            "all": Visibility.PRIVATE in wanted.readable,
            "game": wanted.game,
            "player": wanted.player,
            "match": wanted.match_id,
            "sealed": wanted.sealed,
            "after": after,
            "limit": limit,
        }
        return await self._reads.rows(_SERIES, asked, SeriesRow)

    async def listed(self, match_ids: Sequence[UUID], readable: Sequence[Visibility], own: UUID | None) -> set[UUID]:
        """Those of `match_ids` that may be listed: they have one of these visibilities, or are `own`."""
        query = (
            "SELECT match_id FROM scoreboard_match WHERE match_id = ANY(%s) AND (visibility = ANY(%s) OR match_id = %s)"
        )
        visibilities = [str(visibility) for visibility in readable]
        rows = await self._reads.tuples(query, (list(match_ids), visibilities, own))
        return {row[0] for row in rows}

    async def removed(self, match_ids: Sequence[UUID]) -> set[UUID]:
        """Those of `match_ids` that were removed, by the log itself: nothing follows that event."""
        query = (
            "SELECT m.id FROM unnest(%s::uuid[]) AS m (id) CROSS JOIN LATERAL (SELECT topic FROM match_events"
            " WHERE originator_id = m.id ORDER BY originator_version DESC LIMIT 1) e WHERE e.topic = 'match/removed'"
        )
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (list(match_ids),))).fetchall()
        return {row[0] for row in rows}

    async def arbiters(self, match_id: UUID) -> set[str]:
        """The ids of the tokens that the series of a match name as its arbiters; if none do, every arbiter decides."""
        query = "SELECT unnest(arbiters) FROM series JOIN series_match USING (series_id) WHERE match_id = %s"
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (match_id,))).fetchall()
        return {row[0] for row in rows}

    async def due_seals(self, now: datetime) -> list[DueSeal]:
        """The results that seal by themselves `now` as far as the read models know; some at a time."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(DueSeal))
            await cursor.execute(_DUE_SEALS, {"now": now})
            return await cursor.fetchall()

    async def results(
        self,
        match_ids: Sequence[UUID],
        *,
        sees_all: bool,
        sealed: bool | None = None,
        irregular: bool | None = None,
    ) -> dict[UUID, dict[UUID, Points]]:
        """The scores of those of `match_ids` that are finished, by person: who was merged counts as who it is.

        With `sealed`, only of those whose result is sealed, or only of those whose isn't; with `irregular` likewise of
        those in which something was put otherwise than the rules would have it.

        Who turned out to have had two seats has the better score of them, and who has no points isn't there. A match
        that keeps a secret of a score from who doesn't see all is left out.
        """
        query = (
            "SELECT s.match_id, coalesce(p.merged_into, p.id),"
            " CASE WHEN %(all)s OR m.revealed THEN s.score ELSE s.public_score END, s.score IS NOT NULL"
            " FROM scoreboard_seat s"
            " JOIN scoreboard_match m USING (match_id) JOIN players p ON p.id = s.player_id"
            " WHERE m.match_id = ANY(%(ids)s) AND m.status = %(finished)s"
            " AND (%(sealed)s::boolean IS NULL OR m.sealed = %(sealed)s)"
            " AND (%(irregular)s::boolean IS NULL OR m.irregular = %(irregular)s)"
        )
        asked = {
            "ids": list(match_ids),
            "finished": Status.FINISHED.value,
            "all": sees_all,
            "sealed": sealed,
            "irregular": irregular,
        }
        rows = await self._reads.tuples(query, asked)
        secret = {match_id for match_id, _, score, scored in rows if score is None and scored}
        results: dict[UUID, dict[UUID, Points]] = {}
        for match_id, person, score, _ in rows:
            if match_id not in secret:
                scores = results.setdefault(match_id, {})
                if score is not None:
                    scores[person] = max(score, scores.get(person, score))
        return results


_SERIES: Final = """
    WITH shown AS (
        SELECT m.*, b.sealed FROM series_match m LEFT JOIN scoreboard_match b USING (match_id)
        WHERE b.visibility = ANY(%(readable)s) OR m.match_id = %(own)s OR %(all)s
    )
    SELECT s.*, ARRAY(SELECT m.match_id FROM shown m WHERE m.series_id = s.series_id
                      ORDER BY m.place) AS matches
    FROM series s
    WHERE visibility = ANY(%(readable)s)
      AND (%(game)s::text IS NULL OR game = %(game)s)
      AND (%(player)s::uuid IS NULL OR players && ARRAY(
          SELECT id FROM players WHERE id = %(player)s OR merged_into = %(player)s))
      AND (%(match)s::uuid IS NULL OR EXISTS (
          SELECT FROM shown m WHERE m.series_id = s.series_id AND m.match_id = %(match)s))
      AND (%(sealed)s::boolean IS NULL OR %(sealed)s = coalesce((
          SELECT bool_and(coalesce(m.sealed, false)) FROM shown m WHERE m.series_id = s.series_id), false))
      AND (%(after)s::bigint IS NULL OR opened < %(after)s)
    ORDER BY opened DESC LIMIT %(limit)s
"""


def _played(event: AnyEvent) -> ActionPlayed[Any, Any]:
    if not isinstance(event, ActionPlayed):
        raise TypeError("the move history holds played actions only")
    return event
