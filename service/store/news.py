"""What is new of many matches at once: one query for all who look at the same moment."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from psycopg import AsyncConnection
from psycopg.types.numeric import Int8
from typing_extensions import override

from service.store.batches import Batches

Known: TypeAlias = tuple[UUID, int]
"""A match or series, and the version that is known of it."""

MOST_NEWS: Final = 1000
"""Events that are told of one match at once."""

_QUERY: Final = (
    "SELECT w.place, e.originator_version, e.topic, e.state"
    " FROM unnest(%b::uuid[], %b::bigint[]) WITH ORDINALITY AS w (originator_id, version, place)"
    " CROSS JOIN LATERAL (SELECT * FROM match_events e WHERE e.originator_id = w.originator_id"
    " AND e.originator_version > w.version ORDER BY e.originator_version LIMIT %b) e"
    " ORDER BY w.place, e.originator_version"
)


class News(Batches[Known, list[StoredEvent]]):
    """The first `MOST_NEWS` events of a match above the version that is known, as they stand when it is asked."""

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SET enable_seqscan = off")  # however small the table was when the plan was made

    @override
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[Known]) -> list[list[StoredEvent]]:
        ids = [originator_id for originator_id, _ in requests]
        rows = await connection.execute(
            _QUERY, (ids, [Int8(version) for _, version in requests], Int8(MOST_NEWS)), prepare=True, binary=True
        )
        found: list[list[StoredEvent]] = [[] for _ in requests]
        async for place, version, topic, state in rows:
            found[place - 1].append(StoredEvent(ids[place - 1], version, topic, state))
        return found
