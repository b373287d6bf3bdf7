"""Unknown cards are identified on a page, by links and forms."""

import re
from html import unescape
from typing import Any, Final

import httpx
import pytest

from domain.kernel.unknowns import HasUnknowns
from domain.registry import GAMES
from tests.service.api.test_identifications import ACTIONS, hand
from tests.service.api.test_pages import HTML, page, session, submit, token_of
from tests.service.scenes import MATCHES, dealt, guests, open_match, played

OPTIONS: Final[dict[str, dict[str, Any]]] = {"sheet": {"title": "Catan"}}
"""What a game has to be told to be opened."""


def secret(api: httpx.Client) -> dict[str, Any]:
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    match = open_match(api, options={"dealing": "secret"}, seats=seats)
    return match | played(api, match, *ACTIONS) | {"path": f"{MATCHES}/{match['id']}"}


@pytest.fixture(scope="module")
def match(api: httpx.Client) -> dict[str, Any]:
    return secret(api)


@pytest.fixture
def owner(api: httpx.Client) -> dict[str, str]:
    return session(api, token_of(api))


def identify_page(client: httpx.Client, owner: dict[str, str], match: dict[str, Any], query: str = "") -> str:
    return page(client, f"/matches/{match['id']}/record/identify/1{query}", headers=owner)


def follow(client: httpx.Client, owner: dict[str, str], match: dict[str, Any], *labels: str) -> str:
    """The page behind links, each found by what it says."""
    text = identify_page(client, owner, match)
    for label in labels:
        found = re.search(rf'<a class="button[^"]*" href="([^"]*)">(?:<svg.*?</svg>)?{label}', text)
        assert found, label
        text = identify_page(client, owner, match, unescape(found[1]))
    return text


def form_of(text: str) -> dict[str, str]:
    return {
        name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text)
    }


def told(
    client: httpx.Client, owner: dict[str, str], match: dict[str, Any], text: str, language: str
) -> httpx.Response:
    path = f"/matches/{match['id']}/record/identify/1"
    return submit(client, path, form_of(text), **owner, **{"Accept-Language": language})


@pytest.mark.slow
def test_the_cards_are_tapped_and_known_from_the_step_on(api: httpx.Client, public: httpx.Client) -> None:
    match, owner = secret(api), session(api, token_of(api))
    assert (
        f"/matches/{match['id']}/record/identify/4"
        in public.get(f"/matches/{match['id']}/record", headers=HTML | owner).text
    )
    text = follow(public, owner, match, "Bruno", "necklace", "Done")
    assert told(public, owner, match, text, "en").status_code == 303
    assert "necklace" in hand(api, match, 1, "recorder")


@pytest.mark.slow
def test_a_card_that_was_known_is_named_along(api: httpx.Client, public: httpx.Client) -> None:
    match, owner = secret(api), session(api, token_of(api))
    for _ in range(2):
        text = follow(public, owner, match, "Bruno", "necklace", "Done")
        assert told(public, owner, match, text, "en").status_code == 303
    assert hand(api, match, 1, "recorder").count("necklace") == 2


def test_what_cant_have_been_held_is_refused_in_italian_with_its_clause(
    public: httpx.Client, owner: dict[str, str], match: dict[str, Any]
) -> None:
    labels = ["necklace"] * 6
    text = follow(public, owner, match, "Bruno", *labels, "Done")
    refused = told(public, owner, match, text, "it")
    assert refused.status_code == 409
    assert re.search(r"Bruno non può avere .* in mano\.", unescape(refused.text))
    assert re.search(r'<a href="/games/klunker/rules#K3.1">K3.1</a>: A cominciare', refused.text)


def test_without_unknown_cards_the_page_says_so(api: httpx.Client, public: httpx.Client, owner: dict[str, str]) -> None:
    match = dealt(api)
    text = page(public, f"/matches/{match['id']}/record/identify/1", headers=owner)
    assert "the record knows every card" in text
    assert f'<a class="button" href="/matches/{match["id"]}">Back to the match</a>' in text


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if not isinstance(game, HasUnknowns)])
def test_a_game_without_unknown_cards_has_no_such_page_and_no_link_to_it(
    api: httpx.Client, public: httpx.Client, owner: dict[str, str], key: str
) -> None:
    seats = guests(min(GAMES[key].meta.seats, key=lambda number: abs(number - 3)))
    path = f"/matches/{open_match(api, game=key, seats=seats, options=OPTIONS.get(key, {}))['id']}/record"
    recording = public.get(path, headers=HTML | owner)
    assert recording.status_code == 200
    assert "/identify/" not in recording.text
    assert public.get(f"{path}/identify/0", headers=HTML | owner).status_code == 404
    assert submit(public, f"{path}/identify/0", {"action": "{}", "version": "1"}, **owner).status_code == 404


def test_the_page_is_for_who_records(public: httpx.Client, owner: dict[str, str], match: dict[str, Any]) -> None:
    path = f"/matches/{match['id']}/record/identify"
    assert public.get(f"{path}/1", headers=HTML).status_code == 401
    assert public.get(f"{path}/99", headers=HTML | owner).status_code == 404
    assert submit(public, f"{path}/1", {"action": "{}", "version": "1"}, **owner).status_code in {400, 412}
