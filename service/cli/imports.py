"""The commands ``partita import`` and ``partita imports``."""

import asyncio
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, TypeVar
from uuid import UUID

import click
import msgspec
import psycopg
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from domain.match.events import Visibility
from projections import PROJECTIONS
from projections.continuity import LogRewound
from projections.follower import WrongVersion
from projections.runner import catch_up
from service.cli.audit import record_deed
from service.cli.common import database_options, explained
from service.cli.plans import DoneReport, PlanReport
from service.cli.records import import_records
from service.cli.schema import database
from service.commands.imports.carrying_out import carry_out
from service.commands.imports.judging import Fate
from service.commands.imports.people import NEW, Answers, UnknownAnswer
from service.commands.imports.planning import Plan, SourceFile, plan
from service.commands.imports.table import ImportNotFound
from service.commands.imports.taking_back import TakenBack, take_back
from service.commands.imports.uploads import UploadTable
from service.eventstore.event_store import event_store
from service.readers.mapping import TableMapping
from service.readers.play import Kind, UnreadableFile
from service.readers.reading import HEAD, kind_of

_BY: Final = "command line"
_LISTED: Final = 10_000

_answers: Final = msgspec.json.Decoder(dict[str, str])
_mapping: Final = msgspec.json.Decoder(TableMapping)

T = TypeVar("T")


def _read_json(decoder: "msgspec.json.Decoder[T]", name: str, file: IO[bytes] | None) -> T | None:
    """What stands in a file of settings.

    Raises:
        click.BadParameter: it isn't JSON, or not of its form.
    """
    if file is None:
        return None
    try:
        return decoder.decode(file.read())
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise click.BadParameter(f"{error}.", param_hint=name) from None


@click.command("import")
@database_options
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Only say what would happen.")
@click.option("--yes", is_flag=True, help="Don't ask before anything is written.")
@click.option(
    "--kind", type=click.Choice([kind.value for kind in Kind]), help="What the files are; recognised if not given."
)
@click.option("--source", help="A name for where ids of plays and people come from, such as of one of several tables.")
@click.option("--mapping", "mapping_file", type=click.File("rb"), help="For tables: which column holds what, as JSON.")
@click.option(
    "--people", "people_file", type=click.File("rb"), help="Who somebody is, as JSON: names to ids of players."
)
@click.option(
    "--visibility",
    type=click.Choice(["public", "unlisted", "private"]),
    default="public",
    show_default=True,
    help="Who may read the matches without a token.",
)
@click.option("--trust", is_flag=True, help="For records: keep outcomes that the rules don't confirm, and mark them.")
@explained
def import_command(
    data: Path,
    database_url: str | None,
    files: Sequence[BufferedReader],
    *,
    dry_run: bool,
    yes: bool,
    kind: str | None,
    source: str | None,
    mapping_file: IO[bytes] | None,
    people_file: IO[bytes] | None,
    visibility: str,
    trust: bool,
) -> None:
    """Import what was recorded elsewhere; - is standard input.

    FILE is a bundle of Partita's records, an export of BG Stats, a page of plays of BoardGameGeek's XML API, games of
    chess in PGN, or a table as CSV. docs/imports.md says how each is read.

    Records are checked by the rules, and each is imported as a whole or not at all; those that are refused are reported
    with the number of their line. Of other files, it is said first what would happen. A play that was imported before
    is left as it is or, where the file says something else now, corrected. So what was interrupted is simply done
    again.
    """
    mapping = _read_json(_mapping, "--mapping", mapping_file)
    answers = _answers_of(_read_json(_answers, "--people", people_file) or {})
    complete = True
    with database(data, database_url) as conninfo:
        for file in files:
            with _explained(file.name):
                found = Kind(kind) if kind else kind_of(file.peek(HEAD)[:HEAD])
                if not dry_run:
                    record_deed(conninfo, "import", found, Path(file.name).name)
                if found is Kind.RECORD:
                    complete &= import_records(conninfo, file, dry_run=dry_run, trust=trust)
                    continue
                with _sought(file) as sought:
                    asked = SourceFile(sought, found, source or str(found), Path(file.name).name[:200], mapping)
                    work = _import(conninfo, asked, answers, Visibility(visibility), dry_run=dry_run, ask=not yes)
                    complete &= asyncio.run(work)
    if not complete:
        sys.exit(1)


@click.command("imports")
@database_options
@click.option("--take-back", "wanted", type=click.UUID, metavar="IMPORT", help="Take this one back.")
@explained
def imports_command(data: Path, database_url: str | None, wanted: UUID | None) -> None:
    """List what was imported, or take an import back.

    Its matches are removed, and people whom only it made known are forgotten. That can't be undone, but the file can be
    imported again.
    """
    with database(data, database_url, create=False) as conninfo:
        if wanted is None:
            Console(markup=False, soft_wrap=True).print(asyncio.run(_listed(conninfo)))
            return
        try:
            with _bar("removing") as bar:
                done = asyncio.run(_take_back(conninfo, wanted, bar))
        except ImportNotFound:
            raise click.ClickException("There is no such import, or it was taken back before.") from None
    sealed = f" {done.sealed} stay, since their results are sealed." if done.sealed else ""
    click.echo(f"Removed {done.matches} matches and {done.people} people.{sealed}")


async def _listed(conninfo: str) -> Table:
    table = Table("import", "source", "file", "begun", "matches", "state", box=None)
    async with event_store(conninfo) as store:
        for one in await UploadTable(store.pool).page(None, _LISTED):
            begun = f"{one.created_at:%Y-%m-%d %H:%M}"
            state = one.state.replace("_", " ")
            table.add_row(str(one.id), one.source, one.file_name, begun, str(one.matches), state)
    return table


async def _take_back(conninfo: str, import_id: UUID, progress: "_Bar") -> TakenBack:
    async def caught_up(_: int) -> None:
        await asyncio.to_thread(_catch_up, conninfo)

    async with event_store(conninfo) as store:
        return await take_back(store, import_id, by=_BY, caught_up=caught_up, progress=progress)


def _catch_up(conninfo: str) -> None:
    """Bring the read models up to date, in case that no service does it."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for projection in PROJECTIONS:
            with suppress(WrongVersion, LogRewound):  # a service makes it anew
                catch_up(connection, projection())


def _answers_of(said: dict[str, str]) -> Answers:
    """Who somebody is said to be; `new` is somebody new.

    Raises:
        click.BadParameter: that is neither an id nor `new`.
    """
    try:
        return {name: None if answer == NEW else UUID(answer) for name, answer in said.items()}
    except ValueError:
        raise click.BadParameter(f"Each is the id of a player, or “{NEW}”.", param_hint="--people") from None


async def _import(
    conninfo: str, asked: SourceFile, answers: Answers, visibility: Visibility, *, dry_run: bool, ask: bool
) -> bool:
    """Plan and carry out; gives whether nothing was refused or is open."""
    async with event_store(conninfo) as store:
        with _bar("reading") as bar:
            found = await plan(store, asked, answers, bar)
        PlanReport(found).show()
        if found.unsure:
            click.echo("Nothing was imported: --people has to say who these are.", err=True)
            return False
        if dry_run or (ask and sys.stdin.isatty() and not click.confirm("Import this?")):
            return not _refused(found)
        with _bar("importing", sum(found.plays.values())) as bar:
            done = await carry_out(store, asked, found, visibility=visibility, by=_BY, progress=bar)
    DoneReport(done).show()
    return not _refused(found)


def _refused(found: Plan) -> bool:
    return bool(found.plays[Fate.REFUSED])


class _Bar:
    """Shows how many plays were gone through."""

    def __init__(self, progress: Progress, label: str, total: int | None) -> None:
        self._progress = progress
        self._task = progress.add_task(label, total=total)

    def __call__(self, plays: int) -> None:
        """So many more."""
        self._progress.advance(self._task, plays)


@contextmanager
def _bar(label: str, total: int | None = None) -> Iterator[_Bar]:
    columns: Any = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield _Bar(progress, label, total)


@contextmanager
def _explained(name: str) -> Iterator[None]:
    try:
        yield
    except UnreadableFile as error:
        raise click.ClickException(f"{name}: {error}") from None
    except UnknownAnswer as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def _sought(file: IO[bytes]) -> Iterator[IO[bytes]]:
    """A file that can be sought in, with the same bytes."""
    if file.seekable():
        yield file
        return
    with TemporaryFile() as copy:
        shutil.copyfileobj(file, copy)
        copy.seek(0)
        yield copy
