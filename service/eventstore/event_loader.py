"""What is new of many matches at once: one query for all who look at the same moment."""

from collections.abc import Sequence
from typing import Any, Final

from eventsourcing.persistence import StoredEvent
from psycopg import AsyncConnection
from psycopg.types.numeric import Int4, Int8
from typing_extensions import override

from domain.codec import FINGERPRINT
from service.eventstore.batched_reads import DataLoader
from service.eventstore.errors import LogWentBack
from service.eventstore.log import KnownVersion

MOST_EVENTS: Final = 1000
"""Events of one match in one answer."""

_QUERY: Final = (
    "SELECT w.place, e.originator_version, e.topic,"
    " CASE WHEN e.originator_version = w.version THEN substr(e.state, 1, %b) ELSE e.state END"
    " FROM unnest(%b::uuid[], %b::bigint[]) WITH ORDINALITY AS w (originator_id, version, place)"
    " CROSS JOIN LATERAL (SELECT * FROM match_events e WHERE e.originator_id = w.originator_id"
    " AND e.originator_version >= w.version ORDER BY e.originator_version LIMIT %b) e"
    " ORDER BY w.place, e.originator_version"
)
"""Of the event that is known, the fingerprint alone."""


class EventLoader(DataLoader[KnownVersion, list[StoredEvent]]):
    """The first `MOST_EVENTS` events of a match above what is known, as they stand when it is asked.

    An answer is :class:`LogWentBack` where what is known isn't there any more.
    """

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SET enable_seqscan = off")  # however small the table was when the plan was made

    @override
    async def _answers(
        self, connection: AsyncConnection[Any], requests: Sequence[KnownVersion]
    ) -> list[list[StoredEvent] | Exception]:
        ids = [known.originator_id for known in requests]
        versions = [Int8(known.version) for known in requests]
        rows = await connection.execute(
            _QUERY, (Int4(FINGERPRINT), ids, versions, Int8(MOST_EVENTS + 1)), prepare=True, binary=True
        )
        found: list[list[StoredEvent]] = [[] for _ in requests]
        async for place, version, topic, state in rows:
            found[place - 1].append(StoredEvent(ids[place - 1], version, topic, state))
        return [_newer(known, stored) for known, stored in zip(requests, found, strict=True)]


def _newer(known: KnownVersion, stored: Sequence[StoredEvent]) -> list[StoredEvent] | Exception:
    """What of `stored`, which begins with the event that is known, came after it."""
    if not known.version:
        return list(stored[:MOST_EVENTS])
    if not stored or (stored[0].originator_version, stored[0].state) != (known.version, known.fingerprint):
        return LogWentBack(known.originator_id)
    return list(stored[1 : MOST_EVENTS + 1])
