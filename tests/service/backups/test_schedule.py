"""When backups are due, what is logged, and what spans of time the command line takes. No database, no waiting."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from structlog.testing import capture_logs

from service.cli.backups import schedule
from service.cli.backups.errors import BackupFailed
from service.cli.backups.places import MadeBackup
from service.cli.backups.schedule import RETRY, Schedule, repeat
from service.cli.spans import Span
from tests.service.backups.test_manifest import NOON
from tests.service.backups.test_manifest import made as made_in
from tests.service.programs import called

DAY = timedelta(days=1)


@dataclass
class Clock:
    now: datetime


def made(folder: Path, day: int, *, faults: int = 0) -> MadeBackup:
    backup = made_in(folder, day, faults=faults)
    return MadeBackup(str(backup.folder), backup.manifest)


class Ended(BaseException):
    """What a signal raises."""


def run(
    monkeypatch: pytest.MonkeyPatch, plan: Schedule, *steps: Callable[[], MadeBackup], asked: bool = False
) -> list[Any]:
    """Let a schedule make what `steps` make, a day for each; gives what was logged."""
    left = list(steps)
    days = iter(range(len(steps)))

    def passed(_: float) -> None:
        try:
            clock.now = NOON + next(days) * DAY
        except StopIteration:
            raise Ended from None

    def step() -> MadeBackup:
        return left.pop(0)()

    clock = Clock(NOON + next(days) * DAY)
    monkeypatch.setattr(schedule, "time", SimpleNamespace(sleep=passed))
    monkeypatch.setattr(schedule, "datetime", SimpleNamespace(now=lambda _: clock.now))
    with capture_logs() as logged, pytest.raises(Ended):
        repeat(step, plan, lambda: asked)
    return list(logged)


def fail() -> MadeBackup:
    raise BackupFailed("The disk is full.")


def break_down() -> MadeBackup:
    raise RuntimeError("a fault")


def test_the_next_one_is_due_after_the_last() -> None:
    plan = Schedule(DAY, NOON)
    assert not plan.is_due(NOON + 0.99 * DAY)
    assert plan.is_due(NOON + DAY)
    plan.made(NOON + 3 * DAY)
    assert not plan.is_due(NOON + 3.99 * DAY)
    assert plan.is_due(NOON + 3.5 * DAY, asked=True)
    assert Schedule(DAY, None).is_due(NOON)


@pytest.mark.parametrize(("every", "wait"), [(DAY, RETRY), (timedelta(minutes=1), timedelta(minutes=1))])
def test_what_failed_is_tried_again_soon(every: timedelta, wait: timedelta) -> None:
    plan = Schedule(every, None)
    plan.begun(NOON)
    assert not plan.is_due(NOON + wait / 2, asked=True)
    assert plan.is_due(NOON + wait)


def test_failures_are_logged_and_dont_end_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good, bad = made(tmp_path, 0), made(tmp_path, 1, faults=3)
    logged = run(monkeypatch, Schedule(DAY, None), fail, break_down, lambda: good, lambda: bad)
    assert [(one["log_level"], one.get("fault"), one.get("place"), one.get("faults")) for one in logged] == [
        ("error", "The disk is full.", None, None),
        ("error", "a fault", None, None),
        ("info", None, good.place, None),
        ("error", None, bad.place, 3),
    ]


def test_one_that_isnt_due_isnt_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, Schedule(DAY, NOON), fail) == []


def test_what_is_asked_for_meanwhile_is_made_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    logged = run(monkeypatch, Schedule(DAY, NOON), lambda: made(tmp_path, 0), asked=True)
    assert [one["event"] for one in logged] == ["a backup was made"]


@pytest.mark.parametrize(
    ("text", "span"), [("1d", DAY), ("12h", timedelta(hours=12)), ("30m", timedelta(minutes=30)), ("14d", 14 * DAY)]
)
def test_spans_are_read(text: str, span: timedelta) -> None:
    assert Span().convert(text, None, None) == span


@pytest.mark.parametrize("text", ["0d", "1", "d", "1w", "-1d", "1.5d", "999999d", "1d "])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Span().convert(text, None, None)


@pytest.mark.parametrize(
    "arguments",
    [
        ("backup", "there", "--archive"),
        ("backup", "there", "--archive", "--every", "1d", "--dump"),
        ("backup", "there", "--archive", "--every", "1d", "--database-url", "dbname=partita"),
        ("backup", "there", "--every", "now"),
        ("backup", "there", "--keep", "0"),
        ("backup",),
        ("restore", "/nowhere/at/all"),
        ("restore", "/", "--at", "noon"),
        ("restore", "/", "--at", "end", "--database-url", "dbname=partita"),
    ],
)
def test_what_doesnt_go_together_is_refused(arguments: tuple[str, ...]) -> None:
    said = called(*arguments)
    assert (said.code, "Usage: " in said.err) == (2, True), said


def test_a_folder_without_a_backup_is_told(tmp_path: Path) -> None:
    said = called("restore", tmp_path, "--data", tmp_path / "data")
    assert (said.code, "is no backup" in said.err) == (1, True)
    said = called("restore", tmp_path, "--at", "end", "--data", tmp_path / "data")
    assert said.code == 1
    assert not (tmp_path / "data").exists()


def test_an_archive_that_fails_is_logged_and_backups_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> bool:
        raise BackupFailed("It can't be written.")

    monkeypatch.setattr(schedule, "time", SimpleNamespace(sleep=_end))
    with capture_logs() as logged, pytest.raises(Ended):
        repeat(lambda: made(tmp_path, 0), Schedule(DAY, None), broken)
    assert [one["event"] for one in logged] == ["the archive isn't written", "a backup was made"]


def _end(_: float) -> None:
    raise Ended
