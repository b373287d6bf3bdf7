"""Who may read a match or series, before any of it is read: one query for all who ask at the same moment."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from typing_extensions import override

from domain.codec import UnreadableEvent, decode
from domain.match.events import MatchDescribed, MatchOpened, Visibility
from domain.series.events import SeriesDescribed, SeriesOpened
from service.eventstore.batched_reads import DataLoader

_QUERY: Final = (
    "SELECT w.originator_id, e.topic, e.state FROM unnest(%b::uuid[]) AS w (originator_id)"
    " CROSS JOIN LATERAL (SELECT topic, state FROM match_events e WHERE e.originator_id = w.originator_id"
    # as the index has it
    " AND topic IN ('match/opened', 'match/described', 'match/removed',"
    " 'series/opened', 'series/described', 'series/removed')"
    " ORDER BY e.originator_version DESC LIMIT 1) e"
)


class Visibilities(DataLoader[UUID, Visibility | None]):
    """The visibility of a match or series as the log has it; None where there is none, and of one that was removed."""

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SET enable_seqscan = off")  # however small the table was when the plan was made

    @override
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[UUID]) -> list[Visibility | None]:
        rows = await connection.execute(_QUERY, (list(set(requests)),), prepare=True, binary=True)
        found = {originator_id: _visibility_of(topic, state) async for originator_id, topic, state in rows}
        return [found.get(request) for request in requests]


def _visibility_of(topic: str, state: bytes) -> Visibility | None:
    try:
        event = decode(topic, state)
    except UnreadableEvent:  # whether it was made private is unknown
        return None
    match event:
        case MatchOpened() | MatchDescribed() | SeriesOpened() | SeriesDescribed():
            return event.visibility
        case _:
            return None
