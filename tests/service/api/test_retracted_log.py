"""The log with and without what was taken back."""

import json
from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from tests.service.scenes import DEAL, MATCHES, ROUND, items, open_match, played, problem
from tests.tiers import thinned

NDJSON = {"Accept": "application/x-ndjson"}
OTHER = {"type": "stock", "seat": 2, "jewels": ["gold_teeth"]}


def write(api: httpx.Client, path: str, kind: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = api.post(f"{path}/{kind}", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.fixture(scope="module")
def path(api: httpx.Client) -> str:
    """A match with versions 1 to 5 played, taken back to step 2 (6), played (7), described (8), restored (9 to 11)."""
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    played(api, match, DEAL, *ROUND[:3])
    write(api, path, "retractions", {"to_step": 2, "reason": "a slip"})
    played(api, match, ROUND[1])
    api.patch(path, json={"place": "elsewhere"})
    assert write(api, path, "restorations", {"version": 6})["version"] == 11
    return path


def versions(events: Sequence[dict[str, Any]]) -> list[int]:
    return [event["version"] for event in events]


def test_the_log_tells_what_stands_and_what_else_has_happened(api: httpx.Client, path: str) -> None:
    events = items(api, f"{path}/events")
    assert versions(events) == [1, 2, 3, 6, 8, 9, 10, 11]
    assert [event["type"] for event in events] == [
        "opened", "played", "played", "retracted", "described", "retracted", "played", "played",
    ]  # fmt: skip
    assert [event["step"] for event in events] == [0, 1, 2, 2, 3, 2, 3, 4]
    assert not any("retracted_by" in event for event in events)


def test_the_actions_of_the_log_are_those_of_the_replay(api: httpx.Client, path: str) -> None:
    told = [(event["step"], event["action"]) for event in items(api, f"{path}/events") if event["type"] == "played"]
    shown = [(frame["step"], frame["played"]["action"]) for frame in items(api, f"{path}/replay")[1:]]
    assert told == shown


def test_the_whole_log_marks_what_was_taken_back(api: httpx.Client, path: str) -> None:
    events = items(api, f"{path}/events", include="retracted")
    assert versions(events) == list(range(1, 12))
    marked = {event["version"]: event["retracted_by"] for event in events if "retracted_by" in event}
    assert marked == {4: 6, 5: 6, 7: 9}
    stands = [event for event in events if "retracted_by" not in event]
    assert stands == items(api, f"{path}/events")


@pytest.mark.parametrize("include", [None, "retracted"])
@pytest.mark.parametrize("limit", thinned([1, 2, 3, 7]))
def test_pages_and_lines_tell_the_same(api: httpx.Client, path: str, include: str | None, limit: int) -> None:
    chosen = {"include": include} if include else {}
    everything = items(api, f"{path}/events", **chosen)
    for after in (0, 3, 4, 5, 6, 7, 10, 11, 50):
        wanted = [event for event in everything if event["version"] > after]
        assert items(api, f"{path}/events", after=after, limit=limit, **chosen) == wanted
        lines = api.get(f"{path}/events", params={"after": after, **chosen}, headers=NDJSON).text.splitlines()
        assert [json.loads(line) for line in lines] == wanted


@pytest.mark.parametrize("chunk", [1, 2, 4])
def test_lines_are_read_in_any_chunks(
    api: httpx.Client, path: str, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("service.api.match_log._CHUNK", chunk)
    for chosen in ({}, {"include": "retracted"}):
        lines = api.get(f"{path}/events", params=chosen, headers=NDJSON).text.splitlines()
        assert [json.loads(line) for line in lines] == items(api, f"{path}/events", **chosen)


def test_who_reads_on_learns_of_a_correction_that_came_between(api: httpx.Client) -> None:
    """Pages that were read before stay true: the retraction that follows tells what of them no longer stands."""
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    played(api, match, DEAL, *ROUND[:5])
    first = api.get(f"{path}/events", params={"limit": 5}).json()
    write(api, path, "amendments", {"step": 4, "actions": [OTHER]})
    rest = items(api, f"{path}/events", cursor=first["next_cursor"])
    assert versions(first["items"]) == [1, 2, 3, 4, 5]
    assert [event["type"] for event in rest] == ["retracted", "played", "played", "played"]
    line: list[dict[str, Any]] = []
    for event in (*first["items"], *rest):
        if event["type"] == "retracted":
            del line[event["facts"]["to_step"] :]
        elif event["type"] == "played":
            line.append(event["action"])
    assert line == [frame["played"]["action"] for frame in items(api, f"{path}/replay")[1:]]


def test_only_what_was_taken_back_can_be_included(api: httpx.Client, path: str) -> None:
    refused = problem(api.get(f"{path}/events", params={"include": "everything"}), 400, "invalid-request")
    assert refused["parameter"] == "include"
