"""Reads the log of all matches and series, as far as it can be read."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection

from domain.codec import decode_plain, fingerprint_of
from domain.compression import plain
from domain.match.events import MatchOpened
from domain.registry import UnknownGame, game_of
from projections.projection import LogEntry

END: Final = (1 << 63) - 1
"""Above all positions."""

_Row = tuple[int, UUID, int, str | None, bytes]


class Unreadable(Struct, frozen=True):
    """An entry of the log that can't be decoded, and why."""

    position: int
    originator_id: UUID
    version: int
    error: Exception

    @property
    def waits_for_game(self) -> bool:
        """Whether it is whole, and its game isn't installed."""
        return isinstance(self.error, UnknownGame)


class Batch(Struct, frozen=True):
    """Some entries of the log, in order.

    Attributes:
        entries: those that can be decoded.
        unreadable: the others.
        fingerprint: that of the last one; of no entries, nothing.
    """

    entries: tuple[LogEntry, ...]
    unreadable: tuple[Unreadable, ...]
    fingerprint: bytes

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.entries) + len(self.unreadable)

    @property
    def end(self) -> int:
        """The position of the last one; there has to be one."""
        return max(entry.position for some in (self.entries, self.unreadable) for entry in some[-1:])


def read_log(connection: Connection, after: int, limit: int, upto: int = END) -> Batch:
    """The next `limit` entries of the log above the position `after`, as far as the position `upto`."""
    rows = connection.execute(
        "SELECT notification_id, originator_id, originator_version, topic, state FROM match_events"
        " WHERE notification_id > %s AND notification_id <= %s ORDER BY notification_id LIMIT %s",
        (after, upto, limit),
        prepare=True,
        binary=True,
    )
    return _batch(rows.fetchall())


def read_dead_letters(connection: Connection, projection: str, originator_id: UUID) -> Batch:
    """The dead letters of `projection` for one match or series."""
    rows = connection.execute(
        "SELECT e.notification_id, e.originator_id, e.originator_version, e.topic, e.state"
        " FROM set_aside s JOIN match_events e ON e.notification_id = s.position"
        " WHERE s.projection = %s AND s.originator_id = %s ORDER BY s.position",
        (projection, originator_id),
        binary=True,
    )
    return _batch(rows.fetchall())


def end_of_log(connection: Connection) -> int:
    """The position of the newest entry; 0 when there is none."""
    row = connection.execute("SELECT coalesce(max(notification_id), 0) FROM match_events").fetchone()
    return int(row[0]) if row else 0


def _batch(rows: Iterable[_Row]) -> Batch:
    entries: list[LogEntry] = []
    unreadable: list[Unreadable] = []
    stored = b""
    for position, originator_id, version, column, stored in rows:
        topic, state = plain(column, stored)
        try:
            event = decode_plain(topic, state)
            if isinstance(event, MatchOpened):
                game_of(event.game, event.edition)  # without it, nothing of the match can be folded
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever it is, the other entries can be read
            unreadable.append(Unreadable(position, originator_id, version, error))
        else:
            entries.append(LogEntry(position, originator_id, version, topic, stored, event))
    return Batch(tuple(entries), tuple(unreadable), fingerprint_of(stored))
