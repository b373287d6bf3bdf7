"""Matches as they are while read models follow the log."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection

from domain.codec import MissingEvent, decode, is_of_match
from domain.match.folding import evolve, fold
from domain.match.match import Match
from projections.projection import LogEntry, Projection

CACHED_MATCHES: Final = 1024


class FoldedRun(Struct, frozen=True):
    """The entries of one match in a batch, in order, and the match after each.

    Attributes:
        goes_on: whether it is known not to have been finished before, and isn't now, so that it counts in nothing,
            neither before nor now.
    """

    match_id: UUID
    entries: list[LogEntry]
    matches: list[Match]
    goes_on: bool

    @property
    def match(self) -> Match:
        """The match after all of them."""
        return self.matches[-1]


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
        self._folded: tuple[Sequence[LogEntry], list[FoldedRun]] | None = None
        """The entries that were asked for last."""

    def begin_batch(self) -> None:
        """Entries of the batch before won't be asked for again."""
        self._after, self._folded = {}, None

    def forget(self) -> None:
        """Have no match at hand."""
        self._matches = {}
        self.begin_batch()

    def fold(self, connection: Connection, batch: Sequence[LogEntry]) -> list[FoldedRun]:
        """What `batch` has of matches, match by match."""
        if self._folded is None or self._folded[0] is not batch:
            entries: dict[UUID, list[LogEntry]] = {}
            for entry in batch:
                if is_of_match(entry.event):
                    entries.setdefault(entry.originator_id, []).append(entry)
            self._folded = batch, [self._run(connection, match_id, run) for match_id, run in entries.items()]
        return self._folded[1]

    def _run(self, connection: Connection, match_id: UUID, entries: list[LogEntry]) -> FoldedRun:
        matches: list[Match] = []
        first = entries[0]
        match = None if first.position in self._after else self._before(connection, first)
        went_on = first.version == 1 or (match is not None and not match.finished)
        for entry in entries:
            after = self._after.get(entry.position)
            if after is None:
                if match is None or match.version != entry.version - 1:
                    match = self._before(connection, entry)
                event: Any = entry.event
                after = self._after[entry.position] = evolve(match, event)
            match = after
            matches.append(match)
        self._cache(match_id, matches[-1])
        return FoldedRun(match_id, entries, matches, went_on and not matches[-1].finished)

    def _cache(self, match_id: UUID, match: Match) -> None:
        known = self._matches.pop(match_id, match)
        match = max(known, match, key=attrgetter("version"))  # who skips dead letters doesn't get as far
        if not match.finished:
            self._matches[match_id] = match
            if len(self._matches) > CACHED_MATCHES:
                del self._matches[next(iter(self._matches))]

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


class MatchProjection(Projection):
    """A read model of matches; those that are given the same entries may be given the same `matches`."""

    def __init__(self) -> None:
        self.matches = FoldedMatches()


def openings(connection: Connection, match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The position in the log of the first event of each match."""
    rows = connection.execute(
        "SELECT originator_id, notification_id FROM match_events"
        " WHERE originator_id = ANY(%b) AND originator_version = 1",
        (list(match_ids),),
    )
    return dict(rows.fetchall())
