"""The page of a result: what it shows to whom, and its forms; and the form by which somebody sets a PIN."""

import re
from typing import Any

import httpx
import pytest

from domain.kernel.languages import LANGUAGES
from service.web.words import WORDS
from tests.service.api.test_pages import page, session, submit, token_of
from tests.service.results import PIN, dispute, make_token, result_of, ruling, sealed
from tests.service.scenes import BASE, MATCHES, dealt, make_player, whole
from tests.tiers import thinned

W = WORDS["en"]


@pytest.fixture(scope="module")
def api(shared_service: httpx.Client) -> httpx.Client:
    return shared_service


def path_of(match: dict[str, Any]) -> str:
    return f"/matches/{match['id']}/result"


def main_of(text: str) -> str:
    """The page without its head and foot."""
    return text.partition("<main")[2].partition("</main>")[0]


def actions_of(text: str) -> list[str]:
    """What the forms of the page do."""
    return re.findall(r'action="[^"]*/result/(\w+)"', text)


def form(api: httpx.Client, match: dict[str, Any], seat: int, **more: Any) -> dict[str, str]:
    return {"seat": str(seat), "result": str(result_of(api, match)["since"]), "pin": "", **more}


def test_a_match_that_goes_on_has_no_page(api: httpx.Client) -> None:
    match = dealt(api)
    page(api, path_of(match), 404)
    assert path_of(match) not in page(api, f"/matches/{match['id']}")


def test_everybody_reads_how_firm_a_result_is(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    for path in (f"/matches/{match['id']}", f"/matches/{match['id']}/record"):
        shown = api.get(path, headers={"Accept": "text/html"}).text
        assert f'href="{path_of(match)}">{W("result_is", status="provisional")}</a>' in shown
    seen = page(public, path_of(match))
    assert seen.count(W["result_open"]) == 3
    assert "<form" not in main_of(seen)
    dispute(api, match, 1)
    assert W["result_disputed"] in page(public, path_of(match))
    assert "It was a necklace" in page(public, path_of(match))


def test_a_result_says_what_broke_a_tie(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    last = page(public, f"/matches/{match['id']}")
    told = re.findall(r'<p class="hint" dir="auto">(Tie[^<]+)</p>', last)
    assert len({seat["score"] for seat in api.get(f"{MATCHES}/{match['id']}").json()["standings"]}) < 3
    assert told
    seen = page(public, path_of(match))
    assert all(line in seen for line in told)


def test_a_seat_confirms_on_its_own_phone(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    own = session(public, match["seats"][1]["token"])
    seen = page(public, path_of(match), headers=own)
    assert seen.count(f'action="{path_of(match)}/confirm"') == 1
    assert 'type="password"' not in seen
    stale = submit(public, f"{path_of(match)}/confirm", form(api, match, 1, result="1"), **own)
    assert (stale.status_code, W["result_overtaken"] in stale.text) == (409, True)
    done = submit(public, f"{path_of(match)}/confirm", form(api, match, 1), **own)
    assert (done.status_code, done.headers["location"]) == (303, path_of(match))
    assert [one["seat"] for one in result_of(api, match)["confirmations"]] == [1]
    assert submit(public, f"{path_of(match)}/confirm", form(api, match, 0), **own).status_code == 403
    assert submit(public, f"{path_of(match)}/confirm", form(api, match, 0)).status_code == 401


@pytest.mark.slow
def test_the_recorders_phone_is_passed_around(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    signed_in = session(public, make_token(api, role="recorder")["token"])
    players = [seat["player"]["id"] for seat in match["seats"]]
    asked = page(public, path_of(match), headers=signed_in)
    assert all(f'href="/players/{player}/pin"' in asked for player in players)
    for player in players:
        done = submit(public, f"/players/{player}/pin", {"pin": PIN, "old": ""}, **signed_in)
        assert (done.status_code, done.headers["location"]) == (303, f"/players/{player}")
    asked = page(public, path_of(match), headers=signed_in)
    assert asked.count(f'action="{path_of(match)}/confirm"') == 3
    wrong = submit(public, f"{path_of(match)}/confirm", form(api, match, 0, pin="0418"), **signed_in)
    assert (wrong.status_code, W["result_wrong_pin"] in wrong.text, PIN in wrong.text) == (403, True, False)
    for seat in range(3):
        assert submit(public, f"{path_of(match)}/confirm", form(api, match, seat, pin=PIN), **signed_in).is_redirect
    final = page(public, path_of(match), headers=signed_in)
    assert W["sealed_by_confirmations"] in final
    assert "<form" not in main_of(final)


@pytest.mark.slow
def test_a_seat_disputes_and_withdraws_and_an_arbiter_decides_and_seals(
    api: httpx.Client, public: httpx.Client
) -> None:
    match, path = (made := whole(api)), path_of(made)
    own = session(public, match["seats"][0]["token"])
    said = {"seat": "0", "step": "4", "comment": "The other card", "pin": ""}
    assert actions_of(page(public, path, headers=own)) == ["confirm", "dispute"]
    assert submit(public, f"{path}/dispute", said, **own).is_redirect
    disputed = page(public, path, headers=own)
    assert "The other card" in disputed
    assert actions_of(disputed) == ["withdraw"], "it disputes already"
    assert submit(public, f"{path}/withdraw", {"seat": "0", "pin": ""}, **own).is_redirect
    assert submit(public, f"{path}/dispute", said, **own).is_redirect
    arbiter = session(public, make_token(api, role="arbiter")["token"])
    assert f'action="{path}/decide"' in page(public, path, headers=arbiter)
    assert submit(public, f"{path}/seal", {"reason": "enough"}, **arbiter).status_code == 409
    assert submit(public, f"{path}/decide", {"seat": "0", "reason": "seen by all"}, **own).status_code == 403
    assert submit(public, f"{path}/decide", {"seat": "0", "reason": "seen by all"}, **arbiter).is_redirect
    assert submit(public, f"{path}/seal", {"reason": "gone home"}, **arbiter).is_redirect
    assert result_of(api, match)["seal"]["how"] == "arbiter"


@pytest.mark.slow
def test_changes_by_arbiters_are_shown(api: httpx.Client, public: httpx.Client) -> None:
    match = sealed(api, note="before")
    assert api.patch(f"{MATCHES}/{match['id']}", json={"note": "after"}, headers=ruling(api)).status_code == 200
    seen = page(public, path_of(match))
    assert "<del>before</del> → <ins>after</ins>" in seen
    assert "A card was counted twice" in seen


@pytest.mark.parametrize("language", thinned(LANGUAGES))
def test_every_change_has_words(api: httpx.Client, language: str) -> None:
    match = sealed(api)
    seats = [{"player": seat["player"]["id"]} for seat in match["seats"]][::-1]
    patch = {"played_on": "2026-01-02", "place": "Roma", "tags": ["x"], "visibility": "unlisted", "counted": False}
    patched = api.patch(f"{MATCHES}/{match['id']}", json={**patch, "undo": "free", "seats": seats}, headers=ruling(api))
    assert patched.status_code == 200, patched.text
    back = api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 3}, headers=ruling(api))
    assert back.status_code == 201, back.text
    api.post(f"{MATCHES}/{match['id']}/abandonment", json={"reason": "The cat"})
    seen = page(api, path_of(match), headers={"Accept-Language": language})
    for name in ("played_on", "place", "tags", "visibility", "counted", "undo", "seats", "status", "actions"):
        assert f"<dt>{WORDS[language][f'change_{name}']}</dt>" in seen


@pytest.mark.slow
def test_a_pin_is_set_by_a_form(api: httpx.Client, public: httpx.Client) -> None:
    person = make_player(api, "Pia")["id"]
    path = f"/players/{person}/pin"
    page(public, path, 401)
    signed_in = session(public, make_token(api, role="recorder")["token"])
    assert 'name="old" type="password"' not in page(public, path, headers=signed_in)
    wrong = submit(public, path, {"pin": "12", "old": ""}, **signed_in)
    assert (wrong.status_code, W["pin_is_four_digits"] in wrong.text) == (403, True)
    assert submit(public, path, {"pin": "1234", "old": ""}, **signed_in).is_redirect
    assert 'name="old" type="password"' in page(public, path, headers=signed_in)
    refused = submit(public, path, {"pin": "5678", "old": "0000"}, **signed_in)
    assert (refused.status_code, W["result_wrong_pin"] in refused.text) == (403, True)
    assert submit(public, path, {"pin": "5678", "old": "1234"}, **signed_in).is_redirect
    owner = session(public, token_of(api))
    assert 'name="old" type="password"' not in page(public, path, headers=owner)
    assert f'href="{path}"' in page(public, f"/players/{person}", headers=owner)


@pytest.mark.slow
def test_a_series_says_what_it_asks_of_results(api: httpx.Client, public: httpx.Client) -> None:
    players = [make_player(api, name)["id"] for name in ("Ada", "Bob", "Eve")]
    asked = {"game": "klunker", "title": "Winter", "length": "2", "visibility": "public"}
    asked |= {f"player-{seat}": player for seat, player in enumerate(players)}
    owner = session(public, token_of(api))
    wrong = submit(public, "/series/new", {**asked, "seals_after": "0"}, **owner)
    assert (wrong.status_code, "seals by itself after 1 to" in wrong.text) == (422, True)
    done = submit(public, "/series/new", {**asked, "seal_needed": "yes", "seals_after": "48"}, **owner)
    assert done.status_code == 303, done.text
    series = api.get(f"{BASE}{done.headers['location']}").json()
    assert (series["seal_needed"], series["seals_after"]) == (True, 48)
    shown = page(public, done.headers["location"])
    assert f"{W['series_seal_needed']}." in shown
    assert "48" in shown


@pytest.mark.slow
def test_the_list_of_matches_is_filtered_by_seals(api: httpx.Client) -> None:
    match = sealed(api, place="The cellar")
    api.get(MATCHES, params={"after_position": match["position"]})
    assert match["id"] in page(api, "/matches?place=The+cellar&sealed=true")
    assert match["id"] not in page(api, "/matches?place=The+cellar&sealed=false")
    assert W["result_sealed"] in page(api, "/matches?place=The+cellar&sealed=")
    page(api, "/matches?sealed=perhaps", 400)


def test_the_page_of_a_series_sets_what_it_asks_of_results(api: httpx.Client, public: httpx.Client) -> None:
    match = sealed(api)
    players = [seat["player"]["id"] for seat in match["seats"]]
    named, other = (make_token(api, role="arbiter") for _ in range(2))
    made = api.post(f"{BASE}/series", json={"game": "klunker", "players": players, "matches": [match["id"]]}).json()
    path = f"/series/{made['id']}"
    owner = session(public, token_of(api))
    assert f'name="arbiter-{named["id"]}"' in page(public, path, headers=owner)
    asked = {"seal_needed": "yes", "regular": "yes", "seals_after": "12", f"arbiter-{named['id']}": "yes"}
    assert submit(public, f"{path}/results", asked, **owner).status_code == 303
    facts = ("seal_needed", "irregular", "seals_after", "arbiters")

    def set_so() -> list[Any]:
        answer = api.get(f"{BASE}{path}").json()
        return [answer[fact] for fact in facts]

    assert set_so() == [True, False, 12, [named["id"]]]
    assert W("series_arbiters_named", n=1) in page(public, path)
    recorder = session(public, make_token(api, role="recorder")["token"])
    assert 'name="arbiter-' not in page(public, path, headers=recorder)
    assert submit(public, f"{path}/results", {f"arbiter-{other['id']}": "yes"}, **recorder).status_code == 400
    for hours, status in (("soon", 400), ("0", 422), ("99999", 422)):
        assert submit(public, f"{path}/results", {"seals_after": hours}, **recorder).status_code == status
    assert submit(public, f"{path}/results", {"seals_after": ""}, **recorder).status_code == 303
    assert set_so() == [False, True, None, [named["id"]]]
    annotator = session(public, make_token(api, role="annotator")["token"])
    assert f'action="{path}/results"' not in page(public, path, headers=annotator)
    assert submit(public, f"{path}/results", {"seals_after": ""}, **annotator).status_code == 403
    assert submit(public, f"{path}/results", {"seals_after": ""}).status_code == 401
