"""The slow check of the whole log, again and again, by whichever process comes to it; and what it has found."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from msgspec import Struct
from psycopg import AsyncConnection

from service.evidence.checking import FaultKind, LogFault, check_nodes, check_stretch, end_of_log

STEP_SECONDS: Final = 1.0
"""How often a stretch is checked, by all processes together."""


class ScrubStatus(Struct, frozen=True):
    """How far the check is, and what it has found.

    Attributes:
        position: up to where it has come, from the beginning of the log.
        finished_at: when it last came to the end.
        faults: how many there are.
    """

    position: int
    finished_at: datetime | None
    faults: int


async def scrub(connection: AsyncConnection[Any], number: int, rest_seconds: float) -> tuple[LogFault, ...]:
    """Check the next `number` positions, if it is time for that, and tell what is wrong and wasn't known.

    At the end of the log it rests for `rest_seconds`, then begins again.
    """
    async with connection.transaction():
        rows = await connection.execute(
            "SELECT position FROM log_scrub WHERE at < now() - make_interval(secs => %s) AND (position > 0"
            " OR at < now() - make_interval(secs => %s)) FOR UPDATE SKIP LOCKED",
            (STEP_SECONDS * 0.9, rest_seconds),
        )
        row = await rows.fetchone()
        if row is None:
            return ()
        after, end = row[0], await end_of_log(connection)
        if after >= end:  # the log went back
            after = 0
        stretch = await check_stretch(connection, after, number, end)
        finished, faults = stretch.end >= end, list(stretch.faults)
        if finished:
            faults += await check_nodes(connection, end)
        new = await store_faults(connection, after, None if finished else stretch.end, faults)
        await connection.execute(
            "UPDATE log_scrub SET position = %s, at = now(),"
            " finished_at = CASE WHEN %s THEN now() ELSE finished_at END",
            (0 if finished else stretch.end, finished),
        )
        return new


async def store_faults(
    connection: AsyncConnection[Any], after: int, upto: int | None, faults: Iterable[LogFault]
) -> tuple[LogFault, ...]:
    """Keep what is wrong between two positions, or to the end, in place of what was; tell what of it is new."""
    found = list(faults)
    keys = ([fault.position for fault in found], [fault.kind.name for fault in found])
    await connection.execute(
        "DELETE FROM log_faults WHERE position > %s AND position <= coalesce(%s, position)"
        " AND (position, kind) NOT IN (SELECT * FROM unnest(%s::bigint[], %s::text[]))",
        (after, upto, *keys),
    )
    rows = await connection.execute(
        "INSERT INTO log_faults (position, kind, originator_id, version)"
        " SELECT * FROM unnest(%s::bigint[], %s::text[], %s::uuid[], %s::bigint[]) ON CONFLICT DO NOTHING"
        " RETURNING position, kind, originator_id, version",
        (*keys, [fault.originator_id for fault in found], [fault.version for fault in found]),
    )
    return tuple(LogFault(at, FaultKind[kind], *event) for at, kind, *event in await rows.fetchall())


async def scrub_status(connection: AsyncConnection[Any]) -> ScrubStatus:
    """How far the check is."""
    rows = await connection.execute("SELECT position, finished_at, (SELECT count(*) FROM log_faults) FROM log_scrub")
    row = await rows.fetchone()
    return ScrubStatus(*row) if row is not None else ScrubStatus(0, None, 0)


async def known_faults(connection: AsyncConnection[Any], most: int) -> list[LogFault]:
    """What was found and is still so, the first ones first."""
    rows = await connection.execute(
        "SELECT position, kind, originator_id, version FROM log_faults ORDER BY position, kind LIMIT %s", (most,)
    )
    return [LogFault(at, FaultKind[kind], *event) for at, kind, *event in await rows.fetchall()]
