"""The log and the move history of a match."""

import json
from typing import Any

import httpx
import pytest

from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, THREE, items, open_match, played, problem, whole

NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture(scope="module")
def told(api: httpx.Client) -> dict[str, Any]:
    """A match of a round whose facts were corrected in between."""
    match = open_match(api, seats=[{"name": name} for name in ("Ada", "Bob", "Eve")])
    played(api, match, DEAL)
    api.patch(f"{MATCHES}/{match['id']}", json={"place": "elsewhere"})
    return match | {"position": played(api, match, *ROUND)["position"], "path": f"{MATCHES}/{match['id']}"}


# --- events ---


def test_the_log_has_every_event_in_order(api: httpx.Client, told: dict[str, Any]) -> None:
    events = items(api, f"{told['path']}/events")
    assert [event["version"] for event in events] == list(range(1, 14))
    assert [event["type"] for event in events] == ["opened", "played", "described", *["played"] * 10]
    assert [event["step"] for event in events] == [0, 1, 1, *range(2, 12)]
    assert [event["action"] for event in events if event["type"] == "played"] == json.loads(json.dumps([DEAL, *ROUND]))
    assert {event["by"] for event in events} == {events[0]["by"]}
    assert events[0]["by"]
    assert events[0]["facts"]["seats"] == [seat["player"]["id"] for seat in told["seats"]]


@pytest.mark.parametrize("limit", [1, 3, 13])
def test_pages_of_the_log_go_on_where_the_last_one_ended(api: httpx.Client, told: dict[str, Any], limit: int) -> None:
    everything = items(api, f"{told['path']}/events")
    for after in (0, 2, 3, 12, 13, 99):
        assert items(api, f"{told['path']}/events", limit=limit, after=after) == everything[after:]


def test_a_cursor_goes_back_behind_no_version_that_was_asked_for(api: httpx.Client, told: dict[str, Any]) -> None:
    cursor = api.get(f"{told['path']}/events", params={"limit": 1}).json()["next_cursor"]
    everything = items(api, f"{told['path']}/events")
    for after in (0, 1, 2, 8):
        later = api.get(f"{told['path']}/events", params={"cursor": cursor, "after": after}).json()["items"]
        assert later == everything[max(after, 1) :]


@pytest.mark.parametrize("after", [0, 3, 13, 99])
def test_the_log_is_streamed_one_event_a_line(api: httpx.Client, told: dict[str, Any], after: int) -> None:
    with api.stream("GET", f"{told['path']}/events", params={"after": after}, headers=NDJSON) as answer:
        assert answer.headers["content-type"].partition(";")[0] == "application/x-ndjson"
        assert answer.headers["etag"].startswith('"13-'), "it isn't the form that has the version alone"
        assert "Accept" in answer.headers["vary"].split(", ")
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert lines == items(api, f"{told['path']}/events", after=after)


@pytest.mark.parametrize("chunk", [1, 5, 13])
def test_the_log_is_streamed_in_any_chunks(
    api: httpx.Client, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("service.api.match_log._CHUNK", chunk)
    lines = api.get(f"{told['path']}/events", headers=NDJSON).text.splitlines()
    assert [json.loads(line) for line in lines] == items(api, f"{told['path']}/events")


# --- the move history ---


def test_the_history_tells_each_step(api: httpx.Client, told: dict[str, Any]) -> None:
    steps = items(api, f"{told['path']}/history", after_position=told["position"])
    events = [event for event in items(api, f"{told['path']}/events") if event["type"] == "played"]
    assert [step["step"] for step in steps] == list(range(1, 12))
    for step, event in zip(steps, events, strict=True):
        shared = ("version", "step", "at", "by", "action", "outcome")
        assert {key: step[key] for key in shared} == {key: event[key] for key in shared}
        assert (step["type"], step["seat"]) == (event["action"]["type"], event["action"].get("seat"))
        assert step["played_at"] is None
    assert items(api, f"{told['path']}/history", limit=2) == steps


SENTENCES = {
    "en": ["Ada puts into the showcase: shoes.", "Ada stores a tiara in the safe.", "Bob buys Ada’s showcase for 1"],
    "it": [
        "Ada espone in vetrina: scarpe.",
        "Ada mette in cassaforte un diadema.",
        "Bob compra la vetrina di Ada per 1",
    ],
    "de": [
        "Ada legt ins Schaufenster: Schuhe.",
        "Ada legt ein Diadem in den Tresor.",
        "Bob kauft das Schaufenster von Ada",
    ],
}


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (None, "en"),
        ("it", "it"),
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en, it;q=0.9", "en"),
        ("fr, it ; q=0.5", "it"),
        ("de-AT", "de"),
    ],
)
def test_the_history_is_in_the_readers_language(
    api: httpx.Client, told: dict[str, Any], wanted: str | None, language: str
) -> None:
    headers = {"Accept-Language": wanted} if wanted else {}
    answer = api.get(f"{told['path']}/history", params={"after_position": told["position"]}, headers=headers)
    assert answer.headers["content-language"] == language
    assert "Accept-Language" in answer.headers["vary"].split(", ")
    told_steps = [item["sentence"] for item in answer.json()["items"]]
    for sentence in SENTENCES[language]:
        assert any(step.startswith(sentence) for step in told_steps), told_steps


def test_who_was_erased_has_no_name_in_the_history(api: httpx.Client) -> None:
    match = open_match(api, seats=[{"name": name} for name in ("Ada", "Bob", "Eve")])
    position = played(api, match, DEAL, *ROUND)["position"]
    for seat in match["seats"][:2]:
        api.delete(f"/api/v1/players/{seat['player']['id']}")
    text = " ".join(
        step["sentence"] for step in items(api, f"{MATCHES}/{match['id']}/history", after_position=position)
    )
    assert "Anonymous (1) buys Anonymous (0)’s showcase" in text
    assert "Eve" in text
    assert "Ada" not in text
    assert "Bob" not in text


# --- the scoreboard ---


def test_the_scoreboard_has_the_standings_of_every_step(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    path = f"{MATCHES}/{match['id']}"
    board = items(public, f"{path}/scoreboard", after_position=match["position"])
    steps = len(THREE["actions"])
    assert [item["step"] for item in board] == list(range(steps + 1))
    for item in (board[0], board[7], board[steps // 2], board[-2], board[-1]):
        state = api.get(f"{path}/state", params={"step": item["step"]}).json()
        assert item["standings"] == state["standings"]
    assert [standing["winner"] for standing in board[-2]["standings"]] == [None] * 3
    winners = [standing["seat"] for standing in board[-1]["standings"] if standing["winner"]]
    assert winners == THREE["end"]["winners"]
    assert items(public, f"{path}/scoreboard", limit=50) == board


def test_an_action_is_on_the_scoreboard_when_it_was_waited_for(api: httpx.Client) -> None:
    match = open_match(api)
    for step, action in enumerate((DEAL, FIRST), start=1):
        position = played(api, match, action)["position"]
        answer = api.get(f"{MATCHES}/{match['id']}/scoreboard", params={"after_position": position}).json()
        assert answer["items"][-1]["step"] == step
        assert answer["position"] >= position


def test_there_is_no_log_of_a_match_that_there_is_not(api: httpx.Client) -> None:
    for name in (
        "events",
        "history",
        "scoreboard",
        "replay",
        "replay/steps/0",
        "state",
        "legal-actions",
        "choices",
        "",
    ):
        problem(api.get(f"{MATCHES}/00000000-0000-0000-0000-000000000000/{name}".rstrip("/")), 404, "not-found")
