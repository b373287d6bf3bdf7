"""While somebody tries to use up a service, others are served, and its memory stays bounded."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import psutil  # type: ignore[import-untyped]
import pytest

from tests.service.http_client import client_of
from tests.service.programs import Service, processes_of
from tests.service.scenes import BASE

pytestmark = pytest.mark.slow

HALF_REQUESTS = 1500
MEBIBYTE = 1 << 20


@pytest.fixture(scope="module", autouse=True)
def enough_files() -> Iterator[None]:
    """Who attacks has as many open files as who is attacked."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], 4096), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("attacked") / "data")
    try:
        running.wait_ready()
        yield running
    finally:
        running.stop()


def memory_of(service: Service) -> int:
    """Bytes of the process that answers, and of its child."""
    return sum(process.memory_info().rss for process in processes_of(service.process.pid))


def seconds_of_an_answer(service: Service) -> float:
    """How long somebody waits who connects anew."""
    began = time.monotonic()
    with client_of(service.url) as client:
        assert client.get(f"{BASE}/games").status_code == 200
    return time.monotonic() - began


def test_half_requests_and_endless_headers_shut_nobody_out(service: Service) -> None:
    seconds_of_an_answer(service)
    before = memory_of(service)
    with ExitStack() as attack:
        for _ in range(HALF_REQUESTS):
            connection = attack.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=10))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 1000)
        assert seconds_of_an_answer(service) < 1
        endless = attack.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=10))
        with suppress(ConnectionError):  # it is refused long before the end
            endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
            for _ in range(79):
                endless.sendall(b"X-A: " + b"a" * MEBIBYTE + b"\r\n")
            assert endless.recv(100).startswith(b"HTTP/1.1 431")
        assert seconds_of_an_answer(service) < 1
        assert memory_of(service) < 2 * before
        time.sleep(12)  # the time that a head may take, and a sweep
        connections = psutil.Process(service.process.pid).net_connections()
        assert sum(one.status == psutil.CONN_ESTABLISHED for one in connections) < HALF_REQUESTS / 10
    assert seconds_of_an_answer(service) < 1


def test_the_places_of_this_machine_are_enough_for_it(service: Service) -> None:
    """More half requests than there are places: the oldest give way."""
    with ExitStack() as attack:
        for _ in range(2200):
            with suppress(OSError):
                connection = attack.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=10))
                connection.sendall(b"GET / HTTP/1.1\r\n")
        assert seconds_of_an_answer(service) < 1
