"""The evidence of events that a benchmark writes past the service."""

from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection, Connection

from domain.compression import plain
from service.evidence.leaf import NO_LEAF, leaf_of
from service.evidence.nodes import store_nodes

_AT_ONCE: Final = 50_000

_EVENTS: Final = """
    SELECT e.originator_id, e.originator_version, e.notification_id, e.topic, e.state, l.hash
    FROM match_events e LEFT JOIN log_leaves l ON l.position = e.notification_id
    WHERE e.originator_id IN (
        SELECT m.originator_id FROM match_events m
        WHERE NOT EXISTS (SELECT FROM log_leaves n WHERE n.position = m.notification_id))
    ORDER BY e.originator_id, e.originator_version
"""


def append_leaves(connection: Connection[Any]) -> None:
    """Give leaves to the events that have none, as the service would have when it stored them."""
    with connection.transaction(), connection.cursor("events", scrollable=False) as events:
        events.itersize = _AT_ONCE
        before: tuple[UUID | None, bytes] = None, NO_LEAF
        events.execute(_EVENTS)
        while rows := events.fetchmany(_AT_ONCE):
            leaves = []
            for originator_id, version, position, topic, state, leaf in rows:
                previous = before[1] if before[0] == originator_id else NO_LEAF
                made = leaf or leaf_of(previous, originator_id, version, *plain(topic, state))
                if leaf is None:
                    leaves.append((position, originator_id, version, made))
                before = originator_id, made
            with connection.cursor().copy(
                "COPY log_leaves (position, originator_id, version, hash) FROM STDIN BINARY"
            ) as copy:
                copy.set_types(["int8", "uuid", "int8", "bytea"])
                for row in leaves:
                    copy.write_row(row)


async def append_nodes(conninfo: str) -> None:
    """Store the nodes over all leaves, as the service would have by and by: it would do so while it is measured."""
    async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
        while await store_nodes(connection):
            pass
