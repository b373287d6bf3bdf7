"""A signal ends the service in time, whatever hangs: streams, clients that don't read or write, the database."""

import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from service.process.signals import END_SECONDS
from tests.service.database.test_embedded import clean_up, the_postmaster
from tests.service.live.reader import following
from tests.service.programs import Service, database_runs, frozen, living, processes_of, serving, wait_until
from tests.service.scenes import MATCHES, dealt

pytestmark = pytest.mark.slow

MARGIN: int = 15
"""Seconds that a machine which is busy with other tests may take more."""


@contextmanager
def slow_clients(service: Service) -> Iterator[None]:
    """Connections on which half a request came, a body is awaited, and an answer isn't read."""
    halves = (
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{",
        b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 50,
    )
    with ExitStack() as stack:
        for half in halves:
            client = stack.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", service.port))
            client.sendall(half)
        yield


def ended_in_time(service: Service) -> int:
    """Its exit code; no process of it is left."""
    processes = processes_of(service.process.pid)
    service.process.send_signal(signal.SIGTERM)
    code = service.process.wait(END_SECONDS + MARGIN)
    wait_until(lambda: living(processes) == [], MARGIN)
    return code


@pytest.mark.parametrize("workers", [1, 2])
def test_streams_and_slow_clients_do_not_keep_it(tmp_path: Path, workers: int) -> None:
    data = tmp_path / "data"
    with serving(data, "--workers", workers) as service, service.client() as client, slow_clients(service):
        match = dealt(client)
        with following(client, match) as reader:
            reader.take(1)
            assert ended_in_time(service) == 0, service.said
    assert not database_runs(data)
    assert "hard" not in service.said


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_that_stands_still_does_not_keep_it(tmp_path: Path, workers: int) -> None:
    data = tmp_path / "data"
    with serving(data, "--workers", workers) as service:
        with service.client() as client:
            match = dealt(client)
        with frozen(the_postmaster(data)), ExitStack() as stack:  # requests wait for the database, too
            for _ in range(3):
                waiting = stack.enter_context(socket.create_connection(("127.0.0.1", service.port)))
                waiting.sendall(f"GET {MATCHES} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            ended_in_time(service)
    # What was acknowledged is there afterwards.
    with serving(data) as again, again.client() as client:
        assert client.get(f"{MATCHES}/{match['id']}").json()["version"] == 2
        assert ended_in_time(again) == 0
    clean_up(data)


def test_a_worker_that_stands_still_does_not_keep_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--workers", 2) as service:
        service.wait_ready()
        worker = next(
            one for one in psutil.Process(service.process.pid).children() if "spawn_main" in " ".join(one.cmdline())
        )
        worker.suspend()
        ended_in_time(service)
    wait_until(lambda: not database_runs(data))  # it was told to stop, and does so in its own time
