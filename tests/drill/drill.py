"""One drill, from the first machine to the report."""

import os
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import click
import httpx
import msgspec

from tests.drill.database import Database
from tests.drill.faults import Episode, Faults
from tests.drill.history import Event, Logs
from tests.drill.load import Load
from tests.drill.machines import Machine, lay_network
from tests.drill.report import Aim, Report
from tests.drill.services import Service
from tests.service.http_client import client_of

_START_SECONDS: Final = 300.0


class Drill:
    """Three machines with PostgreSQL, and two with the service."""

    def __init__(self, folder: Path, patroni: Path, logs: Path, *, ttl: int, pooler: bool, random: Random) -> None:
        lay_network()
        machines = [Machine(f"db{number}", 10 + number, folder, logs) for number in (1, 2, 3)]
        self._database = Database(machines, patroni, ttl=ttl, pooler=pooler)
        self._services = [
            Service(Machine(f"app{number}", 20 + number, folder, logs), self._database.url) for number in (1, 2)
        ]
        self._faults = Faults(self._database, self._services, random)

    def run(self, seconds: float, faults: int | None, only: str, aim: Aim, *, clients: int, pause: float) -> Report:
        """Start everything, make faults for so long, or so many, while clients write and read, and compare."""
        began = time.monotonic()
        self._start()
        load_average = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        click.echo(f"{time.monotonic() - began:.0f} s until all ran; load average {load_average}")
        urls, token = [service.url for service in self._services], self._services[0].token
        load = Load(urls, token, clients=clients, pause=pause)
        episodes = []
        for episode in islice(self._faults.made_until(time.monotonic() + seconds, only), faults):
            episodes.append(episode)
            click.echo(_line(episode))
        load.stop()
        first, second = (self._logs(url, token, list(load.notes.versions)) for url in urls)
        return Report(load.notes, first, episodes, first == second, aim)

    def _start(self) -> None:
        for machine in self._database.machines:
            self._database.boot(machine)
        _wait(self._database.is_whole, "the database")
        self._database.create()
        for service in self._services:
            service.boot()
        for service in self._services:
            _wait(service.is_ready, service.machine.name)

    def _logs(self, url: str, token: str, matches: list[str]) -> Logs:
        """The logs as a service tells them, with the positions from the primary."""
        with client_of(url, token) as client, self._database.connect() as connection:
            rows = connection.execute("SELECT originator_id, originator_version, notification_id FROM match_events")
            positions = {(str(match), version): position for match, version, position in rows}
            return {match: list(_events(client, match, positions)) for match in matches}


def _events(client: httpx.Client, match: str, positions: dict[tuple[str, int], int]) -> Iterator[Event]:
    answer = client.get(f"/api/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    if answer.status_code == 404:  # then all of it is lost
        return
    answer.raise_for_status()
    for line in answer.text.splitlines():
        event: dict[str, Any] = msgspec.json.decode(line)
        value = event["action"]["value"] if "action" in event else None
        yield Event(event["version"], positions.get((match, event["version"]), 0), value)


def _wait(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} doesn't start")
        time.sleep(0.2)


def _line(episode: Episode) -> str:
    healed = "NOT" if episode.healed is None else f"after {episode.healed - episode.undone:.1f} s"
    return f"{episode.what} ({episode.machine}), for {episode.undone - episode.began:.1f} s; well again {healed}"
