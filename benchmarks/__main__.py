"""``python -m benchmarks``: see docs/performance.md."""

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import (
    actions,
    backups,
    decide,
    evidence,
    fold,
    frames,
    growth,
    imports,
    lag,
    leaderboard,
    pages,
    pgn,
    projection,
    readers,
    reads,
    rebuild,
    records,
    rivals,
    size,
    standbys,
    start,
    statistics,
    subjects,
    sums,
    tables,
)
from benchmarks.harness import FULL, QUICK, Effort, Report, busy, load_average, machine, markdown, plain, refreshed

BENCHMARKS: Final[dict[str, Callable[[Effort], Report]]] = {
    "fold": fold.run,
    "decide": decide.run,
    "size": size.run,
    "actions": actions.run,
    "rivals": rivals.run,
    "evidence": evidence.run,
    "reads": reads.run,
    "readers": readers.run,
    "standbys": standbys.run,
    "frames": frames.run,
    "projection": projection.run,
    "rebuild": rebuild.run,
    "lag": lag.run,
    "statistics": statistics.run,
    "sums": sums.run,
    "pages": pages.run,
    "subjects": subjects.run,
    "growth": growth.run,
    "leaderboard": leaderboard.run,
    "records": records.run,
    "tables": tables.run,
    "imports": imports.run,
    "pgn": pgn.run,
    "backups": backups.run,
    "start": start.run,
}

IDLE: Final = 0.5
"""The load average up to which figures are worth keeping."""

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "performance.md"


def main(arguments: Sequence[str] | None = None, effort: Effort | None = None) -> None:
    """Run benchmarks and print what they found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast Partita is on this machine.")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, help="only this one; may be given several times")
    parser.add_argument("--quick", action="store_true", help="a look in half a minute; the figures are rough")
    parser.add_argument(
        "--full",
        action="store_true",
        help="let the log grow to 5,000,000 events, and what is summed up to 1,000,000 matches: minutes, gigabytes",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE too")
    parser.add_argument("--markdown", action="store_true", help=f"put the figures into {PAGE.name} too")
    parser.add_argument(
        "--rebuilt", type=int, metavar="EVENTS", help="make read models anew from a log of so many events"
    )
    wanted = parser.parse_args(arguments)
    if wanted.markdown and (wanted.only or wanted.quick):
        parser.error("--markdown takes a full run")
    if wanted.markdown and (load := busy()) > IDLE:
        parser.error(f"--markdown takes an idle machine: its load average is {load:.1f}, and may be {IDLE}")
    effort = effort or (QUICK if wanted.quick else FULL)
    if wanted.rebuilt:
        effort = msgspec.structs.replace(effort, rebuilt=wanted.rebuilt)

    heading = [f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}.", f"At the start: {load_average()}."]
    print(*heading, sep="\n", flush=True)
    reports: dict[str, Report] = {}
    full: dict[str, Callable[[Effort], Report]] = {
        "growth": partial(growth.run, sizes=growth.FULL_SIZES),
        "sums": partial(sums.run, sizes=sums.FULL_SIZES),
    }
    benchmarks = BENCHMARKS | (full if wanted.full else {})
    for name in wanted.only or BENCHMARKS:
        reports[name] = benchmarks[name](effort)
        print(f"\n{plain(reports[name])}", flush=True)
    if wanted.json:
        found = {"about": heading, "reports": reports}
        wanted.json.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    if wanted.markdown:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(refreshed(page, markdown(reports.values(), heading)), encoding="utf-8")


def _end(*_: Any) -> None:
    """End on SIGTERM as on Ctrl-C, so that nothing is left behind."""
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    main()
