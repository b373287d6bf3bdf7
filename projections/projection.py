"""What every read model has: its tables, its position, and how a batch of the log becomes rows."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import resources
from random import uniform
from time import sleep
from typing import ClassVar, Final
from uuid import UUID

from msgspec import Struct
from psycopg import Connection, sql
from psycopg.errors import LockNotAvailable

from domain.codec import AnyEvent
from projections.rights import grant_to_writers

_LOCK_TIMEOUT: Final = "100ms"  # well below PostgreSQL's deadlock_timeout


class LogEntry(Struct, frozen=True, gc=False):
    """One event in the log of all matches.

    Attributes:
        position: its place in the log; grows, with gaps.
        originator_id: the match, or series, that it belongs to.
        version: its place there.
        topic, stored: the event as it is stored.
        event: the same, decoded.
    """

    position: int
    originator_id: UUID
    version: int
    topic: str
    stored: bytes
    event: AnyEvent


class OutOfStep(LookupError):  # noqa: N818  # what it is
    """The read model `projection` can't be followed on just now, whatever comes next in the log."""

    def __init__(self, message: str, projection: str) -> None:
        super().__init__(message)
        self.projection = projection


class TakesLong(OutOfStep):
    """A batch would hold up other read models, which needn't wait for it."""


class Projection(ABC):
    """A read model.

    Its folder holds ``schema.sql``, which makes `tables` in the schema that is first in the search path. It is made
    without arguments. What an instance remembers between batches may be lost at any time: then another one goes on.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Grows when the rows change their meaning; the read model is then made anew."""
    tables: ClassVar[tuple[str, ...]]
    brief: bool = False
    """Whether `apply` raises `TakesLong` in place of working for long, as far as it can tell."""

    @abstractmethod
    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Write the rows that follow from `batch`, which isn't empty, within the caller's transaction.

        The entries of one match or series come in order, without gaps. Those of several come in the order of the log,
        but for dead letters, which are processed later (:mod:`projections.retry`). Whatever it raises undoes the
        batch, and the instance isn't used again.
        """

    def set_outdated_aside(self, connection: Connection) -> None:  # noqa: B027  # most count nothing of a game's own
        """Make dead letters of what a game that was installed anew counts otherwise; there, nothing does."""

    def advisory_lock(self, purpose: str) -> int:
        """The key of a PostgreSQL advisory lock for `purpose`, this read model's own."""
        digest = hashlib.sha256(f"projection {self.name} {purpose}".encode()).digest()
        return int.from_bytes(digest[:8], "big", signed=True)

    def create_tables(self, connection: Connection) -> None:
        """Make the empty tables, with the rights that whoever writes read models has on all of them."""
        schema = resources.files(f"projections.{self.name}").joinpath("schema.sql").read_text(encoding="utf-8")
        connection.execute(sql.SQL(schema))
        grant_to_writers(connection, *self.tables)

    def drop_tables(self, connection: Connection) -> None:
        """Drop the tables, where there are any, within the caller's transaction.

        Readers hold several tables at once, in an order of their own. Who waited for one table and held another would
        deadlock with them; so all are locked for a moment, or none.
        """
        exists = "SELECT to_regclass(%s) IS NOT NULL"
        tables = [table for table in self.tables if connection.execute(exists, (table,)).fetchone() == (True,)]
        if not tables:
            return
        names = sql.SQL(", ").join(map(sql.Identifier, tables))
        while True:
            try:
                with connection.transaction():
                    connection.execute(sql.SQL("SET LOCAL lock_timeout = {}").format(_LOCK_TIMEOUT))
                    connection.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
                    connection.execute("SET LOCAL lock_timeout = 0")
                break
            except LockNotAvailable:
                sleep(uniform(0.01, 0.1))  # noqa: S311  # the readers' turn
        connection.execute(sql.SQL("DROP TABLE {}").format(names))

    def prepare(self, connection: Connection) -> bool:
        """Make the empty tables where nothing was recorded yet, and tell whether it did.

        Where there is a log, the tables of another version, or missing ones, are left for :mod:`projections.rebuild`.
        """
        # The row is locked before the tables, as its leader does, which may be running.
        query = "SELECT version FROM projections WHERE name = %s FOR UPDATE"
        row = connection.execute(query, (self.name,)).fetchone()
        recorded = connection.execute("SELECT EXISTS (SELECT FROM match_events)").fetchone()
        if row == (self.version,) or recorded == (True,):
            return False
        self.drop_tables(connection)
        self.create_tables(connection)
        connection.execute(
            "INSERT INTO projections (name, version, position) VALUES (%s, %s, 0)"
            " ON CONFLICT (name) DO UPDATE"
            " SET version = excluded.version, position = 0, fingerprint = NULL,"
            " generation = projections.generation + 1",
            (self.name, self.version),
        )
        return True
