"""Confirmations that came with a record are marked wherever they are shown, and nowhere else."""

import json
from typing import Any
from uuid import uuid4

import httpx

from service.web.words import WORDS
from tests.service.api.test_pages import page
from tests.service.results import PIN, confirm, result_of, ruling, sealed, set_pin
from tests.service.scenes import BASE, MATCHES

IMPORTED = WORDS["en"]["result_imported"]


def imported(api: httpx.Client, record: dict[str, Any]) -> dict[str, Any]:
    """The match that a record tells of, under another id."""
    match_id = str(uuid4())
    other = {**record, "match": {**record["match"], "id": match_id}}
    answer = api.post(f"{BASE}/records", content=json.dumps(other), headers={"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text
    return {"id": match_id}


def said(api: httpx.Client, match: dict[str, Any]) -> list[Any]:
    """What the log tells of confirmations."""
    events = api.get(f"{MATCHES}/{match['id']}/events", params={"limit": 1000}).json()["items"]
    return [one["facts"].get("imported", False) for one in events if one["type"] == "result_confirmed"]


def text_of(api: httpx.Client, match: dict[str, Any]) -> str:
    return api.get(f"{MATCHES}/{match['id']}/record", headers={"Accept": "text/plain"}).text


def test_an_imported_confirmation_is_marked(api: httpx.Client) -> None:
    match = sealed(api)
    assert [one["imported"] for one in result_of(api, match)["confirmations"]] == [False] * 3
    assert said(api, match) == [False] * 3
    assert IMPORTED not in page(api, f"/matches/{match['id']}/result")
    assert "(imported)" not in text_of(api, match)

    record = api.get(f"{MATCHES}/{match['id']}/record").json()
    copy = imported(api, record)
    assert result_of(api, copy)["status"] == "sealed"
    assert [one["imported"] for one in result_of(api, copy)["confirmations"]] == [True] * 3
    assert said(api, copy) == [True] * 3
    assert page(api, f"/matches/{copy['id']}/result").count(IMPORTED) == 3
    assert text_of(api, copy).count("(imported)") == 3


def test_the_record_is_the_same_wherever_it_is_kept(api: httpx.Client) -> None:
    record = api.get(f"{MATCHES}/{sealed(api)['id']}/record").json()
    copy = imported(api, record)
    again = api.get(f"{MATCHES}/{copy['id']}/record").json()
    assert again["events"] == record["events"]
    answer = api.post(f"{BASE}/records", content=json.dumps(again), headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, answer.text  # it is here already


def test_a_record_cant_say_that_it_wasnt_imported(api: httpx.Client) -> None:
    record = api.get(f"{MATCHES}/{sealed(api)['id']}/record").json()
    record["events"][0]["imported"] = 1
    copy = imported(api, record)
    assert [one["imported"] for one in result_of(api, copy)["confirmations"]] == [True] * 3


def test_what_a_seat_says_here_afterwards_isnt_imported(api: httpx.Client) -> None:
    match = sealed(api)
    copy = imported(api, api.get(f"{MATCHES}/{match['id']}/record").json())
    path = f"{MATCHES}/{copy['id']}"
    back = {"to_step": api.get(path).json()["step"] - 1}
    assert api.post(f"{path}/retractions", json=back, headers=ruling(api)).status_code == 201
    assert api.post(f"{path}/conclusion", json={}).status_code == 201
    player = api.get(path).json()["seats"][1]["player"]["id"]
    set_pin(api, player)
    assert confirm(api, copy, 1, pin=PIN).status_code == 201
    assert [(one["seat"], one["imported"]) for one in result_of(api, copy)["confirmations"]] == [(1, False)]
    assert said(api, copy) == [True] * 3 + [False]
