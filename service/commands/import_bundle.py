"""A bundle of records, one a line: imported some at a time, with the memory of those."""

from codecs import BOM_UTF8
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import IO, Final

from msgspec import Struct

from replays.records.checking import Checked
from replays.records.form import MAX_RECORD
from replays.records.mistakes import Mistake, RecordRefused
from service.commands.admit_record import admitted
from service.commands.checking_pool import CheckingPool, Line
from service.commands.import_records import ImportedRecord, Importer, RecordConflict
from service.validation.strict_json import JsonError

_CHUNK: Final = 1 << 20

_FEW_LINES: Final = 100
"""So many lines are checked in less time than other processes take to start."""

_MAX_LINES: Final = 100
_MAX_EVENTS: Final = 4_000
"""So many lines, or about so many events, are stored in one transaction: whoever records meanwhile waits for it."""


class Refused(Struct, frozen=True):
    """Why a line isn't imported: the mistakes in its record, the first ones first."""

    mistakes: tuple[Mistake, ...]


async def import_bundle(
    importer: Importer,
    file: IO[bytes],
    *,
    dry_run: bool = False,
    trust: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    pool: CheckingPool | None = None,
) -> AsyncIterator[tuple[int, ImportedRecord | Refused]]:
    """What comes of each line of `file` but blank ones, in order, each with its number, counted from 1.

    What was told is stored by then. `progress` is record of bytes that were read; `trust` is as of :func:`admitted`.
    With a `pool`, all lines but the first ones are checked there, while those before them are stored.
    """

    def read(line: Line) -> Checked | Refused:
        return _read(importer, line, trust=trust)

    for batch in _groups(_lines(file, progress), read, pool):
        record = [found for _, found in batch if isinstance(found, Checked)]
        done = iter(await importer.import_records(record, dry_run=dry_run))
        for number, found in batch:
            yield number, found if isinstance(found, Refused) else _outcome(next(done))


def _groups(
    lines: Iterator[Line], read: Callable[[Line], Checked | Refused], pool: CheckingPool | None
) -> Iterator[list[tuple[int, Checked | Refused]]]:
    """Lines, read and checked, as many at a time as are stored at once."""
    batch: list[tuple[int, Checked | Refused]] = []
    events = 0
    for number, (line, checked) in enumerate(_checked(lines, pool), start=1):
        if line is not None and not line.strip():
            continue
        record = checked or read(line)
        batch.append((number, record))
        if isinstance(record, Checked):
            events += len(record.events) + len(record.annotations) + len(record.variations)
        if len(batch) >= _MAX_LINES or events >= _MAX_EVENTS:
            yield batch
            batch, events = [], 0
    if batch:
        yield batch


def _checked(lines: Iterator[Line], pool: CheckingPool | None) -> Iterator[tuple[Line, Checked | None]]:
    """Each line, and what it tells, where the pool has found that."""
    few = lines if pool is None else islice(lines, _FEW_LINES)
    yield from ((line, None) for line in few)
    if pool is not None:
        yield from pool.checked(lines)


def _lines(file: IO[bytes], progress: Callable[[int], None]) -> Iterator[Line]:
    """The lines of a file, one at a time in memory; None for one that is too long.

    A byte order mark is left out, at the beginning of any line: files may have been put together of several.
    """
    while line := file.readline(MAX_RECORD + 1):
        progress(len(line))
        too_long = len(line) > MAX_RECORD
        while too_long and not line.endswith(b"\n") and (line := file.readline(_CHUNK)):
            progress(len(line))
        yield None if too_long else line.removeprefix(BOM_UTF8)


def _read(importer: Importer, line: Line, *, trust: bool) -> Checked | Refused:
    if line is None:
        return Refused((Mistake("", f"A record has at most {MAX_RECORD} bytes."),))
    try:
        return admitted(importer, line, trust=trust)
    except RecordRefused as refused:
        return Refused(refused.mistakes)
    except JsonError as error:
        return Refused((Mistake(error.pointer or "", error.detail),))


def _outcome(done: ImportedRecord | RecordConflict) -> ImportedRecord | Refused:
    return Refused((Mistake("/match/id", str(done)),)) if isinstance(done, RecordConflict) else done
