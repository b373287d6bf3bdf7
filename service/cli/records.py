"""The commands ``partita export`` and ``partita remove``, and how bundles with a record a line are imported."""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

import click

from domain.match import commands
from domain.match.confirming import Ruling
from domain.match.events import MatchEvent
from domain.match.match import Match
from service.cli.audit import record_deed
from service.cli.common import database_options, explained, log_key_option, written_to
from service.cli.dataset import write_dataset
from service.cli.games import is_missing
from service.cli.program_files import write_games, write_program_file
from service.cli.schema import database
from service.cli.tables import PGN, AskedTable, asked_table, table_options, write_table
from service.commands.checking_pool import checking_pool
from service.commands.import_bundle import Refused, import_bundle
from service.commands.import_records import ImportedRecord, Importer
from service.commands.notes import erasure
from service.commands.play import MatchCommands
from service.eventstore.errors import GameMissing, NotFound, UnreadableLog
from service.eventstore.event_store import event_store
from service.eventstore.log import EventLog
from service.evidence.head import LOG_KEY_FILE
from service.queries.export_records import Exporter, match_ids, number_of_matches
from service.queries.filters import MatchFilter
from service.queries.witness import EvidenceBehind, Witness

_REASON: Final = "removed from the command line"
_BY: Final = "command line"


@click.command("export")
@database_options
@click.option("--match", "wanted", multiple=True, type=click.UUID, help="Only this match; repeatable.")
@click.option("--game", help="Only matches of this game, by its key, also if it isn't installed any more.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if not given.")
@click.option("--dataset", type=click.Path(file_okay=False, path_type=Path), help="A folder for a data set instead.")
@click.option(
    "--dataset-key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Its file, for the same pseudonyms.",
)
@click.option("--evidence", is_flag=True, help="With the proof of each record that its events are in the log.")
@log_key_option
@table_options
@explained
def export_command(
    data: Path,
    database_url: str | None,
    wanted: Sequence[UUID],
    game: str | None,
    output: Path | None,
    dataset: Path | None,
    dataset_key: Path | None,
    log_key: Path | None,
    *,
    evidence: bool,
    **table: Any,
) -> None:
    """Write matches as records, one a line, with all that was written beside them, private comments included.

    With --table, write a flat table of them for analysis in place of that. How far it is complete goes to standard
    error: what --changed-after takes the next time.

    With --format and without --table, write a file that another program reads, and tell what is lost.

    With --dataset, write a data set for research of those matches whose people all agreed.
    """
    asked = asked_table(**table)
    if dataset is not None:
        if asked is not None or wanted or output is not None or evidence:
            raise click.UsageError("--dataset takes no option but --game and --dataset-key.")
        with database(data, database_url, create=False) as conninfo:
            _tell_missing(conninfo, game)
            record_deed(conninfo, "export", "--dataset", dataset.resolve(), *_of_game(game))
            write_dataset(conninfo, dataset, dataset_key, game)
        return
    if dataset_key is not None:
        raise click.UsageError("--dataset-key is for a data set; --dataset says where.")
    if evidence and asked is not None:
        raise click.UsageError("--evidence is for records.")
    key_file = (log_key or data / LOG_KEY_FILE) if evidence else None
    with database(data, database_url, create=False) as conninfo, written_to(output) as file:
        if asked is None:  # records say themselves how many there are
            is_missing(conninfo, game)
        else:
            _tell_missing(conninfo, game)
        matches = MatchFilter(game=game, among_matches=wanted or None)
        kind = "records" if asked is None else "--table" if isinstance(asked, AskedTable) else "--format"
        record_deed(conninfo, "export", kind, output and output.resolve(), *_of_game(game), *wanted)
        if isinstance(asked, AskedTable):
            write_table(conninfo, asked, matches, file)
            return
        if asked == PGN:
            write_games(conninfo, matches, file)
            return
        if asked is not None:
            write_program_file(conninfo, asked, matches, file)
            return
        damaged = _export_records(conninfo, wanted, game, file, key_file)
    if damaged:  # the file is there all the same
        sys.exit(1)


def _tell_missing(conninfo: str, game: str | None) -> None:
    if is_missing(conninfo, game):
        click.echo(f"The game {game} isn't installed here: what only its rules tell is left out.", err=True)


def _of_game(game: str | None) -> tuple[str, ...]:
    return () if game is None else ("--game", game)


def _export_records(
    conninfo: str, wanted: Sequence[UUID], game: str | None, file: IO[bytes], key_file: Path | None
) -> int:
    """Write the records, with evidence if there is a key for that; gives how many matches were left out."""
    with _opened(conninfo) as log:
        witness = Witness(log, key_file) if key_file else None
        ids = wanted or match_ids(conninfo)
        number = len(wanted) or number_of_matches(conninfo)
        with click.progressbar(ids, length=number, label="exporting", file=sys.stderr) as bar:
            done, damaged = _export(Exporter(log), bar, game, file, witness, asked=bool(wanted))
    click.echo(f"Exported {done} {_matches(done)}{f'; {damaged} left out' if damaged else ''}.", err=True)
    return damaged


@click.command("remove")
@database_options
@click.argument("wanted", nargs=-1, required=True, type=click.UUID, metavar="MATCH...")
@click.option("--dry-run", is_flag=True, help="Only tell whether they are there.")
@explained
def remove_command(data: Path, database_url: str | None, wanted: Sequence[UUID], *, dry_run: bool) -> None:
    """Remove matches that were recorded by mistake, by their ids, with all that was written beside them.

    If one isn't there, none is removed. It can't be undone; `partita export --match` keeps a copy.
    """
    ids = list(dict.fromkeys(wanted))
    with database(data, database_url, create=False) as conninfo:
        try:
            asyncio.run(_remove(conninfo, ids, dry_run=dry_run))
        except NotFound as error:
            raise click.ClickException(f"There is no match {error}.") from None
        if not dry_run:
            record_deed(conninfo, "remove", *ids)
    click.echo(f"{'Could remove' if dry_run else 'Removed'} {len(ids)} {_matches(len(ids))}.")


def import_records(conninfo: str, bundle: IO[bytes], *, dry_run: bool, trust: bool) -> bool:
    """Import the records of a bundle, and report what came of them; gives whether all were imported."""
    tally = _Tally(dry_run=dry_run)
    with click.progressbar(length=_size(bundle), label="importing", file=sys.stderr) as bar:
        asyncio.run(_import(conninfo, bundle, tally, dry_run=dry_run, trust=trust, progress=bar.update))
    click.echo(tally.summary)
    return not tally.refused


async def _import(
    conninfo: str, bundle: IO[bytes], tally: "_Tally", *, dry_run: bool, trust: bool, progress: Callable[[int], None]
) -> None:
    async with event_store(conninfo) as store:
        with checking_pool() as pool:
            outcomes = import_bundle(
                Importer(store), bundle, dry_run=dry_run, trust=trust, progress=progress, pool=pool
            )
            async for number, outcome in outcomes:
                tally.add(number, outcome)


async def _remove(conninfo: str, match_ids: Sequence[UUID], *, dry_run: bool) -> None:
    """Remove matches, or only see whether they are there.

    Raises:
        NotFound: one of them isn't, so that none was removed.
    """

    def removed(_: Match, at: datetime) -> list[MatchEvent]:
        return [commands.remove(_REASON, at=at, by=_BY)]

    async with event_store(conninfo) as store:
        for match_id in match_ids:
            await store.matches.load(match_id)
        if dry_run:
            return
        for match_id in match_ids:
            await MatchCommands(store.matches).revise(match_id, removed, ruling=Ruling(_REASON, _BY))
        async with store.pool.connection() as connection:
            await connection.execute(*erasure(match_ids))


class _Tally:
    """What has come of the records so far."""

    def __init__(self, *, dry_run: bool) -> None:
        self._dry_run = dry_run
        self._imported = 0
        self._known = 0
        self._signers: Counter[str] = Counter()
        self.refused = 0

    def add(self, number: int, outcome: ImportedRecord | Refused) -> None:
        """One more; what is wrong, or needs to be known, of its line goes to standard error."""
        if isinstance(outcome, Refused):
            self.refused += 1
            for mistake in outcome.mistakes:
                clause = f" ({mistake.clause})" if mistake.clause else ""
                _report(number, f"{mistake.pointer}: " * bool(mistake.pointer) + mistake.detail + clause)
            return
        self._known += outcome.known
        self._imported += not outcome.known
        for player, name in outcome.other_names:
            _report(number, f"{player.name} is {name or 'nobody who is named'} here.")
        if outcome.signed_by:
            self._signers[outcome.signed_by] += 1
        if outcome.deviating:
            _report(number, f"taken on trust, the rules differ at {_steps(outcome.deviating)}.")

    @property
    def summary(self) -> str:
        """The same for people."""
        verb = "Could import" if self._dry_run else "Imported"
        done = (
            f"{verb} {self._imported} {_matches(self._imported)}; {self._known} here already, {self.refused} refused."
        )
        signed = (
            f"The evidence of {number} {_matches(number)} holds, by the key {key}: compare it with that of the log."
            for key, number in self._signers.items()
        )
        return "\n".join([done, *signed])


def _steps(steps: Sequence[int]) -> str:
    return f"step {steps[0]}" if len(steps) == 1 else f"the steps {', '.join(map(str, steps))}"


def _report(number: int, text: str) -> None:
    click.echo(f"line {number}: {text}", err=True)


def _export(
    exporter: Exporter,
    ids: Iterable[UUID],
    game: str | None,
    file: IO[bytes],
    witness: Witness | None,
    *,
    asked: bool,
) -> tuple[int, int]:
    """Write the records of `ids`, of `game` if given: how many were written, and how many can't be read any more.

    Which these are goes to standard error. What is `asked` for by its id has to be there.
    """
    done = damaged = 0
    without: Counter[str] = Counter()
    for match_id in ids:
        try:
            if game is not None and _game_of(exporter, match_id) != game:
                continue
            try:
                content = exporter.bytes_of(match_id, witness=witness)
            except GameMissing as error:
                content = exporter.bytes_without_game(match_id, witness)
                without[error.game] += 1
            file.write(content)
        except NotFound:
            if asked:
                raise click.ClickException(f"There is no match {match_id}.") from None
        except EvidenceBehind as error:
            raise click.ClickException(f"{error} Try again later, while the service runs.") from None
        except UnreadableLog as error:
            damaged += 1
            why = "its game is missing" if isinstance(error, GameMissing) else "damaged"
            click.echo(f"Left out, {why}: the match {error}", err=True)
        else:
            done += 1
    for key, number in sorted(without.items()):
        note = f"The game {key} isn't installed here: {number} {_matches(number)} with the result that was known."
        click.echo(note, err=True)
    file.flush()
    return done, damaged


def _game_of(exporter: Exporter, match_id: UUID) -> str:
    try:
        return exporter.game_of(match_id)
    except GameMissing as error:
        return error.game


def _size(file: IO[bytes]) -> int:
    """The bytes of a file; 0 of what has no size, such as a pipe."""
    if not file.seekable():
        return 0
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _matches(number: int) -> str:
    return "match" if number == 1 else "matches"


@contextmanager
def _opened(conninfo: str) -> Iterator[EventLog]:
    log = EventLog(conninfo, connections=1)
    try:
        yield log
    finally:
        log.close()
