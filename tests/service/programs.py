"""The program ``partita`` as people run it: processes of its own, on a data folder of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
from click.testing import CliRunner

from service.cli.main import main
from tests.service.database.test_embedded import clean_up, postmaster
from tests.service.http_client import client_of

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-W", "error", "-c", "import tests.unsynced; from service.cli.main import main; main()"]


def environment(**more: str) -> dict[str, str]:
    hidden = ("PARTITA_", "DATABASE_URL", "READ_DATABASE_URL", "PG", "AWS_")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | {
        "PYTHONPATH": str(ROOT),
        **more,
    }


@dataclass(frozen=True)
class Said:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    def __post_init__(self) -> None:
        assert "Traceback" not in self.out + self.err, self.err


def partita(*arguments: object, **more: str) -> Said:
    """Run a command to its end, as a program."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd="/",
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def started(*arguments: object, **more: str) -> "subprocess.Popen[bytes]":
    """A command that goes on meanwhile, as a program, and waits for its input."""
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.Popen(command, cwd="/", env=environment(**more), stdin=pipe, stdout=nowhere, stderr=nowhere)


def called(*arguments: object, **more: str) -> Said:
    """The same within this process, which is faster; not for `serve`, which sets up the logging."""
    hidden = dict.fromkeys((name for name in os.environ if name not in environment()), None)
    result = CliRunner().invoke(main, [*map(str, arguments)], env={**hidden, **more}, prog_name="partita")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


class Service:
    """A running ``partita serve``."""

    def __init__(self, data: Path, *arguments: object, port: int = 0, **more: str) -> None:
        self.data = data
        self.arguments = arguments
        self._log = data.with_name(f"{data.name}-{time.monotonic_ns()}.log")
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                [*COMMAND, "serve", "--data", str(data), "--port", str(port), *map(str, arguments)],
                cwd="/",
                env=environment(PYTHONUNBUFFERED="1", **more),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self._log.read_text()

    @property
    def url(self) -> str:
        """Where it listens; waits for that."""
        start = "Partita listens on "
        wait_until(lambda: start in self.said or self.process.poll() is not None, 60)
        lines = [line for line in self.said.splitlines() if line.startswith(start)]
        assert lines, self.said
        return lines[0].removeprefix(start)

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def wait_ready(self) -> None:
        """Wait until it can do its work."""
        with client_of(self.url) as client:
            wait_until(lambda: self.has_ended() or client.get("/health/ready").status_code == 200)
        assert not self.has_ended(), self.said

    def is_ready(self) -> bool:
        """Whether it can do its work now."""
        if "Partita listens on " not in self.said:
            return False
        with client_of(self.url) as client:
            return client.get("/health/ready").status_code == 200

    def has_ended(self) -> bool:
        """Whether its process is there no more."""
        return self.process.poll() is not None

    def client(self) -> httpx.Client:
        """A client with the owner's token, when the service is ready."""
        self.wait_ready()
        return client_of(self.url, self.token)

    @property
    def token(self) -> str:
        return (self.data / "owner-token").read_text().strip()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Tell it to stop, and its exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)

    def kill(self) -> None:
        """End all its processes at once, but not the database."""
        for process in processes_of(self.process.pid):
            with suppress(psutil.Error):
                process.kill()
        self.process.wait(60)


def processes_of(pid: int) -> list[psutil.Process]:
    """A process and its descendants, the database's excepted: it has a session of its own."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return [one for one in [process, *process.children(recursive=True)] if one.name() != "postgres"]
    return []


@contextmanager
def serving(data: Path, *arguments: object, **options: Any) -> Iterator[Service]:
    """A service, which is killed at the end if it still runs; the database too."""
    service = Service(data, *arguments, **options)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.kill()
            clean_up(data)


def running(pid: int, program: str) -> list[psutil.Process]:
    """Those of :func:`processes_of` that live and have `program` in their command; others may end meanwhile."""
    found = []
    for process in processes_of(pid):
        with suppress(psutil.NoSuchProcess):  # also raised for the command of a zombie
            if program in " ".join(process.cmdline()):
                found.append(process)
    return living(found)


@contextmanager
def frozen(server: psutil.Process) -> Iterator[None]:
    """A server and all that it has started stand still meanwhile."""
    server.suspend()  # first of all, so that it starts no more of them
    processes = [*server.children(recursive=True), server]
    _each(psutil.Process.suspend, processes)
    try:
        yield
    finally:
        _each(psutil.Process.resume, processes)


def _each(act: Callable[[psutil.Process], None], processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # of a connection that has just ended
            act(process)


def living(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Those that haven't ended."""
    alive = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
                alive.append(process)
    return alive


def database_runs(data: Path) -> bool:
    return postmaster(data) is not None


def kill_database(data: Path) -> bool:
    """Kill the postmaster, if there is one."""
    process = postmaster(data)
    if process is None:
        return False
    process.kill()
    return True


def wait_until(holds: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while True:
        with suppress(httpx.TransportError):
            if holds():
                return
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)
