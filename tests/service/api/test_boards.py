"""Boards of boxes at hand: kept once, named when a match is opened."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.kernel.boards import HasBoards
from domain.registry import GAMES

BOARDS = "/api/v1/games/dschunke/boards"
ORDER = ["white", "grey", "brown", "orange", "violet"]
DECK = [
    {good: ("S" if good == special else amount) for good, amount in zip(goods, (4, 2, 1, 4), strict=True)}
    for special in ("spices", "vegetables", "fish", "rice", "rice")
    for goods in (("spices", "vegetables", "fish", "rice"), ("rice", "fish", "vegetables", "spices"))
]
SEATS = [{"name": "Ada"}, {"name": "Bea"}, {"name": "Cid"}]


def kept(api: httpx.Client, board: Any, name: str = "The club's box", **headers: str) -> dict[str, Any]:
    answer = api.post(BOARDS, json={"name": name, "board": board}, headers=headers)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"{BOARDS}/{answer.json()['id']}"
    told: dict[str, Any] = answer.json()
    return told


def refused(answer: httpx.Response, status: int, kind: str, pointer: str | None = None) -> None:
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{kind}"), answer.text
    assert answer.json().get("pointer") == pointer


def test_a_board_is_kept_with_the_defaults_filled_in(api: httpx.Client, public: httpx.Client) -> None:
    board = kept(api, {"junk_order": ORDER})
    assert board["board"]["junk_order"] == ORDER
    assert len(board["board"]["tracks"]["3/4"]) == 10
    assert public.get(f"{BOARDS}/{board['id']}").json() == board


def test_boards_are_listed_in_the_order_in_which_they_came(api: httpx.Client) -> None:
    ids = [kept(api, {}, f"Box {number}")["id"] for number in range(5)]
    listed: list[str] = []
    cursor: str | None = None
    while True:
        page = api.get(BOARDS, params={"limit": 2, **({"cursor": cursor} if cursor else {})}).json()
        listed += [item["id"] for item in page["items"]]
        if (cursor := page["next_cursor"]) is None:
            break
    assert listed[-5:] == ids


def test_a_match_is_played_on_a_kept_board(api: httpx.Client) -> None:
    board = kept(api, {"junk_order": ORDER, "market_deck": DECK})
    request = {"game": "dschunke", "seats": SEATS, "board": board["id"], "options": {"start_seat": 1}}
    match = api.post("/api/v1/matches", json=request)
    assert match.status_code == 201, match.text
    assert match.json()["options"]["board"] == board["board"]
    assert match.json()["options"]["start_seat"] == 1


def test_a_retry_keeps_no_second_board(api: httpx.Client) -> None:
    first = kept(api, {}, **{"Idempotency-Key": "box-1"})
    assert kept(api, {}, **{"Idempotency-Key": "box-1"}) == first
    other = api.post(BOARDS, json={"name": "Another", "board": {}}, headers={"Idempotency-Key": "box-1"})
    refused(other, 422, "idempotency-key-reused")


@pytest.mark.parametrize(
    ("board", "status", "kind", "pointer"),
    [
        ({"junk_order": [*ORDER[:4], "white"]}, 422, "invalid-setup", "/board/junk_order"),
        ({"tracks": {"4": []}}, 422, "invalid-setup", "/board/tracks/4"),
        ({"market_deck": [{**DECK[0], "fish": "S"}] * 10}, 422, "invalid-setup", "/board/market_deck/0"),
        ({"market_deck": DECK[:9]}, 422, "invalid-setup", "/board/market_deck"),
        ({"bonus_pairs": [["grey", "grey"]] * 5}, 422, "invalid-setup", "/board/bonus_pairs/0/1"),
        ({"junk_order": ["pink"]}, 400, "invalid-request", "/board/junk_order/0"),
        ({"colour": 1}, 400, "invalid-request", "/board"),
        ([], 400, "invalid-request", "/board"),
    ],
)
def test_a_board_that_can_not_be_is_refused_with_the_place(
    api: httpx.Client, board: Any, status: int, kind: str, pointer: str
) -> None:
    before = api.get(BOARDS, params={"limit": 1000}).json()
    refused(api.post(BOARDS, json={"name": "Odd", "board": board}), status, kind, pointer)
    assert api.get(BOARDS, params={"limit": 1000}).json() == before


def test_a_name_is_needed(api: httpx.Client) -> None:
    refused(api.post(BOARDS, json={"name": " ", "board": {}}), 422, "unfit-text", "/name")


def test_keeping_takes_a_token(public: httpx.Client) -> None:
    refused(public.post(BOARDS, json={"name": "Box", "board": {}}), 401, "unauthenticated")


def test_a_board_is_named_once_and_must_be_there(api: httpx.Client) -> None:
    board = kept(api, {})
    base = {"game": "dschunke", "seats": SEATS}
    both = api.post("/api/v1/matches", json={**base, "board": board["id"], "options": {"board": {}}})
    refused(both, 400, "invalid-request", "/board")
    unknown = api.post("/api/v1/matches", json={**base, "board": str(uuid4())})
    refused(unknown, 422, "invalid-setup", "/board")
    refused(api.get(f"{BOARDS}/{uuid4()}"), 404, "not-found")


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if not isinstance(game, HasBoards)])
def test_a_game_with_one_board_for_all_keeps_none(api: httpx.Client, key: str) -> None:
    assert api.get(f"/api/v1/games/{key}/boards").status_code == 404
    refused(api.post(f"/api/v1/games/{key}/boards", json={"name": "Box", "board": {}}), 404, "not-found")
    seats = SEATS[: max(3, *GAMES[key].meta.seats[:1])]
    request = {"game": key, "seats": seats, "board": str(uuid4())}
    refused(api.post("/api/v1/matches", json=request), 422, "invalid-setup", "/board")
