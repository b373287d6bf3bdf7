"""What is new of many matches at once: one query for all who look at the same moment."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.types.numeric import Int4, Int8
from typing_extensions import override

from domain.codec import FINGERPRINT
from service.database.questions import array, bigint, integer
from service.eventstore.batched_reads import PreparedLoader
from service.eventstore.errors import LogWentBack
from service.eventstore.leafed_events import LeafedEvents, with_leaves
from service.eventstore.log import KnownVersion

MOST_EVENTS: Final = 350
"""Events of one match in one answer: most matches have fewer. They are read in 0.6 ms."""

_QUERY: Final = (
    "SELECT w.place, f.versions, f.topics, f.states, g.hashes, d.*"
    " FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS w (originator_id, version, place)"
    " CROSS JOIN LATERAL (SELECT array_agg(e.originator_version) AS versions, array_agg(e.topic) AS topics,"
    " array_agg(e.state) AS states, array_agg(e.notification_id) AS positions"
    " FROM (SELECT e.originator_version, e.topic, e.notification_id,"
    " CASE WHEN e.originator_version = w.version THEN substr(e.state, 1, $3) ELSE e.state END AS state"
    " FROM match_events e WHERE e.originator_id = w.originator_id AND e.originator_version >= w.version"
    " ORDER BY e.originator_version LIMIT $4) e HAVING count(*) > 0) f"
    " CROSS JOIN LATERAL (SELECT array_agg(l.hash) AS hashes, array_agg(l.position) AS positions,"
    " array_agg(l.version) AS versions FROM log_leaves l"
    " WHERE l.position = ANY (f.positions) AND l.originator_id = w.originator_id) g"
    " LEFT JOIN LATERAL (SELECT f.positions, g.positions AS leaf_positions, g.versions AS leaf_versions"
    " WHERE (f.positions, f.versions) IS DISTINCT FROM (g.positions, g.versions)) d ON true"
)
"""A match is one row: with a row for each event, it takes twice as long. Of what is known, the fingerprint alone.

Its leaves are found by all of its positions at once, in one go through the index where these are close together. They
are those of its events, one each, unless the log is damaged: only then it is told where they stand.
"""


class EventLoader(PreparedLoader[KnownVersion, LeafedEvents]):
    """The first `MOST_EVENTS` events of a match above what is known, as they stand when it is asked.

    An answer is :class:`LogWentBack` where what is known isn't there any more.
    """

    async def parts(self, known: KnownVersion) -> AsyncGenerator[LeafedEvents, None]:
        """All events above what is known, some at a time: while they are read, the database finds those that follow.

        Raises:
            LogWentBack: what is known, or the last event that was given, isn't there any more.
        """
        newer = await self.answer(known)
        while len(newer.versions) >= MOST_EVENTS:
            following = self.ask(KnownVersion(known.originator_id, *newer.end))
            try:
                await asyncio.sleep(0)  # so that it is sent
                yield newer
                newer = await following
            finally:
                following.cancel()
        if newer.versions:
            yield newer

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SET enable_seqscan = off")  # however small the table was when the plan was made
        await connection.execute("SET plan_cache_mode = force_generic_plan")  # others are no better, and take 0.1 ms
        await super()._opened(connection)

    @override
    async def _answers(
        self, connection: AsyncConnection[Any], requests: Sequence[KnownVersion]
    ) -> list[LeafedEvents | Exception]:
        ids = array("uuid", [known.originator_id for known in requests])
        versions = array("bigint", [known.version for known in requests])
        (rows,) = await self._questions.ask([(_QUERY, [ids, versions, integer(FINGERPRINT), bigint(MOST_EVENTS + 1)])])
        return _newer_of_each(requests, self._questions.rows(rows), MOST_EVENTS)


async def newer_events(
    connection: AsyncConnection[Any], requests: Sequence[KnownVersion], most: int
) -> list[LeafedEvents | Exception]:
    """What a server has of each match, as :class:`EventLoader` gives it, but for the number."""
    ids = [known.originator_id for known in requests]
    versions = [Int8(known.version) for known in requests]
    cursor = AsyncRawCursor(connection)
    await cursor.execute(_QUERY, (ids, versions, Int4(FINGERPRINT), Int8(most + 1)), prepare=True, binary=True)
    return _newer_of_each(requests, await cursor.fetchall(), most)


def _newer_of_each(
    requests: Sequence[KnownVersion], rows: Sequence[tuple[Any, ...]], most: int
) -> list[LeafedEvents | Exception]:
    found = {place: columns for place, *columns in rows}
    return [_newer(known, found.get(place), most) for place, known in enumerate(requests, 1)]


def _newer(known: KnownVersion, found: Sequence[Any] | None, most: int) -> LeafedEvents | Exception:
    """What of `found`, which begins with the event that is known, came after it, up to `most` events."""
    if found is None:
        return LogWentBack(known.originator_id) if known.version else LeafedEvents(known.originator_id)
    versions, topics, states, *places = found
    if known.version:
        if (versions[0], states[0]) != (known.version, known.fingerprint):
            return LogWentBack(known.originator_id)
        if len(versions) == 1:  # nothing newer, as nearly always
            return LeafedEvents(known.originator_id)
    leaves = _leaves(versions, *places)
    if not known.version:
        return with_leaves(known.originator_id, versions[:most], topics[:most], states[:most], leaves[:most])
    newer = slice(1, most + 1)
    return with_leaves(known.originator_id, versions[newer], topics[newer], states[newer], leaves[newer], leaves[0])


def _leaves(
    versions: Sequence[int],
    hashes: Sequence[bytes] | None,
    positions: Sequence[int] | None,
    leaf_positions: Sequence[int] | None,
    leaf_versions: Sequence[int] | None,
) -> Sequence[bytes | None]:
    """Of each event the leaf that stands at its position for its version, if there is one."""
    if positions is None:  # as long as the log isn't damaged
        return hashes or ()
    leaf_places = zip(leaf_positions or (), leaf_versions or (), strict=True)
    leaf_at = dict(zip(leaf_places, hashes or (), strict=True))
    return [leaf_at.get(place) for place in zip(positions, versions, strict=True)]
