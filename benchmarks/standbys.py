"""A standby: what it costs to wait for it with each write, and what it gains to read from it.

All run on this machine, so the way to the standby takes no time, and both servers share processors and disk: waiting
costs the least that it can, and reads gain nothing but what the primary is spared.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final
from uuid import UUID

from msgspec.structs import replace

from benchmarks.actions import durably, posts_of
from benchmarks.harness import Effort, Figure, Report
from benchmarks.load import Result, send
from benchmarks.plays import scripts
from benchmarks.reads import figure_of
from benchmarks.stage import Stage, request, seed, service, stage
from service.cli.backups.programs import run as run_program
from service.database import EmbeddedPostgres
from service.database.programs import Account

_WRITERS: Final = (1, 32)
_READERS: Final = 8
_MATCHES: Final = 16
_UP_TO: Final = {  # what a commit waits for: whether for a standby, and how far
    "disk of the primary": ("", "on"),
    "memory of the standby": ("*", "remote_write"),
    "disk of the standby": ("*", "on"),
    "replayed by the standby": ("*", "remote_apply"),
}
_NO_STANDBY: Final = "disk of the primary"
_PATHS: Final = {
    "GET matches": "/api/v1/matches?limit=20",
    "GET history": "/api/v1/matches/{match}/history",
    "GET events": "/api/v1/matches/{match}/events?limit=100",
}
_FOLLOWS: Final = "SELECT sync_state, current_setting('synchronous_commit') FROM pg_stat_replication"
_BEHIND: Final = "SELECT bool_or(replay_lsn < pg_current_wal_lsn()) FROM pg_stat_replication"
_SETTLE_SECONDS: Final = 60
_numbers = count(1)


def run(effort: Effort) -> Report:
    """Writes by what their commits wait for, and reads without and with a standby to read from."""
    rounds = max(1, effort.rounds - 2)
    with stage() as place, _standby(place) as standby:
        written = _writes(place, effort, rounds)
        primary, copy = _reads(place, standby, effort, rounds)
        database = place.database
    figures: list[Figure] = []
    for clients in _WRITERS:
        for name in _UP_TO:
            beside = "" if name == _NO_STANDBY else _NO_STANDBY
            base = written[clients, beside] if beside else None
            many = f"{clients} client{'s' if clients > 1 else ''}"
            figure = figure_of(f"up to the {name}, {many}", written[clients, name], beside, base)
            figures.append(replace(figure, unit="actions/s"))
    for name in _PATHS:
        figures += [
            figure_of(f"{name}, from the standby", copy[name], "from the primary", primary[name]),
            figure_of(f"{name}, from the primary", primary[name]),
        ]
    notes = (
        database + ".",
        "Up to: what a commit waits for, by synchronous_standby_names and synchronous_commit.",
        "Reads from the standby ask the primary how far it is, once for all that begin at a moment.",
        "Primary, standby and services share this machine; between two, each write takes the way there and back, too.",
    )
    return Report("A synchronous standby", tuple(figures), notes)


@contextmanager
def _standby(place: Stage) -> Iterator[str]:
    """A server that follows the stage's; how to connect to it."""
    rules = place.data / "postgresql" / "pg_hba.conf"
    rules.write_text(f"local replication all trust\n{rules.read_text()}")  # the account of the standby's server, too
    with place.connect_as_admin() as connection:
        connection.execute("SELECT pg_reload_conf()")
    data = place.data / "standby"
    cluster = data / "postgresql"
    data.mkdir()
    how = ("--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast")
    run_program("pg_basebackup", f"--pgdata={cluster}", *how, conninfo=place.admin_conninfo)
    owner = Account.for_cluster(place.data / "postgresql")
    for path in (cluster, *cluster.rglob("*")):
        owner.give(path)
    with EmbeddedPostgres(data) as server:
        yield server.conninfo


def _writes(place: Stage, effort: Effort, rounds: int) -> dict[tuple[int, str], list[Result]]:
    posts = {
        (clients, name, number): posts_of(place, clients)
        for number in range(rounds)
        for clients in _WRITERS
        for name in _UP_TO
    }
    seed(place, {match_id: play for each in posts.values() for match_id, play in each.matches.items()})
    found: dict[tuple[int, str], list[Result]] = {(clients, name): [] for clients in _WRITERS for name in _UP_TO}
    with service(place) as port:
        for number in range(rounds):
            for clients in _WRITERS:
                for name, (standbys, commit) in _UP_TO.items():
                    _wait_up_to(place, standbys, commit)
                    found[clients, name].append(durably(place, port, posts[clients, name, number], effort))
                    place.wait_for_projections()
        _wait_up_to(place, "", "on")
    return found


def _wait_up_to(place: Stage, standbys: str, commit: str) -> None:
    """Have commits wait so from now on.

    Raises:
        RuntimeError: the standby isn't there to be waited for.
    """
    wanted = ("sync" if standbys else "async", commit)
    with place.connect_as_admin() as connection:
        connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standbys}'")
        connection.execute(f"ALTER SYSTEM SET synchronous_commit = '{commit}'")
        connection.execute("SELECT pg_reload_conf()")
        deadline = time.monotonic() + _SETTLE_SECONDS
        while (found := connection.execute(_FOLLOWS).fetchone()) != wanted:
            if time.monotonic() > deadline:
                raise RuntimeError(f"the standby is {found}, not {wanted}")
            time.sleep(0.05)


def _wait_until_replayed(place: Stage) -> None:
    deadline = time.monotonic() + _SETTLE_SECONDS
    with place.connect_as_admin() as connection:
        while connection.execute(_BEHIND).fetchone() != (False,):
            if time.monotonic() > deadline:
                raise TimeoutError("the standby doesn't catch up")
            time.sleep(0.05)


def _reads(
    place: Stage, standby: str, effort: Effort, rounds: int
) -> tuple[dict[str, list[Result]], dict[str, list[Result]]]:
    plays = scripts(8)
    matches = {
        UUID(int=(14 << 120) + next(_numbers)): (
            plays[number % len(plays)],
            len(plays[number % len(plays)].events) // 2,
        )
        for number in range(_MATCHES)
    }
    seed(place, matches)
    _wait_until_replayed(place)
    asked = {
        name: [request("GET", path.format(match=match_id), place.token) for match_id in matches]
        for name, path in _PATHS.items()
    }
    primary: dict[str, list[Result]] = {name: [] for name in _PATHS}
    copy: dict[str, list[Result]] = {name: [] for name in _PATHS}
    with service(place) as alone, service(place, "--read-database-url", standby) as beside:
        for port in (alone, beside):  # connections are made, plans, and answers that are kept
            for requests in asked.values():
                send(port, [requests], effort, repeat=True)  # a fast machine is through with them at once
        for _ in range(rounds):
            for name, requests in asked.items():
                clients = [requests[client:] + requests[:client] for client in range(_READERS)]
                primary[name].append(send(alone, clients, effort, repeat=True))
                copy[name].append(send(beside, clients, effort, repeat=True))
    return primary, copy
