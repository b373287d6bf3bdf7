"""Who keeps the read models up: threads of this process, or a process of its own that takes no time from the writers.

``python -m service.projector`` is that process. It follows the log until its standard input ends, which happens when
the one that started it ends in whatever way, and tells in lines of JSON what keeps a read model from getting on.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread
from typing import Final, Protocol

import msgspec
import structlog

from projections import PROJECTIONS
from projections.runner import ProjectionRunner
from service.config import DATABASE_OF_WORKERS
from service.log import configure_logging

_LOOK_SECONDS: Final = 0.2
_RESTART_SECONDS: Final = 1.0
_STOP_SECONDS: Final = 20.0

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

    async def stop(self) -> None:
        """End after the current batches."""
        ...


class ProjectorThreads:
    """A thread of this process for each read model."""

    def __init__(self, conninfo: str) -> None:
        self.runners = {projection.name: ProjectionRunner(conninfo, projection) for projection in PROJECTIONS}

    @property
    def faults(self) -> Faults:
        """What keeps them from getting on."""
        return {name: runner.fault for name, runner in self.runners.items()}

    async def start(self) -> None:
        """Begin."""
        for runner in self.runners.values():
            runner.start()

    async def stop(self) -> None:
        """End after the current batches."""
        await asyncio.gather(*(asyncio.to_thread(runner.stop) for runner in self.runners.values()))


class ProjectorProcess:
    """A process of its own, which is started again when it dies."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self.faults: Faults = self._all("it is starting")

    @staticmethod
    def _all(fault: str) -> Faults:
        return {projection.name: fault for projection in PROJECTIONS}

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._keep(), name="projector")

    async def stop(self) -> None:
        """End after the current batches."""
        if self._task is None:
            return
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _keep(self) -> None:
        while True:
            try:
                process = self._process = await self._started()
                assert process.stdout is not None  # noqa: S101  # it is a pipe
                async for line in process.stdout:
                    self.faults = _faults.decode(line)
                ended = f"it ended with {await process.wait()}"
            except OSError as error:
                ended = str(error)
            self.faults = self._all(ended)
            _log.warning("the projector is started again", fault=ended)
            await asyncio.sleep(_RESTART_SECONDS)

    async def _started(self) -> Process:
        environment = {**os.environ, DATABASE_OF_WORKERS: self._conninfo}
        command = (sys.executable, "-m", "service.projector")
        return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)


async def _follow(conninfo: str) -> None:
    projector, ended = ProjectorThreads(conninfo), asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait_for_end() -> None:
        sys.stdin.buffer.read()
        loop.call_soon_threadsafe(ended.set)

    await projector.start()
    Thread(target=wait_for_end, name="end", daemon=True).start()
    told: Faults | None = None
    with suppress(BrokenPipeError):
        while not ended.is_set():
            if (faults := projector.faults) != told:
                print(msgspec.json.encode(faults).decode(), flush=True)  # noqa: T201  # what its starter reads
                told = faults
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _LOOK_SECONDS)
    await projector.stop()


def main() -> None:
    """Follow the log of the database that the environment names."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is its starter's to handle
    configure_logging()
    asyncio.run(_follow(os.environ[DATABASE_OF_WORKERS]))


if __name__ == "__main__":
    main()
