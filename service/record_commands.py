"""The commands ``partita export`` and ``partita import``: matches as a bundle, a record a line."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from uuid import UUID

import click
import psycopg

from domain.registry import GAMES
from replays.records.form import MAX_RECORD
from service.command_line import database, database_options, explained
from service.problems import ProblemError
from service.records import RecordConflict, Records, game_of_match, match_ids, read_record
from service.store.errors import NotThere
from service.store.log import EventLog

_CHUNK: Final = 1 << 20


@click.command("export")
@database_options
@click.option("--match", "wanted", multiple=True, type=click.UUID, help="Only this match; repeatable.")
@click.option("--game", type=click.Choice(list(GAMES)), help="Only matches of this game.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if not given.")
@explained
def export_command(
    data: Path, database_url: str | None, wanted: Sequence[UUID], game: str | None, output: Path | None
) -> None:
    """Write matches as records, one a line, with all that was written beside them, private comments included."""
    with database(data, database_url, create=False) as conninfo, _opened(conninfo) as log, _written_to(output) as file:
        number = _number_of_matches(conninfo) if not wanted else len(wanted)
        ids = wanted or match_ids(conninfo)
        with click.progressbar(ids, length=number, label="exporting", file=sys.stderr) as bar:
            done = _export(Records(log), log, bar, game, file, asked=bool(wanted))
    click.echo(f"Exported {done} {_matches(done)}.", err=True)


@click.command("import")
@database_options
@click.argument("bundle", metavar="FILE", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Only check the records.")
@explained
def import_command(data: Path, database_url: str | None, bundle: IO[bytes], *, dry_run: bool) -> None:
    """Take in the records of FILE, one a line; - is standard input.

    Each is checked by the rules and taken in as a whole or not at all. What is refused is told with the number of its
    line; the others are taken in all the same. A match that is here already is left as it is.
    """
    with database(data, database_url) as conninfo, _opened(conninfo) as log:
        tally = _Tally(dry_run=dry_run)
        with click.progressbar(length=_size(bundle), label="importing", file=sys.stderr) as bar:
            for number, line in enumerate(_lines(bundle, bar.update), start=1):
                if line is None or line.strip():
                    _take_in(Records(log), number, line, tally)
    click.echo(tally.told)
    if tally.refused:
        sys.exit(1)


class _Tally:
    """What has come of the records so far."""

    def __init__(self, *, dry_run: bool) -> None:
        self.dry_run = dry_run
        self.taken_in = 0
        self.known = 0
        self.refused = 0

    @property
    def told(self) -> str:
        """The same for people."""
        verb = "Could import" if self.dry_run else "Imported"
        return f"{verb} {self.taken_in} {_matches(self.taken_in)}; {self.known} here already, {self.refused} refused."


def _take_in(records: Records, number: int, line: bytes | None, tally: _Tally) -> None:
    """One record; what is wrong with it goes to standard error."""
    if line is None:
        _refused(tally, number, [("", f"A record has at most {MAX_RECORD} bytes.")])
        return
    try:
        told = read_record(line)
        done = records.take_in(told, dry_run=tally.dry_run)
    except ProblemError as error:
        found = error.members.get("errors", ())
        places = [(one.pointer, f"{one.detail} ({one.clause})" if one.clause else one.detail) for one in found]
        _refused(tally, number, places or [(str(error.members.get("pointer", "")), error.detail)])
    except RecordConflict as conflict:
        here = "" if conflict.match is None else f", at version {conflict.match.version}"
        _refused(tally, number, [("/match/id", f"Another match has this id here{here}.")])
    else:
        tally.known += done.known
        tally.taken_in += not done.known
        for player, name in done.other_names:
            click.echo(f"line {number}: {player.name} is {name or 'nobody who is named'} here.", err=True)


def _refused(tally: _Tally, number: int, places: Iterable[tuple[str, str]]) -> None:
    tally.refused += 1
    for pointer, detail in places:
        click.echo(f"line {number}: {pointer}: {detail}" if pointer else f"line {number}: {detail}", err=True)


def _export(
    records: Records, log: EventLog, ids: Iterable[UUID], game: str | None, file: IO[bytes], *, asked: bool
) -> int:
    """Write the records of `ids`, of `game` if given; their number. What is `asked` for by its id has to be there."""
    done = 0
    for match_id in ids:
        try:
            if game is not None and game_of_match(log, match_id) != game:
                continue
            file.write(records.bytes_of(match_id))
        except NotThere:
            if asked:
                raise click.ClickException(f"There is no match {match_id}.") from None
        else:
            done += 1
    file.flush()
    return done


def _lines(file: IO[bytes], progress: Callable[[int], None]) -> Iterator[bytes | None]:
    """The lines of a file, one at a time in memory; None for one that is too long."""
    while line := file.readline(MAX_RECORD + 1):
        progress(len(line))
        too_long = len(line) > MAX_RECORD
        while too_long and not line.endswith(b"\n") and (line := file.readline(_CHUNK)):
            progress(len(line))
        yield None if too_long else line


def _size(file: IO[bytes]) -> int:
    """The bytes of a file; 0 of what has no size, such as a pipe."""
    if not file.seekable():
        return 0
    size = file.seek(0, 2)
    file.seek(0)
    return size


def _matches(number: int) -> str:
    return "match" if number == 1 else "matches"


def _number_of_matches(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT count(*) FROM match_events WHERE topic = 'match/opened'").fetchone()
    return int(row[0]) if row else 0


@contextmanager
def _opened(conninfo: str) -> Iterator[EventLog]:
    log = EventLog(conninfo, connections=1)
    try:
        yield log
    finally:
        log.close()


@contextmanager
def _written_to(output: Path | None) -> Iterator[IO[bytes]]:
    """A file that is there once it is whole, or standard output."""
    if output is None:
        yield sys.stdout.buffer
        return
    unfinished = output.with_name(f"{output.name}.part")
    try:
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)
