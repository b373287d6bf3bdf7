"""Going through a match again."""

import json
from datetime import datetime, timedelta
from typing import Any

import httpx
import jsonpatch
import pytest

from tests.service.scenes import DEAL, HANDS, MATCHES, ROUND, items, open_match, played, problem, whole

NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def path(api: httpx.Client) -> str:
    """A match of a round, 11 steps, whose facts were corrected in between."""
    match = open_match(api)
    played(api, match, DEAL, *ROUND[:3])
    api.patch(f"{MATCHES}/{match['id']}", json={"place": "elsewhere"})
    position = played(api, match, *ROUND[3:])["position"]
    path = f"{MATCHES}/{match['id']}"
    assert api.get(f"{path}/history", params={"after_position": position}).status_code == 200
    return path


def test_a_frame_shows_what_led_to_a_step_and_the_table_after_it(api: httpx.Client, path: str) -> None:
    history = items(api, f"{path}/history")
    for step in range(12):
        frame = api.get(f"{path}/replay/steps/{step}").json()
        state = api.get(f"{path}/state", params={"step": step}).json()
        assert frame["step"] == step
        assert {key: frame[key] for key in ("view", "standings", "pending")} == {
            key: state[key] for key in ("view", "standings", "pending")
        }
        if step == 0:
            assert (frame["played"], frame["version"]) == (None, 1)
        else:
            told = history[step - 1]
            assert frame["version"] == told["version"]
            assert frame["played"] == {
                key: value for key, value in told.items() if key not in {"step", "version", "deviates"}
            }


def test_the_replay_is_all_frames_in_order(api: httpx.Client, path: str) -> None:
    frames = [api.get(f"{path}/replay/steps/{step}").json() for step in range(12)]
    for limit in (1, 5, 12, 100):
        assert items(api, f"{path}/replay", limit=limit) == frames


@pytest.mark.parametrize(
    ("first", "last", "steps"),
    [
        (0, None, range(12)),
        (3, None, range(3, 12)),
        (0, 0, range(1)),
        (2, 5, range(2, 6)),
        (5, 99, range(5, 12)),
        (11, 11, range(11, 12)),
        (12, None, range(0)),
        (13, None, range(0)),
        (1_000_000, 1_000_000, range(0)),
    ],
)
def test_a_part_of_the_replay_is_a_page_or_lines(
    api: httpx.Client, path: str, first: int, last: int | None, steps: range
) -> None:
    parameters = {"from": first} if last is None else {"from": first, "to": last}
    frames = items(api, f"{path}/replay", limit=2, **parameters)
    assert [frame["step"] for frame in frames] == list(steps)
    answer = api.get(f"{path}/replay", params=parameters, headers=NDJSON)
    assert answer.headers["content-type"].partition(";")[0] == "application/x-ndjson"
    assert [json.loads(line) for line in answer.text.splitlines()] == frames


@pytest.mark.parametrize("chunk", [1, 5, 12])
def test_a_replay_is_streamed_in_any_chunks(
    api: httpx.Client, path: str, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("service.api.replay_view._CHUNK", chunk)
    for parameters in ({}, {"from": 2}, {"from": 3, "to": 8}):
        lines = api.get(f"{path}/replay", params=parameters, headers=NDJSON).text.splitlines()
        assert [json.loads(line) for line in lines] == items(api, f"{path}/replay", **parameters)


def test_a_part_that_ends_before_it_begins_is_refused(api: httpx.Client, path: str) -> None:
    refused = problem(api.get(f"{path}/replay", params={"from": 3, "to": 2}), 400, "invalid-request")
    assert refused["parameter"] == "to"


def test_the_replay_is_told_in_english_or_italian(api: httpx.Client, path: str) -> None:
    italian = {"Accept-Language": "it"}
    for headers, word, language in (({}, "puts", "en"), (italian, "espone", "it")):
        frame = api.get(f"{path}/replay/steps/2", headers=headers)
        page = api.get(f"{path}/replay", params={"from": 2, "to": 2}, headers=headers)
        lines = api.get(f"{path}/replay", params={"from": 2, "to": 2}, headers=headers | NDJSON)
        for answer in (frame, page, lines):
            assert word in answer.text
            assert answer.headers["content-language"] == language


def test_a_viewer_gets_the_frames_that_it_may_know(api: httpx.Client, public: httpx.Client, path: str) -> None:
    hidden = [["hidden"] * 6] * 3
    seats: list[tuple[httpx.Client, dict[str, Any], list[Any]]] = [
        (public, {}, hidden),
        (api, {"viewer": "public"}, hidden),
        (api, {"viewer": "seat:1"}, [hidden[0], list(HANDS[1]), hidden[2]]),
        (api, {}, json.loads(json.dumps(HANDS))),
    ]
    for client, parameters, hands in seats:
        frame = client.get(f"{path}/replay/steps/1", params=parameters).json()
        assert frame["played"]["action"]["hands"] == hands
        assert items(client, f"{path}/replay", **parameters)[1] == frame
        lines = client.get(f"{path}/replay", params=parameters, headers=NDJSON).text.splitlines()
        assert json.loads(lines[1]) == frame


@pytest.mark.slow
def test_a_seat_sees_a_match_that_has_ended_as_it_knew_it_then(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    path = f"{MATCHES}/{match['id']}"
    for client in (api, public):
        frames = items(client, f"{path}/replay", viewer="seat:1")
        first, last = frames[1]["view"]["seats"], frames[-1]["view"]["seats"]
        assert [set(seat["hand"]) == {"hidden"} for seat in first] == [True, False, True]
        assert not any("hidden" in seat["hand"] for seat in last)
        assert "hidden" not in str(items(client, f"{path}/replay", viewer="public"))


@pytest.mark.slow
def test_changes_make_each_frame_out_of_the_one_before(api: httpx.Client, public: httpx.Client, path: str) -> None:
    for client in (api, public):
        frames = items(client, f"{path}/replay")
        tables = [{key: frame[key] for key in ("view", "standings", "pending")} for frame in frames]
        for number, frame in enumerate(frames[1:], start=1):
            assert jsonpatch.apply_patch(tables[number - 1], frame["changes"]) == tables[number]
        assert items(client, f"{path}/replay", **{"from": 7, "limit": 1})[0] == frames[7]


def test_chapters_are_the_phases_with_their_steps(api: httpx.Client, path: str) -> None:
    frames = items(api, f"{path}/replay")
    chapters = api.get(f"{path}/replay/chapters").json()["items"]
    steps = [(part["chapter"], range(part["first_step"], part["last_step"] + 1)) for part in chapters]
    assert [(chapter, step) for chapter, part in steps for step in part] == [
        (frame["chapter"], frame["step"]) for frame in frames
    ]
    italian = api.get(f"{path}/replay/chapters", headers={"Accept-Language": "it"}).json()["items"]
    assert [part["chapter"]["phase"] for part in italian] == [part["chapter"]["phase"] for part in chapters]
    assert italian[0]["chapter"]["title"] != chapters[0]["chapter"]["title"]


@pytest.mark.slow
def test_a_replay_of_the_match_as_it_was_recorded_once(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    first = played(api, match, DEAL, *ROUND[:3])
    before = items(api, f"{path}/replay")
    amended = {"step": 2, "actions": [{"type": "stock", "seat": 0, "jewels": ["tiara"]}], "keep": "prefix"}
    assert api.post(f"{path}/amendments", json=amended).is_success
    assert items(api, f"{path}/replay") != before
    assert items(api, f"{path}/replay", version=first["version"]) == before
    moment = first["events"][-1]["at"]
    assert items(api, f"{path}/replay", as_of=moment) == before
    assert api.get(f"{path}/replay/steps/3", params={"as_of": moment}).json() == before[3]
    earlier = (datetime.fromisoformat(match["opened_at"]) - timedelta(seconds=1)).isoformat().replace("+00:00", "Z")
    problem(api.get(f"{path}/replay/steps/0", params={"as_of": earlier}), 404, "not-found")
    problem(api.get(f"{path}/replay/steps/0", params={"version": 1000}), 404, "not-found")
    problem(api.get(f"{path}/replay/steps/4", params={"version": 2}), 404, "not-found")
    both = {"version": 2, "as_of": moment}
    assert problem(api.get(f"{path}/replay", params=both), 400, "invalid-request")["parameter"] == "as_of"


@pytest.mark.parametrize("moment", ["2026-01-17", "2026-01-17T19:30:00", "1768678200", "soon", "2026-13-01T00:00:00Z"])
def test_a_moment_takes_its_date_time_and_offset(api: httpx.Client, path: str, moment: str) -> None:
    refused = problem(api.get(f"{path}/replay", params={"as_of": moment}), 400, "invalid-request")
    assert refused["parameter"] == "as_of"


@pytest.mark.slow
def test_the_newest_version_is_the_match_as_it_is(api: httpx.Client) -> None:
    match = whole(api)
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    for part in ("replay/steps/5", "replay/steps/5.svg", "replay"):
        over = f"{MATCHES}/{match['id']}/{part}"
        newest = api.get(over, params={"annotations": False})
        settled = api.get(over, params={"version": version, "annotations": False})
        assert settled.content == newest.content
        assert settled.headers["cache-control"] == "private, no-cache", "people may be renamed"
