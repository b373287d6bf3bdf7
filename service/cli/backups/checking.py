"""Whether a copy of the database that was restored is what was recorded."""

import asyncio
import sys

import click
import psycopg
from psycopg import AsyncConnection, Connection

from service.cli.backups.errors import BackupFailed
from service.cli.backups.manifest import LogHead, Manifest
from service.evidence.checking import Stretch, check_all
from service.evidence.tree import Tree

Position = int


def state_of(conninfo: str) -> tuple[Position, LogHead | None]:
    """The position of the newest event, and the head of the log, if there is evidence in the database."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        if not _has(connection, "match_events"):
            return 0, None
        ((position,),) = connection.execute("SELECT coalesce(max(notification_id), 0) FROM match_events").fetchall()
        if not _has(connection, "log_leaves"):
            return position, None
        tree = Tree(connection)
        return position, LogHead(tree.extent.size, tree.root().hex())


def check_copy(conninfo: str, manifest: Manifest) -> Stretch | None:
    """Check that the copy has all that was there when the backup was begun, and tell what isn't as it was recorded.

    None if the database is older than evidence.

    Raises:
        BackupFailed: it ends before, or isn't a copy of what the manifest says.
    """
    position, _ = state_of(conninfo)
    if position < manifest.position:
        raise BackupFailed(f"The copy ends at position {position}, and the log had {manifest.position} positions.")
    if manifest.head is None:
        return None
    with psycopg.connect(conninfo, autocommit=True) as connection:
        tree = Tree(connection)
        size = manifest.head.size
        if tree.extent.size < size or tree.root(size).hex() != manifest.head.root:
            raise BackupFailed(f"The log of the copy isn't that of the backup: the roots at position {size} differ.")
    return check_log(conninfo)


def check_log(conninfo: str) -> Stretch:
    """Check all of a log, and tell what isn't as it was recorded."""
    return asyncio.run(_checked(conninfo))


def has_table(conninfo: str, table: str) -> bool:
    """Whether the database has a table: it may be older than this version."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        return _has(connection, table)


async def _checked(conninfo: str) -> Stretch:
    with click.progressbar(length=100, label="checking the copy", file=sys.stderr) as bar:
        async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
            return await check_all(connection, lambda share: bar.update(round(share * 100) - bar.pos))


def _has(connection: Connection, table: str) -> bool:
    return connection.execute("SELECT to_regclass(%s) IS NOT NULL", (table,)).fetchone() == (True,)
