"""``kill -9`` while a file is imported: done again, it comes to the same end, and nothing is there half or twice."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.service.api.importing import BASE, is_at_end, sent
from tests.service.database.test_embedded import clean_up
from tests.service.programs import Service, wait_until
from tests.service.readers.bgstats_files import export, game, person, play, score

pytestmark = pytest.mark.slow

PLAYS = 8000
FILE = json.dumps(
    export(
        games=[game(1, "Go")],
        players=[person(1, "Ada"), person(2, "Bruno")],
        plays=[play(f"p{number}", 1, [score(1, str(number)), score(2, "7")]) for number in range(PLAYS)],
    )
).encode()


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    clean_up(folder)


def state(api: httpx.Client, import_id: str) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"{BASE}/imports/{import_id}").json()
    return found


def test_what_a_crash_interrupts_is_gone_on_with(data: Path) -> None:
    service = Service(data)
    with service.client() as api:
        planned = is_at_end(api, sent(api, FILE))
        address = f"{BASE}/imports/{planned['id']}"
        assert planned["plan"]["plays"]["new"] == PLAYS
        begun = api.post(f"{address}/run").json()
        assert begun["state"] == "running", "the file is too short for this test"
        wait_until(lambda: state(api, planned["id"])["done"] > 0, 60)
        service.kill()
    service = Service(data)
    try:
        with service.client() as api:
            left = state(api, planned["id"])
            assert (left["state"], left["finished_at"]) == ("stopped", None)
            assert 0 < left["matches"] < PLAYS
            done = is_at_end(api, api.post(f"{address}/run"))
            plays = done["outcome"]["plays"]
            assert (done["state"], done["matches"]) == ("done", PLAYS)
            assert (plays["new"], plays["known"]) == (PLAYS - left["matches"], left["matches"])
            query = {"after_position": done["outcome"]["position"], "status": "finished", "format": "ndjson"}
            wait_until(lambda: api.get(f"{BASE}/exports/plays", params=query).is_success)  # one request waits briefly
            assert api.get(f"{BASE}/exports/plays", params=query).text.count("\n") == PLAYS
            assert is_at_end(api, sent(api, FILE))["plan"]["plays"]["known"] == PLAYS
    finally:
        service.stop()


def test_a_service_that_stops_and_starts_again_goes_on_where_it_was(data: Path) -> None:
    service = Service(data)
    with service.client() as api:
        planned = is_at_end(api, sent(api, FILE))
        address = f"{BASE}/imports/{planned['id']}"
        api.post(f"{address}/run")
        stopped = api.post(f"{address}/stop").json()
        assert stopped["state"] in {"running", "stopped", "done"}
        left = is_at_end(api, httpx.Response(200, json=stopped))
        assert left["state"] == "stopped"
    assert service.stop() == 0
    service = Service(data)
    try:
        with service.client() as api:
            back = is_at_end(api, api.post(f"{address}/take-back"))
            assert (back["state"], back["matches"]) == ("taken_back", 0)
            assert api.get(f"{BASE}/matches").json()["items"] == []
            assert api.get(f"{BASE}/players").json()["items"] == []
    finally:
        service.stop()
