"""Applies the log to one read model: whole batches, or around what can't be taken in."""

from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

from msgspec import Struct, to_builtins
from psycopg import Connection

from projections.gaps import Gaps, is_passing
from projections.log import Batch, read_log, read_set_aside
from projections.projection import LogEntry, Projection

BATCH: Final = 500
"""Log entries in one transaction."""

CHANNEL: Final = "partita_projected"
"""Where each commit is notified, as ``<name> <position>``."""

_PATIENCE: Final = (0.1, 0.2, 0.5)  # seconds between attempts, before an entry of the log is blamed

Pause = Callable[[Exception, float], bool]
"""Waits some seconds after an error; tells whether to give up."""


class WrongVersion(LookupError):  # noqa: N818  # what it is
    """The rows in the database aren't those of this version of the software."""


class Place(Struct, frozen=True):
    """Where a read model stands: the position it has got to, and the generation of its rows."""

    position: int
    generation: int


class Follower:
    """Takes the log into one read model, whose tables are in the first schema of the connection's search path.

    The row of its position is locked meanwhile, so that nobody else can write this read model.
    """

    def __init__(
        self, connection: Connection, make: Callable[[], Projection], *, channel: str | None = CHANNEL
    ) -> None:
        """Each commit is notified on `channel`, if there is one."""
        self._connection = connection
        self._make = make
        self._projection = make()
        self._channel = channel
        self._place: Place | None = None
        """Where it stood after the last batch; None when that isn't sure."""
        self._has_gaps = True

    def advance(self, limit: int = BATCH) -> int:
        """Apply the next `limit` entries, in one transaction, and tell how many there were.

        Raises:
            WrongVersion: the database has rows of another version.
            Exception: whatever an entry can't be taken in for; then nothing was done.
        """
        return self._step(limit, self._apply)

    def advance_around(self, limit: int = BATCH) -> int:
        """The same, setting aside what can't be taken in.

        Raises:
            WrongVersion: the database has rows of another version.
            Broken: too much can't be taken in.
        """
        return self._step(limit, self._apply_around)

    def advance_patiently(self, pause: Pause) -> int:
        """`advance`; if that fails again and again, and not for trouble with the database, `advance_around`.

        `pause` waits between the attempts, and may end them: then nothing was done.
        """
        for seconds in _PATIENCE:
            try:
                return self.advance()
            except Exception as error:
                if is_passing(error) or isinstance(error, WrongVersion):
                    raise
                if pause(error, seconds):
                    return 0
        return self.advance_around()

    def retry(self, originator_id: UUID) -> str | None:
        """Take in what was set aside of one match or series, in one transaction; why not all of it, if so.

        Raises:
            WrongVersion: the database has rows of another version.
        """
        name = self._projection.name
        with self._connection.transaction():
            self._look(lock=True)
            batch = read_set_aside(self._connection, name, originator_id)
            self._connection.execute(
                "DELETE FROM set_aside WHERE projection = %s AND originator_id = %s", (name, originator_id)
            )
            gaps = self._apply_around(batch)
            self._connection.execute("UPDATE projections SET generation = generation + 1 WHERE name = %s", (name,))
        return gaps.fault

    def _step(self, limit: int, apply: Callable[[Batch], Gaps]) -> int:
        ahead = read_log(self._connection, self._place.position, limit) if self._place else None
        if ahead is not None and not ahead.size and self._look() == self._place:
            return 0  # and nothing was locked, which would be a write
        try:
            with self._connection.transaction():
                place = self._look(lock=True)
                if ahead is None or place != self._place:
                    self._begin_anew(place)
                    ahead = read_log(self._connection, place.position, limit)
                if ahead.size:
                    gaps = apply(ahead)
                    place = Place(ahead.end, place.generation + gaps.grown)
                    self._move(place)
                    if gaps.grown:
                        self._begin_anew(place)
        except Exception:
            self._place = None  # what it remembers may be of a transaction that is undone
            raise
        self._place = place
        return ahead.size

    def _look(self, *, lock: bool = False) -> Place:
        """Where the read model stands; locked, for the rest of the transaction."""
        query = _LOCK if lock else _LOOK
        name, version = self._projection.name, self._projection.version
        row = self._connection.execute(query, (name,), prepare=True).fetchone()
        if row is None:
            raise WrongVersion(f"the database doesn't have {name} yet")
        if row[0] != version:
            raise WrongVersion(f"the database has {name} in version {row[0]}, not {version}")
        return Place(row[1], row[2])

    def _begin_anew(self, place: Place) -> None:
        """Forget what is remembered, and see what there is."""
        self._place, self._projection = place, self._make()
        query = "SELECT EXISTS (SELECT FROM set_aside WHERE projection = %s)"
        self._has_gaps = self._connection.execute(query, (self._projection.name,)).fetchone() == (True,)

    def _move(self, place: Place) -> None:
        """Store that all entries up to there have been taken in, or set aside, and tell who waits for it."""
        query = _MOVE_AND_TELL if self._channel else _MOVE
        values = {**to_builtins(place), "name": self._projection.name, "channel": self._channel}
        self._connection.execute(query, values, prepare=True)

    def _apply(self, batch: Batch) -> Gaps:
        gaps = self._gaps(batch)
        for entry in batch.unreadable:
            if not gaps.is_behind(entry.position, entry.originator_id):
                raise entry.error
            gaps.put(entry.position, entry.originator_id, entry.error)
        entries = gaps.sift(batch.entries)
        if entries:
            self._projection.apply(self._connection, entries)
        return gaps

    def _apply_around(self, batch: Batch) -> Gaps:
        gaps = self._gaps(batch)
        for entry in batch.unreadable:
            gaps.put(entry.position, entry.originator_id, entry.error)
        self._halve(batch.entries, gaps)
        return gaps

    def _halve(self, entries: Sequence[LogEntry], gaps: Gaps) -> None:
        """Apply `entries`, and if that fails each half of them, down to the single ones that are set aside."""
        entries = gaps.sift(entries)
        if not entries:
            return
        try:
            with self._connection.transaction():
                self._make().apply(self._connection, entries)
        except Exception as error:
            if is_passing(error):
                raise
            if len(entries) == 1:
                gaps.put(entries[0].position, entries[0].originator_id, error)
                return
        else:
            return
        half = len(entries) // 2
        self._halve(entries[:half], gaps)
        self._halve(entries[half:], gaps)

    def _gaps(self, batch: Batch) -> Gaps:
        gaps = Gaps(self._connection, self._projection.name)
        if self._has_gaps:
            gaps.look_up(entry.originator_id for some in (batch.entries, batch.unreadable) for entry in some)
        return gaps


_LOOK: Final = "SELECT version, position, generation FROM projections WHERE name = %s"
_LOCK: Final = f"{_LOOK} FOR UPDATE"
_MOVE: Final = "UPDATE projections SET position = %(position)s, generation = %(generation)s WHERE name = %(name)s"
_MOVE_AND_TELL: Final = (
    f"WITH moved AS ({_MOVE} RETURNING name, position)"  # noqa: S608  # put together from constants
    " SELECT pg_notify(%(channel)s, name || ' ' || position) FROM moved"
)
