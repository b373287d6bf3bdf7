"""The opening of a game of chess, as queries ask for it."""

from typing import Any

import httpx

from tests.service.scenes import BASE, MATCHES, PLAYERS, items, known, make_player, open_match, played

SPANISH = ("e4", "e5", "Nf3", "Nc6", "Bb5")
PETROV = ("e4", "e5", "Nf3", "Nf6")


def test_an_opening_is_asked_for_as_an_option_is(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    matches, position = [], 0
    for sans in (SPANISH, PETROV, SPANISH[:1]):
        match = open_match(api, game="chess", options={}, seats=known(ada, bob))
        moves = [{"type": "move", "seat": number % 2, "san": san} for number, san in enumerate(sans)]
        position = played(api, match, *moves, {"type": "resign", "seat": 1})["position"]
        matches.append(match["id"])
    asked = {"player": ada["id"], "after_position": position}
    for eco, expected in (("C60", matches[:1]), ("C42", matches[1:2]), ("B00", matches[2:]), ("A00", [])):
        assert [one["id"] for one in items(api, MATCHES, options=f"eco:{eco}", **asked)] == expected
        told = api.get(f"{BASE}/games/chess/statistics", params={**asked, "options": f"eco:{eco}"}).json()
        assert told["matches"]["count"] == len(expected)
        own: dict[str, Any] = {"game": "chess", "options": f"eco:{eco}", "after_position": position}
        told = api.get(f"{PLAYERS}/{ada['id']}/statistics", params=own).json()
        assert told["wins"]["count"] == len(expected)
    state = api.get(f"{MATCHES}/{matches[0]}/state").json()
    assert state["view"]["opening"] == {"eco": "C60", "name": "spanish"}


def test_what_is_taken_back_is_not_the_opening(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    match = open_match(api, game="chess", options={}, seats=known(ada, bob))
    moves = [{"type": "move", "seat": number % 2, "san": san} for number, san in enumerate(SPANISH)]
    position = played(api, match, *moves)["position"]
    path = f"{MATCHES}/{match['id']}"
    asked = {"player": ada["id"], "options": "eco:C60"}
    assert [one["id"] for one in items(api, MATCHES, after_position=position, **asked)] == [match["id"]]
    answer = api.post(f"{path}/retractions", json={"to_step": 3, "reason": "a slip"})
    assert answer.status_code == 201, answer.text
    assert items(api, MATCHES, after_position=answer.json()["position"], **asked) == []


def test_other_games_have_none(api: httpx.Client) -> None:
    answer = api.get(f"{BASE}/games/klunker/statistics", params={"options": "eco:C60"})
    assert (answer.status_code, answer.json()["parameter"]) == (400, "options")
