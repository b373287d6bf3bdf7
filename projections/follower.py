"""Applies the log to one read model: whole batches, or around what can't be processed."""

from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict
from psycopg import Connection

from domain.codec import FINGERPRINT
from projections.continuity import Continuity, LogRewound
from projections.dead_letters import DeadLetters, is_passing
from projections.log import Batch, read_dead_letters, read_log
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


class FollowerCheckpoint(Struct, frozen=True):
    """Where a read model stands: the position it has got to, and the epoch of its rows.

    `fingerprint` is that of the entry at the position, if it is known.
    """

    position: int
    epoch: int
    fingerprint: bytes | None


class Follower:
    """Applies the log to one read model, whose tables are in the first schema of the connection's search path.

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
        self._checkpoint: FollowerCheckpoint | None = None
        """Where it stood after the last batch; None when that isn't sure."""
        self._has_dead_letters = True
        self._continuity = Continuity()
        self._passed = 0
        """The position up to which it knows what has passed."""

    def advance(self, limit: int = BATCH) -> int:
        """Apply the next `limit` entries, in one transaction, and tell how many there were.

        Raises:
            WrongVersion: the database has rows of another version.
            LogRewound: the rows hold what isn't in the log any more.
            Exception: why an entry can't be processed; then nothing was done.
        """
        return self._step(limit, self._apply)

    def advance_around(self, limit: int = BATCH) -> int:
        """The same; what can't be processed becomes dead letters.

        Raises:
            WrongVersion, LogRewound: as of `advance`.
            Broken: too much can't be processed.
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
                if is_passing(error) or isinstance(error, WrongVersion | LogRewound):
                    raise
                if pause(error, seconds):
                    return 0
        return self.advance_around()

    def retry(self, originator_id: UUID) -> str | None:
        """Process the dead letters of one match or series, in one transaction; why not all of them, if so.

        Raises:
            WrongVersion, LogRewound: as of `advance`.
        """
        name = self._projection.name
        with self._connection.transaction():
            self._look(lock=True)
            batch = Continuity().verified(self._connection, read_dead_letters(self._connection, name, originator_id))
            self._connection.execute(
                "DELETE FROM set_aside WHERE projection = %s AND originator_id = %s", (name, originator_id)
            )
            dead_letters = self._apply_around(batch)
            self._connection.execute("UPDATE projections SET generation = generation + 1 WHERE name = %s", (name,))
        return dead_letters.fault

    def set_outdated_aside(self) -> None:
        """Make dead letters of what games that were installed anew count otherwise.

        Raises:
            WrongVersion, LogRewound: as of `advance`.
        """
        with self._connection.transaction():
            self._look(lock=True)
            self._projection.set_outdated_aside(self._connection)
        self._checkpoint = None

    def distrust(self) -> None:
        """Have every look raise `LogRewound`, until the rows are made anew."""
        query = "UPDATE projections SET fingerprint = '' WHERE name = %s"
        self._connection.execute(query, (self._projection.name,))
        self._checkpoint = None

    def _step(self, limit: int, apply: Callable[[Batch], DeadLetters]) -> int:
        ahead = read_log(self._connection, self._checkpoint.position, limit) if self._checkpoint else None
        if ahead is not None and not ahead.size and self._look() == self._checkpoint:
            return 0  # and nothing was locked, which would be a write
        try:
            with self._connection.transaction():
                place = self._look(lock=True)
                if ahead is None or place != self._checkpoint:
                    self._begin_anew(place)
                    ahead = read_log(self._connection, place.position, limit)
                if place.position != self._passed:  # somebody else was at the rows
                    self._continuity = Continuity()
                if ahead.size:
                    ahead = self._continuity.verified(self._connection, ahead)
                    dead_letters = apply(ahead)
                    place = FollowerCheckpoint(ahead.end, place.epoch, ahead.fingerprint)
                    self._move(place)
                    if dead_letters.grown:
                        self._begin_anew(place)
        except Exception:
            self._checkpoint = None  # what it remembers may be of a transaction that is undone
            raise
        self._checkpoint, self._passed = place, place.position
        self._continuity.passed(ahead)
        return ahead.size

    def _look(self, *, lock: bool = False) -> FollowerCheckpoint:
        """Where the read model stands; locked, for the rest of the transaction.

        Raises:
            WrongVersion, LogRewound: as of `advance`.
        """
        query = _LOCK if lock else _LOOK
        name, version = self._projection.name, self._projection.version
        row = self._connection.execute(query, (name,), prepare=True).fetchone()
        if row is None:
            raise WrongVersion(f"the database doesn't have {name} yet")
        if row[0] != version:
            raise WrongVersion(f"the database has {name} in version {row[0]}, not {version}")
        if not row[4]:
            raise LogRewound(f"the entry at the position {row[1]} isn't in the log any more")
        return FollowerCheckpoint(*row[1:4])

    def _begin_anew(self, place: FollowerCheckpoint) -> None:
        """Forget what is remembered, and see what there is."""
        self._checkpoint, self._projection = place, self._make()
        query = "SELECT EXISTS (SELECT FROM set_aside WHERE projection = %s)"
        self._has_dead_letters = self._connection.execute(query, (self._projection.name,)).fetchone() == (True,)

    def _move(self, place: FollowerCheckpoint) -> None:
        """Store that all entries up to there were processed or became dead letters, and notify who waits for it."""
        query = _MOVE_AND_TELL if self._channel else _MOVE
        values = {**asdict(place), "name": self._projection.name, "channel": self._channel}
        self._connection.execute(query, values, prepare=True)

    def _apply(self, batch: Batch) -> DeadLetters:
        dead_letters = self._dead_letters(batch)
        for entry in batch.unreadable:
            if not (entry.waits_for_game or dead_letters.is_behind(entry.position, entry.originator_id)):
                raise entry.error
            dead_letters.put(entry.position, entry.originator_id, entry.error)
        entries = dead_letters.sift(batch.entries)
        if entries:
            self._projection.apply(self._connection, entries)
        return dead_letters

    def _apply_around(self, batch: Batch) -> DeadLetters:
        dead_letters = self._dead_letters(batch)
        for entry in batch.unreadable:
            dead_letters.put(entry.position, entry.originator_id, entry.error)
        self._halve(batch.entries, dead_letters)
        return dead_letters

    def _halve(self, entries: Sequence[LogEntry], dead_letters: DeadLetters) -> None:
        """Apply `entries`, and if that fails each half of them, down to the single ones that become dead letters."""
        entries = dead_letters.sift(entries)
        if not entries:
            return
        try:
            with self._connection.transaction():
                self._make().apply(self._connection, entries)
        except Exception as error:
            if is_passing(error):
                raise
            if len(entries) == 1:
                dead_letters.put(entries[0].position, entries[0].originator_id, error)
                return
        else:
            return
        half = len(entries) // 2
        self._halve(entries[:half], dead_letters)
        self._halve(entries[half:], dead_letters)

    def _dead_letters(self, batch: Batch) -> DeadLetters:
        dead_letters = DeadLetters(self._connection, self._projection.name)
        if self._has_dead_letters:
            dead_letters.look_up(entry.originator_id for some in (batch.entries, batch.unreadable) for entry in some)
        return dead_letters


IS_IN_LOG: Final = f"""
    (p.position = 0 OR EXISTS (
        SELECT FROM match_events WHERE notification_id = p.position AND substr(state, 1, {FINGERPRINT}) = p.fingerprint
    ) OR (p.fingerprint IS NULL AND EXISTS (SELECT FROM match_events WHERE notification_id >= p.position)))
"""  # noqa: S608  # put together from constants
"""Whether the log still holds what the rows of `projections p` are made of."""

_LOOK: Final = f"SELECT version, position, generation, fingerprint, {IS_IN_LOG} FROM projections p WHERE name = %s"  # noqa: S608
_LOCK: Final = f"{_LOOK} FOR UPDATE"
_MOVE: Final = (
    "UPDATE projections SET position = %(position)s, generation = %(epoch)s, fingerprint = %(fingerprint)s"
    " WHERE name = %(name)s"
)
_MOVE_AND_TELL: Final = (
    f"WITH moved AS ({_MOVE} RETURNING name, position)"  # noqa: S608  # put together from constants
    " SELECT pg_notify(%(channel)s, name || ' ' || position) FROM moved"
)
