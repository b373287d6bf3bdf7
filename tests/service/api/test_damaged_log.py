"""A log that can't be read to its end: who may see all sees as much as there is, and nobody else anything."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psycopg
import pytest

from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import BASE, DEAL, MATCHES, ROUND, items, open_match, play, played, problem

pytestmark = pytest.mark.slow  # a service of its own

DAMAGED = 8
"""The version of the event that is damaged."""


@pytest.fixture(scope="module")
def damaged(
    new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, dict[str, Any], list[Any]]]:
    """A service that finds a damaged match when it starts, and the frames before the damage."""
    conninfo, data = new_database(), tmp_path_factory.mktemp("data")
    with running_service(conninfo, data) as api:
        match = open_match(api)
        position = played(api, match, DEAL, *ROUND)["position"]
        frames = items(api, f"{MATCHES}/{match['id']}/replay")
        assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "UPDATE match_events SET state = substr(state, 1, length(state) - 3)"
            " WHERE originator_id = %s AND originator_version = %s",
            (match["id"], DAMAGED),
        )
    with running_service(conninfo, data) as api:
        yield api, match, frames


def test_replays_show_what_is_sound_and_tell_the_fault(damaged: tuple[httpx.Client, dict[str, Any], list[Any]]) -> None:
    api, match, frames = damaged
    path = f"{MATCHES}/{match['id']}/replay"
    page = api.get(path).json()
    assert page["items"] == frames[: DAMAGED - 1]
    assert page["fault"]["version"] == DAMAGED
    assert "damaged" in page["fault"]["reason"]
    assert api.get(f"{path}/steps/3").json() == frames[3]
    problem(api.get(f"{path}/steps/{DAMAGED - 1}"), 404, "not-found")
    assert api.get(f"{path}/chapters").json()["fault"]["version"] == DAMAGED
    assert api.get(f"{path}/steps/2.svg").status_code == 200


def test_all_else_says_that_the_log_is_damaged(damaged: tuple[httpx.Client, dict[str, Any], list[Any]]) -> None:
    api, match, _ = damaged
    path = f"{MATCHES}/{match['id']}"
    for answer in (
        api.get(path),
        api.get(f"{path}/state"),
        api.get(f"{path}/events"),
        api.get(f"{path}/legal-actions"),
        play(api, match, {"type": "pass", "seat": 0}),
        api.post(f"{path}/retractions", json={"to_step": 1}),
    ):
        problem(answer, 500, "damaged-log")


def test_who_may_not_see_all_is_told_nothing_of_it(damaged: tuple[httpx.Client, dict[str, Any], list[Any]]) -> None:
    """Whether the match was made private is among what can't be read."""
    api, match, _ = damaged
    reader = api.post(f"{BASE}/tokens", json={"role": "reader", "label": "a test"}).json()["token"]
    for token in (None, reader):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        with client_of(api.base_url, headers=headers) as client:
            for part in ("", "/state", "/replay", "/replay/steps/2", "/events"):
                problem(client.get(f"{MATCHES}/{match['id']}{part}"), 404, "not-found")


def test_other_matches_go_on(damaged: tuple[httpx.Client, dict[str, Any], list[Any]]) -> None:
    api, _, _ = damaged
    other = open_match(api)
    assert played(api, other, DEAL, *ROUND[:3])["step"] == 4
