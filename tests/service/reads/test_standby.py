"""Reads go to a standby as long as it has all that the primary has; whatever becomes of it, nobody is shown less."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import httpx
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.database import EmbeddedPostgres
from service.process.container import Services
from service.process.settings import Settings
from tests.places import place_of_databases
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.programs import called, wait_until
from tests.service.reads.standby_server import StandbyServer, standby_of
from tests.service.scenes import BASE, FIRST, MATCHES, PLAYERS, dealt, make_player, open_match, play, whole

pytestmark = pytest.mark.slow

DATABASE_SECONDS: Final = 10.0

MARGIN: Final = 30.0
"""A busy machine takes its time."""

STANDBY: Final = "standby 1"

ENDLESS_ON_A_STANDBY: Final = "SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(3600)::text END"

IS_ENDLESS: Final = f"query = '{ENDLESS_ON_A_STANDBY}' AND state = 'active'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with place_of_databases(tmp_path_factory) as place:
        for name in ("data", "elsewhere", "here"):
            (place / name).mkdir()
        yield place


@pytest.fixture(scope="module")
def standby(postgres: EmbeddedPostgres, folder: Path) -> Iterator[StandbyServer]:
    with standby_of(postgres.admin_conninfo, folder / "standby") as server:
        yield server


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture(scope="module")
def api(database: str, standby: StandbyServer, folder: Path) -> Iterator[httpx.Client]:
    wait_until(lambda: has_replayed(standby, database))
    settings: dict[str, Any] = {"read_conninfo": standby.of(database), "database_seconds": DATABASE_SECONDS}
    with running_service(database, folder / "data", **settings) as client:
        yield client


@pytest.fixture
def match(api: httpx.Client) -> dict[str, Any]:
    """A match that has ended; the standby is read from again, whatever was before."""
    match = whole(api)
    wait_until(lambda: health(api)["checks"][STANDBY] == "ok")
    return match


def has_replayed(standby: StandbyServer, conninfo: str) -> bool:
    """Whether the standby has a database that has just been made."""
    try:
        return bool(standby.ask("SELECT count(*) FROM projections", conninfo))
    except psycopg.OperationalError:
        return False


def health(api: httpx.Client) -> dict[str, Any]:
    answer: dict[str, Any] = api.get("/health/ready").json()
    return answer


def reads(api: httpx.Client) -> dict[str, int]:
    """How many reads have been answered so far, and by what."""
    found = re.findall(r'^partita_reads_total\{source="(\w+)"\} (\d+)', api.get("/metrics").text, re.MULTILINE)
    return {source: int(count) for source, count in found}


def comes_from(api: httpx.Client, path: str, source: str) -> bool:
    """Whether all that an answer is made of that way comes from there."""
    before = reads(api)
    answer = api.get(path, headers={"Accept": "*/*"})
    assert answer.status_code == 200, answer.text
    after = reads(api)
    return (
        after[source] > before[source] and sum(after.values()) - after[source] == sum(before.values()) - before[source]
    )


def paths(match: dict[str, Any]) -> list[str]:
    player, match_id = match["seats"][0]["player"]["id"], match["id"]
    return [
        f"{MATCHES}?after_position={match['position']}",
        f"{MATCHES}/{match_id}/history?after_position={match['position']}",
        f"{MATCHES}/{match_id}/scoreboard?after_position={match['position']}",
        f"{BASE}/series",
        PLAYERS,
        f"{PLAYERS}/{player}",
        f"{PLAYERS}/{player}/statistics?after_position={match['position']}",
        f"{PLAYERS}/{player}/ratings",
        f"{BASE}/subjects",
        f"{BASE}/games/klunker/statistics",
        f"{BASE}/games/klunker/leaderboard",
        f"{BASE}/exports/plays",
        "/",
        "/players",
        f"/players/{player}",
        "/games/klunker",
        "/statistics",
    ]


def test_what_only_reads_goes_to_the_standby(
    api: httpx.Client, match: dict[str, Any], standby: StandbyServer, database: str
) -> None:
    for path in paths(match):
        wait_until(partial(comes_from, api, path, "standby"))
    name = conninfo_to_dict(database)["dbname"]
    asked = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND query LIKE '%scoreboard_match%'"
    assert standby.ask(f"{asked} AND pid <> pg_backend_pid()") > 0
    assert health(api)["status"] == "ok"
    assert 'partita_standby_up{standby="1"} 1' in api.get("/metrics").text


def test_who_wrote_reads_it_while_the_standby_stands_still(
    api: httpx.Client, match: dict[str, Any], standby: StandbyServer, database: str, folder: Path
) -> None:
    player = match["seats"][0]["player"]["id"]
    standby.pause()
    try:
        for number in range(5):
            assert api.patch(f"{PLAYERS}/{player}", json={"name": f"Ada {number}"}).is_success
            assert api.get(f"{PLAYERS}/{player}").json()["name"] == f"Ada {number}"
            opened = open_match(api)
            listed = api.get(MATCHES, params={"after_position": opened["position"]}).json()
            assert opened["id"] in {item["id"] for item in listed["items"]}
        assert comes_from(api, f"{PLAYERS}/{player}", "primary")
        assert re.search(r": \d+ bytes of WAL behind, at position \d+ of \d+", standby_line(database, standby, folder))
    finally:
        standby.resume()
    wait_until(lambda: comes_from(api, f"{PLAYERS}/{player}", "standby"))
    wait_until(lambda: "it has all that the primary has" in standby_line(database, standby, folder))


def standby_line(database: str, standby: StandbyServer, folder: Path) -> str:
    """What `partita doctor` says of the standby."""
    hosts = ("--database-url", database, "--read-database-url", standby.of(database))
    (line,) = [
        line for line in called("doctor", "--data", folder / "data", *hosts).out.splitlines() if " standby " in line
    ]
    return line


def test_a_standby_that_is_stopped_is_done_without(
    api: httpx.Client, match: dict[str, Any], standby: StandbyServer
) -> None:
    wait_until(lambda: comes_from(api, MATCHES, "standby"))
    standby.stop()
    try:
        for path in paths(match):
            assert api.get(path, headers={"Accept": "*/*"}).status_code == 200
        wait_until(lambda: "nothing is read from it" in health(api)["checks"][STANDBY])
        assert api.get("/health/ready").status_code == 200
        assert health(api)["status"] == "degraded"
        assert 'partita_standby_up{standby="1"} 0' in api.get("/metrics").text
        assert comes_from(api, MATCHES, "primary")
    finally:
        standby.start()
    wait_until(lambda: comes_from(api, MATCHES, "standby"))


def test_a_standby_that_says_nothing_is_left_in_time(
    api: httpx.Client, match: dict[str, Any], standby: StandbyServer
) -> None:
    wait_until(lambda: comes_from(api, MATCHES, "standby"))
    with standby.frozen(), ThreadPoolExecutor() as others:
        began = time.monotonic()
        for answer in others.map(lambda path: api.get(path, headers={"Accept": "*/*"}), paths(match)):
            assert answer.status_code == 200
        assert time.monotonic() - began < DATABASE_SECONDS + MARGIN
        wait_until(lambda: "nothing is read from it" in health(api)["checks"][STANDBY])
        assert comes_from(api, MATCHES, "primary")
    wait_until(lambda: comes_from(api, MATCHES, "standby"))


def test_a_query_that_waits_for_a_silent_standby_is_asked_again_at_the_primary(
    match: dict[str, Any], standby: StandbyServer, database: str, folder: Path
) -> None:
    del match
    settings = Settings(folder / "data", database, read_conninfo=standby.of(database), database_seconds=4.0)
    is_asked = f"SELECT count(*) > 0 FROM pg_stat_activity WHERE {IS_ENDLESS}"

    async def asked() -> list[tuple[Any, ...]]:
        services = Services(settings)
        await services.start()
        try:
            while services.reads.standbys[0].fault is not None:
                await asyncio.sleep(0.05)
            waiting = asyncio.create_task(services.reads.tuples(ENDLESS_ON_A_STANDBY, ()))
            await asyncio.to_thread(wait_until, lambda: standby.ask(is_asked))
            with standby.frozen():
                return await asyncio.wait_for(waiting, DATABASE_SECONDS + MARGIN)
        finally:
            await services.stop()

    assert asyncio.run(asked()) == [(None,)]
    # Nobody waits for it any more, but it goes on, and its snapshot keeps the standby from replaying for half a minute.
    standby.ask(f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {IS_ENDLESS}")
    wait_until(lambda: not standby.ask(is_asked))


def test_a_match_that_isnt_known_yet_is_whole(
    match: dict[str, Any], api: httpx.Client, standby: StandbyServer, database: str, folder: Path
) -> None:
    running = dealt(api)
    address = f"{MATCHES}/{running['id']}"
    wait_until(lambda: standby.ask(f"SELECT max(notification_id) >= {running['position']} FROM match_events", database))
    standby.pause()
    try:
        assert play(api, running, FIRST).is_success
        with running_service(database, folder / "data", read_conninfo=standby.of(database)) as other:
            wait_until(lambda: health(other)["checks"][STANDBY] == "ok")
            before = reads(other)["standby"]
            assert other.get(f"{address}/state").json() == api.get(f"{address}/state").json()
            assert other.get(f"{MATCHES}/{match['id']}/replay/steps/3").status_code == 200
            assert reads(other)["standby"] > before
    finally:
        standby.resume()


def test_what_is_no_standby_of_this_log_is_left_with_the_reason(
    postgres: EmbeddedPostgres, new_database: Callable[[], str], folder: Path
) -> None:
    conninfo = new_database()
    with standby_of(postgres.admin_conninfo, folder / "promoted") as promoted:
        wait_until(lambda: has_replayed(promoted, conninfo))
        promoted.promote()
        with running_service(promoted.of(conninfo), folder / "elsewhere") as elsewhere:
            open_match(elsewhere)
        with standby_of(promoted.of(conninfo), folder / "follower") as follower:
            copies = [conninfo, promoted.of(conninfo), follower.of(conninfo), make_conninfo(conninfo, host="/nowhere")]
            places = ",".join(str(conninfo_to_dict(host)["host"]) for host in copies)
            several = make_conninfo(conninfo, host=places, port=",".join(["5432"] * len(copies)))
            with running_service(conninfo, folder / "here", read_conninfo=several) as api:
                open_match(api)
                wait_until(lambda: "looked at yet" not in str(health(api)["checks"]))
                checks = health(api)["checks"]
                assert comes_from(api, PLAYERS, "primary")
            hosts = ("--database-url", conninfo, "--read-database-url", several)
            said = called("doctor", "--data", folder / "here", *hosts)
            other = make_conninfo(follower.of(conninfo), dbname="partita")
            with running_service(conninfo, folder / "here", read_conninfo=other) as api:
                wait_until(lambda: "another database" in health(api)["checks"][STANDBY])
    assert "it is no standby" in checks["standby 1"]
    assert "it is no standby" in checks["standby 2"]
    assert "its log isn't that of the primary" in checks["standby 3"]
    assert "nothing is read from it" in checks["standby 4"]
    assert said.code == 1
    assert said.out.count("Name a standby of the primary that is used.") == 3


WRITES: Final = 25
"""Of each kind, by each of those who write."""


def test_no_read_goes_back_and_none_misses_what_was_written(
    api: httpx.Client, match: dict[str, Any], standby: StandbyServer
) -> None:
    """Given a standby that stands still by turns, nobody is shown less than was acknowledged, or than before."""
    del match
    random, token = Random(7), api.headers["authorization"].removeprefix("Bearer ")
    player, ended = make_player(api, "Name 0")["id"], Event()
    acknowledged = [0]
    counts = dict.fromkeys(("own", "others"), 0)
    before = reads(api)

    def write() -> None:
        paused = False
        try:
            for number in range(1, WRITES + 1):
                if random.random() < 0.4:
                    (standby.resume if paused else standby.pause)()
                    paused = not paused
                assert api.patch(f"{PLAYERS}/{player}", json={"name": f"Name {number}"}).is_success
                acknowledged[0] = number
                assert api.get(f"{PLAYERS}/{player}").json()["name"] == f"Name {number}"
                opened = open_match(api)
                listed = api.get(MATCHES, params={"after_position": opened["position"]}).json()
                assert opened["id"] in {item["id"] for item in listed["items"]}
                counts["own"] += 2
        finally:
            standby.resume()
            ended.set()

    def read() -> int:
        name = position = newest = found = 0
        with client_of(api.base_url, token) as reader:
            while not ended.is_set():
                least = max(name, acknowledged[0])
                name = int(reader.get(f"{PLAYERS}/{player}").json()["name"].removeprefix("Name "))
                assert name >= least
                page = reader.get(MATCHES, params={"sort": "-opened", "limit": 1}).json()
                opened = page["items"][0]["opened_at"]
                assert (page["position"], opened) >= (position, newest or opened)
                position, newest = page["position"], opened
                found += 2
        return found

    with ThreadPoolExecutor() as others:
        readers = [others.submit(read) for _ in range(3)]
        others.submit(write).result()
        counts["others"] = sum(reader.result() for reader in readers)
    after = reads(api)
    by = {source: after[source] - before[source] for source in after}
    print(f"{counts['own']} reads of what was just written, {counts['others']} by others; answered by {by}")
    assert counts["own"] == 2 * WRITES
    assert min(by.values()) > 0
