"""The table of uploads: imports as they are seen and steered while they go on, from whatever process."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from domain.match.events import Visibility
from service.commands.imports.reasons import FileFault
from service.commands.imports.table import ImportNotFound
from service.readers.mapping import TableMapping
from service.readers.play import Kind

CHANNEL: Final = "partita_imports"
"""Tells the ids of imports whose state or progress is another one now."""


class ImportState(StrEnum):
    """How far an import is."""

    PLANNING = "planning"
    """Its file is read."""
    PLANNED = "planned"
    """It is known what would become of its plays; nothing is written."""
    UNREADABLE = "unreadable"
    """Its file can't be read on; nothing more of it is written."""
    RUNNING = "running"
    """Its plays become matches."""
    STOPPED = "stopped"
    """Somebody stopped it, or the process that worked on it has ended: what was stored stays, the rest can follow."""
    DONE = "done"
    TAKING_BACK = "taking_back"
    """Its matches are removed."""
    TAKEN_BACK = "taken_back"


WORKING: Final = frozenset({ImportState.PLANNING, ImportState.RUNNING, ImportState.TAKING_BACK})
"""The states in which a process works on an import."""


class KnownImport(Struct, frozen=True):
    """An import.

    Attributes:
        matches: those that it made and that weren't taken back.
        attempt: the number of the work on it, from 1.
        done, total: plays that the work at hand has gone through, and of how many, where that is known.
        kind, visibility, size: of an upload; None for a file that was imported from the command line.
        changed_at: when something was last done with it, of an upload.
    """

    id: UUID
    source: str
    file_name: str
    created_at: datetime
    created_by: str
    finished_at: datetime | None
    taken_back_at: datetime | None
    matches: int
    state: ImportState
    held: bool
    attempt: int
    done: int
    total: int | None
    has_file: bool
    kind: Kind | None
    visibility: Visibility | None
    size: int | None
    changed_at: datetime | None


class StoredUpload(Struct, frozen=True):
    """What an upload was read and imported with, and what came of that; JSON, as it was stored."""

    mapping: bytes | None
    plan: bytes | None
    outcome: bytes | None
    fault: bytes | None


class NewUpload(Struct, frozen=True):
    """A file to be imported, as somebody sent it."""

    source: str
    digest: bytes
    file_name: str
    kind: Kind
    visibility: Visibility
    size: int
    mapping: TableMapping | None
    by: str


_SELECT: Final = """
    SELECT i.id, source, file_name, created_at, created_by, finished_at, taken_back_at, import_held(i.id) held,
      (SELECT count(*)::int FROM imported_plays WHERE import_id = i.id) matches,
      CASE WHEN taken_back_at IS NOT NULL THEN 'taken_back'
           ELSE coalesce(u.state, CASE WHEN finished_at IS NULL THEN 'stopped' ELSE 'done' END) END state,
      coalesce(attempt, 0) attempt, coalesce(done, 0) done, total, coalesce(has_file, false) has_file,
      kind, visibility, size, changed_at
    FROM imports i LEFT JOIN import_uploads u ON u.import_id = i.id
"""


class _ImportRow(Struct):
    """A row of `_SELECT`, before its texts are what they stand for."""

    id: UUID
    source: str
    file_name: str
    created_at: datetime
    created_by: str
    finished_at: datetime | None
    taken_back_at: datetime | None
    held: bool
    matches: int
    state: str
    attempt: int
    done: int
    total: int | None
    has_file: bool
    kind: str | None
    visibility: str | None
    size: int | None
    changed_at: datetime | None


class UploadTable:
    """The imports in one database, with their uploads."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def get(self, import_id: UUID) -> KnownImport:
        """One import.

        Raises:
            ImportNotFound: there is none.
        """
        found = await self._rows("WHERE i.id = %s", import_id)
        if not found:
            raise ImportNotFound
        return found[0]

    async def page(self, after: tuple[datetime, UUID] | None, limit: int) -> list[KnownImport]:
        """Imports, the newest first, those behind `after`."""
        where, values = ("WHERE (created_at, i.id) < (%s, %s)", after) if after else ("", ())
        return await self._rows(f"{where} ORDER BY created_at DESC, i.id DESC LIMIT %s", *values, limit)

    async def _rows(self, rest: str, *values: Any) -> list[KnownImport]:
        """The imports as they are; one whose process has ended is stopped.

        Whether a process works on an import is seen a moment after its state, so who seems to be stopped is looked at
        again: who still is at the same work, has ended without a word.
        """
        found = await self._read(rest, *values)
        suspected = {one.id: one.attempt for one in found if _seems_stopped(one)}
        if suspected:
            again = {one.id: one for one in await self._read("WHERE i.id = ANY(%s)", list(suspected))}
            found = [_unless_ended(again.get(one.id, one), suspected.get(one.id)) for one in found]
        return found

    async def _read(self, rest: str, *values: Any) -> list[KnownImport]:
        async with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(_ImportRow)) as cursor,
        ):
            await cursor.execute(_SELECT + rest, values)
            return [msgspec.convert(one, KnownImport, from_attributes=True) for one in await cursor.fetchall()]

    async def stored(self, import_id: UUID) -> StoredUpload:
        """What was stored with an upload; nothing for an import without one."""
        query = "SELECT mapping, plan, outcome, fault FROM import_uploads WHERE import_id = %s"
        async with self._pool.connection() as connection:
            row = await (await connection.execute(query, (import_id,))).fetchone()
        return StoredUpload(*(row or (None, None, None, None)))

    async def known_import(self, source: str, digest: bytes) -> UUID | None:
        """The import of the same file, if it wasn't taken back."""
        query = "SELECT id FROM imports WHERE source = %s AND digest = %s AND taken_back_at IS NULL"
        async with self._pool.connection() as connection:
            row = await (await connection.execute(query, (source, digest))).fetchone()
        return None if row is None else row[0]

    async def files(self) -> int:
        """How many files lie there."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute("SELECT count(*) FROM import_uploads WHERE has_file")
            row: Any = await cursor.fetchone()
        return int(row[0])

    async def register(self, new: NewUpload) -> UUID:
        """The import of a file; the same one for the same file, until it is taken back."""
        query = (
            "INSERT INTO imports (id, source, digest, file_name, created_by) VALUES (%s, %s, %s, %s, %s)"
            " ON CONFLICT (source, digest) WHERE taken_back_at IS NULL DO UPDATE SET file_name = imports.file_name"
            " RETURNING id"
        )
        async with self._pool.connection() as connection:
            cursor = await connection.execute(query, (uuid4(), new.source, new.digest, new.file_name, new.by))
            row: Any = await cursor.fetchone()
        import_id: UUID = row[0]
        return import_id

    async def add_file(self, import_id: UUID, new: NewUpload) -> None:
        """The file of an import lies there, to be read with what is said of it."""
        query = (
            "INSERT INTO import_uploads (import_id, state, has_file, kind, visibility, size, mapping)"
            " VALUES (%(id)s, 'stopped', true, %(kind)s, %(visibility)s, %(size)s, %(mapping)s)"
            " ON CONFLICT (import_id) DO UPDATE SET has_file = true, kind = excluded.kind, size = excluded.size,"
            " visibility = excluded.visibility, mapping = excluded.mapping"
        )
        values = {
            "id": import_id,
            "kind": new.kind,
            "visibility": new.visibility,
            "size": new.size,
            "mapping": None if new.mapping is None else msgspec.json.encode(new.mapping),
        }
        async with self._pool.connection() as connection:
            await connection.execute(query, values)

    async def set_options(self, import_id: UUID, visibility: Visibility, mapping: TableMapping | None) -> None:
        """What the file is to be read and imported with."""
        query = "UPDATE import_uploads SET visibility = %s, mapping = %s WHERE import_id = %s"
        stored = None if mapping is None else msgspec.json.encode(mapping)
        async with self._pool.connection() as connection:
            await connection.execute(query, (visibility, stored, import_id))

    async def keep_plan(self, import_id: UUID, plan: Any) -> None:
        """What would become of a file, without its people."""
        query = "UPDATE import_uploads SET plan = %s WHERE import_id = %s"
        async with self._pool.connection() as connection:
            await connection.execute(query, (msgspec.json.encode(plan), import_id))

    # --- work ---

    async def begin(self, import_id: UUID, state: ImportState, total: int | None) -> None:
        """A process begins to work on it; what came of work before is forgotten."""
        query = (
            "INSERT INTO import_uploads (import_id, state, attempt, total) VALUES (%(id)s, %(state)s, 1, %(total)s)"
            " ON CONFLICT (import_id) DO UPDATE SET state = excluded.state, attempt = import_uploads.attempt + 1,"
            " total = excluded.total, done = 0, stop_asked = false, changed_at = now(), fault = NULL, outcome = NULL,"
            " plan = CASE WHEN excluded.state <> 'planning' THEN import_uploads.plan END"
        )
        async with self._pool.connection() as connection:
            await connection.execute(query, {"id": import_id, "state": state, "total": total})
            await _notify(connection, import_id)

    async def report(self, import_id: UUID, done: int) -> bool:
        """How far the work is; gives whether somebody wants it to stop."""
        query = "UPDATE import_uploads SET done = %s WHERE import_id = %s RETURNING stop_asked"
        async with self._pool.connection() as connection:
            row = await (await connection.execute(query, (done, import_id))).fetchone()
            await _notify(connection, import_id)
        return row is None or bool(row[0])

    async def ask_to_stop(self, import_id: UUID) -> None:
        """Let the process that works on it know that it is to stop."""
        async with self._pool.connection() as connection:
            await connection.execute("UPDATE import_uploads SET stop_asked = true WHERE import_id = %s", (import_id,))

    async def end(
        self,
        import_id: UUID,
        state: ImportState,
        done: int,
        *,
        outcome: Any = None,
        fault: FileFault | None = None,
        without_file: bool = False,
    ) -> None:
        """The work has ended; `without_file`, the people of the plan aren't needed any longer, either."""
        query = (
            "UPDATE import_uploads SET state = %(state)s, done = %(done)s, changed_at = now(), fault = %(fault)s,"
            " outcome = coalesce(%(outcome)s, outcome), has_file = has_file AND NOT %(gone)s WHERE import_id = %(id)s"
        )
        values = {
            "id": import_id,
            "state": state,
            "done": done,
            "fault": None if fault is None else msgspec.json.encode(fault),
            "outcome": None if outcome is None else msgspec.json.encode(outcome),
            "gone": without_file,
        }
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute(query, values)
            if without_file:
                await connection.execute("DELETE FROM import_plan_people WHERE import_id = %s", (import_id,))
            await _notify(connection, import_id)

    async def discard(self, import_id: UUID) -> None:
        """Forget an upload; the import, too, if nothing came of it yet."""
        query = (
            "WITH gone AS (DELETE FROM import_uploads WHERE import_id = %(id)s)"
            " DELETE FROM imports i WHERE id = %(id)s AND finished_at IS NULL AND taken_back_at IS NULL"
            " AND NOT EXISTS (SELECT FROM imported_plays WHERE import_id = i.id)"
            " AND NOT EXISTS (SELECT FROM import_people WHERE import_id = i.id)"
        )
        async with self._pool.connection() as connection:
            await connection.execute(query, {"id": import_id})
            await _notify(connection, import_id)

    async def uploads(self) -> list[UUID]:
        """The imports that have an upload."""
        async with self._pool.connection() as connection:
            rows = await (await connection.execute("SELECT import_id FROM import_uploads")).fetchall()
        return [row[0] for row in rows]

    async def idle(self, hours: int) -> list[UUID]:
        """The imports whose files lie there, and with which nothing was done for so many hours."""
        query = (
            "SELECT import_id FROM import_uploads WHERE has_file AND changed_at < now() - make_interval(hours => %s)"
        )
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(query, (hours,))).fetchall()
        return [row[0] for row in rows]


def _seems_stopped(one: KnownImport) -> bool:
    return one.state in WORKING and not one.held


def _unless_ended(one: KnownImport, attempt: int | None) -> KnownImport:
    """An import that was looked at again: stopped, if it still is at the `attempt` that nobody works on."""
    if attempt == one.attempt and one.state in WORKING:
        return replace(one, state=ImportState.STOPPED)
    return one


async def _notify(connection: AsyncConnection[Any], import_id: UUID) -> None:
    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, str(import_id)))


def decoded(stored: bytes | None, form: Any) -> Any:
    """What was stored as JSON, of a type; None where nothing was."""
    return None if stored is None else msgspec.json.decode(stored, type=form)
