"""C2: why actions were taken back may tell a secret: it is for the recorder and who wrote it until all is open."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx
import pytest

from tests.service.every_read import READS
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, open_match, play, played

ClientWith = Callable[..., httpx.Client]
SECRET: Final = "Bruno showed me his monocle"
NDJSON: Final = {"Accept": "application/x-ndjson"}
STREAMED: Final = "streamEvents"


def bearing(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def corrected(api: httpx.Client, **options: Any) -> dict[str, Any]:
    """A match in which all that takes a reason and lets the match go on was done with one."""
    match = open_match(api, options={"dealing": "open", **options})
    played(api, match, DEAL, *ROUND[:3])
    path = f"{MATCHES}/{match['id']}"
    writes: list[tuple[str, dict[str, Any]]] = [
        ("retractions", {"to_step": 3}),
        ("restorations", {"version": 6}),
        ("amendments", {"step": 4, "actions": [{"type": "stock", "seat": 2, "jewels": ["gold_teeth"]}]}),
        ("conclusion", {}),
        ("reopening", {}),
    ]
    for part, body in writes:
        reason = {} if part == "conclusion" else {"reason": f"{SECRET} ({part})"}
        answer = api.post(f"{path}/{part}", json={**body, **reason})
        assert answer.status_code == 201, answer.text
        assert (SECRET in answer.text) == bool(reason), "who records is told what was written"
    return match | {"other": open_match(api, options={"dealing": "open", **options})["id"]}


def told(client: httpx.Client, match: dict[str, Any], headers: dict[str, str]) -> Iterator[tuple[str, str]]:
    """All that every read below a match says, and the first events of its stream."""
    for name, (path, operation) in READS.items():
        if "{match_id}" not in path or "_id}" in path.replace("{match_id}", ""):
            continue
        address = path.format(match_id=match["id"], step=2)
        query = {"listEvents": {"include": "retracted"}, "compareMatch": {"with": match["other"]}}.get(name, {})
        if name == STREAMED:
            with client.stream("GET", address, headers=headers) as answer:
                text = ""
                for chunk in answer.iter_text():
                    text += chunk
                    if re.search(r"^event: reopened\n(?:.+\n)*\n", text, re.MULTILINE):
                        break
            yield name, text
            continue
        for form in next(iter(operation["responses"].values()))["content"]:
            answer = client.get(address, params=query, headers={**headers, "Accept": form})
            assert answer.status_code in {200, 401, 403}, (name, answer.text)
            yield name, answer.text
    yield "page", client.get(f"/matches/{match['id']}", headers=headers).text


@pytest.mark.slow
def test_C2_a_reason_is_told_to_nobody_but_the_recorder(api: httpx.Client, public: httpx.Client) -> None:
    match = corrected(api)
    recorder = {name for name, text in told(api, match, {}) if SECRET in text}
    assert recorder == {"listEvents", "streamEvents", "getRecord"}
    for headers in ({}, bearing(match["seats"][0]["token"])):
        assert [name for name, text in told(public, match, headers) if SECRET in text] == []
    asked = {"viewer": "public", "include": "retracted"}
    assert SECRET not in api.get(f"{MATCHES}/{match['id']}/events", params=asked).text


def test_C2_what_is_left_out_is_left_out_whatever_it_is(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL, FIRST)
    assert api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 1}).status_code == 201
    events = public.get(f"{MATCHES}/{match['id']}/events", params={"include": "retracted"}).json()["items"]
    assert events[-1]["facts"] == {"to_step": 1, "amended": False}


def test_C2_a_seat_is_told_what_it_wrote_and_another_seat_is_not(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, DEAL)
    seats = [bearing(seat["token"]) for seat in match["seats"]]
    assert play(public, match, FIRST, headers=seats[0]).status_code == 201
    path = f"{MATCHES}/{match['id']}"
    mine = {"to_step": 1, "reason": "I have two tiaras"}
    assert "two tiaras" in public.post(f"{path}/retractions", json=mine, headers=seats[0]).text
    found = ["two tiaras" in public.get(f"{path}/events", headers=one).text for one in (*seats, {})]
    assert found == [True, False, False, False]


@pytest.mark.slow
def test_C2_when_all_is_open_everybody_is_told(api: httpx.Client, public: httpx.Client) -> None:
    match = corrected(api)
    assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).status_code == 201
    assert SECRET in public.get(f"{MATCHES}/{match['id']}/events").text
    assert SECRET in public.get(f"{MATCHES}/{match['id']}/record").text


@pytest.mark.slow
def test_C2_what_keeps_its_secrets_keeps_the_reasons(api: httpx.Client, public: httpx.Client) -> None:
    match = corrected(api, keep_secrets=True)
    assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).status_code == 201
    assert [name for name, text in told(public, match, {}) if SECRET in text and name != STREAMED] == []


@pytest.mark.parametrize("part", ["amendments"])
def test_C2_a_dry_run_tells_a_reason_to_nobody_else(api: httpx.Client, public: httpx.Client, part: str) -> None:
    match = open_match(api)
    played(api, match, DEAL, FIRST)
    body = {"step": 2, "actions": [FIRST], "reason": SECRET, "dry_run": True}
    assert api.post(f"{MATCHES}/{match['id']}/{part}", json=body).status_code == 201
    assert SECRET not in api.get(f"{MATCHES}/{match['id']}/events", params={"include": "retracted"}).text
