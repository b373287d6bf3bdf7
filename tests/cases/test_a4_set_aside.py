"""A4: a read that waits for a write isn't answered as if it were there when a read model has set it aside."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psycopg
import pytest

from domain.subjects.subject import subject_of_game
from projections import PROJECTIONS
from projections.retry import retry
from tests.projections.log import caught_up
from tests.service.conftest import running_service
from tests.service.programs import ROOT, wait_until
from tests.service.scenes import BASE, MATCHES, THREE, open_match, played, problem

NAMES = {kind.name for kind in PROJECTIONS}


@pytest.fixture(scope="module")
def aside(
    new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, httpx.Client, dict[str, Any], int]]:
    """A match that no read model can take in from its third event on, and the position of its last write."""
    conninfo = new_database()
    with running_service(conninfo, tmp_path_factory.mktemp("data")) as api:
        match = open_match(api)
        position = played(api, match, *THREE["actions"])["position"]
        wait_until(lambda: caught_up(conninfo))
        with psycopg.connect(conninfo) as connection:
            for name in NAMES:
                connection.execute(
                    "INSERT INTO set_aside (projection, position, originator_id, fault)"
                    " SELECT %s, notification_id, originator_id, CASE WHEN originator_version = 3 THEN 'a test' END"
                    " FROM match_events WHERE originator_id = %s AND originator_version >= 3",
                    (name, match["id"]),
                )
        yield conninfo, api, match, position


def reads(match: dict[str, Any]) -> list[str]:
    """Every read that waits, by its address."""
    player = match["seats"][0]["player"]["id"]
    return [
        f"{MATCHES}/{match['id']}/history",
        f"{MATCHES}/{match['id']}/scoreboard",
        MATCHES,
        f"{BASE}/series",
        f"{BASE}/games/klunker/leaderboard",
        f"{BASE}/games/klunker/statistics",
        f"{BASE}/games/klunker/records",
        f"{BASE}/players/{player}/statistics",
        f"{BASE}/players/{player}/versus/{match['seats'][1]['player']['id']}",
        f"{BASE}/players/{player}/ratings",
        f"{BASE}/players/{player}/ratings/klunker",
        *(f"{BASE}/exports/{table}" for table in ("plays", "seats", "steps", "ratings", "removals")),
        *(f"{BASE}/exports/{program}" for program in ("bgstats", "bgg")),
        f"{BASE}/games/klunker/templates",
        f"{BASE}/subjects",
        f"{BASE}/subjects/{subject_of_game('klunker').id}",
    ]


@pytest.mark.slow
def test_A4_every_read_that_waits_says_so(aside: tuple[str, httpx.Client, dict[str, Any], int]) -> None:
    _, api, match, position = aside
    for path in reads(match):
        assert api.get(path).status_code == 200, "without a position, what there is"
        found = problem(api.get(path, params={"after_position": position}), 503, "set-aside")
        assert any(f"`{name}`" in found["detail"] for name in NAMES)
        header = api.get(path, headers={"Partita-After": str(position)})
        problem(header, 503, "set-aside")
        assert header.headers["Retry-After"]


def test_A4_the_document_knows_every_read_that_waits(aside: tuple[str, httpx.Client, dict[str, Any], int]) -> None:
    """And so do these tests."""
    _, _, match, _ = aside
    series = f"{BASE}/series/{{series_id}}"  # reads the scoreboards of its matches; see below
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    waiting = {
        path
        for path, item in document["paths"].items()
        if any(parameter.get("name") == "after_position" for parameter in item.get("get", {}).get("parameters", []))
    }
    assert len(waiting - {series}) == len(reads(match))


def test_A4_a_series_says_so_too(aside: tuple[str, httpx.Client, dict[str, Any], int]) -> None:
    _, api, match, position = aside
    players = [seat["player"]["id"] for seat in match["seats"]]
    series = api.post(f"{BASE}/series", json={"game": "klunker", "players": players, "length": 2}).json()
    path = f"{BASE}/series/{series['id']}"
    problem(api.get(path, params={"after_position": position}), 503, "set-aside")
    assert api.get(path, params={"after_position": series["position"]}).status_code == 200


def test_A4_other_writes_are_waited_for_as_ever(aside: tuple[str, httpx.Client, dict[str, Any], int]) -> None:
    _, api, match, _ = aside
    other = open_match(api)
    for path in reads(match)[2:]:
        assert api.get(path, params={"after_position": other["position"]}).status_code == 200
    for part in ("history", "scoreboard"):
        waited = {"after_position": other["position"]}
        assert api.get(f"{MATCHES}/{other['id']}/{part}", params=waited).status_code == 200
        problem(api.get(f"{MATCHES}/{match['id']}/{part}", params=waited), 503, "set-aside")
        before = {"after_position": match["position"]}  # of its opening, which was taken in
        assert api.get(f"{MATCHES}/{match['id']}/{part}", params=before).status_code == 200


@pytest.mark.slow
def test_A4_after_a_retry_all_is_well(aside: tuple[str, httpx.Client, dict[str, Any], int]) -> None:
    conninfo, api, match, position = aside
    for kind in PROJECTIONS:
        with psycopg.connect(conninfo) as connection:
            connection.execute("DELETE FROM set_aside WHERE projection = %s", (kind.name,))
        assert retry(conninfo, kind(), lambda *_: None).broken == {}
    for path in reads(match):
        assert api.get(path, params={"after_position": position}).status_code == 200
