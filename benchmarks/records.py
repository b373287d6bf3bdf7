"""Records: matches out and in again, a second and a megabyte, and the memory that it takes.

``python -m benchmarks.records --matches 10000`` is the long one.
"""

import argparse
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Final
from uuid import UUID

import msgspec

from benchmarks.harness import Effort, Figure, Report, plain
from benchmarks.plays import PLAYERS, demo_plays
from benchmarks.stage import stage
from domain.match.match import fold
from domain.registry import GAMES
from replays.records.form import RecordPlayer, record_of, written
from service.records import Records, match_ids, read_record
from service.store.log import EventLog

_TIMES_AS_MANY: Final = 25
"""Records for each match of an effort."""


_PEOPLE: Final = {player: RecordPlayer(id=player, name=f"Player {number}") for number, player in enumerate(PLAYERS)}
"""Those who are known on the stage."""


def run(effort: Effort) -> Report:
    """A bundle of as many records as `effort` says."""
    return measured(effort.matches * _TIMES_AS_MANY)


def measured(number: int) -> Report:
    """A bundle of `number` records checked, taken in and written out again, line by line."""
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder, stage() as place:
        bundle, out = Path(folder, "bundle"), Path(folder, "out")
        with bundle.open("wb") as file:
            file.writelines(islice(_records(), number))
        log = EventLog(place.conninfo, connections=1)
        records = Records(log)
        megabytes = bundle.stat().st_size / 1e6

        def check() -> None:
            for line in _lines(bundle):
                read_record(line)

        def take_in() -> None:
            for line in _lines(bundle):
                records.take_in(read_record(line))

        def write_out() -> None:
            with out.open("wb") as file:
                file.writelines(records.bytes_of(match_id) for match_id in match_ids(place.conninfo))

        works: dict[str, Callable[[], None]] = {"checked": check, "taken in": take_in, "written out": write_out}
        figures: list[Figure] = []
        for name, work in works.items():
            before = _peak()
            start = perf_counter()
            work()
            seconds = perf_counter() - start
            figures += [
                Figure(name=name, value=number / seconds, unit="records/s"),
                Figure(name=name, value=megabytes / seconds, unit="MB/s"),
                Figure(name=f"{name}, more memory at its peak", value=_peak() - before, unit="MB"),
            ]
        log.close()
        if out.read_bytes() != bundle.read_bytes():
            raise AssertionError("what was written out isn't what was taken in")
    base = figures[0].value
    figures = [
        msgspec.structs.replace(figure, beside="checked", ratio=figure.value / base)
        if figure.unit == "records/s" and figure.name != "checked"
        else figure
        for figure in figures
    ]
    notes = (f"{number:,} records of all games, {megabytes:.1f} MB, one after another; {place.database}.",)
    return Report("Records", tuple(figures), notes)


def _records() -> Iterator[bytes]:
    """Records of random matches, without end; each has an id of its own."""
    plays = [play for key in GAMES for play in demo_plays(key, 1)]
    for count, play in enumerate(cycle(plays)):
        match = fold(None, play.events)
        assert match is not None
        yield written(record_of(UUID(int=(5 << 120) + count), match, list(enumerate(play.events, start=1)), _PEOPLE))


def _lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as lines:
        yield from lines


def _peak() -> float:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Measure a bundle of a number of records, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.records")
    parser.add_argument("--matches", type=int, default=300)
    sys.stdout.write(plain(measured(parser.parse_args().matches)) + "\n")


if __name__ == "__main__":
    main()
