"""Matches as they stand after each entry of the log, and what read models tell of them."""

from collections import OrderedDict
from typing import Final
from uuid import UUID

from msgspec import to_builtins
from psycopg import Connection

from domain.codec import decode
from domain.kernel.viewer import PUBLIC
from domain.match.events import MatchEvent
from domain.match.match import Match, evolve
from domain.series.events import SeriesEvent

CACHED_MATCHES: Final = 1024


class Matches:
    """Folds events into matches; those that moved last stay in memory, others are folded from the log again."""

    def __init__(self) -> None:
        self._matches: OrderedDict[UUID, Match] = OrderedDict()

    def after(self, connection: Connection, match_id: UUID, version: int, event: MatchEvent) -> Match:
        """The match at `version`, which `event` led to."""
        match = evolve(self._before(connection, match_id, version), event)
        self._matches[match_id] = match
        self._matches.move_to_end(match_id)
        if len(self._matches) > CACHED_MATCHES:
            self._matches.popitem(last=False)
        return match

    def _before(self, connection: Connection, match_id: UUID, version: int) -> Match | None:
        """The match before `version`: the one in memory, or folded from the log."""
        match = self._matches.get(match_id)
        if match is not None and match.version == version - 1:
            return match
        rows = connection.execute(
            "SELECT topic, state FROM match_events WHERE originator_id = %s AND originator_version < %s"
            " ORDER BY originator_version",
            (match_id, version),
            binary=True,
        )
        match = None
        for topic, stored in rows:
            event = decode(topic, stored)
            if not isinstance(event, SeriesEvent):
                match = evolve(match, event)
        return match


def scores_known(match: Match) -> bool:
    """Whether everybody who may read the match may know all its scores and ranks."""
    if match.finished and not match.options.keep_secrets:
        return True
    return all(None not in {standing.score, standing.rank} for standing in match.standings(PUBLIC))


def told_options(match: Match) -> dict[str, str]:
    """The options that are one value each, as the words that a query has for them; a board isn't."""
    values = to_builtins(match.options).items()
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in values
        if isinstance(value, bool | int | str)
    }


def duration_of(match: Match) -> int | None:
    """The seconds between the first and the last time that the recorder told of the table.

    When something was written down says nothing about when it happened: without two different times it isn't known.
    """
    told = [ply.played.played_at for ply in match.line if ply.played.played_at is not None]
    if not told or min(told) == max(told):
        return None
    return round((max(told) - min(told)).total_seconds())
