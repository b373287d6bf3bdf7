"""How events lie in the database: small, with the leaves of their plain bytes; and older forms beside that."""

import asyncio
from contextlib import closing
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg.errors import RaiseException

from domain.codec import encode, topic_of
from domain.compression import compressed, plain
from service.eventstore.errors import VersionConflict
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import EventLog
from service.eventstore.recorder import Write
from service.evidence.leaf import NO_LEAF, leaf_of
from tests.domain.match.examples import EXAMPLES
from tests.domain.test_compression import FIRST

OLDER = (
    "SELECT fresh FROM append_match_events(ARRAY[%s]::uuid[], ARRAY[%s]::bigint[], ARRAY[%s]::bigint[],"
    " ARRAY[NULL]::text[], ARRAY[NULL]::text[], ARRAY[NULL]::bytea[], ARRAY[1]::integer[], ARRAY[%s]::bigint[],"
    " ARRAY[%s]::text[], ARRAY[%s]::bytea[], ARRAY[NULL]::bytea[], ARRAY[NULL]::bytea[])"
)
"""How versions before 0026 append one event."""


def write(originator_id: UUID, first: int, number: int) -> Write:
    events = EXAMPLES[:number]
    return Write(
        [
            StoredEvent(originator_id, version, topic_of(event, "klunker"), encode(event, uuid4().bytes[:8]))
            for version, event in enumerate(events, first)
        ]
    )


def appended(conninfo: str, *writes: Write) -> list[int | BaseException]:
    """What becomes of `writes` in one statement: one is sent at once, and what comes meanwhile is a group."""

    async def at_once() -> list[int | BaseException]:
        group = GroupCommit(conninfo, places=100)
        try:
            first = asyncio.create_task(group.append(write(uuid4(), 1, 1)))
            await asyncio.sleep(0)
            found = await asyncio.gather(*map(group.append, writes), return_exceptions=True)
            await first
            return found
        finally:
            await group.stop()

    return asyncio.run(at_once())


def log(conninfo: str, originator_id: UUID) -> list[tuple[int, str | None, bytes, bytes, str]]:
    """Versions, topics as far as they are beside, stored bytes, leaves and transactions."""
    with psycopg.connect(conninfo) as connection:
        query = (
            "SELECT e.originator_version, e.topic, e.state, l.hash, e.xmin::text FROM match_events e"
            " JOIN log_leaves l ON l.position = e.notification_id WHERE e.originator_id = %s ORDER BY 1"
        )
        return connection.execute(query, (originator_id,), binary=True).fetchall()


def assert_sound(conninfo: str, originator_id: UUID, *writes: Write) -> None:
    """Verify that `writes` lie there, and that the leaves are those of their topics and plain bytes, in order."""
    before = NO_LEAF
    rows = log(conninfo, originator_id)
    events = [(event.topic, event.state) for one in writes for event in one.events]
    assert [plain(topic, state) for _, topic, state, _, _ in rows] == events
    for (version, _, _, leaf, _), (topic, state) in zip(rows, events, strict=True):
        before = leaf_of(before, originator_id, version, topic, state)
        assert leaf == before


def test_events_lie_compressed_with_leaves_of_their_plain_bytes(conninfo: str) -> None:
    first = write(match := uuid4(), 1, len(EXAMPLES))
    appended(conninfo, first)
    small = [compressed(one.topic, one.state) for one in first.events]
    assert [(topic, state) for _, topic, state, _, _ in log(conninfo, match)] == small
    assert sum(len(state) for _, state in small) < 0.8 * sum(len(one.state) for one in first.events)
    assert {topic is None for topic, _ in small} == {False, True}
    assert_sound(conninfo, match, first)


def test_each_has_its_own_leaf_where_some_of_a_group_do_not_fit(conninfo: str) -> None:
    begun, late = write(uuid4(), 1, 2), write(uuid4(), 5, 3)
    appended(conninfo, begun)
    unfit, new, on = write(uuid4(), 3, 2), write(uuid4(), 1, 4), write(begun.originator_id, 3, 3)
    found = appended(conninfo, unfit, new, late, on)
    assert [isinstance(one, VersionConflict) for one in found] == [True, False, True, False]
    assert_sound(conninfo, new.originator_id, new)
    assert_sound(conninfo, begun.originator_id, begun, on)
    ((one,), (other,)) = ({row[4] for row in log(conninfo, match.originator_id)[-3:]} for match in (new, on))
    assert one == other, "they were stored in one statement"


def test_the_database_makes_no_leaf_of_what_is_compressed(conninfo: str) -> None:
    """It would be another one than that of the plain bytes, and tell of damage that there isn't."""
    appended(conninfo, write(uuid4(), 1, 2))
    with psycopg.connect(conninfo) as connection:
        connection.execute("DELETE FROM log_leaves")
        with pytest.raises(RaiseException, match=r"version 1 of .* is compressed"):
            connection.execute("SELECT append_missing_leaves()")


def test_what_an_older_version_appends_meanwhile_is_sound_too(conninfo: str) -> None:
    first, second, third = (write(match, version, 1) for match in (uuid4(),) for version in (1, 2, 3))
    appended(conninfo, first)
    (event,) = second.events
    with psycopg.connect(conninfo) as connection:
        connection.execute(OLDER, (event.originator_id, 2, 2, 2, event.topic, event.state))
    appended(conninfo, third)
    rows = log(conninfo, first.originator_id)
    assert [(topic, state) == plain(topic, state) for _, topic, state, _, _ in rows] == [False, True, False]
    assert_sound(conninfo, first.originator_id, first, second, third)


def test_what_0026_appends_meanwhile_is_sound_too(conninfo: str) -> None:
    """Frames by the first dictionary, beside their topics and plain bytes."""
    first, third = (write(match, version, 1) for match in (uuid4(),) for version in (1, 3))
    appended(conninfo, first)
    one = FIRST[0]
    state, said = bytes.fromhex(one.stored), bytes.fromhex(one.plain)
    with psycopg.connect(conninfo) as connection:
        statement = f"{OLDER.removesuffix(')')}, ARRAY[%s]::bytea[])"
        connection.execute(statement, (first.originator_id, 2, 2, 2, one.topic, state, said))
    appended(conninfo, third)
    second = Write([StoredEvent(first.originator_id, 2, one.topic, said)])
    assert_sound(conninfo, first.originator_id, first, second, third)


def test_what_the_first_dictionary_made_is_read_and_goes_on(conninfo: str) -> None:
    """As it was stored before 0027: frames beside their topics."""
    match, before = uuid4(), NO_LEAF
    with psycopg.connect(conninfo) as connection:
        for version, one in enumerate(FIRST, 1):
            ((position,),) = connection.execute(
                "INSERT INTO match_events (originator_id, originator_version, topic, state)"
                " VALUES (%s, %s, %s, %s) RETURNING notification_id",
                (match, version, one.topic, bytes.fromhex(one.stored)),
            )
            before = leaf_of(before, match, version, one.topic, bytes.fromhex(one.plain))
            connection.execute("INSERT INTO log_leaves VALUES (%s, %s, %s, %s)", (position, match, version, before))
    written = [StoredEvent(match, at, one.topic, bytes.fromhex(one.plain)) for at, one in enumerate(FIRST, 1)]
    on = write(match, len(FIRST) + 1, 2)
    appended(conninfo, on)
    assert_sound(conninfo, match, Write(written), on)
    with closing(EventLog(conninfo, connections=1)) as read:
        stored = read.stored(match)
    for event in stored:
        event.verify()
    assert [(event.topic, event.state) for event in stored] == [
        (event.topic, event.state) for event in (*written, *on.events)
    ]
