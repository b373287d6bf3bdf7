"""What the rules refuse is explained in the reader's language, wherever it is refused."""

from typing import Any

import httpx
import pytest

from domain.registry import clauses_of
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, open_match, play, played, problem

NAMES = ("Anna", "Bruno", "Carla")
TOO_MUCH = {"type": "store", "seat": 0, "jewel": "necklace"}


@pytest.fixture(scope="module")
def match(api: httpx.Client) -> dict[str, Any]:
    opened = open_match(api, seats=[{"name": name} for name in NAMES])
    played(api, opened, DEAL, *ROUND[:4])
    return opened


def explanation(answer: httpx.Response, status: int, name: str) -> dict[str, Any]:
    explained: dict[str, Any] = problem(answer, status, name)["explanation"]
    clause = next(one for one in clauses_of("klunker", None, "it") if one.number == explained["clause"])
    assert explained["language"] == "it"
    assert explained["text"] == clause.text
    assert explained["rules"] == f"/games/klunker/rules#{clause.number}"
    return explained


def italian(api: httpx.Client, match: dict[str, Any], path: str, body: Any) -> httpx.Response:
    return api.post(f"{MATCHES}/{match['id']}/{path}", json=body, headers={"Accept-Language": "it"})


def test_an_action_is_refused_in_italian_and_its_detail_stays_in_english(
    api: httpx.Client, match: dict[str, Any]
) -> None:
    answer = italian(api, match, "actions", {"actions": [FIRST]})
    assert problem(answer, 422, "rule-violation")["detail"].startswith("That belongs to the phase")
    assert explanation(answer, 422, "rule-violation")["sentence"] == "Adesso non si può: il tavolo è in un’altra fase."


def test_an_action_that_is_tried_is_explained(api: httpx.Client, match: dict[str, Any]) -> None:
    turn = api.get(f"{MATCHES}/{match['id']}").json()["pending"]["seats"][0]
    other = (turn + 1) % 3
    answer = italian(api, match, "actions/try", {"action": {"type": "pass", "seat": other}})
    sentence = explanation(answer, 422, "rule-violation")["sentence"]
    to = {name: f"{'ad' if name.startswith('A') else 'a'} {name}" for name in NAMES}
    assert sentence == f"Tocca {to[NAMES[turn]]}, non {to[NAMES[other]]}."
    english = play(api, match, {"type": "pass", "seat": other})
    assert problem(english, 422, "rule-violation")["explanation"]["sentence"] == (
        f"It is the turn of {NAMES[turn]}, not of {NAMES[other]}."
    )


def test_an_amendment_after_which_a_move_cant_be_is_explained(api: httpx.Client, match: dict[str, Any]) -> None:
    change = {"step": 2, "remove": 1, "actions": [{"type": "stock", "seat": 0, "jewels": ["tiara", "tiara", "tiara"]}]}
    refused = explanation(italian(api, match, "amendments", change), 409, "amendment-conflict")
    assert refused["sentence"] == "Anna non può avere un diadema in mano."
    tried = italian(api, match, "amendments", change | {"dry_run": True}).json()
    assert tried["obstacle"]["explanation"] == refused


def test_cards_that_cant_have_been_held_are_explained(api: httpx.Client) -> None:
    secret = open_match(api, seats=[{"name": name} for name in NAMES], options={"dealing": "secret"})
    held = {"seat": 1, "jewels": ["necklace"] * 9}
    refused = italian(api, secret, "identifications", {"step": 0, "held": held})
    assert explanation(refused, 409, "identification-conflict")["sentence"].startswith("Nella mano di Bruno")


def test_a_set_up_that_cant_be_is_explained(api: httpx.Client) -> None:
    body = {"game": "klunker", "seats": [{"name": "Dora"}], "options": {"dealing": "open"}}
    answer = api.post(MATCHES, json=body, headers={"Accept-Language": "it"})
    assert explanation(answer, 422, "invalid-setup")["sentence"] == "Klunker si gioca in 3, 4 o 5, non in 1."


def test_a_variation_that_cant_be_is_explained(api: httpx.Client, match: dict[str, Any]) -> None:
    answer = italian(api, match, "variations", {"step": 1, "actions": [TOO_MUCH]})
    assert explanation(answer, 422, "rule-violation")["sentence"] == "Adesso non si può: il tavolo è in un’altra fase."
