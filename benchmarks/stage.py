"""Where the service is measured: a fresh embedded PostgreSQL with matches in it, and the processes that answer."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final
from uuid import UUID

import psutil  # type: ignore[import-untyped]
import psycopg
from msgspec import Struct

from benchmarks.leaves import append_leaves, append_nodes
from benchmarks.plays import PLAYERS, Play
from domain.compression import compressed
from service.auth.owner_token import ensure_owner_token
from service.database import EmbeddedPostgres
from service.database.migrate import migrate

_START_SECONDS: Final = 60
_STOP_SECONDS: Final = 20
_SETTLE_SECONDS: Final = 120
_SYNC_PROBE_SECONDS: Final = 0.3
_REST_SECONDS: Final = 0.5
_AT_REST: Final = 0.06  # of a processor: the log is checked all the time, slowly
_AT_ONCE: Final = 32
_PAGE: Final = b"x" * 8192


class Stage(Struct, frozen=True):
    """A database, and the owner's token.

    Attributes:
        admin_conninfo: the same as a superuser.
        database: what there is to say about it.
    """

    data: Path
    conninfo: str
    admin_conninfo: str
    token: str
    database: str

    def connect(self) -> psycopg.Connection[Any]:
        """A connection that commits each statement."""
        return psycopg.connect(self.conninfo, autocommit=True)

    def connect_as_admin(self) -> psycopg.Connection[Any]:
        """The same, as a superuser."""
        return psycopg.connect(self.admin_conninfo, autocommit=True)

    def wait_for_projections(self) -> None:
        """Wait until the read models have got to the end of the log.

        Raises:
            TimeoutError: they don't get there.
        """
        query = "SELECT bool_and(position = (SELECT coalesce(max(notification_id), 0) FROM match_events))"
        deadline = time.monotonic() + _SETTLE_SECONDS
        with self.connect() as connection:
            while connection.execute(f"{query} FROM projections").fetchone() != (True,):
                if time.monotonic() > deadline:
                    raise TimeoutError("the read models don't catch up")
                time.sleep(0.05)

    def events(self) -> int:
        """How many events the log has."""
        with self.connect() as connection:
            row = connection.execute("SELECT count(*) FROM match_events").fetchone()
        return int(row[0]) if row else 0

    def syncs(self) -> float:
        """How many pages a second the disk makes durable, one after another, by the median of their times."""
        file = self.data / "sync-probe"
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)
        times: list[float] = []
        try:
            while sum(times) < _SYNC_PROBE_SECONDS:
                start = time.perf_counter()
                os.pwrite(descriptor, _PAGE, 0)
                os.fdatasync(descriptor)
                times.append(time.perf_counter() - start)
        finally:
            os.close(descriptor)
            file.unlink()
        return 1 / median(times)


@contextmanager
def stage() -> Iterator[Stage]:
    """A database that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder:
        data = Path(folder)
        with EmbeddedPostgres(data) as postgres:
            migrate(postgres.conninfo)
            with psycopg.connect(postgres.admin_conninfo) as connection:
                connection.execute("GRANT pg_checkpoint TO partita")
            token = ensure_owner_token(postgres.conninfo, data).read_text(encoding="ascii").strip()
            with psycopg.connect(postgres.conninfo) as connection:
                connection.cursor().executemany(
                    "INSERT INTO players (id, name) VALUES (%s, %s)",
                    [(player, f"Player {number}") for number, player in enumerate(PLAYERS)],
                )
                told = _told(connection)
            yield Stage(data, postgres.conninfo, postgres.admin_conninfo, token, told)


def _told(connection: psycopg.Connection[Any]) -> str:
    names = ("server_version", "fsync", "synchronous_commit")
    settings = [connection.execute(f"SHOW {name}").fetchone() for name in names]
    version, fsync, commit = (row[0] if row else "?" for row in settings)
    return f"PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}"


def seed(stage: Stage, matches: Mapping[UUID, tuple[Play, int]]) -> int:
    """Write the first events of each match, as many as it says, past the service; tells how many in all.

    Some matches go on at once, as at several tables.
    """
    waiting = iter(matches.items())
    running = [_rows(match_id, *play) for match_id, play in _first(waiting, _AT_ONCE)]
    written = 0
    with stage.connect() as connection, connection.cursor() as cursor:
        columns = "originator_id, originator_version, topic, state"
        with cursor.copy(f"COPY match_events ({columns}) FROM STDIN BINARY") as copy:
            copy.set_types(["uuid", "int8", "text", "bytea"])
            while running:
                for rows in list(running):
                    event = next(rows, None)
                    if event is not None:
                        copy.write_row(event)
                        written += 1
                        continue
                    running.remove(rows)
                    running += [_rows(match_id, *play) for match_id, play in _first(waiting, 1)]
        append_leaves(connection)
        asyncio.run(append_nodes(stage.conninfo))
        cursor.execute("VACUUM ANALYZE match_events, log_leaves, log_nodes")  # as time does
        cursor.execute("CHECKPOINT")
    return written


def _first(matches: Iterator[tuple[UUID, tuple[Play, int]]], number: int) -> Iterator[tuple[UUID, tuple[Play, int]]]:
    for _, match in zip(range(number), matches, strict=False):
        yield match


def _rows(match_id: UUID, play: Play, upto: int) -> Iterator[tuple[UUID, int, str | None, bytes]]:
    for version, (topic, stored) in enumerate(play.stored[:upto], start=1):
        yield match_id, version, *compressed(topic, stored)


# --- processes ---


@contextmanager
def service(stage: Stage, *options: str) -> Iterator[int]:
    """``partita serve`` over the stage's database, with more `options`; its port."""
    with served(stage.data, *options) as port:
        stage.wait_for_projections()
        yield port


@contextmanager
def served(data: Path, *options: str) -> Iterator[int]:
    """``partita serve`` over a data folder; its port, as soon as it listens there."""
    program = ["-c", "from service.cli.main import main; main()", "serve", "--data", str(data), *options]
    with _process(lambda port: [*program, "--port", str(port)]) as port:
        yield port


@contextmanager
def other(name: str, *arguments: str) -> Iterator[int]:
    """One of :mod:`benchmarks.apps`; its port."""
    with _process(lambda port: ["-m", "benchmarks.apps", name, str(port), *arguments]) as port:
        yield port


@contextmanager
def _process(command: Any) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PARTITA_", "PG")) and name != "DATABASE_URL"
    }
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([sys.executable, *command(port)], stdout=output, stderr=output, env=environment)
        try:
            _wait_for(port, child)
            yield port
        except BaseException:
            output.seek(0)
            sys.stderr.write(output.read().decode(errors="replace"))
            raise
        finally:
            child.send_signal(signal.SIGTERM)
            try:
                child.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def _wait_for(port: int, child: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if child.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("a process didn't start") from None
            time.sleep(0.02)
        else:
            return


def memory(port: int) -> dict[str, float]:
    """The megabytes that the processes of the service on `port` take, by what they do."""
    service = _serving(port)
    processes = {"service": service}
    for child in service.children(recursive=True):
        if "service.process.projector" in child.cmdline():
            processes["projector"] = child
    return {name: process.memory_info().rss / 1e6 for name, process in processes.items()}


def processor_seconds(port: int) -> float:
    """The processor time that the process which answers on `port` has taken so far."""
    return _processor_seconds_of(_serving(port))


def wait_for_rest(port: int) -> None:
    """Wait until the process that answers on `port`, and those that it has started, have come up and are at rest."""
    serving, before = _serving(port), -1.0
    deadline = time.monotonic() + _SETTLE_SECONDS
    while time.monotonic() < deadline:
        taken = sum(map(_processor_seconds_of, (serving, *serving.children(recursive=True))))
        if taken - before <= _AT_REST * _REST_SECONDS:
            break
        before = taken
        time.sleep(_REST_SECONDS)


def _processor_seconds_of(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _serving(port: int) -> psutil.Process:
    return next(child for child in psutil.Process().children() if str(port) in child.cmdline())


# --- requests ---


def request(method: str, path: str, token: str = "", body: bytes = b"", headers: Sequence[str] = ()) -> bytes:
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: bench", *headers]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body
