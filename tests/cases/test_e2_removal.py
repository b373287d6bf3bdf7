"""A mistaken match can be removed, and everything that tells of it follows."""

from collections.abc import Callable
from typing import Any

import httpx
import psycopg
import pytest

from tests.service.programs import called
from tests.service.records.books import body_of, some_evening
from tests.service.scenes import BASE, FIRST, MATCHES, NOBODY, THREE, dealt, items, known, make_player, problem, whole

Stored = Callable[[], tuple[int, ...]]


def people(api: httpx.Client) -> list[dict[str, Any]]:
    return [make_player(api, name) for name in ("Ada", "Bob", "Eve")]


def removed(api: httpx.Client, match: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = api.delete(f"{MATCHES}/{match['id']}", **more)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    assert answer.headers["etag"] == f'"{told["version"]}"'
    return told


def test_E2_everything_follows_the_removal(api: httpx.Client, public: httpx.Client, database: str) -> None:
    trio = people(api)
    one, other = whole(api, seats=known(*trio)), whole(api, seats=known(*trio))
    path = f"{MATCHES}/{one['id']}"
    comment = {"step": 1, "content": {"kind": "comment", "text": "a slip of the removed"}}
    assert api.post(f"{path}/annotations", json=comment).status_code == 201
    body = {"game": "klunker", "players": [each["id"] for each in trio], "matches": [one["id"], other["id"]]}
    series = api.post(f"{BASE}/series", json=body | {"length": 2}).json()
    for each in ("", "/state", "/replay", "/history", "/annotations"):
        assert api.get(f"{path}{each}").status_code == 200  # at hand in every cache
    told = removed(api, one)
    assert (told["id"], told["dry_run"]) == (one["id"], False)
    last = {"after_position": told["position"]}
    assert [each["id"] for each in items(api, MATCHES, player=trio[0]["id"], **last)] == [other["id"]]
    statistics = api.get(f"{BASE}/players/{trio[2]['id']}/statistics", params=last).json()
    assert (statistics["matches"]["count"], statistics["wins"]["count"]) == (1, 1)
    steps = api.get(f"{BASE}/players/{trio[2]['id']}/ratings/klunker", params=last).json()["items"]
    assert [each["match"].rpartition("/")[2] if "match" in each else each["match_id"] for each in steps] == [
        other["id"]
    ]
    found = api.get(f"{BASE}/series/{series['id']}", params=last).json()
    assert found["matches"] == [{"id": other["id"], "finished": True}]
    assert ([each["total"] for each in found["standings"]], found["status"]) == ([3, 7, 7], "playing")
    listed = items(api, f"{BASE}/series", player=trio[0]["id"])
    assert [each["matches"] for each in listed] == [[other["id"]]]
    assert items(api, f"{BASE}/series", match=one["id"]) == []
    nothing = problem(api.get(f"{MATCHES}/{NOBODY}"), 404, "not-found")
    for client in (api, public):
        for each in ("", "/state", "/events", "/replay", "/replay/steps/1", "/annotations", "/record", "/stream"):
            assert problem(client.get(f"{path}{each}"), 404, "not-found") == nothing
    problem(api.post(f"{path}/actions", json={"actions": [FIRST]}), 404, "not-found")
    problem(api.delete(path), 404, "not-found")
    with psycopg.connect(database) as connection:
        (left,) = connection.execute(
            "SELECT count(*) FROM match_events WHERE position('a slip of the removed'::bytea in state) > 0"
        ).fetchone() or (None,)
    assert left == 0, "what was written beside it is erased"


@pytest.mark.slow
def test_E2_a_removed_match_takes_no_place_in_a_series(api: httpx.Client) -> None:
    trio = people(api)
    one, other = whole(api, seats=known(*trio)), whole(api, seats=known(*trio))
    body = {"game": "klunker", "players": [each["id"] for each in trio], "matches": [one["id"]], "length": 1}
    series = api.post(f"{BASE}/series", json=body).json()
    path = f"{BASE}/series/{series['id']}"
    removed(api, one)
    answer = api.post(f"{path}/matches", json={"match": other["id"]})
    assert answer.status_code == 201, answer.text
    found = api.get(path, params={"after_position": answer.json()["position"]}).json()
    assert (found["matches"], found["status"]) == ([{"id": other["id"], "finished": True}], "finished")
    removed(api, other)
    answer = api.patch(path, json={"title": "Empty"})
    assert (answer.status_code, answer.json()["matches"], answer.json()["status"]) == (200, [], "playing")


def test_E2_a_removal_keeps_the_conventions_of_writes(
    api: httpx.Client, client_with: Callable[..., httpx.Client], stored: Stored
) -> None:
    match = dealt(api)
    path = f"{MATCHES}/{match['id']}"
    before = stored()
    stale = api.delete(path, headers={"If-Match": '"1"'})
    assert problem(stale, 412, "version-conflict")["version"] == 2
    problem(client_with("read").delete(path), 403, "forbidden")
    dry = api.delete(path, params={"dry_run": True}, headers={"If-Match": '"2"'}).json()
    assert dry == {"id": match["id"], "version": 2, "position": 0, "dry_run": True}
    problem(api.delete(path, params={"dry_run": True}, headers={"If-Match": '"1"'}), 412, "version-conflict")
    problem(api.delete(f"{MATCHES}/{NOBODY}", params={"dry_run": True}), 404, "not-found")
    assert stored() == before
    key = {"Idempotency-Key": "remove-it"}
    first = removed(api, match, headers=key | {"If-Match": '"2"'})
    assert first["version"] == 3
    assert removed(api, match, headers=key | {"If-Match": '"2"'}) == first
    other = dealt(api)
    problem(api.delete(f"{MATCHES}/{other['id']}", headers=key), 422, "idempotency-key-reused")


def test_E2_a_variation_is_promoted_anew_after_that_match_was_removed(api: httpx.Client) -> None:
    match = whole(api)
    line = {"step": 1, "actions": [THREE["actions"][1]]}
    made = api.post(f"{MATCHES}/{match['id']}/variations", json=line)
    assert made.status_code == 201, made.text
    path = f"{MATCHES}/{match['id']}/variations/{made.json()['id']}/promotion"
    first, again = (api.post(path).json() for _ in range(2))
    assert first["id"] == again["id"]
    removed(api, first)
    anew = api.post(path)
    assert anew.status_code == 201, anew.text
    assert anew.json()["id"] not in {match["id"], first["id"]}
    assert api.post(path).json()["id"] == anew.json()["id"]


@pytest.mark.slow
def test_E2_the_command_line_removes_matches(conninfo: str, tmp_path: Any) -> None:
    bundle = tmp_path / "bundle.jsonl"
    evenings = [some_evening("klunker", seed) for seed in (1, 2)]
    bundle.write_bytes(b"".join(map(body_of, evenings)))
    on = ("--database-url", conninfo)
    assert called("import", bundle, *on).code == 0
    one, other = (str(each.id) for each in evenings)
    refused = called("remove", one, NOBODY, *on)
    assert (refused.code, NOBODY in refused.err) == (1, True)
    assert called("remove", "--dry-run", one, *on).out == "Could remove 1 match.\n"
    assert called("remove", one, *on).out == "Removed 1 match.\n"
    assert called("remove", one, *on).code == 1
    given = called("export", *on)
    assert (one in given.out, other in given.out) == (False, True)
