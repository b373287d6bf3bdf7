"""Imports over HTTP: planned, answered, run, followed, stopped and taken back."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.api.importing import followed, is_at_end, plan_of, sent
from tests.service.http_client import client_of
from tests.service.readers.bgstats_files import export, game, person, play, score
from tests.service.scenes import open_match

BASE = "/api/v1"


def file(prefix: str, **plays: Any) -> bytes:
    document = export(
        games=[game(1, f"Catan {prefix}"), game(2, "Azul")],
        players=[
            person(1, f"Ada {prefix}", uuid=f"{prefix}-1"),
            person(2, f"Bruno {prefix}", uuid=f"{prefix}-2"),
        ],
        plays=[
            play(f"{prefix}-a", 1, [score(1, "12", winner=True), score(2, "9")]),
            play(f"{prefix}-b", 2, [score(1, "3"), score(2, "nine", winner=True)], playImages='["x"]'),
            play(f"{prefix}-c", 77, [score(1, "3")]),
        ],
    )
    for one in document["plays"]:
        one.update(plays.get(one["uuid"].rpartition("-")[2], {}))
    return json.dumps(document).encode()


@pytest.fixture
def prefix() -> str:
    return uuid4().hex[:8]


def test_a_file_is_planned_first_and_nothing_is_written(api: httpx.Client, prefix: str) -> None:
    listed = {"after_position": open_match(api)["position"]}
    before = api.get(f"{BASE}/matches", params=listed).json()["items"]
    answer = sent(api, file(prefix), name="C:/my/export.json")
    assert answer.status_code == 201
    planned = is_at_end(api, answer)
    assert (planned["state"], planned["kind"], planned["source"]) == ("planned", "bgstats", "bgstats")
    assert planned["plan"]["plays"] == {"new": 2, "known": 0, "changed": 0, "removed": 0, "refused": 1}
    (refused,) = planned["plan"]["refused"]
    assert (refused["where"], refused["reason"]) == ("/plays/2", "It refers to the game 77, which isn’t in the file.")
    assert planned["plan"]["losses"] == [{"what": "pictures", "number": 1}]
    assert (planned["plan"]["unreadable_scores"], planned["plan"]["unsure"]) == (1, 0)
    people = api.get(f"{BASE}/imports/{planned['id']}/people").json()["items"]
    assert [(one["name"], one["plays"], one["identity"]) for one in people] == [
        (f"Ada {prefix}", 2, "new"),
        (f"Bruno {prefix}", 2, "new"),
    ]
    assert api.get(f"{BASE}/matches", params=listed).json()["items"] == before
    assert api.get(answer.headers["Location"]).json() == planned


def test_a_plan_is_run_and_its_matches_are_those_of_who_ran_it(api: httpx.Client, prefix: str) -> None:
    planned = plan_of(api, file(prefix), visibility="unlisted")
    done = is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))
    assert (done["state"], done["matches"], done["expires_at"]) == ("done", 2, None)
    assert done["outcome"]["plays"] == {"new": 2, "known": 0, "changed": 0, "removed": 0, "refused": 1}
    position = {"after_position": done["outcome"]["position"]}
    matches = api.get(f"{BASE}/matches", params={"game": "sheet", **position}).json()["items"]
    mine = [one for one in matches if prefix in one["seats"][0]["player"]["name"]]
    assert len(mine) == 2
    assert {one["visibility"] for one in mine} == {"unlisted"}
    log = api.get(f"{BASE}/matches/{mine[0]['id']}/events").json()["items"]
    assert {one["by"] for one in log} == {planned["created_by"]}
    assert api.get(f"{BASE}/imports/{planned['id']}/people").json()["items"] == []


def test_the_same_file_twice_is_the_same_import_and_changes_nothing(api: httpx.Client, prefix: str) -> None:
    first = plan_of(api, file(prefix))
    is_at_end(api, api.post(f"{BASE}/imports/{first['id']}/run"))
    again = sent(api, file(prefix))
    assert (again.status_code, again.json()["id"]) == (200, first["id"])
    assert is_at_end(api, again)["plan"]["plays"] == {"new": 0, "known": 2, "changed": 0, "removed": 0, "refused": 1}
    done = is_at_end(api, api.post(f"{BASE}/imports/{first['id']}/run"))
    assert (done["matches"], done["outcome"]["plays"]["known"], done["outcome"]["position"]) == (2, 2, 0)


def test_a_changed_play_becomes_a_correction(api: httpx.Client, prefix: str) -> None:
    first = plan_of(api, file(prefix))
    is_at_end(api, api.post(f"{BASE}/imports/{first['id']}/run"))
    other = plan_of(api, file(prefix, a={"comments": "Oh"}))
    assert other["plan"]["plays"]["changed"] == 1
    assert [one["title"] for one in other["plan"]["changed"]] == [f"Catan {prefix}"]
    done = is_at_end(api, api.post(f"{BASE}/imports/{other['id']}/run"))
    assert (done["outcome"]["plays"]["changed"], done["matches"]) == (1, 0)


def test_who_is_not_known_for_sure_is_asked_and_the_answer_is_remembered(api: httpx.Client, prefix: str) -> None:
    brunos = [api.post(f"{BASE}/players", json={"name": f"Bruno {prefix}", "new": True}).json()["id"] for _ in range(2)]
    planned = plan_of(api, file(prefix))
    people = f"{BASE}/imports/{planned['id']}/people"
    assert planned["plan"]["unsure"] == 1
    refused = api.post(f"{BASE}/imports/{planned['id']}/run")
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/import-not-ready")
    (unsure,) = api.get(people, params={"identity": "unsure"}).json()["items"]
    assert sorted(one["id"] for one in unsure["candidates"]) == sorted(brunos)
    answers = {"people": [{"person": unsure["person"], "player": brunos[1]}]}
    assert api.put(people, json=answers).json()["plan"]["unsure"] == 0
    assert plan_of(api, file(prefix))["plan"]["unsure"] == 0, "an answer stays when the file is planned again"
    done = is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))
    assert done["state"] == "done"
    later = plan_of(api, file(prefix, a={"comments": "Oh"}))
    found = {one["name"]: one for one in api.get(f"{BASE}/imports/{later['id']}/people").json()["items"]}
    assert found[f"Bruno {prefix}"]["identity"] == "remembered"
    assert found[f"Bruno {prefix}"]["player"]["id"] == brunos[1]


@pytest.mark.parametrize(
    ("person", "player", "status", "pointer"),
    [
        ("nobody", None, 400, "/people/0/person"),
        ("ada", "0b7e7e4c-2f5b-4b8e-9d3a-6f1c1d2e3f40", 422, "/people/0/player"),
    ],
)
def test_answers_are_refused_with_their_place(
    api: httpx.Client, prefix: str, person: str, player: str | None, status: int, pointer: str
) -> None:
    planned = plan_of(api, file(prefix))
    people = f"{BASE}/imports/{planned['id']}/people"
    ids = {"nobody": "nobody", "ada": api.get(people).json()["items"][0]["person"]}
    refused = api.put(people, json={"people": [{"person": ids[person], "player": player}]})
    assert (refused.status_code, refused.json()["pointer"]) == (status, pointer)


def test_an_import_is_taken_back_whole_and_the_file_can_come_again(api: httpx.Client, prefix: str) -> None:
    planned = plan_of(api, file(prefix))
    address = f"{BASE}/imports/{planned['id']}"
    is_at_end(api, api.post(f"{address}/run"))
    back = is_at_end(api, api.post(f"{address}/take-back"))
    assert (back["state"], back["matches"]) == ("taken_back", 0)
    for action in ("run", "take-back"):
        assert api.post(f"{address}/{action}").status_code == 409
    names = [one["name"] for one in api.get(f"{BASE}/players", params={"name": prefix}).json()["items"]]
    assert names == []
    again = sent(api, file(prefix))
    assert (again.status_code, is_at_end(api, again)["plan"]["plays"]["new"]) == (201, 2)
    assert again.json()["id"] != planned["id"]


def test_a_table_is_planned_again_with_a_mapping(api: httpx.Client, prefix: str) -> None:
    table = f"Wann;Was;Wer\n2020-01-02;Go {prefix};Ada|Bruno\n".encode()
    planned = plan_of(api, table, source=f"table {prefix}")
    assert (planned["kind"], planned["state"], planned["fault"]["where"]) == ("csv", "unreadable", "line 1")
    assert api.post(f"{BASE}/imports/{planned['id']}/run").status_code == 409
    mapping = {"date": "Wann", "title": "Was", "players": "Wer"}
    wanted = {"mapping": mapping, "visibility": "private"}
    again = is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/plan", json=wanted))
    assert (again["state"], again["plan"]["plays"]["new"], again["visibility"]) == ("planned", 1, "private")
    assert again["mapping"]["date"] == "Wann"


def test_a_file_is_removed_with_its_plan(api: httpx.Client, prefix: str) -> None:
    planned = plan_of(api, file(prefix))
    assert api.delete(f"{BASE}/imports/{planned['id']}").status_code == 204
    assert api.get(f"{BASE}/imports/{planned['id']}").status_code == 404
    ids = [one["id"] for one in api.get(f"{BASE}/imports").json()["items"]]
    assert planned["id"] not in ids


def test_an_import_that_made_something_stays_without_its_file(api: httpx.Client, prefix: str) -> None:
    planned = plan_of(api, file(prefix))
    is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))
    assert api.delete(f"{BASE}/imports/{planned['id']}").status_code == 204
    left = api.get(f"{BASE}/imports/{planned['id']}").json()
    assert (left["state"], left["matches"], left["plan"]) == ("done", 2, None)


def test_a_stream_tells_the_end_and_ends(api: httpx.Client, prefix: str) -> None:
    planned = plan_of(api, file(prefix))
    assert followed(api, planned["id"])[-1] == {"state": "planned", "done": 3, "total": None}
    is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))
    assert followed(api, planned["id"])[-1] == {"state": "done", "done": 3, "total": 3}


def test_lists_go_on_behind_a_cursor(api: httpx.Client, prefix: str) -> None:
    ids = [plan_of(api, file(f"{prefix}{number}"))["id"] for number in range(3)]
    first = api.get(f"{BASE}/imports", params={"limit": 2}).json()
    rest = api.get(f"{BASE}/imports", params={"limit": 1, "cursor": first["next_cursor"]}).json()
    assert [one["id"] for one in (*first["items"], *rest["items"])] == ids[::-1]
    people = f"{BASE}/imports/{ids[0]}/people"
    page = api.get(people, params={"limit": 1}).json()
    behind = api.get(people, params={"limit": 1, "cursor": page["next_cursor"]}).json()
    assert [one["name"][:5] for one in (*page["items"], *behind["items"])] == ["Ada " + prefix[0], "Bruno"]
    for one in ids:
        api.delete(f"{BASE}/imports/{one}")


@pytest.mark.parametrize("scopes", [["record"], ["read"], ["annotate"]])
def test_it_takes_reading_and_recording(api: httpx.Client, scopes: list[str]) -> None:
    token = api.post(f"{BASE}/tokens", json={"scopes": scopes, "label": "x"}).json()["token"]
    with client_of(api.base_url, headers={"Authorization": f"Bearer {token}"}) as other:
        for answer in (other.get(f"{BASE}/imports"), sent(other, b"{}"), other.get(f"{BASE}/imports/{uuid4()}")):
            assert answer.status_code == 403


@pytest.fixture
def planned(api: httpx.Client, prefix: str) -> Iterator[dict[str, Any]]:
    found = plan_of(api, file(prefix))
    yield found
    api.delete(f"{BASE}/imports/{found['id']}")


def test_a_stop_without_work_changes_nothing(api: httpx.Client, planned: dict[str, Any]) -> None:
    assert api.post(f"{BASE}/imports/{planned['id']}/stop").json()["state"] == "planned"
    assert is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))["state"] == "done"
