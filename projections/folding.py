"""Matches as they are while read models follow the log."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from psycopg import Connection

from domain.codec import MissingEvent, decode, is_of_match
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from projections.projection import LogEntry, Projection

CACHED_MATCHES: Final = 1024


class FoldedMatches:
    """Caches the unfinished matches that had events last; others are folded again from the log.

    Of a finished match there is seldom more to come. Several read models that are given the same entries may share it:
    each entry of a batch is folded for the first one that asks.
    """

    def __init__(self) -> None:
        self._matches: dict[UUID, Match] = {}
        """The one that had no event for longest comes first."""
        self._after: dict[int, Match] = {}
        """The matches after entries of this batch, by their positions."""

    def begin_batch(self) -> None:
        """Entries of the batch before won't be asked for again."""
        self._after = {}

    def after(self, connection: Connection, entry: LogEntry, event: MatchEvent) -> Match:
        """The match after `event`, which is the one of `entry`."""
        match = self._after.get(entry.position)
        if match is not None:
            return match
        match = self._after[entry.position] = evolve(self._before(connection, entry), event)
        if not match.finished:
            self._matches[entry.originator_id] = match
            if len(self._matches) > CACHED_MATCHES:
                del self._matches[next(iter(self._matches))]
        return match

    def _before(self, connection: Connection, entry: LogEntry) -> Match | None:
        """The match before `entry`: the one in memory, which is taken out, or folded from the log."""
        match = self._matches.pop(entry.originator_id, None)
        if entry.version == 1:
            return None
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


class MatchProjection(Projection):
    """A read model of matches; those that are given the same entries may be given the same `matches`."""

    def __init__(self) -> None:
        self.matches = FoldedMatches()


def openings(connection: Connection, match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The position in the log of the first event of each match."""
    rows = connection.execute(
        "SELECT originator_id, notification_id FROM match_events"
        " WHERE originator_id = ANY(%s) AND originator_version = 1",
        (list(match_ids),),
    )
    return dict(rows.fetchall())
