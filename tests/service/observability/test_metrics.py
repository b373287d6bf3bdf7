"""What Prometheus is told: of requests, read models, streams; of nobody."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from projections import PROJECTIONS
from service.observability.families import Family
from service.observability.metrics import FAMILIES
from service.observability.request_metrics import BOUNDS, RequestCounts
from service.observability.shared import MetricsSnapshot, Shared
from service.observability.text import rendered
from tests.service.conftest import running_service
from tests.service.database.test_embedded import clean_up
from tests.service.live.reader import following
from tests.service.programs import called, partita, serving, wait_until
from tests.service.scenes import DEAL, FIRST, MATCHES, dealt, open_match, play, problem

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)+)\})? (-?[0-9.e+-]+)')


def told(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """What a text in the format of Prometheus says; holds that it is in it, and that each family is told of once."""
    found: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}
    family, kind, families = "", "", []
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family = line.split(" ", 3)[2]
            families.append(family)
        elif line.startswith("# TYPE "):
            assert line.split()[2] == family
            kind = line.split()[3]
            assert kind in {"counter", "gauge", "histogram"}
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            name, labels, value = sample.groups()
            assert name in (
                {f"{family}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {family}
            )
            key = name, frozenset(re.findall(r'([a-z]+)="((?:[^"\\]|\\.)*)"', labels or ""))
            assert key not in found
            found[key] = float(value)
    assert len(set(families)) == len(families)
    return found


def metrics(client: httpx.Client) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return told(answer.text)


def value(client: httpx.Client, name: str, **labels: str) -> float:
    return metrics(client).get((name, frozenset(labels.items())), 0.0)


# --- the format ---


def test_the_format() -> None:
    families = (Family("a_total", "counter", "A."), Family("b", "histogram", "B."), Family("c", "gauge", "C."))
    samples = {
        ("b_sum", ()): 0.25,
        ("a_total", (("x", 'quotes " and \\ and\nlines'), ("y", "é"))): 3.0,
        ("b_bucket", (("le", "+Inf"),)): 2,
        ("b_count", ()): 2,
    }
    assert rendered(families, samples) == (
        "# HELP a_total A.\n# TYPE a_total counter\n"
        'a_total{x="quotes \\" and \\\\ and\\nlines",y="é"} 3.0\n'
        '# HELP b B.\n# TYPE b histogram\nb_bucket{le="+Inf"} 2.0\nb_sum 0.25\nb_count 2.0\n'
        "# HELP c C.\n# TYPE c gauge\n"
    )


def test_buckets_are_cumulative() -> None:
    counts = RequestCounts()
    for seconds in (0.0001, 0.001, 0.002, 3.0, 99.0):
        counts.count("read", 200, seconds)
    samples = counts.samples()
    buckets = {
        dict(labels)["le"]: times
        for (name, labels), times in samples.items()
        if name == "partita_request_seconds_bucket"
    }
    assert list(buckets) == [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
    assert [buckets[bound] for bound in ("0.001", "0.0025", "2.5", "5", "10", "+Inf")] == [2, 3, 3, 4, 4, 5]
    assert samples["partita_request_seconds_count", (("operation", "read"),)] == 5
    assert samples["partita_request_seconds_sum", (("operation", "read"),)] == pytest.approx(102.0031)


# --- the service ---


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture(scope="module")
def api(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(database, tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.mark.slow
def test_requests_are_counted_by_operation_and_status(api: httpx.Client) -> None:
    def counted(operation: str, status: int) -> float:
        return value(api, "partita_requests_total", operation=operation, status=str(status))

    before = [counted("getMatch", 404), counted("playActions", 201), counted("none", 404), counted("playActions", 412)]
    conflicts = value(api, "partita_problems_total", type="version-conflict")
    match = dealt(api)
    play(api, match, FIRST)
    problem(play(api, match, FIRST, headers={"If-Match": '"1"'}), 412, "version-conflict")
    for path in (f"{MATCHES}/{uuid4()}", f"{MATCHES}/{uuid4()}", f"/nowhere/{uuid4()}"):
        api.get(path)
    api.head(f"{MATCHES}/{uuid4()}")
    after = [counted("getMatch", 404), counted("playActions", 201), counted("none", 404), counted("playActions", 412)]
    assert [now - then for now, then in zip(after, before, strict=True)] == [3, 2, 1, 1]
    assert value(api, "partita_problems_total", type="version-conflict") == conflicts + 1
    assert value(api, "partita_request_seconds_count", operation="playActions") == counted(
        "playActions", 201
    ) + counted("playActions", 412)


@pytest.mark.slow
def test_read_models_tell_how_far_they_are(api: httpx.Client, database: str) -> None:
    play(api, open_match(api), DEAL)
    wait_until(
        lambda: (
            len(
                {value(api, "partita_projection_position", projection=kind.name) for kind in PROJECTIONS}
                | {value(api, "partita_log_position")}
            )
            == 1
        )
    )
    for kind in PROJECTIONS:
        assert value(api, "partita_projection_current", projection=kind.name) == 1
        assert value(api, "partita_projection_lag_seconds", projection=kind.name) == 0
    with psycopg.connect(database) as leader:
        leader.execute("SELECT FROM projections WHERE name = %s FOR UPDATE", (PROJECTIONS[0].name,))
        open_match(api)
        time.sleep(0.3)
        assert value(api, "partita_projection_lag_seconds", projection=PROJECTIONS[0].name) > 0.2
    wait_until(lambda: value(api, "partita_projection_lag_seconds", projection=PROJECTIONS[0].name) == 0)


def test_streams_and_connections_are_told(api: httpx.Client) -> None:
    assert value(api, "partita_streams_open") == 0
    match = dealt(api)
    with following(api, match) as stream:
        stream.take(2)
        assert value(api, "partita_streams_open") == 1
    wait_until(lambda: value(api, "partita_streams_open") == 0)
    assert value(api, "partita_pool_connections", state="idle") > 0
    assert value(api, "partita_database_up") == 1


def test_every_family_is_told_of(api: httpx.Client) -> None:
    text = api.get("/metrics").text
    assert [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")] == [
        family.name for family in FAMILIES
    ]


def test_nothing_is_told_that_names_a_match_or_a_person(api: httpx.Client) -> None:
    match = open_match(api, seats=[{"name": name} for name in ("Adalgisa", "Bruno", "Chiara")], place="Bologna")
    api.get(f"{MATCHES}/{match['id']}", params={"viewer": "seat:1"})
    api.get("/nowhere/Adalgisa")
    text = api.get("/metrics").text
    token_id = api.headers["authorization"].split("_")[1]
    for secret in (match["id"], "Adalgisa", "Bologna", token_id, *(seat["player"]["id"] for seat in match["seats"])):
        assert secret not in text
    labels = {name for _, pairs in told(text) for name, _ in pairs}
    assert labels == {"operation", "status", "le", "type", "projection", "state", "source"}


@pytest.mark.slow
def test_without_its_database_it_says_so(tmp_path: Path, new_database: Callable[[], str]) -> None:
    conninfo = new_database()
    with running_service(conninfo, tmp_path) as api:
        name = psycopg.conninfo.conninfo_to_dict(conninfo)["dbname"]
        other = psycopg.conninfo.make_conninfo(conninfo, dbname="postgres")
        with psycopg.connect(other, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            assert value(api, "partita_database_up") == 0
            assert ("partita_log_position", frozenset()) not in metrics(api)
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        wait_until(lambda: value(api, "partita_database_up") == 1)


# --- several processes ---


def snapshot(at: float, counter: float, gauge: float) -> MetricsSnapshot:
    return MetricsSnapshot(at, (("a_total", (("x", "y"),), counter),), (("b", (), gauge),))


def test_what_a_process_has_counted_stays_when_it_ends(tmp_path: Path) -> None:
    now = time.time()
    living, dead = Shared(tmp_path), Shared(tmp_path)
    dead.write(snapshot(now - 60, 5, 7))
    (tmp_path / "half.snapshot").write_bytes(b"\x93")
    assert living.summed(snapshot(now, 1, 2)) == {("a_total", (("x", "y"),)): 6, ("b", ()): 2}
    living.write(snapshot(now, 3, 4))
    assert dead.summed(snapshot(now, 5, 7)) == {("a_total", (("x", "y"),)): 8, ("b", ()): 11}
    assert Shared(None).summed(snapshot(now, 1, 2)) == {("a_total", (("x", "y"),)): 1, ("b", ()): 2}


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


@pytest.mark.slow
def test_any_of_several_processes_tells_of_all(data: Path) -> None:
    with serving(data, "--workers", 2) as service, service.client() as api:
        before = value(api, "partita_requests_total", operation="getLiveness", status="200")
        for _ in range(10):
            httpx.get(f"{service.url}/health/live")  # each on a connection of its own, so to any process

        def all_told() -> bool:
            found = {
                told(httpx.get(f"{service.url}/metrics").text).get(
                    ("partita_requests_total", frozenset({"operation": "getLiveness", "status": "200"}.items()))
                )
                for _ in range(6)
            }
            return found == {before + 10}

        wait_until(all_told)
        api.close()
        assert service.stop() == 0


# --- what is set aside ---


@pytest.mark.slow
def test_events_that_cant_be_taken_in_raise_an_alarm_until_they_are(
    tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.follower._PATIENCE", (0.02, 0.02, 0.02))
    conninfo = new_database()

    def health(api: httpx.Client) -> tuple[int, str]:
        answer = api.get("/health/ready")
        return answer.status_code, answer.json()["status"]

    with running_service(conninfo, tmp_path, verify_rate=0) as api:  # which would find what is put in
        match, other = dealt(api), dealt(api)
        api.patch(f"{MATCHES}/{match['id']}", json={"note": "good"})
        with psycopg.connect(conninfo, autocommit=True) as connection:
            query = "SELECT state FROM match_events WHERE originator_id = %s AND originator_version = 3"
            (good,) = connection.execute(query, (match["id"],)).fetchone() or (b"",)
            connection.execute(
                "INSERT INTO match_events (originator_id, originator_version, topic, state)"
                " VALUES (%s, 4, 'match/described', 'damaged')",
                (match["id"],),
            )
            wait_until(lambda: health(api) == (200, "degraded"))
            expected = {
                kind.name: "events set aside: 1, of matches or series: 1;"
                f" `partita retry {kind.name}` takes them in when the software is repaired"
                for kind in PROJECTIONS
            }
            wait_until(lambda: api.get("/health/ready").json()["checks"] == expected | {"database": "ok", "log": "ok"})
            position = play(api, other, FIRST).json()["position"]
            assert api.get(MATCHES, params={"after_position": position}).status_code == 200
            for kind in PROJECTIONS:
                assert value(api, "partita_projection_set_aside_events", projection=kind.name) == 1
                assert value(api, "partita_projection_set_aside_originators", projection=kind.name) == 1
            url: Any = ("--data", tmp_path / "unused", "--database-url", conninfo)
            said = called("retry", *url)
            assert said.code == 1
            assert f"  not {match['id']}: UnreadableEvent: a damaged event" in said.out
            assert said.err.endswith("Error: 1 matches or series still have dead letters.\n")
            connection.execute(
                "UPDATE match_events SET state = %s WHERE originator_id = %s AND originator_version = 4",
                (good, match["id"]),
            )
        said = called("retry", PROJECTIONS[0].name, *url)
        assert (said.code, said.out) == (0, f"{PROJECTIONS[0].name}: 1 matches or series processed\n")
        said = partita("retry", *url)
        assert said.code == 0
        assert said.out.splitlines() == [
            f"{kind.name}: {int(kind is not PROJECTIONS[0])} matches or series processed" for kind in PROJECTIONS
        ]
        assert health(api) == (200, "ok")


@pytest.mark.slow
def test_while_a_read_model_is_made_anew_it_isnt_read(tmp_path: Path, new_database: Callable[[], str]) -> None:
    conninfo = new_database()
    kind = next(kind for kind in PROJECTIONS if kind.name == "scoreboard")
    with running_service(conninfo, tmp_path) as api:
        match = dealt(api)
        position = play(api, match, FIRST).json()["position"]
        assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    with psycopg.connect(conninfo, autocommit=True) as rebuilding:
        rebuilding.execute("UPDATE projections SET version = version - 1 WHERE name = %s", (kind.name,))
        lock = kind().advisory_lock("rebuild")
        rebuilding.execute("SELECT pg_advisory_lock(%s)", (lock,))
        with running_service(conninfo, tmp_path) as api:
            for path in (MATCHES, f"{MATCHES}/{match['id']}/scoreboard"):
                answer = api.get(path)
                problem(answer, 503, "read-model-behind")
                assert int(answer.headers["retry-after"]) > 0
            assert api.get(f"{MATCHES}/{match['id']}/history").status_code == 200
            assert play(api, match, {"type": "stock", "seat": 1, "jewels": ["earrings"]}).status_code == 201
            answer = api.get("/health/ready")
            assert (answer.status_code, answer.json()["status"]) == (503, "failing")
            assert value(api, "partita_projection_current", projection="scoreboard") == 0
            rebuilding.execute("SELECT pg_advisory_unlock(%s)", (lock,))
            wait_until(lambda: api.get("/health/ready").status_code == 200)
            (item,) = api.get(MATCHES).json()["items"]
            assert (item["id"], item["step"]) == (match["id"], 3)
