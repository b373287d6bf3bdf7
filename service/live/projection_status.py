"""The status of the read models: how far they are, how far behind, and their dead letters."""

from datetime import UTC, datetime
from typing import Any, Final

from msgspec import Struct
from psycopg import AsyncConnection

from domain.codec import UnreadableEvent, decode
from domain.registry import UnknownGame
from projections import PROJECTIONS
from projections.dead_letters import MISSING
from projections.follower import IS_IN_LOG


class ProjectionStatus(Struct, frozen=True):
    """How one read model stands.

    Attributes:
        current: whether its rows are those of this version of the software, and of this log.
        position: how far it has got in the log.
        lag_seconds: since when the oldest event that it hasn't got to is recorded; 0 when there is none, None when
            that event can't be read.
        entries: how many dead letters it has.
        originators: of how many matches and series.
        missing: how many matches wait for a game that isn't installed; they aren't among the others.
    """

    name: str
    current: bool
    position: int
    lag_seconds: float | None
    entries: int
    originators: int
    missing: int = 0

    @property
    def trouble(self) -> str | None:
        """What is wrong with rows that are served, for people."""
        if not self.entries:
            return None
        return (
            f"events set aside: {self.entries}, of matches or series: {self.originators};"
            f" `partita retry {self.name}` takes them in when the software is repaired"
        )


async def projection_statuses(connection: AsyncConnection[Any]) -> list[ProjectionStatus]:
    """How each read model stands, in their order."""
    rows = await (await connection.execute(_QUERY, (MISSING,))).fetchall()
    stored = {name: rest for name, *rest in rows}
    found = []
    for kind in PROJECTIONS:
        absent = (None, True, 0, None, None, 0, 0, 0)
        version, sound, position, topic, state, entries, originators, missing = stored.get(kind.name, absent)
        lag = _seconds_since(topic, state) if state is not None else 0.0
        found.append(
            ProjectionStatus(kind.name, version == kind.version and sound, position, lag, entries, originators, missing)
        )
    return found


async def end_of_log(connection: AsyncConnection[Any]) -> int:
    """The position of the newest event of all."""
    row = await (await connection.execute("SELECT max(notification_id) FROM match_events")).fetchone()
    return (row and row[0]) or 0


_QUERY: Final = f"""
    SELECT p.name, p.version, {IS_IN_LOG}, p.position, e.topic, e.state,
        coalesce(s.entries, 0)::integer, coalesce(s.originators, 0), coalesce(s.missing, 0)
    FROM projections p
    LEFT JOIN LATERAL (
        SELECT topic, state FROM match_events WHERE notification_id > p.position ORDER BY notification_id LIMIT 1
    ) e ON true
    LEFT JOIN (
        SELECT projection, sum(entries) FILTER (WHERE NOT missing) AS entries,
            count(*) FILTER (WHERE NOT missing) AS originators, count(*) FILTER (WHERE missing) AS missing
        FROM (
            SELECT projection, count(*) AS entries, coalesce(bool_or(starts_with(fault, %s)), false) AS missing
            FROM set_aside GROUP BY projection, originator_id
        ) o GROUP BY projection
    ) s ON s.projection = p.name
"""  # noqa: S608  # put together from constants


def _seconds_since(topic: str | None, state: bytes) -> float | None:
    try:
        recorded = decode(topic, state).at
    except (UnreadableEvent, UnknownGame):
        return None
    return max(0.0, (datetime.now(UTC) - recorded).total_seconds())
