"""What a batch of the log becomes in one read model: rows, or dead letters."""

from collections.abc import Callable, Sequence

from psycopg import Connection

from projections.dead_letters import DeadLetters, is_passing
from projections.folding import FoldedMatches, MatchProjection
from projections.log import Batch
from projections.projection import LogEntry, Projection


class ProjectionWriter:
    """Applies batches to one read model, within the transactions of the caller, who keeps its position."""

    def __init__(
        self,
        connection: Connection,
        make: Callable[[], Projection],
        matches: FoldedMatches | None = None,
        *,
        brief: bool = False,
    ) -> None:
        """`matches` are shared with others that are given the same batches. If it is `brief`, see the projection."""
        self._connection = connection
        self._make = make
        self._matches = matches
        self._brief = brief
        self._projection = self._made()
        self._has_dead_letters = True

    @property
    def name(self) -> str:
        """That of the read model."""
        return self._projection.name

    @property
    def version(self) -> int:
        """That of its rows."""
        return self._projection.version

    def begin_anew(self) -> None:
        """Forget what is remembered, and see what there is."""
        self._projection = self._made()
        query = "SELECT EXISTS (SELECT FROM set_aside WHERE projection = %s)"
        self._has_dead_letters = self._connection.execute(query, (self.name,)).fetchone() == (True,)

    def begin_batch(self) -> None:
        """What is applied from now on is another batch than before."""
        if isinstance(self._projection, MatchProjection):
            self._projection.matches.begin_batch()

    def set_outdated_aside(self) -> None:
        """Make dead letters of what games that were installed anew count otherwise."""
        self._projection.set_outdated_aside(self._connection)

    def apply(self, batch: Batch) -> DeadLetters:
        """Write the rows that follow from a batch.

        Raises:
            Exception: why an entry can't be processed; what was done is to be undone.
        """
        dead_letters = self._dead_letters(batch)
        for entry in batch.unreadable:
            if not (entry.waits_for_game or dead_letters.is_behind(entry.position, entry.originator_id)):
                raise entry.error
            dead_letters.put(entry.position, entry.originator_id, entry.error)
        entries = dead_letters.sift(batch.entries)
        if entries:
            self._projection.apply(self._connection, entries)
        return dead_letters

    def apply_around(self, batch: Batch) -> DeadLetters:
        """The same; what can't be processed becomes dead letters.

        Raises:
            Broken: too much can't be processed.
        """
        dead_letters = self._dead_letters(batch)
        for entry in batch.unreadable:
            dead_letters.put(entry.position, entry.originator_id, entry.error)
        self._halve(batch.entries, dead_letters)
        self._projection = self._made()  # the one before doesn't know what others have written
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
        dead_letters = DeadLetters(self._connection, self.name)
        if self._has_dead_letters:
            dead_letters.look_up(entry.originator_id for some in (batch.entries, batch.unreadable) for entry in some)
        return dead_letters

    def _made(self) -> Projection:
        projection = self._make()
        projection.brief = self._brief
        if self._matches is not None and isinstance(projection, MatchProjection):
            projection.matches = self._matches
        return projection
