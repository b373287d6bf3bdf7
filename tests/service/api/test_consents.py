"""Consent to research: nobody agrees by default, what a person said last counts, every change is kept."""

from typing import Any

import httpx
import psycopg

from tests.service.scenes import NOBODY, PLAYERS, known, make_player, open_match, problem


def consent(client: httpx.Client, player: dict[str, Any]) -> dict[str, Any]:
    answer = client.get(f"{PLAYERS}/{player['id']}/consent")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def say(client: httpx.Client, player: dict[str, Any], *, agreed: bool) -> httpx.Response:
    return client.put(f"{PLAYERS}/{player['id']}/consent", json={"agreed": agreed})


def changes(beside: psycopg.Connection, player: dict[str, Any]) -> list[bool]:
    query = "SELECT agreed FROM research_consents WHERE player_id = %s ORDER BY id"
    return [agreed for (agreed,) in beside.execute(query, (player["id"],))]


def test_nobody_agrees_who_has_not_said_so(api: httpx.Client) -> None:
    assert consent(api, make_player(api, "Ada")) == {"agreed": False, "set_at": None, "set_by": None}


def test_what_was_said_last_counts_and_all_is_kept(api: httpx.Client, beside: psycopg.Connection) -> None:
    ada = make_player(api, "Ada")
    for agreed in (False, True, True, False, True):  # who says the same again changes nothing
        answer = say(api, ada, agreed=agreed)
        assert (answer.status_code, answer.json()["agreed"]) == (200, agreed)
    told = consent(api, ada)
    assert told == answer.json()
    assert told["set_at"]
    assert told["set_by"]
    assert changes(beside, ada) == [True, False, True]


def test_who_is_one_person_has_one_consent(api: httpx.Client) -> None:
    ada, other = make_player(api, "Ada"), make_player(api, "Ada L.")
    say(api, ada, agreed=True)
    say(api, other, agreed=True)
    say(api, other, agreed=False)
    api.post(f"{PLAYERS}/{ada['id']}/merge", json={"into": other["id"]})
    assert [consent(api, one)["agreed"] for one in (ada, other)] == [False, False]
    say(api, ada, agreed=True)
    assert [consent(api, one)["agreed"] for one in (ada, other)] == [True, True]


def test_an_erasure_forgets_it(api: httpx.Client, beside: psycopg.Connection) -> None:
    ada = make_player(api, "Ada")
    open_match(api, seats=known(ada, make_player(api, "Bruno"), make_player(api, "Chiara")))
    say(api, ada, agreed=True)
    api.delete(f"{PLAYERS}/{ada['id']}")
    assert changes(beside, ada) == []
    problem(say(api, ada, agreed=True), 404, "not-found")
    assert consent(api, ada)["agreed"] is False


def test_only_who_records_may_ask_or_set_it(api: httpx.Client, public: httpx.Client) -> None:
    ada = make_player(api, "Ada")
    problem(public.get(f"{PLAYERS}/{ada['id']}/consent"), 401, "unauthenticated")
    problem(say(public, ada, agreed=True), 401, "unauthenticated")
    problem(say(api, {"id": NOBODY}, agreed=True), 404, "not-found")
    problem(api.put(f"{PLAYERS}/{ada['id']}/consent", json={"agreed": "yes"}), 400, "invalid-request")


def test_the_page_of_a_person_leads_to_it(api: httpx.Client) -> None:
    ada = make_player(api, "Ada")
    path = f"/players/{ada['id']}/consent"
    assert path in api.get(f"/players/{ada['id']}").text
    assert "hasn’t agreed" in api.get(path).text
    origin = {"Origin": str(api.base_url).rstrip("/")}
    answer = api.post(path, data={"agreed": "yes"}, headers=origin)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/players/{ada['id']}")
    assert "Ada agrees." in api.get(path).text
    api.post(path, data={"agreed": "no"}, headers=origin)
    assert consent(api, ada)["agreed"] is False
