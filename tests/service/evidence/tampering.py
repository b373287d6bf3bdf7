"""What whoever may write to the database can do to the log, past the service."""

from typing import Any, Final
from uuid import UUID

import psycopg

from benchmarks.leaves import append_leaves

FLIP: Final = (
    "UPDATE match_events SET state = set_bit(state, bit_length(state) - 1, 1 - get_bit(state, bit_length(state) - 1))"
)
AT: Final = " WHERE originator_id = %(match)s AND originator_version = %(version)s"

_FORGE: Final = (
    "UPDATE match_events SET state = (SELECT overlay(state PLACING '\\x0102030405060708' FROM 5) FROM match_events o"
    " WHERE o.topic IS NOT DISTINCT FROM match_events.topic"
    " AND (o.originator_id, o.originator_version) <> (%(match)s, %(version)s)"
    " LIMIT 1)"
)
_AGAIN: Final = (
    "INSERT INTO match_events (originator_id, originator_version, topic, state)"
    " SELECT %(match)s, %(version)s, topic, state FROM match_events"
    " WHERE originator_id = %(match)s AND originator_version = %(version)s - 1"
)

TAMPERED: Final[dict[str, tuple[str, ...]]] = {
    "one bit flipped": (FLIP + AT,),
    "the kind changed": (f"UPDATE match_events SET topic = 'match/removed'{AT}",),
    "an event deleted": (f"DELETE FROM match_events{AT}",),
    "forged": (_FORGE + AT,),
    "put in its place": (f"DELETE FROM match_events{AT}", _AGAIN),
}
"""Statements that do it to one event."""


def tamper(conninfo: str, *statements: str, **parameters: Any) -> None:
    with psycopg.connect(conninfo) as connection:
        for statement in statements:
            connection.execute(statement, parameters)


def last_version(conninfo: str, match: UUID) -> int:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute(
            "SELECT max(originator_version) FROM match_events WHERE originator_id = %s", (match,)
        ).fetchone()
    assert row is not None
    return int(row[0])


def rewritten(conninfo: str, match: UUID, version: int) -> None:
    """A change by who knows how leaves are made, and makes all that follow in the match anew."""
    tamper(
        conninfo,
        FLIP + AT,
        "DELETE FROM log_leaves WHERE originator_id = %(match)s AND version >= %(version)s",
        match=match,
        version=version,
    )
    with psycopg.connect(conninfo) as connection:
        append_leaves(connection)
