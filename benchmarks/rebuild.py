"""Rebuilding: read models made anew from a long log, each by a process of its own; its memory beside a shorter log."""

import resource
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.harness import Effort, Figure, Report
from benchmarks.projection import backlog
from benchmarks.stage import Stage, seed, stage
from projections import PROJECTIONS
from projections.rebuild import rebuild

_PART: Final = 10  # the shorter log's share of the longer one
_MEBI: Final = 1 << 20


class Rebuilt(Struct, frozen=True):
    """How one rebuild went; `peak` is the most memory that its process had, in bytes."""

    events: int
    seconds: float
    peak: int


def run(effort: Effort) -> Report:
    """Each read model, from a tenth of the log and from all of it, in a database that nothing else uses."""
    figures: list[Figure] = []
    with stage() as place:
        matches = backlog(effort.rebuilt // _PART)
        part = seed(place, matches)
        of_part = {kind.name: _in_a_process(place, kind.name) for kind in PROJECTIONS}
        whole = part + seed(place, backlog(effort.rebuilt - part, first=len(matches)))
        of_whole = {kind.name: _in_a_process(place, kind.name) for kind in PROJECTIONS}
        database = place.database
    for name, rebuilt in of_whole.items():
        short = of_part[name]
        rate, short_rate = (one.events / one.seconds for one in (rebuilt, short))
        beside = f"{part:,} events"
        figures += [
            Figure(name=name, value=rate, unit="events/s", beside=beside, ratio=rate / short_rate),
            Figure(
                name=f"{name}, its peak of memory",
                value=rebuilt.peak / _MEBI,
                unit="MiB",
                beside=beside,
                ratio=rebuilt.peak / short.peak,
            ),
        ]
    notes = (
        database + ".",
        f"A log of {whole:,} events; the swap at the end is included. Memory is flat where its ratio is near 1.",
    )
    return Report("Rebuilding", tuple(figures), notes)


def _in_a_process(place: Stage, name: str) -> Rebuilt:
    command = [sys.executable, "-m", "benchmarks.rebuild", place.conninfo, name]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Rebuilt)


def main(conninfo: str, name: str) -> None:
    """Rebuild one read model, and tell how it went."""
    (kind,) = (kind for kind in PROJECTIONS if kind.name == name)
    start = perf_counter()
    events = rebuild(conninfo, kind(), lambda *_: None)
    seconds = perf_counter() - start
    sys.stdout.buffer.write(msgspec.json.encode(Rebuilt(events, seconds, _peak())))


def _peak() -> int:
    """The most memory this process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage tells here begins with the memory of the process that started this one
        (line,) = (line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main(*sys.argv[1:])
