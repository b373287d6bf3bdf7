"""``kill -9`` at random moments, while clients record: what was acknowledged is there once, and nothing else."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

import pytest

from projections import PROJECTIONS
from service.database import EmbeddedPostgres
from tests.projections.log import caught_up, rows
from tests.projections.test_batches import follow, rebuild_all
from tests.service.database.test_embedded import clean_up
from tests.service.programs import Service, database_runs, kill_database
from tests.service.recording import Client

pytestmark = pytest.mark.slow


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


class Recording:
    """Clients that record matches, whatever happens to the service, each in a thread of its own."""

    def __init__(self, service: Service, clients: int) -> None:
        self._stopping = Event()
        self.clients = [Client(service.url, service.token, Random(number), self._stopping) for number in range(clients)]
        self._threads = ThreadPoolExecutor(clients)
        self._ends = [self._threads.submit(client.record) for client in self.clients]

    def stop(self) -> None:
        self._stopping.set()
        with self._threads:
            for end in self._ends:
                end.result()


def crash(data: Path, service: Service, port: int, random: Random) -> Service:
    """Kill the service, the database or both; the service is started again, and restarts its database.

    It ends by itself when the database is killed while it starts it; that calls for another start, too.
    """
    victims = random.choice(("service", "service", "database", "both"))
    if victims != "service":
        kill_database(data)
    if victims == "database" and service.process.poll() is None:
        return service
    service.kill()
    time.sleep(random.random() / 2)
    return Service(data, *service.arguments, port=port)


def answering(data: Path, service: Service, port: int) -> Service:
    """The service when it does its work again; started once more if it ended because its database was killed."""
    try:
        service.wait_ready()
    except AssertionError:
        if service.process.poll() is None:
            raise
        service = Service(data, *service.arguments, port=port)
        service.wait_ready()
    return service


def record_and_crash(data: Path, seconds: float, seed: int, *arguments: object) -> None:
    random = Random(seed)
    service = Service(data, *arguments)
    try:
        service.wait_ready()
        port = service.port
        recording = Recording(service, clients=3)
        crashes, end = 0, time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                if crashes % 4 == 3:
                    service = answering(data, service, port)  # on a slow machine it would never get that far
                time.sleep(random.uniform(0.2, 2.5))
                service = crash(data, service, port, random)
                crashes += 1
        finally:
            service = answering(data, service, port)
            recording.stop()
        for client in recording.clients:
            client.verify()
        print(crashes, "crashes,", sum(len(client.writes) for client in recording.clients), "writes,")
        print(sum(client.repeated for client in recording.clients), "of them sent more than once")
        assert crashes > 2
        assert service.stop() == 0, service.said
    finally:
        if service.process.poll() is None:
            service.kill()
    assert not database_runs(data)
    with EmbeddedPostgres(data) as postgres:
        for kind in PROJECTIONS:
            follow(postgres.conninfo, kind)
        assert caught_up(postgres.conninfo)
        followed = rows(postgres.conninfo)
        rebuild_all(postgres.conninfo)
        assert rows(postgres.conninfo) == followed


def test_killed_at_random_moments(data: Path) -> None:
    record_and_crash(data, 8, 1)


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_random_moments_for_long(data: Path, workers: int) -> None:
    record_and_crash(data, 120, workers + 10, "--workers", workers)
