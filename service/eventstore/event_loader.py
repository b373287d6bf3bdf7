"""What is new of many matches at once: one query for all who look at the same moment."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final, cast

from psycopg import AsyncConnection, AsyncRawCursor
from psycopg.types.numeric import Int4, Int8
from typing_extensions import override

from domain.codec import FINGERPRINT, fingerprint_of
from service.database.questions import PreparedQuestions, array, bigint, integer
from service.eventstore.batched_reads import DataLoader
from service.eventstore.errors import LogWentBack
from service.eventstore.leafed_events import LeafedEvent, with_leaves
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

_Row = tuple[int, str, bytes, bytes | None]
"""The version of an event, its topic, its bytes and its leaf."""


class EventLoader(DataLoader[KnownVersion, list[LeafedEvent]]):
    """The first `MOST_EVENTS` events of a match above what is known, as they stand when it is asked.

    An answer is :class:`LogWentBack` where what is known isn't there any more.
    """

    def __init__(self, conninfo: str) -> None:
        super().__init__(conninfo)
        self._questions: PreparedQuestions | None = None

    async def parts(self, known: KnownVersion) -> AsyncGenerator[list[LeafedEvent], None]:
        """All events above what is known, some at a time: while they are read, the database finds those that follow.

        Raises:
            LogWentBack: what is known, or the last event that was given, isn't there any more.
        """
        newer = await self.answer(known)
        while len(newer) >= MOST_EVENTS:
            last = newer[-1]
            following = self.ask(KnownVersion(known.originator_id, last.originator_version, fingerprint_of(last.state)))
            try:
                await asyncio.sleep(0)  # so that it is sent
                yield newer
                newer = await following
            finally:
                following.cancel()
        if newer:
            yield newer

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SET enable_seqscan = off")  # however small the table was when the plan was made
        await connection.execute("SET plan_cache_mode = force_generic_plan")  # others are no better, and take 0.1 ms
        self._questions = PreparedQuestions(connection)

    @override
    async def _disconnect(self) -> None:
        if self._questions is not None:
            await self._questions.close()
            self._questions = None
        await super()._disconnect()

    @override
    async def _answers(
        self, connection: AsyncConnection[Any], requests: Sequence[KnownVersion]
    ) -> list[list[LeafedEvent] | Exception]:
        questions = cast("PreparedQuestions", self._questions)  # there is one for each connection
        ids = array("uuid", [known.originator_id for known in requests])
        versions = array("bigint", [known.version for known in requests])
        (rows,) = await questions.ask([(_QUERY, [ids, versions, integer(FINGERPRINT), bigint(MOST_EVENTS + 1)])])
        return _newer_of_each(requests, questions.rows(rows), MOST_EVENTS)


async def newer_events(
    connection: AsyncConnection[Any], requests: Sequence[KnownVersion], most: int
) -> list[list[LeafedEvent] | Exception]:
    """What a server has of each match, as :class:`EventLoader` gives it, but for the number."""
    ids = [known.originator_id for known in requests]
    versions = [Int8(known.version) for known in requests]
    cursor = AsyncRawCursor(connection)
    await cursor.execute(_QUERY, (ids, versions, Int4(FINGERPRINT), Int8(most + 1)), prepare=True, binary=True)
    return _newer_of_each(requests, await cursor.fetchall(), most)


def _newer_of_each(
    requests: Sequence[KnownVersion], rows: Sequence[tuple[Any, ...]], most: int
) -> list[list[LeafedEvent] | Exception]:
    found = {place: _rows(*columns) for place, *columns in rows}
    return [_newer(known, found.get(place, []), most) for place, known in enumerate(requests, 1)]


def _rows(
    versions: Sequence[int],
    topics: Sequence[str],
    states: Sequence[bytes],
    hashes: Sequence[bytes | None] | None,
    positions: Sequence[int] | None,
    leaf_positions: Sequence[int] | None,
    leaf_versions: Sequence[int] | None,
) -> list[_Row]:
    """Events, each with the leaf that stands at its position for its version, if there is one."""
    if positions is not None:  # a damaged log
        leaf_places = zip(leaf_positions or (), leaf_versions or (), strict=True)
        leaf_at = dict(zip(leaf_places, hashes or (), strict=True))
        hashes = [leaf_at.get(place) for place in zip(positions, versions, strict=True)]
    return list(zip(versions, topics, states, hashes or (), strict=True))


def _newer(known: KnownVersion, found: Sequence[_Row], most: int) -> list[LeafedEvent] | Exception:
    """What of `found`, which begins with the event that is known, came after it, up to `most` events."""
    before = None
    if known.version:
        if not found or (found[0][0], found[0][2]) != (known.version, known.fingerprint):
            return LogWentBack(known.originator_id)
        before, found = found[0][3], found[1:]
    if not found:  # as nearly always
        return []
    return with_leaves(known.originator_id, found[:most], before)
