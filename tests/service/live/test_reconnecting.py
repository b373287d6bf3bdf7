"""Readers that come and go while others write: nothing is missed, nothing comes twice. And a service that stops."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.service.conftest import running_service
from tests.service.database.test_embedded import clean_up
from tests.service.http_client import client_of
from tests.service.live.reader import following
from tests.service.programs import running, serving, wait_until
from tests.service.scenes import MATCHES, dealt, items

pytestmark = pytest.mark.slow

WRITERS = 8
READERS = 4
ENDLESS = 1 << 30


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


def another_client(api: httpx.Client) -> httpx.Client:
    return client_of(api.base_url, headers={"Authorization": api.headers["authorization"]})


def write_and_follow(api: httpx.Client, seconds: float, seed: int, disturb: Callable[[Random], object]) -> int:
    """Write to two matches and follow them; tells how often a reader came again."""
    matches = [dealt(api), dealt(api)]
    stopping = threading.Event()
    last: dict[str, int] = {}  # the version that each match ends with, when that is known

    def write(number: int) -> None:
        random = Random(f"{seed} writer {number}")
        with another_client(api) as client:
            while not stopping.is_set():
                match = random.choice(matches)
                with suppress(httpx.TransportError):
                    client.patch(f"{MATCHES}/{match['id']}", json={"note": f"{number} {random.random()}"})

    def follow(number: int) -> tuple[list[dict[str, Any]], int]:
        random = Random(f"{seed} reader {number}")
        match = matches[number % len(matches)]
        told: list[dict[str, Any]] = []
        times = 0
        with another_client(api) as client:
            while len(told) < last.get(match["id"], ENDLESS):
                times += 1
                wanted = random.randint(1, 40)
                with suppress(httpx.TransportError), following(client, match, len(told) or None) as stream:
                    for _ in range(wanted):
                        told += stream.take(1)
                        if len(told) >= last.get(match["id"], ENDLESS):
                            break
                time.sleep(random.choice((0, 0, 0.05)))
        return told, times

    with ThreadPoolExecutor(WRITERS + READERS) as pool:
        writers = [pool.submit(write, number) for number in range(WRITERS)]
        readers = [pool.submit(follow, number) for number in range(READERS)]
        try:
            end = time.monotonic() + seconds
            random = Random(seed)
            while time.monotonic() < end:
                time.sleep(random.uniform(0.2, 1.0))
                disturb(random)
            stopping.set()
            for writer in writers:
                writer.result()
            wait_until(lambda: api.get("/health/ready").status_code == 200, 60)
            last |= {match["id"]: version_of(api, match) + 1 for match in matches}
            for match in matches:  # who waits for one more event gets it
                api.patch(f"{MATCHES}/{match['id']}", json={"note": "the end"})
        except BaseException:
            stopping.set()
            last |= dict.fromkeys((match["id"] for match in matches), 0)
            raise
        found = [reader.result() for reader in readers]
    logs = [items(api, f"{MATCHES}/{match['id']}/events", limit=1000) for match in matches]
    for number, (told, _) in enumerate(found):
        log = logs[number % len(matches)]
        assert [event["version"] for event in told] == list(range(1, len(log) + 1))
        assert told == log
    assert all(len(log) > 10 for log in logs)
    return sum(times for _, times in found)


def version_of(client: httpx.Client, match: dict[str, Any]) -> int:
    while True:
        with suppress(httpx.TransportError, KeyError):
            return int(client.get(f"{MATCHES}/{match['id']}").json()["version"])
        time.sleep(0.1)


def test_readers_that_come_again_miss_nothing(conninfo: str, tmp_path: Path) -> None:
    with running_service(conninfo, tmp_path) as api:
        assert write_and_follow(api, 3, 1, lambda _: None) > 2 * READERS


@pytest.mark.long
def test_readers_that_come_again_miss_nothing_of_several_processes_that_are_killed(data: Path) -> None:
    with serving(data, "--workers", 2) as service, service.client() as api:

        def kill(random: Random) -> None:
            workers = running(service.process.pid, "spawn_main")
            if random.random() < 0.3 and len(workers) == 2:
                random.choice(workers).kill()

        def answered(disturb: Callable[[Random], object]) -> int:
            return write_and_follow(api, 60, 2, disturb)

        assert answered(kill) > 10 * READERS
        api.close()
        assert service.stop() == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_service_that_stops_ends_its_streams(data: Path, workers: int) -> None:
    """In order, so that readers know where they were, and without having to be cut off."""
    with serving(data, "--workers", workers) as service:
        with service.client() as api:
            match = dealt(api)
            streams = [following(api, match) for _ in range(6)]
            readers = [stream.__enter__() for stream in streams]
            for reader in readers:
                reader.take(2)
            with ThreadPoolExecutor(len(readers)) as pool:
                rests = [pool.submit(reader.rest) for reader in readers]
                assert service.stop() == 0
                assert [rest.result() for rest in rests] == [[]] * len(readers)
            for stream in streams:
                stream.__exit__(None, None, None)
        assert "graceful shutdown exceeded" not in service.said
        assert "Traceback" not in service.said
