"""Places in the order of play where the ratings aren't right yet.

Usually that lasts for a moment. While a read model works off a long log in which old matches come late, it would rate
those that follow again with every batch; then it notes the places, and rates once, when it gets to the end.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection

from projections.projection import TakesLong
from projections.ratings.results import Key, Pool, Result, can_be_rated
from projections.ratings.steps import Contest

_BACKLOG: Final = 500
"""Work is put off only while more entries of the log than these follow."""
_FEW: Final = 1_000
"""Matches that are rated at once, whatever follows."""
_FEW_IF_BRIEF: Final = 100
"""The same where other read models wait for it: some hundredths of a second."""


class DuePlace(Struct, frozen=True):
    """A place where something changed; `contest` is what there is to rate there now, if anything is."""

    key: Key
    match_id: UUID
    contest: Contest | None


def note(connection: Connection, changed: Iterable[tuple[Result | None, Result | None]]) -> None:
    """Note where results, before and now, change what there is to rate."""
    places = {place for before, now in changed for place, _ in _to_rate(before) ^ _to_rate(now)}
    if places:
        columns = map(list, zip(*places, strict=True))
        names = ("subjects", "pools", "dates", "ordinals", "opened", "matches")
        connection.execute(_NOTE, dict(zip(names, columns, strict=True)))


def pools(connection: Connection, projection: str, end: int, *, brief: bool) -> tuple[list[tuple[UUID, Pool]], bool]:
    """The subjects and pools in which to rate now, as `projection` gets to the position `end` of the log.

    All where something is due; but while there is a backlog, not those where much follows: whether there are such.

    Raises:
        TakesLong: it is to be `brief`, but much follows.
    """
    found = connection.execute(_POOLS, {"most": _FEW + 1}, prepare=True).fetchall()
    if found and _is_backlog(connection, projection, end):
        now = [(subject, pool) for subject, pool, matches in found if matches <= _FEW]
        return now, len(now) < len(found)
    if brief and any(matches > _FEW_IF_BRIEF for *_, matches in found):
        raise TakesLong(f"more than {_FEW_IF_BRIEF} matches are rated again", projection)
    return [(subject, pool) for subject, pool, _ in found], False


def _is_backlog(connection: Connection, projection: str, end: int) -> bool:
    """Whether much of the log follows the position `end`, to which `projection` is getting now for the first time."""
    row = connection.execute(_IS_BACKLOG, {"name": projection, "end": end, "backlog": _BACKLOG}).fetchone()
    return row == (True,)


def clear(connection: Connection, pools: Sequence[tuple[UUID, Pool]]) -> None:
    """Nothing is due any more in these subjects and pools."""
    if pools:
        subjects, names = map(list, zip(*pools, strict=True))
        connection.execute(_CLEAR, {"subjects": subjects, "pools": names})


class Due:
    """What is due in `subject` and `pool`."""

    def __init__(self, connection: Connection, subject: UUID, pool: Pool) -> None:
        self._connection = connection
        self._named = {"subject": subject, "pool": pool}

    def after(self, key: Key | None, limit: int) -> list[DuePlace]:
        """Up to `limit` places behind `key`, or the first ones, in the order of play."""
        played_on, ordinal, opened = key or (None, None, None)
        place = {"played_on": played_on, "ordinal": ordinal, "opened": opened}
        asked = {**self._named, **place, "limit": limit}
        return [_due(*row) for row in self._connection.execute(_AFTER, asked, binary=True)]


_Place = tuple[UUID, Pool, date, int, int, UUID]


def _to_rate(result: Result | None) -> set[tuple[_Place, Contest]]:
    """Where there is what to rate of a result, in each pool."""
    if result is None or not result.rated:
        return set()
    contest = Contest(result.match_id, result.persons, result.sides, tuple(seat.rank for seat in result.seats))
    return {((result.subject, pool, *result.key, result.match_id), contest) for pool in result.pools}


def _due(
    played_on: date, ordinal: int, opened: int, match_id: UUID, persons: Sequence[UUID] | None, *more: Any
) -> DuePlace:
    contest = None
    if persons is not None:
        sides, ranks, won, drawn = more
        if can_be_rated(persons, sides, won, drawn=drawn):
            contest = Contest(match_id, tuple(persons), tuple(sides), tuple(ranks))
    return DuePlace((played_on, ordinal, opened), match_id, contest)


_NOTE: Final = """
    INSERT INTO rating_due (subject, pool, played_on, ordinal, opened, match_id)
    SELECT * FROM unnest(%(subjects)b::uuid[], %(pools)b::text[], %(dates)b::date[], %(ordinals)b::bigint[],
                         %(opened)b::bigint[], %(matches)b::uuid[])
    ON CONFLICT DO NOTHING
"""

# What is processed for a second time, such as dead letters, lies before the position: nothing need follow it.
_IS_BACKLOG: Final = """
    SELECT position < %(end)s
       AND EXISTS (SELECT FROM match_events WHERE notification_id > %(end)s OFFSET %(backlog)s)
    FROM projections WHERE name = %(name)s
"""

_POOLS: Final = """
    SELECT d.subject, d.pool, (
        SELECT count(*) FROM (
            SELECT FROM rating_match m WHERE m.subject = d.subject
            AND (m.played_on, m.ordinal, m.opened) >= (d.played_on, d.ordinal, d.opened) LIMIT %(most)s
        ) following
    ) FROM (
        SELECT DISTINCT ON (subject, pool) subject, pool, played_on, ordinal, opened FROM rating_due
        ORDER BY subject, pool, played_on, ordinal, opened
    ) d
    ORDER BY 1, 2
"""

_CLEAR: Final = """
    DELETE FROM rating_due d USING unnest(%(subjects)b::uuid[], %(pools)b::text[]) w (subject, pool)
    WHERE d.subject = w.subject AND d.pool = w.pool
"""

# By an operator that no index knows, so that a match is found by its id, not among all of a day.
_AFTER: Final = """
    SELECT d.played_on, d.ordinal, d.opened, d.match_id, m.persons, m.sides, m.ranks, m.won, m.drawn
    FROM rating_due d LEFT JOIN rating_match m
      ON m.match_id = d.match_id AND m.subject IS NOT DISTINCT FROM d.subject
     AND (m.played_on, m.ordinal) = (d.played_on, d.ordinal) AND (m.public OR d.pool = 'all')
    WHERE d.subject = %(subject)s AND d.pool = %(pool)s
      AND (%(played_on)s::date IS NULL OR (d.played_on, d.ordinal, d.opened)
           > (%(played_on)s::date, %(ordinal)s::bigint, %(opened)s::bigint))
    ORDER BY d.played_on, d.ordinal, d.opened LIMIT %(limit)s
"""
