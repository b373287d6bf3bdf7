"""Backups that the service makes while it runs: by a process of its own, which takes no time from those that answer.

``python -m service.cli.backups.alongside`` is that process. Its standard input says what to do, and ends with the one
that started it, in whatever way: then it ends, too.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Thread
from typing import Final

import msgspec
import structlog

from service.cli.backups.plan import BackupPlan, go_on
from service.cli.backups.settings import BackupSettings
from service.process import signals
from service.process.logging import configure_logging

_STOP_SECONDS: Final = 5.0
"""What it has on the disk by then that isn't whole is removed by the next one."""

_RESTART_SECONDS: Final = 10.0

_NICENESS: Final = 10

_log = structlog.get_logger(__name__)


@contextmanager
def backups_alongside(
    settings: BackupSettings, data: Path, database_url: str | None, log_key: Path | None
) -> Iterator[None]:
    """Make backups meanwhile."""
    plan = BackupPlan(
        data=data.resolve(),
        database_url=database_url,
        place=settings.place,
        keep=settings.keep,
        log_key=log_key and log_key.resolve(),
        dump=False,
        keys=True,
        verify=True,
    )
    process = _BackupProcess(msgspec.json.encode((plan, settings.every), enc_hook=str) + b"\n")
    process.start()
    try:
        yield
    finally:
        process.stop()


class _BackupProcess:
    """A process that makes backups, and is started again when it dies. A thread waits for that."""

    def __init__(self, order: bytes) -> None:
        self._order = order
        self._process: Popen[bytes] | None = None
        self._stopping = Event()
        self._thread = Thread(target=self._attend, name="backups", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End it, even in the midst of a backup."""
        self._stopping.set()
        if (process := self._process) is not None:
            if process.stdin is not None:
                with suppress(OSError):  # it may have ended
                    process.stdin.close()
            try:
                process.wait(_STOP_SECONDS)
            except TimeoutExpired:
                process.kill()
        self._thread.join()

    def _attend(self) -> None:
        command = (sys.executable, "-m", "service.cli.backups.alongside")
        while not self._stopping.is_set():
            # In a group of its own: a Ctrl-C in the terminal is for its starter, which ends it in order.
            with Popen(command, stdin=PIPE, process_group=0) as process:  # noqa: S603  # ourselves
                self._process = process
                if self._stopping.is_set():  # it was asked to while the process came up
                    process.kill()
                if process.stdin is not None:
                    with suppress(OSError, ValueError):  # it has ended, or was closed
                        process.stdin.write(self._order)
                        process.stdin.flush()
                process.wait()
            if not self._stopping.is_set():
                _log.warning("the process that makes backups is started again", code=process.returncode)
                self._stopping.wait(_RESTART_SECONDS)


def main() -> None:
    """Make backups until standard input ends."""
    configure_logging()
    os.nice(_NICENESS)
    line = sys.stdin.buffer.readline()

    def wait_for_end() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    with suppress(signals.Stopped), signals.raised():
        Thread(target=wait_for_end, name="end", daemon=True).start()
        plan, every = msgspec.json.decode(
            line, type=tuple[BackupPlan, timedelta], dec_hook=lambda kind, text: kind(text)
        )
        go_on(plan, every)


if __name__ == "__main__":
    main()
