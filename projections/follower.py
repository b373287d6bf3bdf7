"""Applies the log to read models: whole batches, or around what can't be processed."""

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection

from domain.codec import FINGERPRINT
from projections.continuity import Continuity, LogRewound
from projections.dead_letters import DeadLetters, is_passing
from projections.folding import FoldedMatches
from projections.log import END, Batch, read_dead_letters, read_log
from projections.projection import OutOfStep, Projection
from projections.writer import ProjectionWriter

BATCH: Final = 1_000
"""Log entries in one transaction."""

CHANNEL: Final = "partita_projected"
"""Where each commit is notified, as ``<name> <position>``."""

_PATIENCE: Final = (0.1, 0.2, 0.5)  # seconds between attempts, before an entry of the log is blamed

Pause = Callable[[Exception, float], bool]
"""Waits some seconds after an error; tells whether to give up."""


class WrongVersion(OutOfStep):
    """The rows in the database aren't those of this version of the software."""


class Busy(OutOfStep):
    """Somebody else writes them just now."""


class Distrusted(OutOfStep, LogRewound):
    """The rows hold what isn't in the log any more, as far as that can be told by their position."""


class Uneven(LookupError):  # noqa: N818  # what it is
    """Read models that are to be given the same entries stand at several positions."""


class FollowerCheckpoint(Struct, frozen=True):
    """Where a read model stands: the position it has got to, and the epoch of its rows.

    `fingerprint` is that of the entry at the position, if it is known.
    """

    position: int
    epoch: int
    fingerprint: bytes | None


class Patience:
    """How often what fails is tried again before an entry of the log is blamed."""

    def __init__(self) -> None:
        self._failures = 0

    @property
    def ended(self) -> bool:
        """Whether it was tried often enough."""
        return self._failures >= len(_PATIENCE)

    def after(self, error: Exception) -> float:
        """The seconds to wait until the next attempt.

        Raises:
            Exception: `error`, if it was tried often enough, or no entry of the log may be blamed for it.
        """
        if self.ended or is_passing(error) or isinstance(error, OutOfStep | LogRewound | Uneven):
            raise error
        self._failures += 1
        return _PATIENCE[self._failures - 1]


class Follower:
    """Applies the log to one read model, or to several that stand at one position, which get each batch together.

    Their tables are in the first schema of the connection's search path. The rows of their positions are locked
    meanwhile, so that nobody else can write these read models.
    """

    def __init__(
        self,
        connection: Connection,
        *makes: Callable[[], Projection],
        channel: str | None = CHANNEL,
        waits: bool = True,
        brief: bool = False,
    ) -> None:
        """Each commit is notified on `channel`, if there is one.

        Whether it `waits` for who else writes them; and whether what would take long is refused, since others wait.
        """
        self._connection = connection
        self._channel = channel
        self._waits = waits
        self._brief = brief
        self._matches = FoldedMatches() if len(makes) != 1 else None
        self._writers: dict[str, ProjectionWriter] = {}
        self._checkpoints: dict[str, FollowerCheckpoint] = {}
        """Where each stood after the last batch; without those of which that isn't sure."""
        self._continuity = Continuity()
        self._passed = 0
        """The position up to which it knows what has passed."""
        for make in makes:
            self.join(make)

    @property
    def names(self) -> list[str]:
        """Those of the read models."""
        return list(self._writers)

    @property
    def position(self) -> int | None:
        """Where all of them stand; None when that isn't sure."""
        if len(self._checkpoints) < len(self._writers):
            return None
        return next((checkpoint.position for checkpoint in self._checkpoints.values()), None)

    def join(self, make: Callable[[], Projection]) -> None:
        """Have a further read model from the next batch on."""
        writer = ProjectionWriter(self._connection, make, self._matches, brief=self._brief)
        self._writers[writer.name] = writer

    def leave(self, name: str) -> None:
        """Leave a read model to others."""
        del self._writers[name]
        self._checkpoints.pop(name, None)

    def advance(self, limit: int = BATCH, upto: int = END) -> int:
        """Apply the next `limit` entries, none above `upto`, in one transaction, and tell how many there were.

        Raises:
            WrongVersion: the database has rows of another version.
            LogRewound: the rows hold what isn't in the log any more.
            Uneven, Busy, TakesLong: as the names say.
            Exception: why an entry can't be processed; then nothing was done.
        """
        return self._step(limit, upto, ProjectionWriter.apply)

    def advance_around(self, limit: int = BATCH, upto: int = END) -> int:
        """The same; what can't be processed becomes dead letters.

        Raises:
            WrongVersion, LogRewound, Uneven, Busy: as of `advance`.
            Broken: too much can't be processed.
        """
        return self._step(limit, upto, ProjectionWriter.apply_around)

    def advance_patiently(self, pause: Pause) -> int:
        """`advance`; if that fails again and again, and not for trouble with the database, `advance_around`.

        `pause` waits between the attempts, and may end them: then nothing was done.
        """
        patience = Patience()
        while not patience.ended:
            try:
                return self.advance()
            except Exception as error:  # noqa: BLE001  # those that don't pass are raised again
                if pause(error, patience.after(error)):
                    return 0
        return self.advance_around()

    def retry(self, originator_id: UUID) -> str | None:
        """Process the dead letters of one match or series, in one transaction; why not all of them, if so.

        Raises:
            WrongVersion, LogRewound: as of `advance`.
        """
        ((name, writer),) = self._writers.items()
        with self._connection.transaction():
            self._look(lock=True)
            batch = Continuity().verified(self._connection, read_dead_letters(self._connection, name, originator_id))
            self._connection.execute(
                "DELETE FROM set_aside WHERE projection = %s AND originator_id = %s", (name, originator_id)
            )
            dead_letters = writer.apply_around(batch)
            self._connection.execute("UPDATE projections SET generation = generation + 1 WHERE name = %s", (name,))
        return dead_letters.fault

    def set_outdated_aside(self) -> None:
        """Make dead letters of what games that were installed anew count otherwise.

        Raises:
            WrongVersion, LogRewound, Busy: as of `advance`.
        """
        with self._connection.transaction():
            self._look(lock=True)
            for writer in self._writers.values():
                writer.set_outdated_aside()
        self._checkpoints = {}

    def distrust(self) -> None:
        """Have every look raise `LogRewound`, until the rows are made anew."""
        query = "UPDATE projections SET fingerprint = '' WHERE name = ANY(%s)"
        self._connection.execute(query, (self.names,))
        self._checkpoints = {}

    def forget_log(self) -> None:
        """Forget what the log held, since it went back: matches may have the same versions again, and be others."""
        self._continuity = Continuity()
        if self._matches is not None:
            self._matches.forget()

    def _step(self, limit: int, upto: int, apply: Callable[[ProjectionWriter, Batch], DeadLetters]) -> int:
        position = self.position
        ahead = None if position is None else read_log(self._connection, position, limit, upto)
        if ahead is not None and not ahead.size and self._look() == self._checkpoints:
            return 0  # and nothing was locked, which would be a write
        try:
            with self._connection.transaction():
                checkpoints = self._look(lock=True)
                if ahead is None or checkpoints != self._checkpoints:
                    self._begin_anew(checkpoints)
                    position = _common_position(checkpoints)
                    ahead = read_log(self._connection, position, limit, upto)
                if position != self._passed:  # somebody else was at the rows
                    self._continuity = Continuity()
                if ahead.size:
                    ahead = self._continuity.verified(self._connection, ahead)
                    self._apply(ahead, apply)
                    checkpoints = self._move(checkpoints, ahead)
        except Exception:
            self._checkpoints = {}  # what it remembers may be of a transaction that is undone
            raise
        self._checkpoints, self._passed = checkpoints, _common_position(checkpoints)
        if ahead.size:
            self._continuity.passed()
        return ahead.size

    def _look(self, *, lock: bool = False) -> dict[str, FollowerCheckpoint]:
        """Where the read models stand; locked, for the rest of the transaction.

        Raises:
            WrongVersion, LogRewound, Busy: as of `advance`.
        """
        query = (_LOCK if self._waits else _LOCK_IF_FREE) if lock else _LOOK
        rows = self._connection.execute(query, (self.names,), prepare=True).fetchall()
        found = {name: rest for name, *rest in rows}
        for name, writer in self._writers.items():
            if name not in found:
                if lock and not self._waits and name in self._look():
                    raise Busy(f"somebody else writes {name}", name)
                raise WrongVersion(f"the database doesn't have {name} yet", name)
            version, position, *_, in_log = found[name]
            if version != writer.version:
                raise WrongVersion(f"the database has {name} in version {version}, not {writer.version}", name)
            if not in_log:
                raise Distrusted(f"the entry at the position {position} isn't in the log any more", name)
        return {name: FollowerCheckpoint(*found[name][1:4]) for name in self._writers}

    def _begin_anew(self, checkpoints: Mapping[str, FollowerCheckpoint]) -> None:
        """Let those read models that aren't where they stood forget what they remember."""
        for name, writer in self._writers.items():
            if checkpoints[name] != self._checkpoints.get(name):
                writer.begin_anew()

    def _apply(self, batch: Batch, apply: Callable[[ProjectionWriter, Batch], DeadLetters]) -> None:
        for writer in self._writers.values():
            writer.begin_batch()
        for writer in self._writers.values():
            if apply(writer, batch).grown:
                writer.begin_anew()

    def _move(self, checkpoints: Mapping[str, FollowerCheckpoint], batch: Batch) -> dict[str, FollowerCheckpoint]:
        """Store that all of a batch was processed or became dead letters, and notify who waits for it."""
        values = {
            "names": self.names,
            "channel": self._channel,
            "position": batch.end,
            "fingerprint": batch.fingerprint,
        }
        self._connection.execute(_MOVE_AND_TELL if self._channel else _MOVE, values, prepare=True)
        return {
            name: FollowerCheckpoint(batch.end, checkpoint.epoch, batch.fingerprint)
            for name, checkpoint in checkpoints.items()
        }


def _common_position(checkpoints: Mapping[str, FollowerCheckpoint]) -> int:
    positions = {checkpoint.position for checkpoint in checkpoints.values()}
    if len(positions) > 1:
        raise Uneven(", ".join(f"{name}: {checkpoint.position}" for name, checkpoint in checkpoints.items()))
    return positions.pop()


IS_IN_LOG: Final = f"""
    (p.position = 0 OR EXISTS (
        SELECT FROM match_events WHERE notification_id = p.position AND substr(state, 1, {FINGERPRINT}) = p.fingerprint
    ) OR (p.fingerprint IS NULL AND p.position <= coalesce((SELECT max(notification_id) FROM match_events), 0)))
"""  # noqa: S608  # put together from constants
"""Whether the log still holds what the rows of `projections p` are made of."""

_LOOK: Final = f"""
    SELECT name, version, position, generation, fingerprint, {IS_IN_LOG} FROM projections p WHERE name = ANY(%s)
"""  # noqa: S608
_LOCK: Final = f"{_LOOK} ORDER BY name FOR UPDATE"
_LOCK_IF_FREE: Final = f"{_LOCK} SKIP LOCKED"
_MOVE: Final = (
    "UPDATE projections SET position = %(position)s, fingerprint = %(fingerprint)s WHERE name = ANY(%(names)s)"
)
_MOVE_AND_TELL: Final = (
    f"WITH moved AS ({_MOVE} RETURNING name, position)"  # noqa: S608  # put together from constants
    " SELECT pg_notify(%(channel)s, name || ' ' || position) FROM moved"
)
