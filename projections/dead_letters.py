"""Dead letters: entries that a read model couldn't process, stored so that the rest goes on."""

import re
from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

import psycopg
from psycopg import Connection

from domain.registry import UnknownGame, game_of
from projections.projection import LogEntry

MOST_ORIGINATORS: Final = 100
"""Matches and series of which a read model sets something aside; more than that, and it isn't they who are at fault."""

MISSING: Final = f"{UnknownGame.__name__}: "
"""How the fault begins of what waits for a game that isn't installed; nothing is at fault there."""

_LONGEST_FAULT: Final = 500


class Broken(Exception):  # noqa: N818  # what it is
    """So much can't be processed that the software must be at fault; the read model stops there."""


def is_passing(error: Exception) -> bool:
    """Whether an error is trouble with the database or the machine, which no single entry of the log causes."""
    if isinstance(error, psycopg.Error):
        return not isinstance(error, psycopg.DataError | psycopg.IntegrityError)
    return isinstance(error, MemoryError | OSError | Broken)


def summary_of(error: Exception) -> str:
    """An error in a line."""
    return f"{type(error).__name__}: {error}".strip()


def outline_of(error: Exception) -> str:
    """An error in a line for anybody: details of the database's errors have values of rows."""
    primary = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return f"{type(error).__name__}: {primary or error}".strip()


class DeadLetters:
    """The dead letters of one read model for some matches and series: rows of ``set_aside``."""

    def __init__(self, connection: Connection, projection: str) -> None:
        self._connection = connection
        self._projection = projection
        self._first: dict[UUID, int] = {}
        self.grown = False
        """Whether dead letters were added."""
        self.fault: str | None = None
        """Why, of the first one."""

    def look_up(self, originator_ids: Iterable[UUID]) -> None:
        """Read where the dead letters of these matches and series begin."""
        rows = self._connection.execute(
            "SELECT originator_id, min(position) FROM set_aside"
            " WHERE projection = %s AND originator_id = ANY(%s) GROUP BY originator_id",
            (self._projection, list(set(originator_ids))),
        )
        self._first |= dict(rows.fetchall())

    def is_behind(self, position: int, originator_id: UUID) -> bool:
        """Whether an entry comes after a dead letter of its match or series."""
        return self._first.get(originator_id, position) < position

    def sift(self, entries: Sequence[LogEntry]) -> Sequence[LogEntry]:
        """Those of `entries` that don't come after a dead letter; the others become dead letters."""
        if not self._first:
            return entries
        before = []
        for entry in entries:
            if self.is_behind(entry.position, entry.originator_id):
                self._put(entry.position, entry.originator_id, None)
            else:
                before.append(entry)
        return before

    def put(self, position: int, originator_id: UUID, error: Exception) -> None:
        """Make an entry a dead letter because of `error`; later ones of its match or series follow.

        What waits for a game that isn't installed may be as much as there is.

        Raises:
            Broken: there are too many already.
        """
        self._first[originator_id] = min(position, self._first.get(originator_id, position))
        fault = summary_of(error)[:_LONGEST_FAULT].replace("\0", "")
        self.fault = self.fault or fault
        self._put(position, originator_id, fault)
        if isinstance(error, UnknownGame):
            return
        query = (
            "SELECT count(DISTINCT originator_id) FROM set_aside"
            " WHERE projection = %s AND fault IS NOT NULL AND NOT starts_with(fault, %s)"
        )
        row = self._connection.execute(query, (self._projection, MISSING)).fetchone()
        if row is None or row[0] > MOST_ORIGINATORS:
            raise Broken(
                f"more than {MOST_ORIGINATORS} matches and series can't be processed; the last: {summary_of(error)}"
            )

    def _put(self, position: int, originator_id: UUID, fault: str | None) -> None:
        self.grown = True
        self._connection.execute(
            "INSERT INTO set_aside (projection, position, originator_id, fault) VALUES (%s, %s, %s, %s)",
            (self._projection, position, originator_id, fault),
        )


def originators_with_dead_letters(connection: Connection, projection: str) -> list[UUID]:
    """The matches and series with dead letters, in the order in which these began."""
    query = "SELECT originator_id FROM set_aside WHERE projection = %s GROUP BY originator_id ORDER BY min(position)"
    return [originator_id for (originator_id,) in connection.execute(query, (projection,))]


def originators_of_returned_games(connection: Connection, projection: str) -> list[UUID]:
    """The matches that waited for a game that is installed again, in the order in which their dead letters began."""
    rows = connection.execute(
        "SELECT DISTINCT ON (originator_id) originator_id, position, fault FROM set_aside"
        " WHERE projection = %s AND starts_with(fault, %s) ORDER BY originator_id, position",
        (projection, MISSING),
    )
    first = [(position, originator_id) for originator_id, position, fault in rows if _is_back(fault)]
    return [originator_id for _, originator_id in sorted(first)]


def _is_back(fault: str) -> bool:
    """Whether the game that a fault names, in the edition that it names, is known by now."""
    found = re.fullmatch(rf"{MISSING}(\w+)(?: in the edition (.+))?", fault)
    try:
        return found is not None and bool(game_of(found[1], found[2]))
    except UnknownGame:
        return False
