"""Records: bundles of matches taken in and written out, a second and a megabyte, and the memory that it takes."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from filecmp import cmp
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final
from uuid import UUID

import msgspec
import psycopg
from msgspec import Struct

from benchmarks.harness import Effort, Figure, Report
from benchmarks.memory import forget_peak, most_memory
from benchmarks.plays import PLAYERS, demo_plays
from benchmarks.stage import Stage, stage
from domain.match.folding import fold
from domain.registry import GAMES
from replays.records.form import Record, RecordPlayer, record_of, written
from service.commands.checking_pool import checking_pool
from service.commands.import_bundle import import_bundle
from service.commands.import_records import ImportedRecord, Importer
from service.commands.read_record import read_record
from service.eventstore.event_store import event_store
from service.eventstore.log import EventLog
from service.queries.export_records import Exporter, match_ids

_PEOPLE: Final = {player: RecordPlayer(id=player, name=f"Player {number}") for number, player in enumerate(PLAYERS)}
"""Those who are known on the stage."""

_COLUMNS: Final = "originator_id, originator_version, topic, state"


class _Work(Struct, frozen=True):
    """Something done with a whole bundle, and the name of what is measured beside it."""

    name: str
    do: Callable[[], None]
    beside: str = ""


def run(effort: Effort) -> Report:
    """Bundles of as many records as `effort` says, each into a database of its own and out again."""
    figures: list[Figure] = []
    notes: list[str] = []
    for number in effort.bundles:
        with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder, stage() as place:
            bundle = Path(folder, "bundle")
            with bundle.open("wb") as file:
                file.writelines(islice(records(), number))
            figures += _measured(place, bundle, number)
            notes.append(f"{number:,} records of all games, {_megabytes(bundle):.1f} MB; {place.database}.")
    notes.append("Taken in: the lines behind the first hundred are checked by other processes, one a processor.")
    notes.append("Memory is what it took at its peak, beyond that of the process before.")
    return Report("Records", tuple(figures), tuple(notes))


def _measured(place: Stage, bundle: Path, number: int) -> list[Figure]:
    out = bundle.with_name("out")
    log = EventLog(place.conninfo, connections=1)
    works = (
        _Work("JSON lines read, nothing checked", partial(_read, bundle)),
        _Work("checked by the rules", partial(_check, bundle), "JSON lines read, nothing checked"),
        _Work("taken in", partial(take_in, place, bundle), "bare COPY of the events in"),
        _Work("bare COPY of the events in", partial(_copy_in, place)),
        _Work("bare COPY of the events out", partial(_copy_out, place)),
        _Work("written out", partial(_write_out, log, place, out), "bare COPY of the events out"),
    )
    seconds: dict[str, float] = {}
    processor: dict[str, float] = {}
    peaks: dict[str, float] = {}
    for work in works:
        before, start, spent = forget_peak(), perf_counter(), process_time()
        work.do()
        seconds[work.name] = perf_counter() - start
        processor[work.name] = process_time() - spent
        peaks[work.name] = most_memory() - before
    log.close()
    if not cmp(out, bundle, shallow=False):
        raise AssertionError("what was written out isn't what was taken in")
    figures: list[Figure] = []
    for work in works:
        name, spent = f"{number:,} {work.name}", seconds[work.name]
        alone = number / processor[work.name]
        ratio = seconds[work.beside] / spent if work.beside else None
        figures += [
            Figure(name=name, value=number / spent, unit="records/s", beside=work.beside, ratio=ratio),
            Figure(name=name, value=_megabytes(bundle) / spent, unit="MB/s"),
        ]
        if work.name in {"checked by the rules", "taken in"}:
            figures.append(Figure(name=f"{name}, of its own processor's time", value=alone, unit="records/s"))
        if work.name in {"taken in", "written out"}:
            figures.append(Figure(name=f"{name}, more memory at its peak", value=peaks[work.name], unit="MB"))
    return figures


# --- what is measured ---


def _read(bundle: Path) -> None:
    decoder = msgspec.json.Decoder(Record)
    with bundle.open("rb") as file:
        for line in file:
            decoder.decode(line)


def _check(bundle: Path) -> None:
    with bundle.open("rb") as file:
        for line in file:
            read_record(line)


def take_in(place: Stage, bundle: Path) -> None:
    async def take_in() -> None:
        async with event_store(place.conninfo) as store:
            with bundle.open("rb") as file, checking_pool() as pool:
                async for number, outcome in import_bundle(Importer(store), file, pool=pool):
                    if not isinstance(outcome, ImportedRecord) or outcome.known:
                        raise AssertionError(f"line {number} wasn't taken in")

    asyncio.run(take_in())


def _write_out(log: EventLog, place: Stage, out: Path) -> None:
    exporter = Exporter(log)
    with out.open("wb") as file:
        file.writelines(exporter.bytes_of(match_id) for match_id in match_ids(place.conninfo))


def _copy_in(place: Stage) -> None:
    """The events that were taken in, into a table like theirs, in one statement; reading them is a part of it."""
    with place.connect() as source, psycopg.connect(place.conninfo) as target:
        target.execute("CREATE TABLE copied (LIKE match_events INCLUDING ALL)")
        with (
            source.cursor().copy(f"COPY match_events ({_COLUMNS}) TO STDOUT BINARY") as stored,
            target.cursor().copy(f"COPY copied ({_COLUMNS}) FROM STDIN BINARY") as copy,
        ):
            for block in stored:
                copy.write(block)


def _copy_out(place: Stage) -> None:
    """As bytes that nobody looks at."""
    with place.connect() as source, source.cursor().copy("COPY match_events TO STDOUT BINARY") as stored:
        for _ in stored:
            pass


# --- the bundle ---


def records() -> Iterator[bytes]:
    """Records of random matches, without end; each has an id of its own."""
    plays: list[Any] = [(play, fold(None, play.events)) for key in GAMES for play in demo_plays(key, 1)]
    for count, (play, match) in enumerate(cycle(plays)):
        yield written(record_of(UUID(int=(5 << 120) + count), match, list(enumerate(play.events, start=1)), _PEOPLE))


def _megabytes(bundle: Path) -> float:
    return bundle.stat().st_size / 1e6
