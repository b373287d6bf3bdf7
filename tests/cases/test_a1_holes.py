"""A1: a database that goes back behind what processes remember of it, and logs with holes."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from structlog.testing import capture_logs

from projections import PROJECTIONS
from projections.rebuild import rebuild
from tests.projections.log import caught_up, rows
from tests.service.conftest import running_service
from tests.service.live.reader import following
from tests.service.programs import ROOT, environment, wait_until
from tests.service.recording import any_of, log_of
from tests.service.scenes import MATCHES, THREE, open_match, play, played, problem

ACTIONS = THREE["actions"]
KEPT = 18
"""The newest version that the older copy has."""


@pytest.fixture
def workers(conninfo: str, tmp_path: Path) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """Two processes of the service, but for the process, on one database."""
    with ExitStack() as stack:
        first, second = (stack.enter_context(running_service(conninfo, tmp_path)) for _ in range(2))
        yield first, second


def go_back(conninfo: str, match_id: str, version: int = KEPT) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "DELETE FROM match_events WHERE originator_id = %s AND originator_version > %s", (match_id, version)
        )


def versions(conninfo: str, match_id: str) -> list[int]:
    with psycopg.connect(conninfo) as connection:
        query = "SELECT originator_version FROM match_events WHERE originator_id = %s ORDER BY notification_id"
        return [version for (version,) in connection.execute(query, (match_id,))]


def settled(conninfo: str, *clients: httpx.Client) -> None:
    """The read models are those of the log, and all say that they are well."""
    wait_until(lambda: all(client.get("/health/ready").json()["status"] == "ok" for client in clients))
    wait_until(lambda: caught_up(conninfo))
    followed = rows(conninfo)
    for kind in PROJECTIONS:
        rebuild(conninfo, kind(), lambda *_: None)
    assert rows(conninfo) == followed


def state_of(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    answer = client.get(f"{MATCHES}/{match['id']}/state")
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


@pytest.mark.slow
def test_A1_what_is_remembered_beyond_the_log_is_dropped(
    conninfo: str, workers: tuple[httpx.Client, httpx.Client]
) -> None:
    """As in the case: 20 actions, the last ones lost, then others in their place, by whichever process."""
    match = open_match(workers[0])
    played(workers[0], match, *ACTIONS[:20])
    before = [state_of(client, match) for client in workers]
    wait_until(lambda: caught_up(conninfo))
    with capture_logs() as said:
        go_back(conninfo, match["id"])
        assert played(workers[0], match, *ACTIONS[17:19])["version"] == KEPT + 2
        wait_until(lambda: [one for one in said if one["event"].startswith("the log went back;")])
    assert {one["log_level"] for one in said if "went back" in one["event"]} == {"warning"}
    after = [state_of(client, match) for client in workers]
    assert after[0] == after[1]
    assert (before[0]["version"], after[0]["version"]) == (21, 20)
    assert played(workers[1], match, *ACTIONS[19:22])["version"] == KEPT + 5
    assert versions(conninfo, match["id"]) == list(range(1, KEPT + 6))
    for client in workers:
        events = client.get(f"{MATCHES}/{match['id']}/events", params={"limit": 1000}).json()["items"]
        assert [event["version"] for event in events] == list(range(1, KEPT + 6))
        assert [event.get("action") for event in events][1:] == ACTIONS[:22]
    settled(conninfo, *workers)


def go_on(client: httpx.Client, match: dict[str, Any], version: int, random: Random) -> None:
    """Play at random until the match is at `version` or beyond."""
    path = f"{MATCHES}/{match['id']}"
    while (legal := client.get(f"{path}/legal-actions").json())["version"] < version:
        assert client.post(f"{path}/actions", json={"actions": [any_of(legal, random)]}).status_code == 201


@pytest.mark.slow
def test_A1_other_events_with_the_same_versions(conninfo: str, workers: tuple[httpx.Client, httpx.Client]) -> None:
    """The process that remembers the lost ones is asked when the log is as long as before: it tells the new ones."""
    first, second = workers
    match = open_match(first, options={"dealing": "server"})
    path, random = f"{MATCHES}/{match['id']}", Random(1)
    reads = [f"{path}/{part}" for part in ("state", "events", "replay", "replay/steps/15", "legal-actions")]

    def told_at_20(client: httpx.Client, other: httpx.Client) -> list[Any]:
        """What `other` tells when `client` has played, to the version 20."""
        go_on(client, match, 20, random)
        go_back(conninfo, match["id"], 20)
        return [other.get(read).json() for read in reads]

    lost = told_at_20(first, first)
    go_back(conninfo, match["id"], 8)
    now = told_at_20(second, first)
    assert lost[0]["version"] == now[0]["version"] == 20
    told_differs = [one != another for one, another in zip(lost, now, strict=True)]
    assert all(told_differs[:-1]), told_differs  # what may be done next can be the same by chance
    assert now == [second.get(read).json() for read in reads]
    go_back(conninfo, match["id"], 8)
    go_on(second, match, 20, random)
    go_on(first, match, 25, random)
    assert versions(conninfo, match["id"]) == list(range(1, len(versions(conninfo, match["id"])) + 1))
    assert state_of(first, match) == state_of(second, match)
    settled(conninfo, *workers)


@pytest.mark.slow
def test_A1_a_write_decided_on_events_that_were_lost_is_decided_anew(
    conninfo: str, workers: tuple[httpx.Client, httpx.Client]
) -> None:
    """Seat 1 passes after seat 0 in the log, and before it in what the first process remembers of the same version."""
    first, second = workers
    match = open_match(first)
    played(first, match, *ACTIONS[:20])
    go_back(conninfo, match["id"])
    played(second, match, *ACTIONS[17:19], {"type": "pass", "seat": 0})
    answer = played(first, match, {"type": "pass", "seat": 1})
    assert answer["version"] == 22
    assert answer["events"][0]["outcome"][0] == {"type": "passed", "seat": 1, "buying_card": 2}
    assert versions(conninfo, match["id"]) == list(range(1, 23))
    assert state_of(first, match) == state_of(second, match)


@pytest.mark.slow
def test_A1_a_hole_gives_the_valid_prefix(conninfo: str, tmp_path: Path) -> None:
    with running_service(conninfo, tmp_path) as api:
        match, other = open_match(api), open_match(api)
        played(api, match, *ACTIONS[:20])
        frames = api.get(f"{MATCHES}/{match['id']}/replay", params={"limit": 1000}).json()["items"]
        wait_until(lambda: caught_up(conninfo))
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "DELETE FROM match_events WHERE originator_id = %s AND originator_version IN (19, 20)", (match["id"],)
        )
    with running_service(conninfo, tmp_path) as api:
        path = f"{MATCHES}/{match['id']}"
        page = api.get(f"{path}/replay", params={"limit": 1000}).json()
        assert (page["items"], page["fault"]["version"]) == (frames[:18], 19)
        lines = {"Accept": "application/x-ndjson"}
        for answer in (
            api.get(path),
            api.get(f"{path}/state"),
            api.get(f"{path}/events"),
            api.get(f"{path}/events", headers=lines),
            api.get(f"{path}/stream"),
            api.get(f"{path}/record"),
            play(api, match, ACTIONS[20]),
        ):
            problem(answer, 500, "damaged-log")
        assert played(api, other, *ACTIONS[:3])["version"] == 4
        assert api.get("/health/ready").status_code == 200
    for kind in PROJECTIONS:
        rebuild(conninfo, kind(), lambda *_: None)
    with psycopg.connect(conninfo) as connection:
        query = "SELECT projection, originator_id, fault FROM set_aside ORDER BY projection"
        missing = "MissingEvent: version 19 is missing, version 21 is there"
        assert connection.execute(query).fetchall() == [
            (name, UUID(match["id"]), missing) for name in sorted(kind.name for kind in PROJECTIONS)
        ]


@pytest.mark.slow
def test_A1_what_a_key_made_is_made_again_if_it_was_lost(
    conninfo: str, workers: tuple[httpx.Client, httpx.Client]
) -> None:
    first, second = workers
    match = open_match(first)
    played(first, match, *ACTIONS[:17])
    key = {"Idempotency-Key": "again"}
    assert play(first, match, *ACTIONS[17:20], headers=key).json()["version"] == KEPT + 3
    go_back(conninfo, match["id"])
    again = [play(client, match, *ACTIONS[17:20], headers=key) for client in (second, first)]
    assert [answer.status_code for answer in again] == [201, 201]
    assert again[0].json() == again[1].json()
    assert again[0].json()["version"] == KEPT + 3
    go_back(conninfo, match["id"])
    played(second, match, *ACTIONS[17:20])  # other events, with the same versions
    assert play(first, match, *ACTIONS[17:20], headers=key).status_code == 422  # it is decided on what is there
    assert [event.get("action") for event in log_of(first, match["id"])][1:] == ACTIONS[:20]


@pytest.mark.slow
def test_A1_streams_end_and_begin_anew(conninfo: str, workers: tuple[httpx.Client, httpx.Client]) -> None:
    first, second = workers
    match = open_match(first)
    played(first, match, *ACTIONS[:20])
    with following(first, match) as stream:
        assert [event["version"] for event in stream.take(21)] == list(range(1, 22))
        go_back(conninfo, match["id"])
        played(second, match, ACTIONS[17])
        assert stream.rest() == []
    problem(first.get(f"{MATCHES}/{match['id']}/stream", headers={"Last-Event-ID": "21"}), 400, "invalid-request")
    with following(first, match, last=KEPT) as stream:
        assert stream.take(1)[0]["action"] == ACTIONS[17]


class Copies:
    """A database, and an older copy of it that takes its place."""

    def __init__(self, conninfo: str) -> None:
        self._admin = make_conninfo(conninfo, dbname="postgres")
        self._name = str(conninfo_to_dict(conninfo)["dbname"])

    def take(self) -> None:
        """Copy it as it is now."""
        with self._alone() as connection:
            self._run(connection, "CREATE DATABASE {copy} TEMPLATE {name} STRATEGY file_copy")

    def promote(self) -> None:
        """Put the copy in its place: also positions and keys are given anew from then on."""
        with self._alone() as connection:
            self._run(connection, "ALTER DATABASE {name} RENAME TO {old}")
            self._run(connection, "ALTER DATABASE {copy} RENAME TO {name}")

    @contextmanager
    def _alone(self) -> Iterator[psycopg.Connection]:
        """Nobody is connected meanwhile."""
        with psycopg.connect(self._admin, autocommit=True) as connection:
            self._run(connection, "ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            while connection.execute(query, (self._name,)).fetchall():
                time.sleep(0.01)
            try:
                yield connection
            finally:
                self._run(connection, "ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def _run(self, connection: psycopg.Connection, statement: Any) -> None:
        names = {"name": self._name, "copy": f"{self._name}_copy", "old": f"{self._name}_old"}
        connection.execute(sql.SQL(statement).format(**{key: sql.Identifier(name) for key, name in names.items()}))


@pytest.mark.slow
def test_A1_an_older_copy_is_promoted_under_load(conninfo: str, workers: tuple[httpx.Client, httpx.Client]) -> None:
    """Two workers, recorders and readers on the same matches, and a copy that lacks what was written last."""
    copies, done = Copies(conninfo), Event()
    matches = [open_match(workers[0], options={"dealing": "server"}) for _ in range(4)]

    def record(number: int) -> set[int]:
        """All statuses that were answered."""
        random, statuses = Random(number), set()
        while not done.is_set():
            client, path = random.choice(workers), f"{MATCHES}/{random.choice(matches)['id']}"
            legal = client.get(f"{path}/legal-actions")
            statuses.add(legal.status_code)
            if legal.status_code == 200 and legal.json()["pending"]["type"] == "seats":
                written = client.post(f"{path}/actions", json={"actions": [any_of(legal.json(), random)]})
                statuses.add(written.status_code)
            statuses.add(client.get(f"{path}/events", params={"limit": 1000}).status_code)
        return statuses

    with ThreadPoolExecutor() as pool:
        recorders = [pool.submit(record, number) for number in range(4)]
        try:
            time.sleep(0.5)
            copies.take()
            time.sleep(1)
            copies.promote()
            time.sleep(1)
        finally:
            done.set()
        # 422: an action that isn't legal any more, since somebody else was faster.
        assert set().union(*(recorder.result() for recorder in recorders)) <= {200, 201, 422, 503}
    for match in matches:
        written = versions(conninfo, match["id"])
        assert written == list(range(1, len(written) + 1))
        first, second = (log_of(client, match["id"]) for client in workers)
        assert first == second
        assert [event["version"] for event in first] == written
        assert state_of(workers[0], match) == state_of(workers[1], match)
    settled(conninfo, *workers)


@pytest.mark.slow
def test_A1_a_process_with_a_thread_that_never_returns_ends_all_the_same() -> None:
    hang = (
        "import signal, threading, time\n"
        "from service.process import signals\n"
        "thread = threading.Thread(target=time.sleep, args=(600,))\n"
        "thread.start()\n"
        "with signals.raised(), signals.heard(lambda: signals.begin_to_end(0.2)):\n"
        "    try:\n"
        "        print('up', flush=True)\n"
        "        time.sleep(600)\n"
        "    finally:\n"
        "        thread.join()\n"
    )
    command = [sys.executable, "-c", hang]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "up\n"
            process.send_signal(signal.SIGTERM)
            process.wait(20)
        finally:
            process.kill()
    assert process.returncode == 1
