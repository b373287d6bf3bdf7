"""Sends files to be imported, and waits for what comes of them."""

import json
from typing import Any

import httpx

BASE = "/api/v1"
WORKING = {"planning", "running", "taking_back"}


def sent(api: httpx.Client, content: Any, media_type: str = "application/octet-stream", **query: str) -> httpx.Response:
    return api.post(f"{BASE}/imports", params=query, content=content, headers={"Content-Type": media_type})


def plan_of(api: httpx.Client, content: bytes, **query: str) -> dict[str, Any]:
    return is_at_end(api, sent(api, content, **query))


def is_at_end(api: httpx.Client, answer: httpx.Response) -> dict[str, Any]:
    """The import when nobody works on it any longer; its stream ends then."""
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    while found["state"] in WORKING:
        followed(api, found["id"])
        found = api.get(f"{BASE}/imports/{found['id']}").json()
    return found


def followed(api: httpx.Client, import_id: str) -> list[dict[str, Any]]:
    """What the stream of an import tells, to its end."""
    with api.stream("GET", f"{BASE}/imports/{import_id}/stream") as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        lines = [line for line in stream.iter_lines() if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def some_imports(api: httpx.Client) -> list[str]:
    """One that is done, one that asks who somebody is, and a table that can't be read; the ids."""
    for _ in range(2):
        api.post(f"{BASE}/players", json={"name": "Twin", "new": True})
    done = plan_of(api, b"date,title,players,scores\n2020-01-02,Go,Ida|Lea,7|x\n", source="done", name="done.csv")
    is_at_end(api, api.post(f"{BASE}/imports/{done['id']}/run"))
    table = b"date,title,players,scores\n2020-01-02,Go,Twin|Ida,7|8\n2020-01-03,Go,Mia,9\nnever,Go,Ida,1\n"
    asking = plan_of(api, table, source="asking", name="asking.csv")
    assert (asking["plan"]["unsure"], asking["plan"]["plays"]["refused"]) == (1, 1)
    unreadable = plan_of(api, b"Wann,Was,Wer\n2020-01-02,Go,Ida\n", source="unreadable", name="unreadable.csv")
    return [done["id"], asking["id"], unreadable["id"]]
