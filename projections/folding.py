"""Matches as they are while a read model follows the log."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from cachetools import LRUCache
from psycopg import Connection

from domain.codec import MissingEvent, decode, is_of_match
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from projections.projection import LogEntry

CACHED_MATCHES: Final = 1024


class FoldedMatches:
    """Caches the unfinished matches that had events last; others are folded again from the log.

    Of a finished match there is seldom more to come, and each read model has such a memory of its own.
    """

    def __init__(self) -> None:
        self._matches: LRUCache[UUID, Match] = LRUCache(CACHED_MATCHES)

    def after(self, connection: Connection, entry: LogEntry, event: MatchEvent) -> Match:
        """The match after `event`, which is the one of `entry`."""
        match = evolve(self._before(connection, entry), event)
        if match.finished:
            self._matches.pop(entry.originator_id, None)
        else:
            self._matches[entry.originator_id] = match
        return match

    def _before(self, connection: Connection, entry: LogEntry) -> Match | None:
        """The match before `entry`: the one in memory, or folded from the log."""
        if entry.version == 1:
            return None
        match = self._matches.get(entry.originator_id)
        if match is not None and match.version == entry.version - 1:
            return match
        rows = connection.execute(
            "SELECT topic, state FROM match_events WHERE originator_id = %s AND originator_version < %s"
            " ORDER BY originator_version",
            (entry.originator_id, entry.version),
            binary=True,
        )
        events = (decode(topic, stored) for topic, stored in rows)
        match = fold(None, filter(is_of_match, events))
        if match is not None and match.version != entry.version - 1:
            raise MissingEvent(f"of the events before version {entry.version}, {match.version} are there")
        return match


def openings(connection: Connection, match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The position in the log of the first event of each match."""
    rows = connection.execute(
        "SELECT originator_id, notification_id FROM match_events"
        " WHERE originator_id = ANY(%s) AND originator_version = 1",
        (list(match_ids),),
    )
    return dict(rows.fetchall())
