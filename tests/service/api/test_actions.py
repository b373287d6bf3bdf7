"""Actions are checked against the rules, and stored all or none."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import (
    DEAL,
    FIRST,
    HANDS,
    MATCHES,
    ROUND,
    THREE,
    dealt,
    items,
    open_match,
    play,
    played,
    problem,
)

Stored = Callable[[], tuple[int, ...]]
Action = dict[str, Any]


def test_an_accepted_action_is_one_event_with_its_outcome(api: httpx.Client) -> None:
    match = dealt(api)
    answer = play(api, match, FIRST)
    assert (answer.status_code, answer.headers["etag"]) == (201, '"3"')
    result = answer.json()
    assert (result["version"], result["step"]) == (3, 2)
    assert result["pending"] == {"type": "seats", "seats": [1], "optional": []}
    (event,) = result["events"]
    assert (event["version"], event["step"], event["type"]) == (3, 2, "played")
    assert event["action"] == FIRST
    assert event["outcome"] == [
        {"type": "stocked", "seat": 0, "jewels": ["shoes"]},
        {"type": "turn", "phase": "stock", "seat": 1},
    ]
    assert "played_at" not in event
    now = api.get(f"{MATCHES}/{match['id']}").json()
    assert {key: result[key] for key in ("version", "step", "pending", "standings")} == {
        key: now[key] for key in ("version", "step", "pending", "standings")
    }
    assert items(api, f"{MATCHES}/{match['id']}/events")[-1] == event


def test_a_batch_is_the_same_as_its_actions_one_by_one(api: httpx.Client) -> None:
    one_by_one, batch = dealt(api), dealt(api)
    events = [played(api, one_by_one, action)["events"][0] for action in ROUND]
    result = played(api, batch, *ROUND)
    plain = [{k: v for k, v in event.items() if k != "at"} for event in events]
    assert [{k: v for k, v in event.items() if k != "at"} for event in result["events"]] == plain
    states = [api.get(f"{MATCHES}/{match['id']}/state").json() for match in (one_by_one, batch)]
    assert states[0] == states[1]


def test_where_the_server_deals_its_draws_follow_as_events(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    path = f"{MATCHES}/{match['id']}"
    drawn: list[Action] = []
    while not drawn:
        legal = api.get(f"{path}/legal-actions").json()["actions"]
        buys = [action for action in legal if action["type"] in {"buy", "sell"}]
        choice = buys[0] if buys else next((a for a in legal if a["type"] == "pass"), legal[-1])
        drawn = played(api, match, choice)["events"][1:]
    (deal,) = drawn
    assert (deal["type"], deal["action"]["type"]) == ("played", "deal")
    assert sum(map(len, deal["action"]["hands"])) > 0
    assert api.get(path).json()["version"] == deal["version"]


def test_when_it_happened_at_the_table_is_told_in_utc(api: httpx.Client) -> None:
    match = dealt(api)
    body = {"actions": [FIRST], "played_at": "2024-03-31T20:15:00.25+02:00"}
    result = api.post(f"{MATCHES}/{match['id']}/actions", json=body).json()
    (event,) = result["events"]
    assert event["played_at"] == "2024-03-31T18:15:00.250000Z"
    history = items(api, f"{MATCHES}/{match['id']}/history", after_position=result["position"])
    assert [step["played_at"] for step in history] == [None, event["played_at"]]


def test_a_bad_action_in_the_middle_stores_nothing_and_is_named(api: httpx.Client, stored: Stored) -> None:
    match = dealt(api)
    before = stored()
    bad = {"type": "store", "seat": 1, "jewel": "tiara"}
    answer = play(api, match, *ROUND[:4], bad, *ROUND[4:])
    refused = problem(answer, 422, "rule-violation")
    assert refused["action_index"] == 4
    assert refused["pointer"] == "/actions/4"
    assert refused["clause"] == "K4.1"
    assert refused["step"] == 5
    assert refused["pending"] == {"type": "seats", "seats": [1], "optional": []}
    assert stored() == before
    assert api.get(f"{MATCHES}/{match['id']}").json()["version"] == 2
    played(api, match, *ROUND)


REFUSALS: list[tuple[str, tuple[Action, ...], Action, str]] = [
    ("another seat's turn", (DEAL,), {"type": "stock", "seat": 1, "jewels": ["earrings"]}, "K3.1"),
    ("a seat that there is not", (DEAL,), {"type": "stock", "seat": 9, "jewels": ["shoes"]}, "K3.1"),
    ("another phase", (DEAL,), {"type": "pass", "seat": 0}, "K4.1"),
    ("a card that is not in hand", (DEAL,), {"type": "stock", "seat": 0, "jewels": ["necklace"]}, "K3.1"),
    ("an empty showcase", (DEAL,), {"type": "stock", "seat": 0, "jewels": []}, "K3.2"),
    ("buying from nobody", (DEAL, *ROUND[:7]), {"type": "buy", "seat": 1, "from": 3}, "K6.1"),
    ("declining with goods", (DEAL, *ROUND[:7]), {"type": "decline", "seat": 1}, "K6.3"),
    ("a deal that nobody waits for", (DEAL,), DEAL, "K7.2"),
    ("a deal for four", (), {"type": "deal", "hands": [*HANDS, HANDS[0]]}, "K2.3"),
    ("a short deal", (), {"type": "deal", "hands": [["shoes"]] * 3}, "K2.3"),
    ("more necklaces than there are", (), {"type": "deal", "hands": [["necklace"] * 6] * 3}, "K1.1"),
    ("an action before the deal", (), FIRST, "K3.1"),
    ("an action after the end", tuple(THREE["actions"]), {"type": "pass", "seat": 0}, "K7.3"),
]


@pytest.mark.parametrize(
    ("before", "action", "clause"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_the_rules_refuse(
    api: httpx.Client, stored: Stored, before: tuple[Action, ...], action: Action, clause: str
) -> None:
    match = open_match(api)
    if before:
        played(api, match, *before)
    path = f"{MATCHES}/{match['id']}"
    now, counted = api.get(path).json(), stored()
    refused = problem(play(api, match, action), 422, "rule-violation")
    assert (refused["clause"], refused["action_index"], refused["step"]) == (clause, 0, now["step"])
    assert refused["pending"] == now["pending"]
    assert (api.get(path).json(), stored()) == (now, counted)


def test_an_action_of_a_wrong_form_is_named_before_any_is_tried(api: httpx.Client, stored: Stored) -> None:
    match = dealt(api)
    before = stored()
    illegal: Action = {"type": "pass", "seat": 0}
    refused = problem(play(api, match, illegal, FIRST | {"jewels": ["shoes", "gems"]}), 400, "invalid-request")
    assert refused["pointer"] == "/actions/1/jewels/1"
    assert stored() == before


def test_a_batch_has_a_thousand_actions_at_most(api: httpx.Client, stored: Stored) -> None:
    match = dealt(api)
    before = stored()
    assert problem(play(api, match, *[FIRST] * 1001), 413, "too-large")["pointer"] == "/actions"
    refused = problem(play(api, match, *[FIRST] * 1000), 422, "rule-violation")
    assert refused["action_index"] == 1
    assert stored() == before


def test_no_match_no_actions(api: httpx.Client, nothing_stored: None) -> None:
    problem(play(api, {"id": uuid4()}, FIRST), 404, "not-found")
