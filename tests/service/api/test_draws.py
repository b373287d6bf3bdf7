"""Draws over HTTP: nobody wins or loses one, and it is half a win for each. Chess has them."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import BASE, MATCHES, PLAYERS, items, known, make_player, open_match, played

MOVE = {"type": "move", "seat": 0, "from": "e2", "to": "e4"}
AGREED = (MOVE, {"type": "offer_draw", "seat": 0}, {"type": "accept_draw", "seat": 1})
WON = (MOVE, {"type": "resign", "seat": 1})
BOTH_LOST = ({"type": "ruling", "seat": 0, "result": "0-0", "reason": "absence"},)


def chess(
    api: httpx.Client, white: dict[str, Any], black: dict[str, Any], *actions: dict[str, Any], place: str = ""
) -> dict[str, Any]:
    """A match with these actions, and the position of the last."""
    match = open_match(api, game="chess", options={}, seats=known(white, black), place=place)
    position = played(api, match, *actions)["position"]
    return {**api.get(f"{MATCHES}/{match['id']}").json(), "position": position}


def test_a_draw_is_won_and_lost_by_nobody(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    match = chess(api, ada, bob, *AGREED)
    assert [(one["score"], one["rank"], one["winner"]) for one in match["standings"]] == [("0.5", 1, False)] * 2
    after = {"player": ada["id"], "after_position": match["position"]}
    found = {result: items(api, MATCHES, result=result, **after) for result in ("drawn", "won", "lost", "shared")}
    assert {result: len(matches) for result, matches in found.items()} == {"drawn": 1, "won": 0, "lost": 0, "shared": 0}


def test_what_is_left_by_agreement_is_drawn_and_what_is_broken_off_is_not(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    ended = {kind: chess(api, ada, bob, MOVE) for kind in ("conclusion", "abandonment")}
    for kind, match in ended.items():
        answer = api.post(f"{MATCHES}/{match['id']}/{kind}", json={"reason": "the last train"})
        assert answer.status_code == 201, answer.text
        position = answer.json()["position"]
        standings = api.get(f"{MATCHES}/{match['id']}").json()["standings"]
        assert [one["winner"] for one in standings] == [False, False]
    drawn = items(api, MATCHES, player=ada["id"], result="drawn", after_position=position)
    assert [one["id"] for one in drawn] == [ended["conclusion"]["id"]]


def test_a_draw_is_half_a_win(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    matches = [chess(api, ada, bob, *actions) for actions in (AGREED, WON, AGREED, BOTH_LOST)]
    after = {"after_position": matches[-1]["position"]}
    for person, wins, share in ((ada, 1, 0.5), (bob, 0, 0.25)):
        told = api.get(f"{PLAYERS}/{person['id']}/statistics", params=after).json()
        assert (told["matches"]["count"], told["wins"]["count"], told["draws"]["count"]) == (4, wins, 2)
        assert told["win_share"] == share
        linked = api.get(f"{BASE}/{told['draws']['link'].removeprefix('/api/v1/')}").json()["items"]
        assert {one["id"] for one in linked} == {matches[0]["id"], matches[2]["id"]}
        (game,) = told["games"]
        assert game["score"]["mean"] == share
    lost = items(api, MATCHES, player=ada["id"], result="lost", **after)
    assert [one["id"] for one in lost] == [matches[3]["id"]], "both have lost that one"
    told = api.get(f"{BASE}/games/chess/statistics", params={**after, "player": ada["id"]}).json()
    assert (told["matches"]["count"], told["draws"]["count"], told["shared"]["count"]) == (4, 2, 0)


def test_leaders_by_wins_have_half_a_win_for_a_draw(api: httpx.Client, public: httpx.Client) -> None:
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    place = f"Club {uuid4().hex}"
    games = [(eve, bob, WON), *[(ada, bob, AGREED)] * 3, (ada, eve, AGREED), (bob, eve, BOTH_LOST)]
    for white, black, actions in games:
        last = chess(api, white, black, *actions, place=place)
    expected = [("Ada", 0, 4), ("Eve", 1, 1), ("Bob", 0, 3)]
    for more in ({}, {"limit": 1}, {"seats": 2}, {"seats": 2, "limit": 1}):
        asked = {"place": place, "sort": "wins", "after_position": last["position"], **more}
        found = items(api, f"{BASE}/games/chess/leaderboard", **asked)
        assert [(one["player"]["name"], one["wins"], one["draws"]) for one in found] == expected
    page = public.get(f"/games/chess/leaderboard?place={place}", headers={"Accept-Language": "en"}).text
    assert "of-draws" in page
    klunker = public.get("/games/klunker/leaderboard", headers={"Accept-Language": "en"}).text
    assert "of-draws" not in klunker


def test_draws_are_rated_as_ties(api: httpx.Client) -> None:
    ada, bob, eve = (make_player(api, name) for name in ("Ada", "Bob", "Eve"))
    chess(api, ada, eve, *WON)
    chess(api, eve, ada, *BOTH_LOST)
    last = chess(api, ada, bob, *AGREED)

    def steps(person: dict[str, Any]) -> list[dict[str, Any]]:
        return items(api, f"{PLAYERS}/{person['id']}/ratings/chess", after_position=last["position"])

    assert [len(steps(person)) for person in (ada, bob, eve)] == [2, 1, 1], "a game that both lose isn't rated"
    newest = next(one for one in steps(ada) if one["match"] == last["id"])
    assert newest["after"]["mu"] < newest["before"]["mu"], "who is better loses a little by a draw"
    assert steps(bob)[0]["after"]["mu"] > steps(bob)[0]["before"]["mu"]


@pytest.mark.parametrize("viewer", ["public", "seat:1"])
def test_a_board_is_shown_to_all(api: httpx.Client, viewer: str) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    match = chess(api, ada, bob, MOVE)
    told = api.get(f"{MATCHES}/{match['id']}/state", params={"viewer": viewer}).json()
    assert told["view"]["fen"] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
