"""What may be chosen, in words, and actions that are only tried."""

from typing import Any

import httpx
import pytest

from tests.service.scenes import (
    DEAL,
    FIRST,
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


def choices(client: httpx.Client, match: dict[str, Any], language: str = "en", **query: Any) -> dict[str, Any]:
    answer = client.get(f"{MATCHES}/{match['id']}/choices", params=query, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Language"] == language
    told: dict[str, Any] = answer.json()
    return told


def tried(client: httpx.Client, match: dict[str, Any], action: Any, language: str = "en") -> httpx.Response:
    path = f"{MATCHES}/{match['id']}/actions/try"
    return client.post(path, json={"action": action}, headers={"Accept-Language": language})


# --- choices ---


def test_a_verb_has_slots_with_words_in_the_readers_language(api: httpx.Client) -> None:
    match = dealt(api)
    told = choices(api, match)
    (stock,) = told["choices"]
    assert (stock["label"], stock["seat"], stock["action"]) == ("Fill the showcase", 0, {"type": "stock", "seat": 0})
    slot = told["slots"][stock["slot"]]
    assert (slot["pointer"], slot["kind"]) == ("/jewels", "multiset")
    assert all(option["label"] and option["glyph"] == option["value"] and option["left"] for option in slot["options"])
    assert (slot["fits"][0]["least"], slot["fits"][0]["most"]) == (1, 6)
    (prompt,) = told["prompts"]
    assert prompt["seat"] == 0
    assert prompt["text"].endswith(": fill the showcase")
    assert choices(api, match, "it")["choices"][0]["label"] == "Allestisci la vetrina"


def test_what_is_chosen_can_be_played(api: httpx.Client) -> None:
    match = dealt(api)
    told = choices(api, match)
    slot = told["slots"][told["choices"][0]["slot"]]
    action = told["choices"][0]["action"] | {"jewels": [slot["options"][0]["value"]]}
    played(api, match, action)
    assert choices(api, match)["choices"][0]["seat"] == 1


def test_chance_is_reported_hand_by_hand(api: httpx.Client) -> None:
    match = open_match(api)
    told = choices(api, match)
    (deal,) = told["choices"]
    assert (deal["seat"], deal["action"]["type"]) == (None, "deal")
    places, place = [], deal["slot"]
    while place is not None:
        slot = told["slots"][place]
        places.append(slot["pointer"])
        assert slot["pool"] == "deck"
        place = slot.get("then")
    assert places == ["/hands/0", "/hands/1", "/hands/2"]
    assert choices(api, match, seat=1)["choices"] == []


def test_where_the_server_deals_there_is_nothing_to_report(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"})
    assert {choice["seat"] for choice in choices(api, match)["choices"]} == {0}


def test_who_has_chosen_secretly_is_told_without_what(api: httpx.Client) -> None:
    match = open_match(
        api,
        game="dschunke",
        options={"setup": "fixed", "dealing": "server"},
        seats=[{"name": "Ada"}, {"name": "Bruno"}],
    )
    assert choices(api, match)["chosen"] is None
    while (told := choices(api, match))["chosen"] is None:
        action = api.get(f"{MATCHES}/{match['id']}/legal-actions").json()
        listed = [*action["actions"], *(least(template) for template in action["templates"])]
        played(api, match, listed[0])
    assert told["chosen"] == []
    played(api, match, {"type": "offer", "seat": 1, "goods": []})
    told = choices(api, match)
    assert told["chosen"] == [1]
    assert {choice["seat"] for choice in told["choices"]} == {0}


def least(template: dict[str, Any]) -> dict[str, Any]:
    """An action of a template without limits, with as few things as it may have."""
    filled = {}
    for field, items in template["choose"].items():
        there = [kind for kind, number in items["of"].items() for _ in range(number)]
        filled[field] = there[: items["least"]]
    action: dict[str, Any] = template["action"]
    return action | filled


@pytest.mark.slow
def test_an_earlier_step_is_for_who_records(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api, drawn(), options={"dealing": "secret"})
    told = choices(api, match, step=0)
    assert told["step"] == 0
    assert [choice["action"]["type"] for choice in told["choices"]] == ["stock"]
    assert choices(api, match)["choices"] == []
    assert choices(public, match)["choices"] == []
    path = f"{MATCHES}/{match['id']}/choices"
    problem(public.get(path, params={"step": 0}), 403, "forbidden")
    problem(api.get(path, params={"step": 10_000}), 404, "not-found")


def test_choices_take_the_right_to_see_a_hand(api: httpx.Client, public: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/choices"
    problem(public.get(path), 403, "forbidden")
    problem(api.get(path, params={"seat": 3}), 404, "not-found")


@pytest.mark.slow
def test_an_answer_is_kept_until_something_changes(api: httpx.Client) -> None:
    match = dealt(api)
    path = f"{MATCHES}/{match['id']}/choices"
    tag = api.get(path).headers["ETag"]
    assert api.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert api.get(path, headers={"If-None-Match": tag, "Accept-Language": "it"}).status_code == 200
    played(api, match, FIRST)
    assert api.get(path, headers={"If-None-Match": tag}).status_code == 200


# --- a try ---


def test_a_try_tells_the_sentence_and_writes_nothing(api: httpx.Client) -> None:
    match = dealt(api)
    answer = tried(api, match, FIRST)
    assert answer.status_code == 200
    told = answer.json()
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    assert (told["version"], told["step"]) == (version, 1)
    played(api, match, FIRST)
    history = api.get(f"{MATCHES}/{match['id']}/replay/steps/2", headers={"Accept-Language": "en"}).json()
    assert history["played"]["sentence"] == told["sentence"]


@pytest.mark.parametrize(
    ("action", "status", "kind"),
    [
        (ROUND[1], 422, "rule-violation"),
        (DEAL, 422, "rule-violation"),
        ({"type": "dance", "seat": 0}, 400, "invalid-request"),
    ],
)
def test_a_try_tells_why_not(api: httpx.Client, action: dict[str, Any], status: int, kind: str) -> None:
    told = problem(tried(api, dealt(api), action), status, kind)
    if status == 422:
        assert told["clause"].startswith("K")
        assert told["pointer"] == "/action"
    else:
        assert told["pointer"].startswith("/action")


def test_a_try_in_a_match_that_people_ended_is_refused(api: httpx.Client) -> None:
    match = dealt(api)
    assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).status_code == 201
    problem(tried(api, match, FIRST), 422, "not-possible")
    assert choices(api, match)["choices"] == []
    problem(play(api, match, FIRST), 422, "not-possible")
