"""Results: confirmed seat by seat, by token or PIN, disputed, decided, sealed, and changed by arbiters."""

from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.service.results import (
    PIN,
    arbiter,
    bearer,
    confirm,
    dispute,
    make_token,
    result_of,
    ruling,
    sealed,
    set_pin,
)
from tests.service.scenes import BASE, MATCHES, PLAYERS, THREE, dealt, make_player, problem, whole

KEPT: dict[str, Any] = THREE["options"] | {"keep_secrets": True}


def changes(api: httpx.Client, match: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    answer = api.get(f"{MATCHES}/{match['id']}/changes", **more)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def types(api: httpx.Client, match: dict[str, Any], last: int) -> list[str]:
    events = api.get(f"{MATCHES}/{match['id']}/events", params={"limit": 1000}).json()["items"]
    return [event["type"] for event in events][-last:]


# --- confirming ---


def test_a_match_that_goes_on_has_no_result(api: httpx.Client) -> None:
    match = dealt(api)
    assert api.get(f"{MATCHES}/{match['id']}").json()["result"] is None
    answer = api.post(
        f"{MATCHES}/{match['id']}/confirmations",
        json={"seat": 0, "result": 1},
        headers=bearer(match["seats"][0]["token"]),
    )
    problem(answer, 422, "not-possible")


def test_each_seat_confirms_by_its_own_token_and_the_last_one_seals(api: httpx.Client) -> None:
    match = whole(api)
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    assert result_of(api, match) == {
        "status": "provisional",
        "since": version,
        "confirmations": [],
        "disputes": [],
        "seal": None,
    }
    first = confirm(api, match, 1)
    assert (first.status_code, first.headers["etag"]) == (201, f'"{version + 1}"')
    assert first.json()["version"] == version + 1
    (said,) = first.json()["result"]["confirmations"]
    assert (said["seat"], said["how"]) == (1, "seat")
    again = confirm(api, match, 1)
    assert (again.status_code, again.json()["version"]) == (200, version + 1)
    confirm(api, match, 0)
    last = confirm(api, match, 2).json()
    assert last["result"]["status"] == "sealed"
    assert last["result"]["seal"]["how"] == "confirmations"
    assert last["version"] == version + 4
    assert types(api, match, 4) == [*["result_confirmed"] * 3, "result_sealed"]
    problem(confirm(api, match, 2), 409, "result-sealed")


def test_a_seat_confirms_for_itself_only(api: httpx.Client) -> None:
    match = whole(api)
    body = {"seat": 1, "result": result_of(api, match)["since"]}
    answer = api.post(f"{MATCHES}/{match['id']}/confirmations", json=body, headers=bearer(match["seats"][0]["token"]))
    assert problem(answer, 403, "forbidden")["pointer"] == "/seat"


@pytest.mark.slow
def test_what_was_confirmed_is_void_when_the_result_changes(api: httpx.Client) -> None:
    match = whole(api)
    since = result_of(api, match)["since"]
    confirm(api, match, 0)
    dispute(api, match, 1)
    back = api.get(f"{MATCHES}/{match['id']}").json()["step"] - 1
    last = THREE["actions"][-1]
    assert api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": back}).status_code == 201
    assert api.get(f"{MATCHES}/{match['id']}").json()["result"] is None
    assert api.post(f"{MATCHES}/{match['id']}/actions", json={"actions": [last]}).status_code == 201
    result = result_of(api, match)
    assert (result["status"], result["confirmations"], result["disputes"]) == ("provisional", [], [])
    assert result["since"] > since
    stale = confirm(api, match, 0, result=since)
    assert problem(stale, 422, "not-possible")["pointer"] == "/result"


def test_a_note_voids_nothing(api: httpx.Client) -> None:
    match = whole(api)
    confirm(api, match, 0)
    assert api.patch(f"{MATCHES}/{match['id']}", json={"note": "late"}).status_code == 200
    assert [said["seat"] for said in result_of(api, match)["confirmations"]] == [0]


# --- PINs ---


def test_people_confirm_on_the_recorders_phone_by_their_pins(api: httpx.Client) -> None:
    match = whole(api)
    player = match["seats"][2]["player"]["id"]
    assert "No PIN" in problem(confirm(api, match, 2, pin=PIN), 403, "wrong-pin")["detail"]
    assert set_pin(api, player).status_code == 204
    problem(confirm(api, match, 2, pin="0418"), 403, "wrong-pin")
    answer = confirm(api, match, 2, pin=PIN)
    assert answer.status_code == 201, answer.text
    assert [(said["seat"], said["how"]) for said in answer.json()["result"]["confirmations"]] == [(2, "pin")]
    nobody = api.post(f"{MATCHES}/{match['id']}/confirmations", json={"seat": 0, "result": 1})
    problem(nobody, 403, "wrong-pin")
    beyond = confirm(api, match, 7, pin=PIN)
    assert problem(beyond, 422, "not-possible")["pointer"] == "/seat"


@pytest.mark.parametrize("pin", ["123", "12345", "12a4", "१२३४", " 123", 1234, "1234\n"])
def test_a_pin_is_four_digits(api: httpx.Client, pin: Any) -> None:
    player = make_player(api, "Ada")["id"]
    answer = api.put(f"{PLAYERS}/{player}/pin", json={"pin": pin})
    assert problem(answer, 400, "invalid-request")["pointer"] == "/pin"


@pytest.mark.slow
def test_changing_a_pin_takes_the_old_one_or_an_admin(api: httpx.Client) -> None:
    recorder = bearer(make_token(api, role="recorder")["token"])
    player = make_player(api, "Ada")["id"]
    path = f"{PLAYERS}/{player}/pin"
    assert api.put(path, json={"pin": "1111"}, headers=recorder).status_code == 204
    problem(api.put(path, json={"pin": "2222"}, headers=recorder), 403, "wrong-pin")
    problem(api.put(path, json={"pin": "2222", "old": "3333"}, headers=recorder), 403, "wrong-pin")
    assert api.put(path, json={"pin": "2222", "old": "1111"}, headers=recorder).status_code == 204
    problem(api.put(path, json={"pin": "4444", "old": "1111"}, headers=recorder), 403, "wrong-pin")
    assert api.put(path, json={"pin": "4444"}).status_code == 204  # the owner's


def test_wrong_pins_are_counted_by_person(api: httpx.Client) -> None:
    match = whole(api)
    guessed, other = (match["seats"][seat]["player"]["id"] for seat in (0, 1))
    set_pin(api, guessed)
    set_pin(api, other)
    for wrong in range(5):
        problem(confirm(api, match, 0, pin=f"100{wrong}"), 403, "wrong-pin")
    answer = confirm(api, match, 0, pin=PIN)
    problem(answer, 429, "too-many-failures")
    assert int(answer.headers["retry-after"]) > 60
    assert confirm(api, match, 1, pin=PIN).status_code == 201
    assert confirm(api, match, 0).status_code == 201  # by the seat's own token


@pytest.mark.slow
def test_a_pin_is_that_of_the_person_under_whatever_id(api: httpx.Client) -> None:
    match = whole(api)
    player, person = match["seats"][0]["player"]["id"], make_player(api, "Ada")["id"]
    recorder = bearer(make_token(api, role="recorder")["token"])
    set_pin(api, player)
    assert api.post(f"{PLAYERS}/{player}/merge", json={"into": person}).status_code == 200
    problem(set_pin(api, person, "9999", headers=recorder), 403, "wrong-pin")  # who merges gets nobody's
    assert confirm(api, match, 0, pin=PIN).status_code == 201


@pytest.mark.slow
def test_an_erased_person_has_no_pin(api: httpx.Client) -> None:
    match = whole(api)
    player = match["seats"][0]["player"]["id"]
    set_pin(api, player)
    assert api.delete(f"{PLAYERS}/{player}").status_code == 204
    problem(confirm(api, match, 0, pin=PIN), 403, "wrong-pin")
    problem(set_pin(api, player), 404, "not-found")


# --- disputes ---


def test_a_seat_disputes_a_step_and_nothing_seals_meanwhile(api: httpx.Client) -> None:
    match = whole(api)
    answer = dispute(api, match, 1)
    assert answer.status_code == 201, answer.text
    result = answer.json()["result"]
    assert result["status"] == "disputed"
    (said,) = result["disputes"]
    assert (said["seat"], said["step"], said["comment"]) == (1, 3, "It was a necklace")
    assert dispute(api, match, 1).status_code == 200
    problem(confirm(api, match, 1), 422, "not-possible")
    problem(
        api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "enough"}, headers=arbiter(api)), 422, "not-possible"
    )
    path = f"{MATCHES}/{match['id']}/disputes/1/withdrawal"
    own, other = (bearer(match["seats"][seat]["token"]) for seat in (1, 0))
    problem(api.post(path, json={}, headers=other), 403, "forbidden")
    problem(api.post(path, json={}), 403, "wrong-pin")
    assert api.post(path, json={}, headers=own).json()["result"]["status"] == "provisional"
    problem(api.post(path, json={}, headers=own), 422, "not-possible")


def test_an_arbiter_decides_a_dispute_and_seals(api: httpx.Client) -> None:
    match = whole(api)
    dispute(api, match, 1)
    decision = f"{MATCHES}/{match['id']}/disputes/1/decision"
    problem(api.post(decision, json={"reason": "seen by all"}), 403, "forbidden")  # the owner is no arbiter
    problem(api.post(decision, json={"reason": " "}, headers=arbiter(api)), 422, "unfit-text")
    decided = api.post(decision, json={"reason": "seen by all"}, headers=arbiter(api))
    assert decided.json()["result"]["status"] == "provisional"
    seal = api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "gone home"}, headers=arbiter(api))
    assert seal.json()["result"]["seal"]["how"] == "arbiter"
    assert types(api, match, 3) == ["result_disputed", "dispute_decided", "result_sealed"]
    problem(dispute(api, match, 1), 409, "result-sealed")


@pytest.mark.slow
def test_a_comment_may_tell_a_secret(api: httpx.Client, public: httpx.Client) -> None:
    """In a match that keeps its secrets, only its seat and the recorder read it: in the match and in the log."""
    match = whole(api, options=KEPT)
    dispute(api, match, 1, comment="Bob held two monocles")
    own, other = (bearer(match["seats"][seat]["token"]) for seat in (1, 0))
    for path in (f"{MATCHES}/{match['id']}", f"{MATCHES}/{match['id']}/events?limit=1000"):
        assert "two monocles" in api.get(path).text
        assert "two monocles" in api.get(path, headers=own).text
        assert "two monocles" not in api.get(path, headers=other).text
        assert "two monocles" not in public.get(path).text


# --- arbiters ---


def test_an_arbiter_changes_a_sealed_match_and_the_change_is_listed(api: httpx.Client) -> None:
    match = sealed(api, note="before")
    seats = [seat["player"]["id"] for seat in match["seats"]]
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    patch = {"seats": [{"player": player} for player in seats[::-1]], "note": "after"}
    problem(api.patch(f"{MATCHES}/{match['id']}", json=patch), 409, "result-sealed")
    problem(api.patch(f"{MATCHES}/{match['id']}", json=patch, headers={"Arbiter-Reason": "x"}), 403, "forbidden")
    answer = api.patch(f"{MATCHES}/{match['id']}", json=patch, headers=ruling(api, quote("Sie saßen andersherum")))
    assert answer.status_code == 200, answer.text
    assert answer.json()["result"]["status"] == "sealed"
    assert answer.json()["result"]["seal"]["how"] == "arbiter"
    (change,) = changes(api, match)
    assert (change["version"], change["last_version"]) == (version + 1, version + 4)
    assert change["reason"] == "Sie saßen andersherum"
    assert change["before"].keys() == change["after"].keys() == {"seats", "note"}
    assert (change["before"]["note"], change["after"]["note"]) == ("before", "after")
    assert [seat["id"] for seat in change["after"]["seats"]] == seats[::-1]


@pytest.mark.slow
def test_a_correction_of_a_sealed_match_is_listed_by_the_steps_that_differ(api: httpx.Client) -> None:
    match = sealed(api)
    step = next(number for number, one in enumerate(THREE["actions"], 1) if len(one.get("jewels", ())) > 1)
    old = THREE["actions"][step - 1]
    new = old | {"jewels": old["jewels"][:1]}
    assert new != old
    dry = {"step": step, "actions": [new], "keep": "prefix", "dry_run": True}
    problem(api.post(f"{MATCHES}/{match['id']}/amendments", json=dry), 409, "result-sealed")
    assert api.post(f"{MATCHES}/{match['id']}/amendments", json=dry, headers=ruling(api)).status_code == 201
    assert changes(api, match) == []
    amended = api.post(f"{MATCHES}/{match['id']}/amendments", json=dry | {"dry_run": False}, headers=ruling(api))
    assert amended.status_code == 201, amended.text
    (change,) = changes(api, match)
    assert change["last_version"] is None  # the match goes on, without a seal
    assert (change["before"]["status"], change["after"]["status"]) == ("finished", "playing")
    assert change["before"]["actions"][0] == {"step": step, "action": old}
    assert change["after"]["actions"][0] == {"step": step, "action": new}
    assert api.get(f"{MATCHES}/{match['id']}").json()["result"] is None


@pytest.mark.slow
def test_a_ruling_takes_a_reason_that_can_be_read(api: httpx.Client) -> None:
    match = sealed(api)
    for reason in ("", "%20", "%ff", "a%07bell"):
        answer = api.patch(f"{MATCHES}/{match['id']}", json={"note": "x"}, headers=ruling(api, reason))
        assert problem(answer, 400, "invalid-request")["parameter"] == "Arbiter-Reason"


def test_a_ruling_that_changes_nothing_is_none(api: httpx.Client) -> None:
    match = sealed(api, note="as it is")
    answer = api.patch(f"{MATCHES}/{match['id']}", json={"note": "as it is"}, headers=ruling(api))
    assert answer.status_code == 200
    assert changes(api, match) == []


@pytest.mark.slow
def test_a_series_names_its_arbiters(api: httpx.Client) -> None:
    match = sealed(api)
    named = make_token(api, role="arbiter")
    players = [seat["player"]["id"] for seat in match["seats"]]
    wanted = {"game": "klunker", "players": players, "matches": [match["id"]]}
    stranger = api.post(f"{BASE}/series", json=wanted | {"arbiters": ["nobody"]})
    assert problem(stranger, 422, "unfit-series")["pointer"] == "/arbiters/0"
    weak = make_token(api, role="recorder")["id"]
    problem(api.post(f"{BASE}/series", json=wanted | {"arbiters": [weak]}), 422, "unfit-series")
    series = api.post(f"{BASE}/series", json=wanted | {"arbiters": [named["id"]]})
    assert series.json()["arbiters"] == [named["id"]]
    api.get(f"{BASE}/series", params={"after_position": series.json()["position"]})
    problem(api.patch(f"{MATCHES}/{match['id']}", json={"note": "x"}, headers=ruling(api)), 403, "forbidden")
    headers = bearer(named["token"]) | {"Arbiter-Reason": "as agreed"}
    assert api.patch(f"{MATCHES}/{match['id']}", json={"note": "x"}, headers=headers).status_code == 200


@pytest.mark.slow
def test_the_reason_of_a_ruling_may_tell_a_secret(api: httpx.Client, public: httpx.Client) -> None:
    match = sealed(api, options=KEPT)
    headers = ruling(api, "Ada held three")
    assert api.patch(f"{MATCHES}/{match['id']}", json={"note": "x"}, headers=headers).status_code == 200
    assert changes(api, match)[0]["reason"] == "Ada held three"
    assert "Ada held three" not in public.get(f"{MATCHES}/{match['id']}/changes").text
    assert "Ada held three" not in public.get(f"{MATCHES}/{match['id']}/events?limit=1000").text
