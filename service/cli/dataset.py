"""The part of ``partita export`` that writes a data set for research."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

import click
import msgspec
import psycopg
from msgspec import Struct
from psycopg import Connection, IsolationLevel

from projections.scoreboard.projection import Scoreboard
from service.cli.tables import brought_up_to_date
from service.eventstore.errors import UnreadableLog
from service.eventstore.log import EventLog
from service.queries.dataset.chosen import ChosenMatch, Groups, Splits, chosen, splits_by_time
from service.queries.dataset.description import Summary, WrittenFile, card, croissant
from service.queries.dataset.episodes import Episode, episode, may_be_given
from service.queries.dataset.pseudonyms import LEAST_KEY, Pseudonyms
from service.queries.dataset.tables import DATASET_TABLES
from service.queries.match_logs import events_of, match_of
from service.queries.tables.forms import TABLE_FORMS, FormMissing

_NEW_KEY: Final = 32


def write_dataset(conninfo: str, folder: Path, key_file: Path | None, game: str | None) -> None:
    """Write a data set into `folder`, which must be empty or new; memory doesn't grow with the matches.

    Pseudonyms are made by the key in `key_file`, or by one that nobody knows afterwards.

    Raises:
        click.ClickException: the folder has something in it, the key is too short, or pyarrow isn't installed.
    """
    pseudonyms = _pseudonyms(key_file)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise click.ClickException(f"{folder} isn't empty.")
    brought_up_to_date(conninfo, (Scoreboard.name,))
    with psycopg.connect(conninfo) as connection, closing(EventLog(conninfo, connections=1)) as log:
        connection.isolation_level = IsolationLevel.REPEATABLE_READ  # both times the same matches
        splits = Splits(Groups(chosen(connection, game)), splits_by_time(chosen(connection, game)), pseudonyms)
        contents = _Contents()
        files = _write_tables(folder, _episodes(connection, log, game, splits, contents), contents)
    summary = contents.summary()
    metadata = msgspec.json.format(msgspec.json.encode(croissant(files, summary)), indent=2)
    (folder / "croissant.json").write_bytes(metadata + b"\n")
    (folder / "README.md").write_text(card(files, summary))
    click.echo(f"Wrote {files[0].rows} matches to {folder}; {contents.left_out} left out.", err=True)


def _pseudonyms(key_file: Path | None) -> Pseudonyms:
    key = secrets.token_bytes(_NEW_KEY) if key_file is None else key_file.read_bytes().strip()
    try:
        return Pseudonyms(key)
    except ValueError:
        raise click.ClickException(f"{key_file} has less than {LEAST_KEY} bytes.") from None


class _Contents:
    """What a data set holds so far."""

    def __init__(self) -> None:
        self.editions: Counter[tuple[str, str]] = Counter()
        self.splits: Counter[str] = Counter()
        self.by_time: Counter[str] = Counter()
        self.groups: set[str] = set()
        self.people: set[str] = set()
        self.left_out = 0

    def add(self, one: Episode) -> None:
        match = one.match
        self.editions[match.game, match.edition] += 1
        self.splits[match.split] += 1
        self.by_time[match.split_by_time] += 1
        self.groups.add(match.player_group)
        self.people |= set(match.players)

    def summary(self) -> Summary:
        today = datetime.now(UTC).date()
        numbers = (len(self.groups), len(self.people), self.left_out)
        return Summary(today, self.editions, self.splits, self.by_time, *numbers)


def _episodes(
    connection: Connection[Any], log: EventLog, game: str | None, splits: Splits, contents: _Contents
) -> Iterator[Episode]:
    for one in chosen(connection, game):
        found = _episode(log, one, splits)
        if found is None:
            contents.left_out += 1
        else:
            yield found


def _episode(log: EventLog, one: ChosenMatch, splits: Splits) -> Episode | None:
    """The rows of a match; None where it can't be read, or has changed since it was chosen."""
    try:
        match = match_of(one.match_id, events_of(log, one.match_id))
    except UnreadableLog:
        return None
    if match is None or list(match.seats) != one.players or not may_be_given(match):
        return None
    return episode(one, match, splits)


def _write_tables(folder: Path, episodes: Iterator[Episode], contents: _Contents) -> Sequence[WrittenFile]:
    with ExitStack() as stack:
        tables = {
            name: _TableFile(name, row, stack.enter_context((folder / f"{name}.parquet").open("wb")))
            for name, row in DATASET_TABLES.items()
        }
        for one in episodes:
            contents.add(one)
            tables["matches"].add([one.match])
            tables["steps"].add(one.steps)
            tables["views"].add(one.views)
        return [table.ended() for table in tables.values()]


class _TableFile:
    """A table on its way into a file."""

    def __init__(self, name: str, row: type[Struct], file: IO[bytes]) -> None:
        try:
            self._writer = TABLE_FORMS["parquet"].writer(row)
        except FormMissing as error:
            raise click.ClickException(str(error)) from None
        self._name = name
        self._file = file
        self._digest = hashlib.sha256()
        self._rows = 0
        self._put(self._writer.begin())

    def add(self, rows: Sequence[Struct]) -> None:
        self._rows += len(rows)
        self._put(self._writer.rows(rows))

    def ended(self) -> WrittenFile:
        self._put(self._writer.end())
        return WrittenFile(self._name, self._rows, self._file.tell(), self._digest.hexdigest())

    def _put(self, part: bytes) -> None:
        self._file.write(part)
        self._digest.update(part)
