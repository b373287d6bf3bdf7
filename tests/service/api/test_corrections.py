"""Actions taken back, restored and corrected; matches ended by people. Everything that tells of the match follows."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import (
    BASE,
    DEAL,
    MATCHES,
    NOBODY,
    ROUND,
    THREE,
    dealt,
    guests,
    items,
    known,
    make_player,
    open_match,
    play,
    played,
    problem,
    whole,
)
from tests.tiers import thinned

Stored = Callable[[], tuple[int, ...]]
Action = dict[str, Any]

HALUNKEN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "samples" / "halunken-intro-3.json").read_text())

# In the match of `THREE`: other actions at a step, and what comes of them.
STANDS: dict[str, Any] = {"step": 90, "actions": [{"type": "store", "seat": 1, "jewel": "tongue_piercing"}]}
STANDS_SCORES = [3, 3, 7]
BREAKS: dict[str, Any] = {"step": 5, "actions": [{"type": "store", "seat": 0, "jewel": "earrings"}]}
GOES_ON: dict[str, Any] = {"step": 96, "actions": [{"type": "buy", "seat": 2, "from": 1}]}
SAME: dict[str, Any] = {"step": 90, "actions": [THREE["actions"][89]]}


def correct(api: httpx.Client, match: dict[str, Any], kind: str, body: Any, **more: Any) -> httpx.Response:
    """Send a correction; `more` goes to the request."""
    return api.post(f"{MATCHES}/{match['id']}/{kind}", json=body, **more)


def corrected(api: httpx.Client, match: dict[str, Any], kind: str, body: Any, **more: Any) -> dict[str, Any]:
    """Send a correction, which is taken."""
    answer = correct(api, match, kind, body, **more)
    assert answer.status_code == 201, answer.text
    result: dict[str, Any] = answer.json()
    assert answer.headers["etag"] == f'"{result["version"]}"'
    return result


def retracted(api: httpx.Client, match: dict[str, Any], to_step: int, reason: str = "") -> dict[str, Any]:
    return corrected(api, match, "retractions", {"to_step": to_step, "reason": reason})


def told(client: httpx.Client, match: dict[str, Any], position: int) -> dict[str, Any]:
    """All that is told of how a match stands; not when, by which event, nor what was before."""
    here = f"{MATCHES}/{match['id']}"
    after = {"after_position": position}
    facts = client.get(here).json()
    history = items(client, f"{here}/history", **after)
    frames = items(client, f"{here}/replay")
    state = client.get(f"{here}/state").json()
    steps = range(0, facts["step"] + 1, 10)
    states = {step: client.get(f"{here}/state", params={"step": step}).json()["view"] for step in steps}
    scoreboard = items(client, f"{here}/scoreboard", **after)
    return {
        "match": {name: facts[name] for name in ("status", "step", "pending", "standings")},
        "state": {name: state[name] for name in ("step", "pending", "view", "standings")},
        "states": states,
        "history": [{name: item[name] for name in ("step", "action", "outcome", "sentence")} for item in history],
        "scoreboard": scoreboard,
        "replay": [
            (frame["step"], frame["view"], frame["standings"], frame["played"] and frame["played"]["action"])
            for frame in frames
        ],
    }


def agree(told_of: dict[str, Any], actions: list[Any]) -> None:
    """Everything told of a match tells of these actions."""
    steps = list(range(len(actions) + 1))
    assert told_of["match"]["step"] == len(actions)
    assert [item["step"] for item in told_of["history"]] == steps[1:]
    assert [item["action"] for item in told_of["history"]] == [frame[3] for frame in told_of["replay"][1:]]
    assert [item["action"]["type"] for item in told_of["history"]] == [action["type"] for action in actions]
    assert [frame[0] for frame in told_of["replay"]] == steps
    assert {step: told_of["replay"][step][1] for step in told_of["states"]} == told_of["states"]
    assert [item["step"] for item in told_of["scoreboard"]] == steps
    assert [item["standings"] for item in told_of["scoreboard"]] == [frame[2] for frame in told_of["replay"]]
    assert told_of["state"]["view"] == told_of["replay"][-1][1]
    assert told_of["match"]["standings"] == told_of["state"]["standings"] == told_of["scoreboard"][-1]["standings"]


def scratch(api: httpx.Client, match: dict[str, Any], actions: list[Action]) -> dict[str, Any]:
    """What is told of a match of the same people that was recorded so at once."""
    seats = [{"player": seat["player"]["id"]} for seat in match["seats"]]
    other = open_match(api, game=match["game"], options=match["options"], seats=seats)
    return told(api, other, played(api, other, *actions)["position"] if actions else other["position"])


def log_of(client: httpx.Client, match: dict[str, Any], **parameters: Any) -> list[dict[str, Any]]:
    """The whole log, without the marks of what has been taken back since: nothing else in it ever changes."""
    events = items(client, f"{MATCHES}/{match['id']}/events", include="retracted", **parameters)
    return [{name: value for name, value in event.items() if name != "retracted_by"} for event in events]


def listed(api: httpx.Client, match: dict[str, Any], position: int) -> dict[str, Any]:
    """The match in the list of matches."""
    player = match["seats"][0]["player"]["id"]
    found = items(api, MATCHES, player=player, after_position=position)
    return next(item for item in found if item["id"] == match["id"])


def leaders(api: httpx.Client, match: dict[str, Any], position: int) -> dict[str, tuple[int, int, int | None]]:
    """Matches, wins and best score of each player of a match that has a place of its own."""
    found = items(api, f"{BASE}/games/{match['game']}/leaderboard", place=match["place"], after_position=position)
    return {leader["player"]["id"]: (leader["matches"], leader["wins"], leader["best_score"]) for leader in found}


def players_of(match: dict[str, Any]) -> list[str]:
    return [seat["player"]["id"] for seat in match["seats"]]


@pytest.fixture
def finished(api: httpx.Client) -> dict[str, Any]:
    """The whole match of `THREE`, at a place of its own."""
    return whole(api, place=uuid4().hex)


# --- retraction ---


@pytest.mark.parametrize("to_step", thinned([0, 1, 5, 9]))
def test_everything_follows_a_retraction(api: httpx.Client, to_step: int) -> None:
    match = dealt(api)
    result = played(api, match, *ROUND[:8])
    before = log_of(api, match)
    result = retracted(api, match, to_step, "a slip") if to_step < 9 else result
    actions = [DEAL, *ROUND][:to_step]
    after = told(api, match, result["position"])
    agree(after, actions)
    assert after == scratch(api, match, actions)
    assert listed(api, match, result["position"])["step"] == to_step
    log = log_of(api, match)
    assert log[: len(before)] == before
    if to_step < 9:
        (event,) = log[len(before) :]
        assert result["events"] == [event]
        assert (event["type"], event["step"], event["version"]) == ("retracted", to_step, len(before) + 1)
        assert event["facts"] == {"to_step": to_step, "reason": "a slip", "amended": False}


def test_play_goes_on_after_a_retraction(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:3])
    retracted(api, match, 2)
    other = {"type": "stock", "seat": 1, "jewels": ["monocle"]}
    result = played(api, match, other, ROUND[2])
    assert (result["step"], result["version"]) == (4, 8)
    agree(told(api, match, result["position"]), [DEAL, ROUND[0], other, ROUND[2]])
    assert [event["step"] for event in log_of(api, match)] == [0, 1, 2, 3, 4, 2, 3, 4]


@pytest.mark.slow
def test_the_list_and_the_leaderboard_follow_a_retraction(api: httpx.Client, finished: dict[str, Any]) -> None:
    winner = players_of(finished)[2]
    assert leaders(api, finished, finished["position"])[winner] == (1, 1, 7)
    result = retracted(api, finished, 95, "he didn't decline")
    assert leaders(api, finished, result["position"]) == {}
    item = listed(api, finished, result["position"])
    assert (item["status"], item["step"], item["version"]) == ("playing", 95, 98)
    assert [seat["winner"] for seat in item["seats"]] == [None] * 3
    result = played(api, finished, THREE["actions"][95])
    assert leaders(api, finished, result["position"])[winner] == (1, 1, 7)


@pytest.mark.parametrize("to_step", [9, 10, 1_000_000, 10**30])
def test_there_is_nothing_to_take_back_after_the_last_step(api: httpx.Client, stored: Stored, to_step: int) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:8])
    before = stored()
    refused = problem(correct(api, match, "retractions", {"to_step": to_step}), 422, "not-possible")
    assert refused["pointer"] == "/to_step"
    assert stored() == before


# --- restoration ---


def test_a_restoration_gives_what_was_there(api: httpx.Client) -> None:
    match = dealt(api)
    result = played(api, match, *ROUND)
    before = told(api, match, result["position"])
    result = retracted(api, match, 3)
    played(api, match, {"type": "stock", "seat": 2, "jewels": ["gold_teeth"]})
    size = len(log_of(api, match))
    result = corrected(api, match, "restorations", {"version": result["version"], "reason": "it was right"})
    assert told(api, match, result["position"]) == before
    log = log_of(api, match)
    assert log[size:] == result["events"]
    assert log[size]["facts"] == {"to_step": 3, "reason": "it was right", "amended": True}


@pytest.mark.slow
def test_an_amendment_is_undone_by_a_restoration(api: httpx.Client, finished: dict[str, Any]) -> None:
    before = told(api, finished, finished["position"])
    amended = corrected(api, finished, "amendments", STANDS)
    result = corrected(api, finished, "restorations", {"version": amended["events"][0]["version"]})
    assert told(api, finished, result["position"]) == before
    again = corrected(api, finished, "restorations", {"version": result["events"][0]["version"]})
    assert [standing["score"] for standing in again["standings"]] == STANDS_SCORES


def test_a_restoration_ends_again_what_people_had_ended(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:4])
    corrected(api, match, "conclusion", {"reason": "the last train"})
    version = retracted(api, match, 2)["version"]
    assert api.get(f"{MATCHES}/{match['id']}").json()["status"] == "playing"
    result = corrected(api, match, "restorations", {"version": version})
    assert result["pending"] == {"type": "finished", "reason": "the last train"}
    assert (result["step"], result["events"][-1]["type"], result["events"][-1]["step"]) == (5, "concluded", 5)


def test_what_was_taken_back_further_is_not_restored(api: httpx.Client, stored: Stored) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:8])
    version = retracted(api, match, 5)["version"]
    further = retracted(api, match, 2)["version"]
    before = stored()
    problem(correct(api, match, "restorations", {"version": version}), 422, "not-possible")
    assert stored() == before
    assert corrected(api, match, "restorations", {"version": further})["step"] == 5
    assert corrected(api, match, "restorations", {"version": version})["step"] == 9


@pytest.mark.parametrize("version", [1, 2, 4, 5, 10**30])
def test_only_what_was_taken_back_can_be_restored(api: httpx.Client, version: int) -> None:
    match = dealt(api)
    played(api, match, ROUND[0])
    retracted(api, match, 1)
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == 4
    answer = correct(api, match, "restorations", {"version": version})
    if version == 4:
        assert answer.status_code == 201
    else:
        assert problem(answer, 422, "not-possible")["pointer"] == "/version"


# --- amendment ---


def test_an_action_is_replaced_and_all_that_follow_stand(api: httpx.Client, finished: dict[str, Any]) -> None:
    before = log_of(api, finished)
    result = corrected(api, finished, "amendments", STANDS | {"reason": "it was another card"})
    assert (result["step"], result["kept"], result["obstacle"], result["dry_run"]) == (96, 6, None, False)
    actions = [*THREE["actions"][:89], *STANDS["actions"], *THREE["actions"][90:]]
    after = told(api, finished, result["position"])
    agree(after, actions)
    assert after == scratch(api, finished, actions)
    log = log_of(api, finished)
    assert log[: len(before)] == before
    assert log[len(before) :] == result["events"]
    assert log[len(before)]["facts"] == {"to_step": 89, "reason": "it was another card", "amended": True}


@pytest.mark.slow
def test_an_action_is_removed(api: httpx.Client, finished: dict[str, Any]) -> None:
    result = corrected(api, finished, "amendments", {"step": 92, "actions": []})
    actions = [*THREE["actions"][:91], *THREE["actions"][92:]]
    after = told(api, finished, result["position"])
    agree(after, actions)
    assert after == scratch(api, finished, actions)
    assert (after["match"]["status"], result["kept"]) == ("finished", 4)


@pytest.mark.slow
def test_an_action_is_put_in(api: httpx.Client) -> None:
    match = dealt(api)
    forgotten = [*ROUND[:3], *ROUND[4:6]]  # one store was forgotten; seats 1 and 2 passed
    played(api, match, *forgotten[:3])
    result = corrected(api, match, "amendments", {"step": 5, "remove": 0, "actions": [ROUND[3]]})
    assert (result["step"], result["kept"]) == (5, 0)
    played(api, match, {"type": "pass", "seat": 1})
    extra = {"type": "store", "seat": 1, "jewel": "monocle"}
    refused = problem(
        correct(api, match, "amendments", {"step": 6, "remove": 0, "actions": [extra]}), 409, "amendment-conflict"
    )
    assert (refused["step"], refused["clause"]) == (6, "K4.1")
    several: dict[str, Any] = {
        "step": 6,
        "remove": 1,
        "actions": [extra, {"type": "pass", "seat": 2}, {"type": "pass", "seat": 0}],
    }
    result = corrected(api, match, "amendments", several)
    actions = [DEAL, *ROUND[:4], *several["actions"]]
    agree(told(api, match, result["position"]), actions)
    assert told(api, match, result["position"]) == scratch(api, match, actions)


def test_the_result_of_a_finished_match_follows(api: httpx.Client, finished: dict[str, Any]) -> None:
    best = [3, 7, 7]
    for amendment, scores in ((STANDS, STANDS_SCORES), (SAME, best)):
        result = corrected(api, finished, "amendments", amendment)
        assert [standing["score"] for standing in result["standings"]] == scores
        item = listed(api, finished, result["position"])
        assert ([seat["score"] for seat in item["seats"]], item["status"]) == (scores, "finished")
        found = leaders(api, finished, result["position"])
        assert [found[player] for player in players_of(finished)] == [(1, 0, 3), (1, 0, scores[1]), (1, 1, 7)]
    result = corrected(api, finished, "amendments", GOES_ON)
    assert result["pending"]["type"] == "seats"
    assert leaders(api, finished, result["position"]) == {}
    assert listed(api, finished, result["position"])["status"] == "playing"


def test_a_conflict_tells_where_and_what_would_be_legal_and_changes_nothing(
    api: httpx.Client, finished: dict[str, Any], stored: Stored
) -> None:
    path = f"{MATCHES}/{finished['id']}"
    before, count = api.get(path).content, stored()
    refused = problem(correct(api, finished, "amendments", BREAKS), 409, "amendment-conflict")
    assert (refused["step"], refused["clause"]) == (28, "K3.1")
    assert refused["pending"] == {"type": "seats", "seats": [0], "optional": []}
    assert {
        action["type"] for action in [*refused["legal"], *(template["action"] for template in refused["templates"])]
    } == {"stock"}
    assert (api.get(path).content, stored()) == (before, count)
    result = corrected(api, finished, "amendments", BREAKS | {"keep": "prefix"})
    legal = api.get(f"{path}/legal-actions").json()
    assert (refused["legal"], refused["templates"]) == (legal["actions"], legal["templates"])
    obstacle = {name: refused[name] for name in ("step", "clause", "explanation", "pending", "legal", "templates")}
    assert (result["obstacle"], result["kept"], result["step"]) == (obstacle, 22, 27)
    actions = [*THREE["actions"][:4], *BREAKS["actions"], *THREE["actions"][5:27]]
    agree(told(api, finished, result["position"]), actions)
    assert told(api, finished, result["position"]) == scratch(api, finished, actions)


@pytest.mark.parametrize(
    ("amendment", "kept", "step"), [(STANDS, 6, 96), (BREAKS, 22, 27), (BREAKS | {"keep": "prefix"}, 22, 27)]
)
def test_a_dry_run_tells_what_would_come_and_writes_nothing(
    api: httpx.Client, finished: dict[str, Any], stored: Stored, amendment: dict[str, Any], kept: int, step: int
) -> None:
    path = f"{MATCHES}/{finished['id']}"
    before, count = api.get(path).content, stored()
    headers = {"If-Match": '"97"', "Idempotency-Key": uuid4().hex}
    dry = corrected(api, finished, "amendments", amendment | {"dry_run": True}, headers=headers)
    assert (dry["kept"], dry["step"], dry["version"], dry["dry_run"], dry["events"]) == (kept, step, 97, True, [])
    assert (dry["obstacle"] is None) == (step == 96)
    assert (api.get(path).content, stored()) == (before, count)
    wet = corrected(api, finished, "amendments", amendment | {"keep": "prefix"})
    same = ("kept", "step", "obstacle", "pending", "standings")
    assert {name: wet[name] for name in same} == {name: dry[name] for name in same}


def test_a_dry_run_is_decided_on_the_version_that_is_asked_for(api: httpx.Client, finished: dict[str, Any]) -> None:
    answer = correct(api, finished, "amendments", STANDS | {"dry_run": True}, headers={"If-Match": '"96"'})
    assert problem(answer, 412, "version-conflict")["version"] == 97


@pytest.mark.parametrize("more", [{}, {"keep": "prefix"}, {"dry_run": True}])
def test_an_illegal_correction_breaks_a_rule(
    api: httpx.Client, finished: dict[str, Any], stored: Stored, more: dict[str, Any]
) -> None:
    before = stored()
    bad = {"type": "store", "seat": 2, "jewel": "tiara"}
    body = {"step": 90, "remove": 2, "actions": [STANDS["actions"][0], bad], **more}
    refused = problem(correct(api, finished, "amendments", body), 422, "rule-violation")
    assert (refused["action_index"], refused["pointer"], refused["step"]) == (1, "/actions/1", 90)
    assert refused["clause"] == "K4.1"
    assert refused["pending"] == {"type": "seats", "seats": [1], "optional": []}
    assert stored() == before


@pytest.mark.parametrize(
    "wanted", [{"step": 0}, {"step": 98}, {"step": 97}, {"step": 96, "remove": 2}, {"step": 10**30}]
)
def test_a_place_that_the_match_does_not_have(
    api: httpx.Client, finished: dict[str, Any], wanted: dict[str, Any]
) -> None:
    answer = correct(api, finished, "amendments", {"actions": STANDS["actions"], **wanted})
    if wanted["step"]:
        assert problem(answer, 422, "not-possible")["pointer"] == "/step"
    else:
        assert problem(answer, 400, "invalid-request")["pointer"] == "/step"


def test_a_correction_that_corrects_nothing(api: httpx.Client, finished: dict[str, Any]) -> None:
    answer = correct(api, finished, "amendments", {"step": 5, "remove": 0})
    assert problem(answer, 422, "not-possible")["pointer"] == "/actions"


def test_what_happened_at_the_table_when_is_kept(api: httpx.Client) -> None:
    match = dealt(api)
    body = {"actions": ROUND[1:2], "played_at": "2024-03-31T20:15:00Z"}
    played(api, match, ROUND[0])
    assert api.post(f"{MATCHES}/{match['id']}/actions", json=body).status_code == 201
    other = {"type": "stock", "seat": 0, "jewels": ["tiara"]}
    result = corrected(api, match, "amendments", {"step": 2, "actions": [other]})
    assert [event.get("played_at") for event in result["events"]] == [None, None, "2024-03-31T20:15:00Z"]


# --- the server deals ---


def play_on(api: httpx.Client, match: dict[str, Any], actions: int, random: Random) -> None:
    """Random legal actions."""
    for _ in range(actions):
        legal = api.get(f"{MATCHES}/{match['id']}/legal-actions").json()
        if not legal["actions"]:
            return
        played(api, match, random.choice(legal["actions"]))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), [("klunker", 3, {}), ("halunken", 3, {"mode": "introductory"})])
def test_nobody_draws_twice(api: httpx.Client, game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(game)
    match = open_match(api, game=game, seats=guests(seats), options=options | {"dealing": "server"})
    play_on(api, match, 30, random)
    path = f"{MATCHES}/{match['id']}"
    line = [frame["played"]["action"] for frame in items(api, f"{path}/replay")[1:]]
    for _ in range(6):
        to_step = random.randrange(len(line))
        result = retracted(api, match, to_step)
        assert result["step"] >= to_step
        assert all("seat" not in action for action in line[to_step : result["step"]])
        assert result["pending"]["type"] == "seats"
        frames = items(api, f"{path}/replay")
        assert [frame["played"]["action"] for frame in frames[1:]] == line[: result["step"]]
        played(api, match, *(action for action in line[result["step"] :] if "seat" in action))
        frames = items(api, f"{path}/replay")
        assert [frame["played"]["action"] for frame in frames[1:]] == line


@pytest.mark.slow
def test_the_server_s_draws_stand_in_an_amendment(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    random = Random(4)
    play_on(api, match, 24, random)
    path = f"{MATCHES}/{match['id']}"
    line = [frame["played"]["action"] for frame in items(api, f"{path}/replay")[1:]]
    deals = [step for step, action in enumerate(line, start=1) if action["type"] == "deal"]
    assert len(deals) > 1
    refused = problem(
        correct(api, match, "amendments", {"step": deals[1], "actions": [line[deals[0] - 1]]}), 422, "not-possible"
    )
    assert refused["pointer"] == "/actions/0"
    answer = correct(api, match, "amendments", {"step": deals[1], "actions": []})
    assert (answer.status_code, answer.json()["step"]) == (200, len(line))  # all is dealt again: nothing changes
    frames = items(api, f"{path}/replay")
    assert [frame["played"]["action"] for frame in frames[1:]] == line
    kept = {"step": deals[1] + 1, "remove": len(line) - deals[1], "actions": []}
    assert corrected(api, match, "amendments", kept)["step"] == deals[1]


# --- who sees what ---


def test_secrets_of_what_was_taken_back_stay_secret(api: httpx.Client, public: httpx.Client) -> None:
    actions = HALUNKEN["actions"]
    match = open_match(api, game="halunken", seats=guests(3), options=HALUNKEN["options"])
    played(api, match, *actions[:9])  # two of three have chosen a movement card
    retracted(api, match, 7)
    chosen = [event for event in log_of(public, match) if event.get("action", {}).get("type") == "choose"]
    assert len(chosen) == 2
    assert {event["action"]["card"] for event in chosen} == {"hidden"}
    whole_log = {"include": "retracted"}
    events = f"{MATCHES}/{match['id']}/events"
    lines = public.get(events, params=whole_log, headers={"Accept": "application/x-ndjson"}).text
    assert lines.count("retracted_by") == 2
    assert not re.search(r'"card":"(6|rum)"', lines)
    seat = log_of(api, match, viewer="seat:2")
    assert [event["action"]["card"] for event in seat if event.get("action", {}).get("type") == "choose"] == [
        "6",
        "hidden",
    ]
    klunker = dealt(api)
    played(api, klunker, *ROUND[:3])
    retracted(api, klunker, 0)
    (deal,) = [event for event in log_of(public, klunker) if event.get("action", {}).get("type") == "deal"]
    assert {card for hand in deal["action"]["hands"] for card in hand} == {"hidden"}


@pytest.mark.parametrize("kind", ["conclusion", "abandonment"])
def test_when_people_end_a_match_all_is_open_until_it_goes_on(
    api: httpx.Client, public: httpx.Client, kind: str
) -> None:
    for keep in (False, True):
        match = dealt(api, options={"dealing": "open", "keep_secrets": keep})
        path = f"{MATCHES}/{match['id']}/state"
        hidden = public.get(path).json()["view"]
        assert "hidden" in json.dumps(hidden)
        corrected(api, match, kind, {})
        open_to_all = public.get(path).json()["view"]
        recorders = api.get(path, params={"viewer": "recorder"}).json()["view"]
        assert (open_to_all == recorders) is not keep
        if keep:
            problem(public.get(path, params={"viewer": "recorder"}), 403, "forbidden")
        corrected(api, match, "reopening", {})
        assert public.get(path).json()["view"] == hidden
        problem(public.get(path, params={"viewer": "recorder"}), 403, "forbidden")


# --- ends by people ---


@pytest.mark.slow
def test_a_concluded_match_counts_as_it_stands(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, place=uuid4().hex)
    played(api, match, *THREE["actions"][:90])
    result = corrected(api, match, "conclusion", {"reason": "the last train"})
    assert result["pending"] == {"type": "finished", "reason": "the last train"}
    (event,) = result["events"]
    assert (event["type"], event["step"], event["version"]) == ("concluded", 90, 92)
    assert event["facts"] == {"reason": "the last train"}
    assert log_of(api, match)[-1] == event
    ranks = [standing["rank"] for standing in result["standings"]]
    assert [standing["winner"] for standing in result["standings"]] == [rank == 1 for rank in ranks]
    after = told(api, match, result["position"])
    agree(after, THREE["actions"][:90])
    assert after["match"]["status"] == "finished"
    item = listed(public, match, result["position"])
    assert (item["status"], [seat["winner"] for seat in item["seats"]]) == ("finished", [rank == 1 for rank in ranks])
    found = leaders(api, match, result["position"])
    assert [found[player][:2] for player in players_of(match)] == [(1, int(rank == 1)) for rank in ranks]
    problem(play(api, match, THREE["actions"][90]), 422, "not-possible")
    for kind in ("conclusion", "abandonment"):
        problem(correct(api, match, kind, {}), 422, "not-possible")


@pytest.mark.slow
def test_an_abandoned_match_counts_for_nothing(api: httpx.Client) -> None:
    match = open_match(api, place=uuid4().hex)
    played(api, match, *THREE["actions"][:40])
    result = corrected(api, match, "abandonment", {"reason": "the cat"})
    assert {standing["winner"] for standing in result["standings"]} == {False}
    agree(told(api, match, result["position"]), THREE["actions"][:40])
    item = listed(api, match, result["position"])
    assert (item["status"], {seat["winner"] for seat in item["seats"]}) == ("abandoned", {False})
    assert leaders(api, match, result["position"]) == {}
    found = items(api, MATCHES, player=players_of(match)[0], status="abandoned", after_position=result["position"])
    assert [one["id"] for one in found] == [match["id"]]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["conclusion", "abandonment"])
def test_a_match_that_people_ended_goes_on(api: httpx.Client, kind: str) -> None:
    match = open_match(api, place=uuid4().hex)
    result = played(api, match, *THREE["actions"][:40])
    before = told(api, match, result["position"])
    problem(correct(api, match, "reopening", {}), 422, "not-possible")
    corrected(api, match, kind, {"reason": "late"})
    result = corrected(api, match, "reopening", {"reason": "not so late"})
    assert told(api, match, result["position"]) == before
    assert leaders(api, match, result["position"]) == {}
    result = played(api, match, *THREE["actions"][40:])
    assert leaders(api, match, result["position"])[players_of(match)[2]] == (1, 1, 7)
    problem(correct(api, match, "reopening", {}), 422, "not-possible")


@pytest.mark.slow
def test_a_retraction_reopens_a_match_and_an_amendment_does_not(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:3])
    for kind, status, jewel in (("conclusion", "finished", "monocle"), ("abandonment", "abandoned", "earrings")):
        corrected(api, match, kind, {"reason": "late"})
        other = {"type": "stock", "seat": 1, "jewels": [jewel]}
        result = corrected(api, match, "amendments", {"step": 3, "actions": [other]})
        assert (result["pending"], result["kept"]) == ({"type": "finished", "reason": "late"}, 1)
        assert result["events"][-1]["type"] == {"finished": "concluded"}.get(status, status)
        assert api.get(f"{MATCHES}/{match['id']}").json()["status"] == status
        agree(told(api, match, result["position"]), [DEAL, ROUND[0], other, ROUND[2]])
        result = retracted(api, match, 3)
        assert api.get(f"{MATCHES}/{match['id']}").json()["status"] == "playing"
        result = played(api, match, ROUND[2])
        agree(told(api, match, result["position"]), [DEAL, ROUND[0], other, ROUND[2]])


# --- conventions ---

KINDS = ("retractions", "restorations", "amendments", "conclusion", "abandonment", "reopening")


def write_of(api: httpx.Client, kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A match, and a correction that it takes."""
    match = dealt(api)
    played(api, match, *ROUND[:4])
    bodies: dict[str, dict[str, Any]] = {
        "retractions": {"to_step": 3},
        "amendments": {"step": 3, "actions": [{"type": "stock", "seat": 1, "jewels": ["monocle"]}]},
    }
    if kind == "restorations":
        bodies[kind] = {"version": retracted(api, match, 2)["version"]}
    if kind == "reopening":
        corrected(api, match, "conclusion", {})
    return match, {"reason": "so it was", **bodies.get(kind, {})}


@pytest.mark.parametrize("kind", thinned(KINDS, quick=2))
def test_a_retry_gets_the_same_answer_and_is_done_once(api: httpx.Client, stored: Stored, kind: str) -> None:
    match, body = write_of(api, kind)
    headers = {"Idempotency-Key": uuid4().hex}
    first = correct(api, match, kind, body, headers=headers)
    assert first.status_code == 201, first.text
    before = stored()
    for _ in range(2):
        again = correct(api, match, kind, body, headers=headers)
        assert (again.status_code, again.content, again.headers["etag"]) == (201, first.content, first.headers["etag"])
    assert stored() == before
    corrected(api, match, "abandonment" if kind not in {"conclusion", "abandonment"} else "reopening", {})
    assert correct(api, match, kind, body, headers=headers).content == first.content
    problem(correct(api, match, kind, body | {"reason": "no"}, headers=headers), 422, "idempotency-key-reused")


@pytest.mark.slow
def test_a_retry_of_an_amendment_tells_the_obstacle_again(api: httpx.Client, finished: dict[str, Any]) -> None:
    headers = {"Idempotency-Key": uuid4().hex}
    body = BREAKS | {"keep": "prefix"}
    first = correct(api, finished, "amendments", body, headers=headers)
    assert first.json()["obstacle"]["step"] == 28
    retracted(api, finished, 20)
    assert correct(api, finished, "amendments", body, headers=headers).content == first.content


@pytest.mark.parametrize("kind", thinned(KINDS, quick=2))
def test_a_correction_is_decided_on_the_version_that_is_asked_for(api: httpx.Client, stored: Stored, kind: str) -> None:
    match, body = write_of(api, kind)
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    before = stored()
    answer = correct(api, match, kind, body, headers={"If-Match": f'"{version - 1}"'})
    assert problem(answer, 412, "version-conflict")["version"] == version
    problem(correct(api, match, kind, body, headers={"If-Match": str(version)}), 400, "invalid-request")
    assert stored() == before
    corrected(api, match, kind, body, headers={"If-Match": f'"{version}"'})


@pytest.mark.parametrize("kind", KINDS)
def test_who_may_correct(api: httpx.Client, public: httpx.Client, client_with: Any, stored: Stored, kind: str) -> None:
    match, body = write_of(api, kind)
    hidden = open_match(api, visibility="private")
    before = stored()
    problem(correct(public, match, kind, body), 401, "unauthenticated")
    problem(correct(client_with("read", "annotate"), match, kind, body), 403, "forbidden")
    blind = client_with("record")
    refused = [correct(blind, {"id": one}, kind, body) for one in (hidden["id"], NOBODY)]
    assert problem(refused[0], 404, "not-found") == problem(refused[1], 404, "not-found")
    assert stored() == before
    assert correct(blind, match, kind, body).status_code == 201


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "body", [[], {"reason": 7}, {"reasn": "x"}, "to", {"to_step": "3"}, {"step": 1.5}, {"version": 0}]
)
@pytest.mark.usefixtures("nothing_stored")
def test_a_body_of_another_form(api: httpx.Client, kind: str, body: Any) -> None:
    problem(correct(api, {"id": NOBODY}, kind, body), 400, "invalid-request")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"step": 1, "remove": -1}, "/remove"),
        ({"step": 1, "keep": "some"}, "/keep"),
        ({"step": 1, "dry_run": 1}, "/dry_run"),
        ({"step": 90, "actions": [{"type": "store", "seat": 1, "jewel": "coin"}]}, "/actions/0/jewel"),
        ({"step": 90, "actions": [{"type": "fly", "seat": 1}]}, "/actions/0/type"),
        ({"step": 90, "actions": {"type": "pass", "seat": 1}}, "/actions"),
    ],
)
def test_an_amendment_of_another_form_is_told_where(
    api: httpx.Client, finished: dict[str, Any], body: dict[str, Any], pointer: str
) -> None:
    assert problem(correct(api, finished, "amendments", body), 400, "invalid-request")["pointer"] == pointer


def test_other_bad_requests(api: httpx.Client, finished: dict[str, Any]) -> None:
    path = f"{MATCHES}/{finished['id']}"
    problem(api.post(f"{path}/amendments", content=b'{"step": 1'), 415, "unsupported-media-type")
    json_type = {"Content-Type": "application/json"}
    problem(api.post(f"{path}/amendments", content=b'{"step": 1', headers=json_type), 400, "invalid-json")
    problem(api.post(f"{path}/amendments", content=b'{"step":1,"step":2}', headers=json_type), 400, "invalid-request")
    many = {"step": 1, "actions": [ROUND[4]] * 1001}
    assert problem(correct(api, finished, "amendments", many), 413, "too-large")["pointer"] == "/actions"
    for kind in KINDS:
        body = {"retractions": {"to_step": 1}, "restorations": {"version": 2}, "amendments": STANDS}.get(kind, {})
        refused = problem(correct(api, finished, kind, body | {"reason": "a bell \a"}), 422, "unfit-text")
        assert refused["pointer"] == "/reason"
        problem(api.get(f"{path}/{kind}"), 405, "method-not-allowed")


@pytest.mark.slow
def test_two_amendments_at_once_don_t_mix(api: httpx.Client, finished: dict[str, Any]) -> None:
    path = f"{MATCHES}/{finished['id']}"
    one = [{"type": "store", "seat": 1, "jewel": "tongue_piercing"}]
    other = [{"type": "stock", "seat": 1, "jewels": ["monocle"]}]
    bodies = [{"step": 90, "actions": one}, {"step": 88, "actions": other}, SAME]
    with ThreadPoolExecutor() as pool:
        for _ in range(4):
            version = api.get(path).json()["version"]
            amend = partial(correct, api, finished, "amendments", headers={"If-Match": f'"{version}"'})
            answers = list(pool.map(amend, bodies[:2]))
            statuses = sorted(answer.status_code for answer in answers)
            assert statuses in ([201, 412], [409, 412]) or 200 in statuses  # what is so already is no change
    with ThreadPoolExecutor() as pool:  # without a version, each is decided on what the other made
        answers = list(pool.map(partial(correct, api, finished, "amendments"), bodies * 4))
    assert {answer.status_code for answer in answers} <= {200, 201, 409}
    taken = sorted((answer.json() for answer in answers if answer.status_code == 201), key=lambda made: made["version"])
    assert taken
    log = log_of(api, finished)
    for made in taken:
        versions = [event["version"] for event in made["events"]]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert log[versions[0] - 1 : versions[-1]] == made["events"]
    actions = [frame["played"]["action"] for frame in items(api, f"{path}/replay")[1:]]
    assert told(api, finished, taken[-1]["position"]) == scratch(api, finished, actions)


def test_facts_that_were_corrected_stay_corrected(api: httpx.Client) -> None:
    """Whatever is taken back."""
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    match = dealt(api, seats=known(ada, bob, eve))
    played(api, match, *ROUND[:3])
    seats = known(eve, bob, ada)
    api.patch(f"{MATCHES}/{match['id']}", json={"seats": seats, "note": "swapped"})
    retracted(api, match, 1)
    now = api.get(f"{MATCHES}/{match['id']}").json()
    assert [seat["player"]["id"] for seat in now["seats"]] == [eve["id"], bob["id"], ada["id"]]
    assert now["note"] == "swapped"
