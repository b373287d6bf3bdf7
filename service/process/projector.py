"""Who keeps the read models up: threads of this process, or a process of its own that takes no time from the writers.

``python -m service.process.projector`` is that process. It follows the log until its standard input ends, which happens
when the one that started it ends in whatever way, and tells in lines of JSON what keeps a read model from getting on.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Thread
from typing import Final, Protocol

import msgspec
import structlog

from projections import PROJECTIONS
from projections.projection import Projection
from projections.runner import ProjectionRunner
from service.process import signals
from service.process.gc_tuning import IdleCollections
from service.process.logging import configure_logging
from service.process.settings import DATABASE_OF_WORKERS, READ_DATABASE_OF_WORKERS

_LOOK_SECONDS: Final = 0.2
_RESTART_SECONDS: Final = 1.0
_STOP_SECONDS: Final = 3.0
"""For the batches under way; what is killed then is done again from its checkpoint."""

_NICENESS: Final = 5
"""Where there are too few processors for all, recording goes first, and the read models follow in larger batches."""

Faults = dict[str, str | None]
"""Why a read model doesn't get on just now, if so; by its name."""

_log = structlog.get_logger(__name__)
_faults = msgspec.json.Decoder(Faults)


class Projector(Protocol):
    """Keeps the read models up from its start to its stop."""

    @property
    def faults(self) -> Mapping[str, str | None]:
        """What keeps them from getting on."""
        ...

    async def start(self) -> None:
        """Begin."""
        ...

    def hang_up(self) -> None:
        """Connect again, whatever the database is waited for."""
        ...

    async def stop(self) -> None:
        """End after the current batches."""
        ...


class ProjectorThreads:
    """A thread of this process that follows the log, and others while it makes read models anew."""

    def __init__(
        self,
        conninfo: str,
        read_conninfo: str | None = None,
        *,
        projections: Sequence[Callable[[], Projection]] = PROJECTIONS,
        idle: Callable[[], None] = lambda: None,
    ) -> None:
        """Standbys are to have the rows at once, if there are any. `idle` is called while there is nothing to do."""
        self._runner = ProjectionRunner(conninfo, *projections, flushes=read_conninfo is not None, idle=idle)

    @property
    def faults(self) -> Faults:
        """What keeps them from getting on."""
        return self._runner.faults

    async def start(self) -> None:
        """Begin."""
        self._runner.start()

    def hang_up(self) -> None:
        """Nothing: threads can't be kept from waiting."""

    async def stop(self) -> None:
        """End after the current batches."""
        await asyncio.to_thread(self._runner.stop)


class ProjectorProcess:
    """A process of its own, which is started again when it dies. A thread waits for what it says."""

    def __init__(self, conninfo: str, read_conninfo: str | None = None) -> None:
        self._environment = {DATABASE_OF_WORKERS: conninfo}
        if read_conninfo is not None:
            self._environment[READ_DATABASE_OF_WORKERS] = read_conninfo
        self._process: Popen[bytes] | None = None
        self._stopping = Event()
        self._thread = Thread(target=self._keep, name="projector", daemon=True)
        self.faults: Faults = self._all("it is starting")

    @staticmethod
    def _all(fault: str) -> Faults:
        return {projection.name: fault for projection in PROJECTIONS}

    async def start(self) -> None:
        """Begin."""
        self._thread.start()

    def hang_up(self) -> None:
        """End the process at once; the next one connects anew, and what was half done is done again."""
        if self._process is not None:
            self._process.kill()

    async def stop(self) -> None:
        """End after the current batches."""
        self._stopping.set()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            try:
                process.wait(_STOP_SECONDS)
            except TimeoutExpired:
                process.kill()
        if self._thread.ident is not None:
            self._thread.join()

    def _keep(self) -> None:
        while not self._stopping.is_set():
            ended = self._followed()
            if not self._stopping.is_set():
                self.faults = self._all(ended)
                _log.warning("the projector is started again", fault=ended)
                self._stopping.wait(_RESTART_SECONDS)

    def _followed(self) -> str:
        """Start the process, take down what it says until it ends, and tell how it did."""
        environment = os.environ | self._environment
        command = (sys.executable, "-m", "service.process.projector")
        try:
            # In a group of its own: a Ctrl-C in the terminal is for its starter, which ends it in order.
            with Popen(command, stdin=PIPE, stdout=PIPE, env=environment, process_group=0) as process:  # noqa: S603
                self._process = process
                if self._stopping.is_set():  # it was asked to while the process came up
                    process.kill()
                for line in process.stdout or ():
                    self.faults = _faults.decode(line)
        except OSError as error:
            return str(error)
        return f"it ended with {process.returncode}"


async def _follow(conninfo: str, read_conninfo: str | None, idle: Callable[[], None]) -> None:
    projector, ended = ProjectorThreads(conninfo, read_conninfo, idle=idle), asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait_for_end() -> None:
        sys.stdin.buffer.read()
        loop.call_soon_threadsafe(ended.set)

    await projector.start()
    Thread(target=wait_for_end, name="end", daemon=True).start()
    reported: Faults | None = None
    with suppress(BrokenPipeError):
        while not ended.is_set():
            if (faults := projector.faults) != reported:
                print(msgspec.json.encode(faults).decode(), flush=True)  # noqa: T201  # what its starter reads
                reported = faults
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _LOOK_SECONDS)
    signals.begin_to_end(_STOP_SECONDS)  # its starter may be gone, and the database may hang
    await projector.stop()


def main() -> None:
    """Follow the log of the database that the environment names."""
    configure_logging()
    os.nice(_NICENESS)
    idle = IdleCollections()
    asyncio.run(_follow(os.environ[DATABASE_OF_WORKERS], os.environ.get(READ_DATABASE_OF_WORKERS), idle))


if __name__ == "__main__":
    main()
