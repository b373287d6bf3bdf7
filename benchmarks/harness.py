"""What all benchmarks share: rounds of measuring, figures and their table, and what is told about the machine."""

import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from msgspec import Struct

Work = Callable[[], int]
"""One pass of something; tells how many units of it were done."""


class Effort(Struct, frozen=True):
    """How much is measured.

    Attributes:
        rounds: how often each figure is taken; it and its baseline take turns, round by round.
        seconds: how long a computation is repeated in one round.
        request_seconds: how long requests are sent in one round.
        warm_up_seconds: of these, how many at the start aren't counted.
        matches: random matches of each of a game's set-ups.
        chess_games: random games of chess.
        backlog: events that a projection works off.
        rebuilt: events of the log from which read models are made anew.
        counted_matches: finished matches that statistics are asked of.
        listed_matches: finished matches that pages look at.
        history: the numbers of matches at which a leaderboard is asked for.
        jumps: matches in which a frame is asked for.
        bundles: the numbers of records in the bundles that are taken in and written out, the smallest first.
        summed: the numbers of finished matches at which sums are asked for, the smallest first.
    """

    rounds: int
    seconds: float
    request_seconds: float
    warm_up_seconds: float
    matches: int
    chess_games: int
    backlog: int
    rebuilt: int
    counted_matches: int
    listed_matches: int
    history: tuple[int, ...]
    jumps: int
    bundles: tuple[int, ...]
    summed: tuple[int, ...]


FULL: Final = Effort(
    5,
    0.4,
    2.0,
    0.4,
    12,
    40,
    20_000,
    200_000,
    100_000,
    10_000,
    (1_000, 10_000, 100_000),
    200,
    (1_000, 10_000),
    (10_000, 100_000),
)
QUICK: Final = Effort(
    2, 0.1, 0.4, 0.1, 2, 6, 2_000, 10_000, 5_000, 10_000, (200, 2_000), 40, (60, 600), (1_000, 10_000)
)
SMOKE: Final = Effort(1, 0.01, 1.0, 0.05, 1, 2, 500, 1_000, 300, 300, (20, 60), 10, (5, 30), (300,))


class Figure(Struct, frozen=True, kw_only=True):
    """One line of the table.

    Attributes:
        value: the median of the rounds.
        best: the best of the rounds, where several were taken.
        p50_ms, p99_ms: latencies, where requests were sent.
        beside: the name of the baseline.
        ratio: `value` in terms of that baseline: the median of the rounds' ratios.
    """

    name: str
    value: float
    unit: str
    best: float | None = None
    p50_ms: float | None = None
    p99_ms: float | None = None
    beside: str = ""
    ratio: float | None = None


class Report(Struct, frozen=True):
    """What one benchmark found; `notes` tell how to read it."""

    title: str
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()


class Samples(Struct, frozen=True):
    """The rates of one thing, a round each."""

    rates: tuple[float, ...]

    def over(self, base: "Samples") -> float:
        """How many times the rate of `base` it is: the median over the rounds, so that a slow spell hits both."""
        return median(ours / theirs for ours, theirs in zip(self.rates, base.rates, strict=True))

    def figure(self, name: str, unit: str, beside: str = "", base: "Samples | None" = None) -> Figure:
        """The line for it, with its ratio to `base`, called `beside`."""
        ratio = self.over(base) if base else None
        return Figure(name=name, value=median(self.rates), unit=unit, best=max(self.rates), beside=beside, ratio=ratio)


def rates(works: Mapping[str, Work], effort: Effort, clock: Callable[[], float] = perf_counter) -> dict[str, Samples]:
    """Units a second of each of `works`: one pass to warm up, then they take turns in rounds.

    Computations take :func:`time.process_time` as the `clock`: what else runs on the machine takes nothing from them.
    """
    for work in works.values():
        work()
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(effort.rounds):
        for name, work in works.items():
            taken[name].append(_rate(work, effort.seconds, clock))
    return {name: Samples(tuple(found)) for name, found in taken.items()}


def _rate(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    units, start = 0, clock()
    while True:
        units += work()
        spent = clock() - start
        if spent >= seconds:
            return units / spent


# --- the machine ---


def machine() -> str:
    """The machine and the software in one line."""
    names = ("chess", "msgspec", "psycopg", "litestar", "uvicorn", "eventsourcing")
    libraries = ", ".join(f"{name} {version(name)}" for name in names)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {cores} cores, {platform.system()}, Python {platform.python_version()}; {libraries}"


def busy() -> float:
    """How many processes have wanted a processor, on average of the last minute."""
    return os.getloadavg()[0]


def load_average() -> str:
    """The same in words."""
    return f"load average {busy():.1f}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


# --- the table ---

HEAD: Final = ("what", "figure", "best", "unit", "p50 ms", "p99 ms", "ratio", "beside")
_WORDS: Final = (0, 3, 7)  # the columns that hold words


def row(figure: Figure) -> tuple[str, ...]:
    """A figure in words."""
    return (
        figure.name,
        number(figure.value),
        number(figure.best),
        figure.unit,
        number(figure.p50_ms),
        number(figure.p99_ms),
        "" if figure.ratio is None else f"{figure.ratio:.3g} x",
        figure.beside,
    )


def number(value: float | None) -> str:
    """A figure with as many digits as it deserves."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def plain(report: Report) -> str:
    """A report for a terminal."""
    rows = [HEAD, *map(row, report.figures)]
    used = [place for place in range(len(HEAD)) if any(cells[place] for cells in rows[1:])]
    widths = {place: max(len(cells[place]) for cells in rows) for place in used}
    lines = ["  ".join(_aligned(cells[place], place, widths[place]) for place in used).rstrip() for cells in rows]
    return "\n".join([f"== {report.title}", *lines, *(f"   {note}" for note in report.notes)])


def _aligned(cell: str, place: int, width: int) -> str:
    return cell.ljust(width) if place in _WORDS else cell.rjust(width)


def markdown(reports: Iterable[Report], heading: Sequence[str]) -> str:
    """Reports as Markdown."""
    lines = [*heading, ""]
    for report in reports:
        lines += [f"### {report.title}", "", _cells(HEAD), _cells(["---" if n in _WORDS else "---:" for n in range(8)])]
        lines += [_cells(row(figure)) for figure in report.figures]
        lines += ["", *(f"- {note}" for note in report.notes), *([""] if report.notes else [])]
    return "\n".join(lines).rstrip() + "\n"


def _cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


MARKERS: Final = ("<!-- figures: python -m benchmarks --markdown -->", "<!-- end of figures -->")


def refreshed(page: str, figures: str) -> str:
    """`page` with `figures` between its markers.

    Raises:
        ValueError: it doesn't have them.
    """
    begin, end = (page.find(marker) for marker in MARKERS)
    if not 0 <= begin < end:
        raise ValueError(f"the page needs the lines {MARKERS[0]} and {MARKERS[1]}")
    return f"{page[: begin + len(MARKERS[0])]}\n\n{figures}\n{page[end:]}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the sorted `values` don't exceed."""
    return values[min(len(values) - 1, int(len(values) * share))]
