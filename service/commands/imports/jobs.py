"""Work on imports in the background: it tells how far it is, and can be stopped from any process."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any, Final, TypeAlias
from uuid import UUID

import psycopg
import structlog
from eventsourcing.persistence import PersistenceError
from msgspec import Struct
from psycopg_pool import PoolTimeout

from service.commands.imports.carrying_out import Unsure
from service.commands.imports.import_lock import ImportBusy, import_lock
from service.commands.imports.reasons import FileFault
from service.commands.imports.upload_folder import UploadFolder
from service.commands.imports.uploads import ImportState, KnownImport, UploadTable
from service.eventstore.errors import Overloaded
from service.readers.play import UnreadableFile
from service.readers.reason import Reason

DATABASE_ERRORS: Final = (psycopg.Error, PoolTimeout, PersistenceError, Overloaded)
"""What can be tried again later."""

_REPORT_SECONDS: Final = 0.3
_STOP_SECONDS: Final = 20.0
"""How long a process that ends waits for its imports to get to the end of what they are storing."""

_OURS: Final = FileFault("", Reason.of("our_fault"))

_log = structlog.get_logger(__name__)


class TooManyImports(Exception):  # noqa: N818  # what it is
    """As many imports are under way, or as many files lie there, as may."""


class NotReady(Exception):  # noqa: N818  # what it is
    """An import isn't in a state in which that can be done: `str()` says why, for people."""


class Outcome(Struct, frozen=True):
    """What came of the last work on an import.

    Attributes:
        plays: how many plays met each fate, after an import; empty after it was taken back in part.
        sealed: matches that weren't taken back, since their results are sealed.
        position: a place in the log up to which all of it is there.
    """

    plays: dict[str, int] = {}
    sealed: int = 0
    position: int = 0


class Ended(Struct):
    """How work has ended; `without_file`, what was sent isn't needed any longer."""

    state: ImportState
    outcome: Outcome | None = None
    without_file: bool = False


class _StopAsked(Exception):  # noqa: N818  # what it is
    """Somebody wants the work to stop."""


class Job:
    """Work on one import."""

    def __init__(self) -> None:
        self.done = 0
        self.to_stop = False
        self.is_over = False
        """Whether its end is about to be seen, so that whoever sees it may begin something else."""
        self.task: asyncio.Task[None] | None = None

    def progress(self, plays: int) -> None:
        """So many plays more; raises where the work is to stop, when all before is stored, and nothing half."""
        self.done += plays
        if self.to_stop:
            raise _StopAsked


Work: TypeAlias = Callable[[KnownImport, Job], Coroutine[Any, Any, Ended]]


class ImportJobs:
    """The imports that one process works on."""

    def __init__(self, uploads: UploadTable, folder: UploadFolder, conninfo: str, concurrent: int) -> None:
        self._uploads = uploads
        self._folder = folder
        self._conninfo = conninfo
        self._concurrent = concurrent
        self._jobs: dict[UUID, Job] = {}

    @property
    def full(self) -> bool:
        """Whether there are as many as there may be at one time."""
        return sum(not job.is_over for job in self._jobs.values()) >= self._concurrent

    async def stop(self) -> None:
        """Stop all imports at the end of what they are storing; they can be gone on with after the next start."""
        for import_id in self._jobs:
            self.ask_to_stop(import_id)
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_STOP_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def ask_to_stop(self, import_id: UUID) -> None:
        """Stop the work on an import, if this process does it."""
        if job := self._jobs.get(import_id):
            job.to_stop = True

    async def begin(
        self, import_id: UUID, state: ImportState, work: Work, *, total: int | None = None, needs_file: bool = False
    ) -> "asyncio.Task[None]":
        """Begin to work on an import: it holds the lock from here to the end.

        Raises:
            ImportNotFound, ImportBusy, TooManyImports, NotReady: as the names say.
        """
        await self._verify_over(import_id)
        if self.full:
            raise TooManyImports
        job = self._jobs[import_id] = Job()
        held = AsyncExitStack()
        try:
            await held.enter_async_context(import_lock(self._conninfo, import_id))
            one = await self._uploads.get(import_id)
            _verify_ready(one, needs_file=needs_file)
            await self._uploads.begin(import_id, state, total)
        except BaseException:
            del self._jobs[import_id]
            await held.aclose()
            raise
        job.task = asyncio.create_task(self._work(one, work, job, held), name=f"import {import_id}")
        return job.task

    async def _verify_over(self, import_id: UUID) -> None:
        """Let work whose end was seen come to it."""
        while (job := self._jobs.get(import_id)) is not None:
            if job.task is None or not job.is_over:
                raise ImportBusy
            await asyncio.wait({job.task})

    async def _work(self, one: KnownImport, work: Work, job: Job, held: AsyncExitStack) -> None:
        reporter = asyncio.create_task(self._report(one.id, job))
        try:
            await self._to_end(one, work, job)
        except DATABASE_ERRORS as error:  # it is stopped, since its lock goes with this
            _log.warning("an import stopped", import_id=str(one.id), fault=str(error).strip())
        finally:
            reporter.cancel()
            await asyncio.gather(reporter, return_exceptions=True)
            del self._jobs[one.id]
            with suppress(psycopg.Error):
                await held.aclose()

    async def _to_end(self, one: KnownImport, work: Work, job: Job) -> None:
        fault = None
        try:
            ended = await work(one, job)
        except (_StopAsked, asyncio.CancelledError):
            ended = Ended(ImportState.STOPPED)
        except Unsure:  # somebody who has one of the names became known meanwhile
            ended = Ended(ImportState.PLANNED)
        except UnreadableFile as error:
            ended, fault = Ended(ImportState.UNREADABLE), FileFault(error.at, error.reason)
        except DATABASE_ERRORS:
            raise
        except Exception:  # noqa: BLE001  # whatever it is, the import has ended, and that is to be seen
            _log.exception("an import failed", import_id=str(one.id))
            ended, fault = Ended(ImportState.STOPPED), _OURS
        job.is_over = True
        await self._uploads.end(
            one.id, ended.state, job.done, outcome=ended.outcome, fault=fault, without_file=ended.without_file
        )
        if ended.without_file:
            self._folder.remove(one.id)

    async def _report(self, import_id: UUID, job: Job) -> None:
        while True:
            await asyncio.sleep(_REPORT_SECONDS)
            with suppress(*DATABASE_ERRORS):
                job.to_stop |= await self._uploads.report(import_id, job.done)


def _verify_ready(one: KnownImport, *, needs_file: bool) -> None:
    if one.state is ImportState.TAKEN_BACK:
        raise NotReady("It was taken back.")
    if needs_file and not one.has_file:
        raise NotReady("Its file is gone. Send it again.")
