"""The table at any step through anybody's eyes, and what may be done there."""

from typing import Any

import httpx
import pytest

from tests.service.scenes import (
    DEAL,
    FIRST,
    HANDS,
    MATCHES,
    ROUND,
    dealt,
    drawn,
    open_match,
    play,
    played,
    problem,
    whole,
)

Action = dict[str, Any]


def hands(api: httpx.Client, match: dict[str, Any], **parameters: Any) -> list[list[str]]:
    answer = api.get(f"{MATCHES}/{match['id']}/state", params=parameters)
    assert answer.status_code == 200, answer.text
    return [seat["hand"] for seat in answer.json()["view"]["seats"]]


@pytest.mark.slow
def test_the_state_at_each_step_is_what_it_was_when_it_was_the_last(api: httpx.Client) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}/state"
    at_the_time = [api.get(path).json()]
    for action in (DEAL, *ROUND):
        played(api, match, action)
        at_the_time.append(api.get(path).json())
    api.patch(f"{MATCHES}/{match['id']}", json={"note": "an event that is no step"})
    for step, then in enumerate(at_the_time):
        now = api.get(path, params={"step": step}).json()
        assert now == then | {"version": len(at_the_time) + 1}
        assert now["step"] == step
    assert at_the_time[0]["view"]["phase"] == "deal"
    assert at_the_time[-1]["view"]["round"] == 1


def test_a_viewer_knows_what_that_seat_knows(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    known, hidden = [sorted(hand) for hand in HANDS], ["hidden"] * 6
    assert [sorted(hand) for hand in hands(api, match)] == known
    assert [sorted(hand) for hand in hands(api, match, viewer="recorder")] == known
    assert hands(api, match, viewer="public") == hands(public, match) == [hidden] * 3
    for seat in range(3):
        seen = hands(api, match, viewer=f"seat:{seat}")
        assert [sorted(hand) for hand in seen] == [known[n] if n == seat else hidden for n in range(3)]


def test_cards_that_nobody_told_are_unknown(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "secret"})
    assert hands(api, match) == [["unknown"] * 6] * 3
    assert hands(public, match) == [["hidden"] * 6] * 3


def test_the_answer_says_through_whose_eyes(api: httpx.Client, public: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/state"
    assert public.get(path).json()["viewer"] == "public"
    assert api.get(path).json()["viewer"] == "recorder"
    assert api.get(path, params={"viewer": "seat:2"}).json()["viewer"] == "seat:2"


def test_a_viewer_that_there_is_not_or_may_not_be_taken_is_refused(api: httpx.Client, public: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/state"
    for viewer in ("seat:3", "seat:-1", "seat:", "seat:00", "Recorder", "everybody"):
        assert problem(api.get(path, params={"viewer": viewer}), 400, "invalid-request")["parameter"] == "viewer"
        problem(public.get(path, params={"viewer": viewer}), 400, "invalid-request")
    for viewer in ("seat:0", "recorder"):
        problem(public.get(path, params={"viewer": viewer}), 403, "forbidden")


def test_a_step_that_the_match_has_not_got_to_is_not_found(api: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}"
    problem(api.get(f"{path}/state", params={"step": 2}), 404, "not-found")
    problem(api.get(f"{path}/replay/steps/2"), 404, "not-found")


# --- what may be done ---


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(1, id="stock"),
        pytest.param(2, id="stock 2", marks=pytest.mark.slow),
        pytest.param(4, id="store", marks=pytest.mark.slow),
        pytest.param(6, id="store 2"),
        pytest.param(8, id="buy"),
    ],
)
def test_every_listed_action_is_accepted_and_no_other(api: httpx.Client, before: int) -> None:
    start = (DEAL, *ROUND)[:before]
    match = open_match(api)
    played(api, match, *start)
    legal = api.get(f"{MATCHES}/{match['id']}/legal-actions").json()
    assert legal["templates"] == []
    assert legal["actions"]
    for action in legal["actions"]:
        played(api, open_match(api), *start, action)
    for action in (DEAL, *ROUND):
        if action not in legal["actions"]:
            problem(play(api, match, action), 422, "rule-violation")


def test_a_template_is_filled_in_where_cards_are_unknown(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "secret"})
    legal = api.get(f"{MATCHES}/{match['id']}/legal-actions").json()
    assert legal["actions"] == []
    (template,) = legal["templates"]
    assert template["action"] == {"type": "stock", "seat": 0}
    jewels = template["choose"]["jewels"]
    assert (jewels["least"], jewels["most"]) == (1, 6)
    assert jewels["of"]["necklace"] == 6
    for filled in (["tiara"], ["necklace"] * 6, ["shoes", "tiara", "shoes"]):
        played(api, open_match(api, options={"dealing": "secret"}), template["action"] | {"jewels": filled})
    for wrong in ([], ["tiara"] * 7):
        problem(play(api, match, template["action"] | {"jewels": wrong}), 422, "rule-violation")


def test_legal_actions_are_asked_for_one_seat(api: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/legal-actions"
    everybody = api.get(path).json()
    assert everybody["pending"]["seats"] == [0]
    assert api.get(path, params={"seat": 0}).json() == everybody
    assert FIRST in everybody["actions"]
    assert api.get(path, params={"seat": 1}).json() == everybody | {"actions": []}
    problem(api.get(path, params={"seat": 3}), 404, "not-found")


def test_legal_actions_tell_a_hand_so_they_take_the_right_to_see_it(api: httpx.Client, public: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/legal-actions"
    problem(public.get(path), 403, "forbidden")


def test_when_a_match_has_ended_nothing_may_be_done(public: httpx.Client, api: httpx.Client) -> None:
    match = whole(api, drawn(), options={"dealing": "secret"})
    legal = public.get(f"{MATCHES}/{match['id']}/legal-actions").json()
    assert (legal["actions"], legal["templates"]) == ([], [])
    assert legal["pending"] == {"type": "finished", "reason": "K7.3"}
