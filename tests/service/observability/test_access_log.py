"""The access log: a line a request, with who asked and what for, and no secret in it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from service.http.session import COOKIE
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.live.reader import following
from tests.service.programs import serving, wait_until
from tests.service.scenes import BASE, MATCHES, open_match

Log = list[Any]


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(new_database(), tmp_path_factory.mktemp("data"), access_log=True) as client:
        yield client


@pytest.fixture
def log() -> Iterator[Log]:
    with capture_logs() as captured:
        yield captured


def lines(log: Log, number: int) -> Log:
    """The first lines about requests; waits until there are `number`, since they are told after the answers."""

    def found() -> Log:
        return [entry for entry in log if entry["event"] == "request"]

    wait_until(lambda: len(found()) >= number)
    assert len(found()) == number
    return found()


def test_a_line_tells_what_was_asked_by_whom_and_how_it_ended(api: httpx.Client, log: Log) -> None:
    match = open_match(api)
    svg = api.get(f"{MATCHES}/{match['id']}/replay/steps/0.svg")
    opened, drawn = lines(log, 2)
    seconds = opened.pop("seconds")
    assert 0 < seconds < 60
    assert opened == {
        "event": "request",
        "log_level": "info",
        "method": "POST",
        "path": MATCHES,
        "operation": "openMatch",
        "status": 201,
        "bytes": opened["bytes"],
        "whole": True,
        "address": "127.0.0.1",
        "token": api.headers["authorization"].split("_")[1],
    }
    assert opened["bytes"] > 100
    assert drawn["path"] == f"{MATCHES}/{match['id']}/replay/steps/0.svg"
    assert drawn["status"] == svg.status_code == 200


def test_who_has_no_token_or_finds_nothing_is_told_so(api: httpx.Client, log: Log) -> None:
    with client_of(api.base_url) as public:
        public.get(f"{BASE}/games/klunker", headers={"Accept": "application/json"})
        public.get("/wp-admin/secret-of-somebody.php?password=hunter2")
        public.head(f"{BASE}/games")
    game, nowhere, head = lines(log, 3)
    assert (game["path"], game["token"]) == (f"{BASE}/games/klunker", None)
    assert (nowhere["path"], nowhere["operation"], nowhere["status"]) == (None, None, 404)
    assert (head["method"], head["status"], head["bytes"]) == ("HEAD", 200, 0)


def test_no_secret_gets_into_it(api: httpx.Client, log: Log) -> None:
    bearer = api.headers["authorization"].removeprefix("Bearer ")
    base = str(api.base_url).rstrip("/")
    invited = api.post(f"{BASE}/invitations", json={"role": "recorder", "uses": 5}).json()
    made = api.post(f"{BASE}/tokens", json={"role": "reader", "label": "a reader"}).json()
    with client_of(api.base_url) as browser:
        own = {"Origin": base, "Accept": "text/html"}
        browser.get(f"/join/{invited['code']}")
        browser.get(f"/join?code={invited['code']}")
        joined = browser.post("/join", data={"code": invited["code"]}, headers=own)
        assert joined.status_code == 303
        signed = browser.post("/sign-in", data={"token": bearer, "to": "/"}, headers=own)
        sessions = [answer.cookies[COOKIE] for answer in (joined, signed)]
        browser.get("/", headers={"Cookie": f"{COOKIE}={sessions[1]}"})
        for place in (f"/{bearer}", f"{BASE}/games/{bearer}", f"/problems/{bearer}", f"{BASE}/players?q={bearer}"):
            browser.get(place)
        api.delete(f"{BASE}/tokens/{bearer}")
    told = json.dumps(lines(log, 12))
    for secret in (bearer, made["token"], *sessions):
        assert secret.split("_")[2] not in told
    assert invited["code"] not in told
    assert "joinPage" not in told  # pages have the names of their handlers
    assert f"{BASE}/games/{{game}}" in told


def test_checks_of_machines_are_left_out(api: httpx.Client, log: Log) -> None:
    for path in ("/health/live", "/health/ready", "/metrics", f"{BASE}/games"):
        api.get(path)
    assert [line["path"] for line in lines(log, 1)] == [f"{BASE}/games"]


def test_a_stream_is_told_of_when_it_ends(api: httpx.Client, log: Log) -> None:
    match = open_match(api)
    with following(api, match) as stream:
        stream.take(1)
        assert [line["operation"] for line in lines(log, 1)] == ["openMatch"]
    _, streamed = lines(log, 2)
    assert (streamed["operation"], streamed["whole"]) == ("streamEvents", False)
    assert streamed["bytes"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_lines_are_json_on_standard_error_and_off_unless_wanted(tmp_path: Path, workers: int) -> None:
    for wanted, number in ((["--access-log"], 1), ([], 0)):
        with serving(tmp_path / "data", "--workers", workers, *wanted) as service:
            with service.client() as client:
                client.get(f"{BASE}/games")
            assert service.stop() == 0
            told = [json.loads(line) for line in service.said.splitlines() if line.startswith("{")]
        requests = [line for line in told if line["event"] == "request"]
        assert [line["path"] for line in requests] == [f"{BASE}/games"] * number
        assert all(line["level"] == "info" and line["timestamp"] for line in requests)
