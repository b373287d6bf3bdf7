"""People are made known, found, renamed, merged and forgotten."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.scenes import MATCHES, PLAYERS, guests, items, known, make_player, open_match, problem


def names_in(api: httpx.Client, match: dict[str, str]) -> list[str]:
    seats = api.get(f"{MATCHES}/{match['id']}").json()["seats"]
    return [seat["player"]["name"] for seat in seats]


def test_a_player_is_made_known_and_read_back(api: httpx.Client) -> None:
    answer = api.post(PLAYERS, json={"name": "  Ada\u0308  "})
    assert answer.status_code == 201
    player = answer.json()
    assert player["name"] == "Ad\u00e4"  # NFC, without white space around it
    assert (player["merged_into"], player["simulated"]) == (None, False)
    assert answer.headers["location"] == f"{PLAYERS}/{player['id']}"
    assert api.get(answer.headers["location"]).json() == player


def test_two_people_may_have_the_same_name(api: httpx.Client) -> None:
    one, other = make_player(api, "Bruno"), make_player(api, "Bruno")
    assert one["id"] != other["id"]


def test_players_are_listed_in_the_order_in_which_they_came(api: httpx.Client) -> None:
    mark = uuid4().hex
    made = [make_player(api, f"{name} {mark}") for name in ("Zoe", "Ada", "Mia", "Bob", "Eva")]
    make_player(api, "somebody else")
    assert items(api, PLAYERS, name=mark) == made
    assert items(api, PLAYERS, name=mark.upper(), limit=2) == made
    first = api.get(PLAYERS, params={"name": mark, "limit": 2}).json()
    made.append(make_player(api, f"Late {mark}"))
    rest = items(api, PLAYERS, name=mark, cursor=first["next_cursor"])
    assert first["items"] + rest == made


def test_a_name_is_searched_for_as_it_stands(api: httpx.Client) -> None:
    mark = uuid4().hex
    odd = make_player(api, f"100%_{mark}")
    make_player(api, f"1000 {mark}")
    assert items(api, PLAYERS, name=f"0%_{mark}") == [odd]


def test_a_page_of_players_goes_on_after_one_who_was_erased_meanwhile(api: httpx.Client) -> None:
    mark = uuid4().hex
    made = [make_player(api, f"{n} {mark}") for n in range(3)]
    page = api.get(PLAYERS, params={"name": mark, "limit": 1}).json()
    api.delete(f"{PLAYERS}/{made[0]['id']}")
    assert items(api, PLAYERS, name=mark, cursor=page["next_cursor"]) == made[1:]


def test_a_new_name_is_shown_in_every_match(api: httpx.Client) -> None:
    ada = make_player(api, "Ada")
    match = open_match(api, seats=[*known(ada), *guests(2)])
    renamed = api.patch(f"{PLAYERS}/{ada['id']}", json={"name": "Ada Lovelace"})
    assert renamed.json() == ada | {"name": "Ada Lovelace"}
    assert names_in(api, match) == ["Ada Lovelace", "Player 0", "Player 1"]


def test_an_erased_player_has_no_name_and_matches_show_a_stand_in(api: httpx.Client) -> None:
    mark = uuid4().hex
    ada = make_player(api, f"Ada {mark}")
    match = open_match(api, seats=[*known(ada), *guests(2)])
    erased = api.delete(f"{PLAYERS}/{ada['id']}")
    assert (erased.status_code, erased.content) == (204, b"")
    assert api.get(f"{PLAYERS}/{ada['id']}").json() == ada | {"name": None}
    assert names_in(api, match) == ["Anonymous", "Player 0", "Player 1"]
    assert mark not in api.get(f"{MATCHES}/{match['id']}/events").text
    assert items(api, PLAYERS, name=mark) == []
    seats = [*known(ada), *guests(2)]
    refused = problem(api.post(MATCHES, json={"game": "klunker", "seats": seats}), 422, "unknown-player")
    assert refused["pointer"] == "/seats/0/player"


@pytest.mark.parametrize("change", ["erase", "rename", "merge"])
def test_who_was_erased_can_not_be_changed(api: httpx.Client, change: str) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    path = f"{PLAYERS}/{ada['id']}"
    api.delete(path)
    answers = {
        "erase": lambda: api.delete(path),
        "rename": lambda: api.patch(path, json={"name": "Ada again"}),
        "merge": lambda: api.post(f"{path}/merge", json={"into": bob["id"]}),
    }
    problem(answers[change](), 404, "not-found")
    assert api.get(path).json()["name"] is None


def test_matches_of_a_merged_player_show_and_count_for_the_other_one(api: httpx.Client) -> None:
    ada, alias, nick = (make_player(api, name) for name in ("Ada", "Ada L.", "Nick"))
    match = open_match(api, seats=known(nick, alias, make_player(api, "Bob")))
    merged = api.post(f"{PLAYERS}/{alias['id']}/merge", json={"into": ada["id"]})
    assert merged.status_code == 200
    assert merged.json().items() > (alias | {"name": None, "merged_into": ada["id"]}).items()
    assert names_in(api, match) == ["Nick", "Ada", "Bob"]
    found = items(api, MATCHES, player=ada["id"], after_position=match["position"])
    assert [item["id"] for item in found] == [match["id"]]
    # Who was merged before follows.
    grace = make_player(api, "Grace")
    api.post(f"{PLAYERS}/{ada['id']}/merge", json={"into": grace["id"]})
    assert api.get(f"{PLAYERS}/{alias['id']}").json()["merged_into"] == grace["id"]
    assert names_in(api, match) == ["Nick", "Grace", "Bob"]


def test_a_player_is_merged_into_another_one_who_can_be_seated(api: httpx.Client) -> None:
    ada, erased, merged = (make_player(api, name) for name in ("Ada", "Erased", "Merged"))
    api.delete(f"{PLAYERS}/{erased['id']}")
    api.post(f"{PLAYERS}/{merged['id']}/merge", json={"into": ada["id"]})
    for into in (ada["id"], erased["id"], merged["id"], str(uuid4())):
        answer = api.post(f"{PLAYERS}/{ada['id']}/merge", json={"into": into})
        assert problem(answer, 422, "unknown-player")["pointer"] == "/into"
    assert api.get(f"{PLAYERS}/{ada['id']}").json() == ada


@pytest.mark.slow
def test_two_players_merged_into_each_other_at_once_keep_one_name(api: httpx.Client) -> None:
    for _ in range(10):
        ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
        pairs = [(ada, bob), (bob, ada)]
        with ThreadPoolExecutor(2) as pool:
            answers = pool.map(lambda p: api.post(f"{PLAYERS}/{p[0]['id']}/merge", json={"into": p[1]["id"]}), pairs)
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses in ([200, 404], [200, 422])
        left = [api.get(f"{PLAYERS}/{player['id']}").json()["name"] for player in (ada, bob)]
        assert left.count(None) == 1


def test_who_is_not_known_is_not_found(api: httpx.Client) -> None:
    path = f"{PLAYERS}/{uuid4()}"
    problem(api.get(path), 404, "not-found")
    problem(api.patch(path, json={"name": "X"}), 404, "not-found")
    problem(api.delete(path), 404, "not-found")
    problem(api.post(f"{path}/merge", json={"into": make_player(api, "Y")["id"]}), 404, "not-found")


@pytest.mark.slow
def test_merges_of_a_chain_at_once_leave_everybody_at_its_end(api: httpx.Client) -> None:
    for _ in range(10):
        ada, bob, cid = (make_player(api, name) for name in ("Ada", "Bob", "Cid"))
        pairs = [(ada, bob), (bob, cid)]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda p: merge(api, *p), pairs))
        assert [answer.status_code for answer in answers] in ([200, 200], [422, 200])
        into = [api.get(f"{PLAYERS}/{player['id']}").json()["merged_into"] for player in (ada, bob, cid)]
        assert into[1:] == [cid["id"], None]
        assert into[0] == (cid["id"] if answers[0].is_success else None)


def test_a_player_is_merged_once_however_many_ask_for_it(api: httpx.Client) -> None:
    ada, *others = (make_player(api, f"{number}") for number in range(5))
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda into: merge(api, ada, into), others))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
    (into,) = (other["id"] for other, answer in zip(others, answers, strict=True) if answer.is_success)
    assert api.get(f"{PLAYERS}/{ada['id']}").json()["merged_into"] == into


def test_a_merge_sent_again_is_answered_again(api: httpx.Client) -> None:
    ada, bob, cid = (make_player(api, name) for name in ("Ada", "Bob", "Cid"))
    key = {"Idempotency-Key": uuid4().hex}
    first = merge(api, ada, bob, headers=key)
    merge(api, bob, cid)
    again = merge(api, ada, bob, headers=key)
    assert again.json() == first.json() | {"merged_into": cid["id"]}
    with ThreadPoolExecutor(4) as pool:
        dan, key = make_player(api, "Dan"), {"Idempotency-Key": uuid4().hex}
        answers = list(pool.map(lambda _: merge(api, dan, cid, headers=key), range(4)))
    assert {answer.text for answer in answers} == {answers[0].text}
    assert answers[0].status_code == 200
    problem(merge(api, cid, ada, headers=key), 422, "idempotency-key-reused")


def merge(api: httpx.Client, player: dict[str, str], into: dict[str, str], **more: Any) -> httpx.Response:
    return api.post(f"{PLAYERS}/{player['id']}/merge", json={"into": into["id"]}, **more)
