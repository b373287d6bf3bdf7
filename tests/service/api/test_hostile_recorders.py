"""Whoever records one side of a table tries to see the other: by invitations, by records taken in, by all reads."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final
from uuid import UUID, uuid5

import httpx
import pytest

from tests.service.api.test_second_records import OTHER, Table
from tests.service.http_client import client_of
from tests.service.scenes import BASE, DEAL, FIRST, MATCHES, open_match, play, problem

ClientWith = Callable[..., httpx.Client]
RECORDER: Final = ("read", "record", "annotate")
READS: Final = (
    "",
    "/annotations",
    "/board.svg",
    "/changes",
    "/choices",
    "/comparison",
    "/events",
    "/fairness",
    "/history",
    "/legal-actions",
    "/record",
    "/replay",
    "/replay/steps/1",
    "/state",
    "/stream",
    "/thinking-time",
    "/variations",
    "/views",
)
PAGES: Final = ("", "/record", "/record/adjust", "/record/identify/1", "/comparison", "/share", "/phones", "/remove")
LISTS: Final = ("/matches", "/series", "/players", "/games/klunker/leaderboard", "/games/klunker/statistics")
TABLES: Final = ("plays", "seats", "steps", "ratings", "removals")


@pytest.fixture
def recorder(client_with: ClientWith) -> httpx.Client:
    return client_with(*RECORDER)


@pytest.fixture
def table(api: httpx.Client, recorder: httpx.Client) -> Iterator[Table]:
    made = Table(api, recorder, visibility="private")
    with made.blind:
        assert play(made.recorder, made.match, DEAL, FIRST).status_code == 201
        last = play(made.blind, made.second, DEAL, OTHER)
        assert last.status_code == 201
        api.get(MATCHES, params={"after_position": last.json()["position"]})
        yield made


def second_id(match: dict[str, Any]) -> str:
    return str(uuid5(UUID(match["id"]), "second record"))


@pytest.fixture
def seat(api: httpx.Client, table: Table) -> Iterator[httpx.Client]:
    with client_of(api.base_url, table.match["seats"][0]["token"]) as client:
        yield client


@pytest.mark.slow
@pytest.mark.parametrize("who", ["recorder", "seat", "viewer", "second recorder"])
def test_no_read_tells_of_the_other_side(seat: httpx.Client, public: httpx.Client, table: Table, who: str) -> None:
    """Neither one that names the other record nor one that lists, counts or exports."""
    clients = {"recorder": table.recorder, "seat": seat, "viewer": public, "second recorder": table.blind}
    client = clients[who]
    hidden, own = (table.match, table.second) if who == "second recorder" else (table.second, table.match)
    for read in READS:
        answer = client.get(f"{MATCHES}/{hidden['id']}{read}")
        assert answer.status_code in {401, 403, 404}, (read, answer.text)
        assert "jewels" not in answer.text
    for page in PAGES:
        answer = client.get(f"/matches/{hidden['id']}{page}", headers={"Accept": "text/html"})
        assert answer.status_code in {401, 403, 404}, page
    for name in (*LISTS, *(f"/exports/{name}" for name in TABLES)):
        answer = client.get(f"{BASE}{name}", params={"limit": 500} if name in LISTS[:3] else {})
        assert hidden["id"] not in answer.text, name
    mine = client.get(f"{MATCHES}/{own['id']}/comparison")
    assert (mine.status_code, hidden["id"] in mine.text) in {(404, False), (401, False), (403, False)}, mine.text
    crossed = client.get(f"{MATCHES}/{own['id']}/comparison", params={"with": hidden["id"]})
    assert crossed.status_code in {401, 403, 404}, crossed.text


def test_who_invites_gets_no_token_by_which_to_look(recorder: httpx.Client) -> None:
    match = open_match(recorder)
    answer = recorder.post(f"{MATCHES}/{match['id']}/second-record")
    assert answer.status_code == 201, answer.text
    assert "token" not in answer.json()
    assert recorder.post(f"{MATCHES}/{match['id']}/second-record").status_code == 201  # the code was lost


def test_nobody_is_invited_behind_the_back_of_who_keeps_it(api: httpx.Client, table: Table) -> None:
    path = f"{MATCHES}/{table.match['id']}/second-record"
    refused = problem(table.recorder.post(path), 403, "forbidden")
    assert "code" not in refused
    assert api.post(path).status_code == 201  # the owner sees it anyhow


def test_nothing_can_lie_at_its_place_ahead_of_it(api: httpx.Client, recorder: httpx.Client) -> None:
    match = open_match(recorder)
    record = api.get(f"{MATCHES}/{open_match(recorder)['id']}/record").json()
    record["match"]["id"] = second_id(match)
    headers = {"Content-Type": "application/json"}
    posing = json.loads(json.dumps(record))
    posing["events"][0] |= {"second_record_of": match["id"], "origin": "second_record"}
    problem(recorder.post(f"{BASE}/records", content=json.dumps(posing), headers=headers), 403, "forbidden")
    taken = recorder.post(f"{BASE}/records", content=json.dumps(record), headers=headers)
    assert taken.status_code == 201, taken.text
    second = api.post(f"{MATCHES}/{match['id']}/second-record").json()
    assert second["match"] != record["match"]["id"]
    assert recorder.get(f"{MATCHES}/{second['match']}").status_code == 404


def test_a_series_cant_tell_how_it_stands(api: httpx.Client, table: Table) -> None:
    """Not even if somebody puts it there who may see it."""
    players = [seat["player"]["id"] for seat in table.match["seats"]]
    body = {"game": "klunker", "players": players}
    refused = api.post(f"{BASE}/series", json=body | {"matches": [table.second["id"]]})
    assert problem(refused, 422, "unfit-series")["pointer"] == "/matches/0"
    series = api.post(f"{BASE}/series", json=body).json()["id"]
    added = api.post(f"{BASE}/series/{series}/matches", json={"match": table.second["id"]})
    assert problem(added, 422, "unfit-series")["pointer"] == "/match"


def test_who_may_not_see_it_can_neither_change_nor_take_it(table: Table) -> None:
    path = f"{MATCHES}/{table.second['id']}"
    for method, what, body in (
        ("PATCH", "", {"visibility": "public"}),
        ("DELETE", "", None),
        ("POST", "/retractions", {"to_step": 0}),
        ("POST", "/conclusion", {}),
        ("POST", "/actions", {"actions": [DEAL]}),
        ("POST", "/second-record", None),
        ("POST", "/annotations", {"step": 1, "content": {"kind": "comment", "text": "mine"}}),
    ):
        answer = table.recorder.request(method, path + what, json=body)
        assert answer.status_code == 404, (method, what, answer.text)
