"""Makes backups again and again."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final, NoReturn

import click
import structlog

from service.cli.backups.places import MadeBackup

RETRY: Final = timedelta(minutes=5)
"""When a backup that failed is tried again, unless the next one would be due earlier."""

_LOOK_SECONDS: Final = 5.0  # a clock may be set, and a machine may sleep
_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)

_log = structlog.get_logger(__name__)


class Schedule:
    """When the next backup is to be made: `every` so often after the `last` one."""

    def __init__(self, every: timedelta, last: datetime | None) -> None:
        self._every = every
        self._due = _LONG_AGO if last is None else last + every
        self._not_before = _LONG_AGO

    def is_due(self, now: datetime, *, asked: bool = False) -> bool:
        """Whether one is to be made now, which may be `asked` for earlier."""
        return now >= self._not_before and (asked or now >= self._due)

    def begun(self, at: datetime) -> None:
        """One is tried; if it fails, the next try is some time later."""
        self._not_before = at + min(self._every, RETRY)

    def made(self, began_at: datetime) -> None:
        """One was made."""
        self._due = began_at + self._every


def repeat(
    make: Callable[[], MadeBackup], schedule: Schedule, meanwhile: Callable[[], bool] = lambda: False
) -> NoReturn:
    """Make backups until a signal ends the process; what fails is logged and tried again.

    `meanwhile` is called every few seconds; as long as it gives true, a backup is asked for.
    """
    while True:
        asked = False
        with _logged("the archive isn't written"):
            asked = meanwhile()
        if schedule.is_due(now := datetime.now(UTC), asked=asked):
            schedule.begun(now)
            with _logged("no backup was made"):
                backup = make()
                schedule.made(backup.manifest.began_at)
                _tell(backup)
        time.sleep(_LOOK_SECONDS)


@contextmanager
def _logged(event: str) -> Iterator[None]:
    """Log what goes wrong within."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # whatever it is, it must be tried again
        fault = error.format_message() if isinstance(error, click.ClickException) else str(error)
        _log.error(event, fault=fault)  # reported in full


def _tell(backup: MadeBackup) -> None:
    if backup.manifest.is_good:
        _log.info("a backup was made", place=backup.place, position=backup.manifest.position)
    else:
        _log.error(
            "a backup was made of a log that isn't what was recorded",
            place=backup.place,
            faults=backup.manifest.faults,
        )
