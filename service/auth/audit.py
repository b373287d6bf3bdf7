"""The audit trail: who made, changed, removed and exported what. Rows are added, listed, and dropped when old."""

from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

LONGEST: Final = 2000
"""Characters of a subject that are kept."""


class Deed(Struct, frozen=True, kw_only=True):
    """What somebody did.

    Attributes:
        action: an operation of the API or of the pages, or a command.
        subject: what it was done to: an address, or what a command was given. No secret is in it.
        result: the address of what it made, if anything.
        token_id: the id of the token by which; None for the command line.
        account: the account of the machine, for the command line.
    """

    action: str
    subject: str
    result: str | None = None
    token_id: str | None = None
    account: str | None = None


class AuditEntry(Struct, frozen=True):
    """A row of the trail.

    Attributes:
        id: grows from entry to entry.
        label: the name of the token, if that is known.
    """

    id: int
    at: datetime
    token_id: str | None
    label: str | None
    account: str | None
    action: str
    subject: str
    result: str | None


class AuditFilter(Struct, frozen=True, kw_only=True):
    """Which entries are wanted: all those that fit what isn't None.

    Attributes:
        mentions: what is a part of the subject or of the result, such as an id.
    """

    token_id: str | None = None
    action: str | None = None
    mentions: str | None = None
    since: datetime | None = None
    until: datetime | None = None


class AuditTrail:
    """The table of the trail."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def add(self, deed: Deed) -> None:
        """One more entry, which is on the disk when this returns."""
        async with self._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO audit (token_id, account, action, subject, result) VALUES (%s, %s, %s, %s, %s)",
                (deed.token_id, deed.account, deed.action, deed.subject[:LONGEST], deed.result),
            )

    async def page(self, wanted: AuditFilter, before: int | None, limit: int) -> list[AuditEntry]:
        """At most `limit` entries, the newest first, all older than the entry `before`."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(AuditEntry))
            await cursor.execute(
                "SELECT a.id, a.at, a.token_id, t.label, a.account, a.action, a.subject, a.result"
                " FROM audit a LEFT JOIN tokens t ON t.id = a.token_id WHERE"
                " (%(before)s::bigint IS NULL OR a.id < %(before)s)"
                " AND (%(token)s::text IS NULL OR a.token_id = %(token)s)"
                " AND (%(action)s::text IS NULL OR a.action = %(action)s)"
                " AND (%(mentions)s::text IS NULL OR strpos(a.subject, %(mentions)s) > 0"
                "   OR strpos(a.result, %(mentions)s) > 0)"
                " AND (%(since)s::timestamptz IS NULL OR a.at >= %(since)s)"
                " AND (%(until)s::timestamptz IS NULL OR a.at < %(until)s)"
                " ORDER BY a.id DESC LIMIT %(limit)s",
                {
                    "before": before,
                    "token": wanted.token_id,
                    "action": wanted.action,
                    "mentions": wanted.mentions,
                    "since": wanted.since,
                    "until": wanted.until,
                    "limit": limit,
                },
            )
            return await cursor.fetchall()

    async def drop_older(self, than: timedelta) -> int:
        """Drop what is older than that, by the clock of the database; how many entries that were."""
        async with self._pool.connection() as connection:
            return (await connection.execute("DELETE FROM audit WHERE at < now() - %s", (than,))).rowcount
