"""Imports of files that were sent over HTTP: planned, answered, carried out and taken back."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Literal, TypeAlias
from uuid import UUID

import structlog
from msgspec.structs import replace

from domain.match.events import Visibility
from service.commands.imports.carrying_out import Unsure, carry_out
from service.commands.imports.import_lock import ImportBusy, import_lock
from service.commands.imports.jobs import DATABASE_ERRORS, Ended, ImportJobs, Job, NotReady, Outcome, TooManyImports
from service.commands.imports.limits import ImportLimits
from service.commands.imports.people import Answers, Identity, Person, identified
from service.commands.imports.plan_people import PlanPeople
from service.commands.imports.planning import Plan, SourceFile, plan
from service.commands.imports.table import ImportNotFound, ImportTable
from service.commands.imports.taking_back import take_back
from service.commands.imports.upload_folder import Upload, UploadFolder
from service.commands.imports.uploads import ImportState, KnownImport, NewUpload, UploadTable, decoded
from service.eventstore.event_store import EventStore
from service.readers.mapping import TableMapping
from service.readers.play import Kind

_SWEEP_SECONDS: Final = 1800.0

_log = structlog.get_logger(__name__)


class InvalidAnswer(Exception):  # noqa: N818  # what it is
    """An answer for `person`, by the id in the file, that can't be taken: `field` is the part of it that is wrong."""

    def __init__(self, person: str, field: Literal["person", "player"], reason: str) -> None:
        super().__init__(reason)
        self.person = person
        self.field = field


CaughtUp: TypeAlias = Callable[[int], Awaitable[None]]


class UploadedImports:
    """What may be done with files that were sent, from their arrival to the end."""

    def __init__(
        self, store: EventStore, conninfo: str, folder: Path, limits: ImportLimits, caught_up: CaughtUp
    ) -> None:
        """`caught_up` waits until read models have come to a position."""
        self._store = store
        self._conninfo = conninfo
        self._caught_up = caught_up
        self._table = ImportTable(store.pool)
        self.limits = limits
        self.uploads = UploadTable(store.pool)
        self.people = PlanPeople(store.pool)
        self.folder = UploadFolder(folder, limits.size)
        self._jobs = ImportJobs(self.uploads, self.folder, conninfo, limits.concurrent)
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to remove what has lain there for too long."""
        self._sweeper = asyncio.create_task(self._sweep_always(), name="import sweeper")

    async def stop(self) -> None:
        """Stop at the end of what is being stored; after the next start it can be gone on with."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self._jobs.stop()

    async def verify_room(self) -> None:
        """Refuse a file for which there is no room.

        Raises:
            TooManyImports: as the name says.
        """
        if self._jobs.full or await self.uploads.files() >= self.limits.files:
            raise TooManyImports

    async def add(self, upload: Upload, new: NewUpload) -> UUID:
        """A file that has come in is that of an import: of the same one, if the same file came before.

        Raises:
            ImportBusy: that import goes on just now.
        """
        import_id = await self.uploads.register(new)
        async with import_lock(self._conninfo, import_id):
            self.folder.keep(upload, import_id)
            await self.uploads.add_file(import_id, new)
        return import_id

    async def plan(self, import_id: UUID) -> "asyncio.Task[None]":
        """Read the file of an import, which tells what would become of it.

        Raises:
            ImportNotFound, ImportBusy, TooManyImports, NotReady: as the names say.
        """

        async def work(one: KnownImport, job: Job) -> Ended:
            answers = await self.people.answers(import_id)
            with self.folder.open(import_id) as file:
                found = await plan(self._store, await self._source_file(one, file), answers, job.progress)
            await self.people.replace(import_id, found.people, answers)
            await self.uploads.keep_plan(import_id, replace(found, people=()))
            return Ended(ImportState.PLANNED)

        return await self._jobs.begin(import_id, ImportState.PLANNING, work, needs_file=True)

    async def answer(self, import_id: UUID, answers: Answers) -> None:
        """Who people are, by their ids at the source; what was answered before stays.

        Raises:
            ImportNotFound, ImportBusy, NotReady: as the names say.
            InvalidAnswer: an answer is for somebody of whom it needs none, or names nobody who is known.
        """
        async with import_lock(self._conninfo, import_id):
            await self._verify_planned(import_id)
            await self._verify(import_id, answers)
            await self._identify(import_id, answers)

    async def _verify(self, import_id: UUID, answers: Answers) -> None:
        identities = await self.people.identities(import_id, list(answers))
        known = await self._table.known([player for player in answers.values() if player is not None])
        for person, player in answers.items():
            if person not in identities:
                raise InvalidAnswer(person, "person", "Nobody in the file has this id.")
            if identities[person] is Identity.REMEMBERED:
                raise InvalidAnswer(person, "person", "Who this is was said for an import before.")
            if player is not None and player not in known:
                raise InvalidAnswer(person, "player", "There is no such player.")

    async def set_options(self, import_id: UUID, visibility: Visibility, mapping: TableMapping | None) -> None:
        """What a file is to be read and imported with, from the next plan on.

        Raises:
            ImportNotFound, ImportBusy: as the names say.
        """
        await self.uploads.get(import_id)
        async with import_lock(self._conninfo, import_id):
            await self.uploads.set_options(import_id, visibility, mapping)

    async def run(self, import_id: UUID, by: str) -> "asyncio.Task[None]":
        """Import a file as it was planned; again, what was left.

        Raises:
            ImportNotFound, ImportBusy, TooManyImports, NotReady: as the names say.
            Unsure: it takes answers who some of the people are.
        """
        planned = await self._planned(import_id)
        if planned.unsure:
            raise Unsure

        async def work(one: KnownImport, job: Job) -> Ended:
            visibility = one.visibility or Visibility.PRIVATE
            with self.folder.open(import_id) as file:
                asked = await self._source_file(one, file)
                done = await carry_out(self._store, asked, planned, visibility=visibility, by=by, progress=job.progress)
            plays = {str(fate): number for fate, number in done.plays.items()}
            return Ended(ImportState.DONE, Outcome(plays, position=done.position), without_file=True)

        total = sum(planned.plays.values())
        return await self._jobs.begin(import_id, ImportState.RUNNING, work, total=total, needs_file=True)

    async def take_back(self, import_id: UUID, by: str) -> "asyncio.Task[None]":
        """Remove the matches of an import, and forget the people whom only it made known.

        Raises:
            ImportNotFound, ImportBusy, TooManyImports, NotReady: as the names say.
        """

        async def work(_: KnownImport, job: Job) -> Ended:
            done = await take_back(self._store, import_id, by=by, caught_up=self._caught_up, progress=job.progress)
            return Ended(ImportState.DONE, Outcome(sealed=done.sealed, position=done.position), without_file=True)

        one = await self.uploads.get(import_id)
        return await self._jobs.begin(import_id, ImportState.TAKING_BACK, work, total=one.matches)

    async def ask_to_stop(self, import_id: UUID) -> None:
        """Stop the work on an import, in whatever process; it does so at the end of what it is storing.

        Raises:
            ImportNotFound: as the name says.
        """
        await self.uploads.get(import_id)
        await self.uploads.ask_to_stop(import_id)
        self._jobs.ask_to_stop(import_id)

    async def discard(self, import_id: UUID) -> None:
        """Remove the file and the plan of an import; what it made stays.

        Raises:
            ImportNotFound, ImportBusy: as the names say.
        """
        await self.uploads.get(import_id)
        async with import_lock(self._conninfo, import_id):
            await self.uploads.discard(import_id)
            self.folder.remove(import_id)

    async def sweep(self) -> None:
        """Remove files with which nothing was done for too long."""
        for import_id in await self.uploads.idle(self.limits.hours):
            with suppress(ImportBusy, ImportNotFound):
                await self.discard(import_id)
        known = await self.uploads.uploads()
        await asyncio.to_thread(self.folder.sweep, known)

    async def _source_file(self, one: KnownImport, file: IO[bytes]) -> SourceFile:
        stored = await self.uploads.stored(one.id)
        mapping = decoded(stored.mapping, TableMapping)
        return SourceFile(file, Kind(one.kind or Kind.CSV), one.source, one.file_name, mapping)

    async def _planned(self, import_id: UUID) -> Plan:
        """The plan of an import, with who everybody is by now."""
        async with import_lock(self._conninfo, import_id):
            people = await self._identify(import_id, {})
            found: Plan = decoded((await self.uploads.stored(import_id)).plan, Plan)
        return replace(found, people=people)

    async def _identify(self, import_id: UUID, new_answers: Answers) -> tuple[Person, ...]:
        one = await self._verify_planned(import_id)
        answers = await self.people.answers(import_id) | dict(new_answers)
        people = await identified(self._table, one.source, await self.people.gathered(import_id), answers)
        await self.people.replace(import_id, people, answers)
        return tuple(people)

    async def _verify_planned(self, import_id: UUID) -> KnownImport:
        one = await self.uploads.get(import_id)
        if not one.has_file:
            raise NotReady("Its file is gone. Send it again.")
        if (await self.uploads.stored(import_id)).plan is None:
            raise NotReady("There is no plan of it.")
        return one

    async def _sweep_always(self) -> None:
        while True:
            try:
                await self.sweep()
            except (*DATABASE_ERRORS, OSError) as error:
                _log.warning("files of imports weren't looked through", fault=str(error).strip())
            await asyncio.sleep(_SWEEP_SECONDS)
