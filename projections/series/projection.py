"""Series: a row for each series, and for each of its matches. How its matches stand is the scoreboard's."""

from collections.abc import Sequence
from typing import ClassVar, Final, assert_never

from psycopg import Connection

from domain.series.events import (
    MatchAdded,
    MatchTakenOut,
    SeriesDescribed,
    SeriesEvent,
    SeriesOpened,
    SeriesRemoved,
)
from projections.projection import LogEntry, Projection

_TOPIC: Final = "series/"  # where those begin; seen sooner than of what type an event is


class SeriesList(Projection):
    """The series and their matches."""

    name: ClassVar[str] = "series"
    version: ClassVar[int] = 2
    tables: ClassVar[tuple[str, ...]] = ("series", "series_match")

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Follow each event of a series; series are few."""
        for entry in batch:
            if entry.topic.startswith(_TOPIC) and isinstance(entry.event, SeriesEvent):
                self._follow(connection, entry, entry.event)

    @staticmethod
    def _follow(connection: Connection, entry: LogEntry, event: SeriesEvent) -> None:
        match event:
            case SeriesOpened():
                connection.execute(
                    "INSERT INTO series (series_id, opened, version, game, players, length, title, visibility,"
                    " seal_needed, seals_after, seals_since, arbiters, opened_at, updated_at)"
                    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                    (
                        entry.originator_id,
                        entry.position,
                        entry.version,
                        event.game,
                        list(event.players),
                        event.length,
                        event.title,
                        event.visibility.value,
                        event.seal_needed,
                        event.seals_after,
                        event.at,
                        list(event.arbiters),
                        event.at,
                        event.at,
                    ),
                )
                return
            case MatchAdded():
                connection.execute(
                    "INSERT INTO series_match (series_id, match_id, place, added_at) SELECT %(series)s, %(match)s,"
                    " coalesce(max(place) + 1, 0), %(at)s FROM series_match WHERE series_id = %(series)s",
                    {"series": entry.originator_id, "match": event.match_id, "at": event.at},
                )
            case MatchTakenOut():
                connection.execute(
                    "DELETE FROM series_match WHERE series_id = %s AND match_id = %s",
                    (entry.originator_id, event.match_id),
                )
            case SeriesDescribed():
                connection.execute(
                    "UPDATE series SET length = %(length)s, title = %(title)s, visibility = %(visibility)s,"
                    " seal_needed = %(seal_needed)s, seals_after = %(seals_after)s, arbiters = %(arbiters)s,"
                    " seals_since = CASE WHEN seals_after IS NOT DISTINCT FROM %(seals_after)s THEN seals_since"
                    " ELSE %(at)s END WHERE series_id = %(series)s",
                    {
                        "length": event.length,
                        "title": event.title,
                        "visibility": event.visibility.value,
                        "seal_needed": event.seal_needed,
                        "seals_after": event.seals_after,
                        "arbiters": list(event.arbiters),
                        "at": event.at,
                        "series": entry.originator_id,
                    },
                )
            case SeriesRemoved():
                for table in ("series_match", "series"):
                    connection.execute(f"DELETE FROM {table} WHERE series_id = %s", (entry.originator_id,))  # noqa: S608  # ours
                return
            case _:
                assert_never(event)
        connection.execute(
            "UPDATE series SET version = %s, updated_at = %s WHERE series_id = %s",
            (entry.version, event.at, entry.originator_id),
        )
