"""The lock of an import: who works on it holds it, and the database drops it with the process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

import psycopg

_PATIENCE: Final = "2s"


class ImportBusy(Exception):  # noqa: N818  # what it is
    """Somebody works on this import just now."""


@asynccontextmanager
async def import_lock(conninfo: str, import_id: UUID) -> AsyncIterator[None]:
    """Hold the lock of an import, on a connection of its own.

    Who has seen that other work on the import has ended may come a moment before that has dropped the lock.

    Raises:
        ImportBusy: somebody else goes on holding it.
    """
    async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
        await connection.execute("SELECT set_config('lock_timeout', %s, false)", (_PATIENCE,))
        try:
            await connection.execute("SELECT pg_advisory_lock(import_lock(%s))", (import_id,))
        except psycopg.errors.LockNotAvailable:
            raise ImportBusy from None
        yield
