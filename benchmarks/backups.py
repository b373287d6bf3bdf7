"""Backups: how long one takes, and its restore, and how large it is, beside a copy of the files."""

import shutil
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import psycopg

from benchmarks.harness import Effort, Figure, Report
from benchmarks.projection import backlog
from benchmarks.stage import Stage, seed, stage
from service.cli.backups.making import Source, make_backup
from service.cli.backups.manifest import Backup, BackupKind
from service.cli.backups.restoring import restored
from service.database import EmbeddedPostgres

_MEGA: Final = 1e6


def run(effort: Effort) -> Report:
    """Backups of files and dumps, of an empty log and of a long one, while nobody uses the database."""
    figures: list[Figure] = []
    with stage() as place:
        figures += _figures(place, "empty log", effort)
        events = seed(place, backlog(effort.rebuilt))
        figures += _figures(place, f"{events:,} events", effort)
        database = place.database
    notes = (
        f"{database}.",
        "A copy is of all files of the cluster as they lie there: no backup by itself, and not synced to the disk.",
        "A restore starts the database. The log isn't checked, which takes as long as `partita verify`.",
    )
    return Report("Backups", tuple(figures), notes)


def _figures(place: Stage, log: str, effort: Effort) -> list[Figure]:
    conninfo = EmbeddedPostgres(place.data).admin_conninfo
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
    cluster = place.data / "postgresql"
    with TemporaryDirectory(prefix="partita-bench-") as folder:
        copied = _seconds(lambda where: shutil.copytree(cluster, where), Path(folder), effort)
        size = _size(cluster)
        beside = f"a copy, {log}"
        figures = [
            Figure(name=beside, value=copied, unit="s"),
            Figure(name=f"{beside}, its size", value=size, unit="MB"),
        ]
        for kind in BackupKind:
            made: list[Backup] = []
            source = Source(conninfo, kind, is_embedded=True, keys={})

            def make(where: Path, source: Source = source, made: list[Backup] = made) -> None:
                where.mkdir()
                made.append(make_backup(source, where, verify=False))

            def restore(where: Path, made: list[Backup] = made) -> None:
                with restored(made[-1], where):
                    pass

            name = f"{'files' if kind is BackupKind.CLUSTER else 'dump'}, {log}"
            taken = _seconds(make, Path(folder), effort)
            in_backup = _size(made[-1].folder)
            back = _seconds(restore, Path(folder), effort)
            figures += [
                Figure(name=name, value=taken, unit="s", beside=beside, ratio=taken / copied),
                Figure(name=f"{name}, its size", value=in_backup, unit="MB", beside=beside, ratio=in_backup / size),
                Figure(name=f"{name}, its restore", value=back, unit="s", beside=beside, ratio=back / copied),
            ]
    return figures


def _seconds(work: Callable[[Path], object], folder: Path, effort: Effort) -> float:
    """The median time of some passes, each to a place that isn't there yet; all places stay."""
    times = []
    for _ in range(effort.rounds):
        place = folder / f"{sum(1 for _ in folder.iterdir())}"
        start = perf_counter()
        work(place)
        times.append(perf_counter() - start)
    return median(times)


def _size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / _MEGA
