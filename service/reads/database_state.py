"""What a server of the database has, so that a standby can be compared with its primary."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from psycopg import AsyncConnection
from typing_extensions import override

from domain.codec import FINGERPRINT
from service.eventstore.batched_reads import DataLoader

ANOTHER_LOG: Final = "its log isn't that of the primary"


class DatabaseState(Struct, frozen=True):
    """What a server shows to who asks it.

    Attributes:
        is_standby: whether it takes no writes.
        database: the identifier of the cluster and that of the database in it: a standby has those of its primary.
        wal: up to where its WAL is on the disk; of a standby, up to where it was replayed. In bytes.
        position: that of the newest event of the log, 0 of an empty one.
        fingerprint: of that event.
        checkpoints: the epoch of each read model and the position that it has got to, by its name.
    """

    is_standby: bool
    database: tuple[int, int]
    wal: int
    position: int
    fingerprint: bytes
    checkpoints: dict[str, tuple[int, int]]

    def has_all_of(self, other: "DatabaseState") -> bool:
        """Whether nothing is missing that `other` shows.

        What was committed durably is in the WAL that is on the disk. Rows of read models may be shown before.
        """
        return self.wal >= other.wal and self.shows_all_of(other)

    def shows_all_of(self, other: "DatabaseState") -> bool:
        """Whether its log and its read models have got as far as those of `other`."""
        if self.position == other.position and self.fingerprint != other.fingerprint:
            return False
        return self.position >= other.position and all(
            name in self.checkpoints and self.checkpoints[name] >= checkpoint
            for name, checkpoint in other.checkpoints.items()
        )

    def fault_as_standby_of(self, primary: "DatabaseState") -> str | None:
        """What tells it from a standby of `primary`, for people; None if nothing does."""
        if not self.is_standby:
            return "it is no standby: it was promoted, or never was one"
        if self.database != primary.database:
            return "it is a standby of another database"
        if self.position == primary.position and self.fingerprint != primary.fingerprint:
            return ANOTHER_LOG
        return None


async def is_in_log(connection: AsyncConnection[Any], state: DatabaseState) -> bool:
    """Whether the newest event of `state` is in the log of a connection, as that of a standby is in its primary's."""
    if not state.position:
        return True
    asked = (state.position, len(state.fingerprint), state.fingerprint)
    query = "SELECT FROM match_events WHERE notification_id = %s AND substr(state, 1, %s) = %s"
    return await (await connection.execute(query, asked)).fetchone() is not None


async def state_of(connection: AsyncConnection[Any]) -> DatabaseState:
    """What the server of a connection has now, or a moment later."""
    row = await (await connection.execute(_QUERY, prepare=True)).fetchone()
    if row is None:
        raise LookupError("a query without FROM has a row")
    is_standby, cluster, database, wal, position, fingerprint, names, epochs, positions = row
    checkpoints = dict(zip(names, zip(epochs, positions, strict=True), strict=True))
    return DatabaseState(is_standby, (cluster, database), wal, position, bytes(fingerprint), checkpoints)


# The WAL is asked for when the rows are chosen. So all that a primary shows is in it; and what a standby has replayed
# by then is shown by its next statement, if not by this one.
_QUERY: Final = f"""
    SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system()),
        (SELECT oid::bigint FROM pg_database WHERE datname = current_database()),
        (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END
         - '0/0'::pg_lsn)::bigint,
        coalesce(e.notification_id, 0), coalesce(substr(e.state, 1, {FINGERPRINT}), ''), p.names, p.epochs, p.positions
    FROM (SELECT coalesce(array_agg(name), '{{}}') AS names, coalesce(array_agg(generation), '{{}}') AS epochs,
          coalesce(array_agg(position), '{{}}') AS positions FROM projections) p
    LEFT JOIN LATERAL (
        SELECT notification_id, state FROM match_events ORDER BY notification_id DESC LIMIT 1
    ) e ON true
"""  # noqa: S608  # put together from constants


class StateLoader(DataLoader[None, DatabaseState]):
    """What the database has, as it stands when it is asked for: one query for all who ask at the same moment."""

    @override
    async def _answers(self, connection: AsyncConnection[Any], requests: Sequence[None]) -> list[DatabaseState]:
        return [await state_of(connection)] * len(requests)
