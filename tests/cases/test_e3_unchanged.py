"""What changes nothing stores nothing."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.service.scenes import BASE, MATCHES, THREE, known, make_player, open_match, played, problem, whole

Stored = Callable[[], tuple[int, ...]]


@pytest.fixture(scope="module")
def finished(api: httpx.Client) -> dict[str, Any]:
    return whole(api)


def version_of(api: httpx.Client, match: dict[str, Any]) -> int:
    return int(api.get(f"{MATCHES}/{match['id']}").json()["version"])


def unchanged(api: httpx.Client, match: dict[str, Any], kind: str, body: Any) -> dict[str, Any]:
    before = version_of(api, match)
    answer = api.post(f"{MATCHES}/{match['id']}/{kind}", json=body)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    assert (result["version"], result["events"]) == (before, [])
    assert answer.headers["etag"] == f'"{before}"'
    assert version_of(api, match) == before
    return result


def test_E3_amendments_with_the_same_actions_store_nothing(
    api: httpx.Client, finished: dict[str, Any], stored: Stored
) -> None:
    before = stored()
    actions = THREE["actions"]
    for step, remove in ((1, 1), (1, len(actions)), (40, 2), (len(actions), 1)):
        wanted = {"step": step, "remove": remove, "actions": actions[step - 1 : step - 1 + remove]}
        result = unchanged(api, finished, "amendments", wanted)
        assert (result["obstacle"], result["kept"]) == (None, len(actions) - step + 1 - remove)
        assert result["pending"] == {"type": "finished", "reason": result["pending"]["reason"]}
        kept = unchanged(api, finished, "amendments", wanted | {"keep": "prefix"})
        assert kept["position"] == result["position"] == finished["position"]
    assert stored() == before


def test_E3_what_was_told_of_the_table_s_time_stays(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    deal = THREE["actions"][0]
    api.post(f"{path}/actions", json={"actions": [deal], "played_at": "2026-01-17T19:40:00Z"})
    unchanged(api, match, "amendments", {"step": 1, "actions": [deal]})
    (_, event) = api.get(f"{path}/events").json()["items"]
    assert event["played_at"] == "2026-01-17T19:40:00Z"


def test_E3_where_the_server_deals_and_people_ended_the_match(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    path = f"{MATCHES}/{match['id']}"
    action = api.get(f"{path}/legal-actions", params={"seat": 0}).json()["actions"][0]
    played(api, match, action)
    assert api.post(f"{path}/conclusion", json={"reason": "the last train"}).status_code == 201
    unchanged(api, match, "amendments", {"step": 2, "actions": [action]})


@pytest.mark.slow
def test_E3_a_second_restoration_stores_nothing(api: httpx.Client) -> None:
    match = whole(api)
    path = f"{MATCHES}/{match['id']}"
    retraction = api.post(f"{path}/retractions", json={"to_step": 50}).json()["version"]
    assert api.post(f"{path}/restorations", json={"version": retraction}).status_code == 201
    unchanged(api, match, "restorations", {"version": retraction})


def test_E3_what_changes_something_is_still_stored(api: httpx.Client, finished: dict[str, Any]) -> None:
    other = {"step": 90, "actions": [{"type": "store", "seat": 1, "jewel": "tongue_piercing"}]}
    before = version_of(api, finished)
    answer = api.post(f"{MATCHES}/{finished['id']}/amendments", json=other)
    assert (answer.status_code, answer.json()["version"] > before) == (201, True)
    back = {"step": 90, "actions": [THREE["actions"][89]]}
    assert api.post(f"{MATCHES}/{finished['id']}/amendments", json=back).status_code == 201
    unchanged(api, finished, "amendments", back)


def test_E3_other_corrections_that_change_nothing(api: httpx.Client, stored: Stored) -> None:
    people = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
    match = open_match(api, seats=known(*people), place="Bologna", tags=["club"])
    path = f"{MATCHES}/{match['id']}"
    body = {"game": "klunker", "players": [one["id"] for one in people], "title": "Winter"}
    series = api.post(f"{BASE}/series", json=body).json()
    before = stored()
    same = {name: match[name] for name in ("place", "tags", "counted", "undo", "visibility", "played_on", "note")}
    for wanted in ({}, same, {"seats": known(*people)}):
        answer = api.patch(path, json=wanted)
        assert (answer.status_code, answer.json()["version"]) == (200, match["version"])
    answer = api.patch(f"{BASE}/series/{series['id']}", json={"title": "Winter", "length": 3})
    assert (answer.status_code, answer.json()["version"]) == (200, series["version"])
    problem(api.post(f"{path}/retractions", json={"to_step": 0}), 422, "not-possible")
    assert stored() == before
