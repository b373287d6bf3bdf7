"""A match played by several people, each with the token of a seat, and nobody who records."""

from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, filled, template_of
from tests.domain.games.support import support_of
from tests.service.http_client import client_of
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, guests, items, open_match, play, played, problem

DEMOS = [
    pytest.param(key, number, marks=() if number == len(game.demos) - 1 else pytest.mark.long)
    for key, game in GAMES.items()
    for number in range(len(game.demos))
]


def sitting(api: httpx.Client, match: dict[str, Any]) -> list[httpx.Client]:
    """A client for each seat."""
    return [client_of(api.base_url, seat["token"]) for seat in match["seats"]]


@pytest.fixture
def table(api: httpx.Client) -> Iterator[tuple[dict[str, Any], list[httpx.Client]]]:
    """A private match with hands dealt, and who sits there."""
    match = open_match(api, visibility="private")
    played(api, match, DEAL)
    seats = sitting(api, match)
    yield match, seats
    for seat in seats:
        seat.close()


def legal(seat: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    answer = seat.get(f"{MATCHES}/{match['id']}/legal-actions")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def chosen(game: AnyGame, options: dict[str, Any], random: Random, *, ending: bool = True) -> Any:
    """One of the legal actions; of those that end a match at any time only where `ending`, or where all do."""
    possible = [*options["actions"], *options["templates"]]
    endings = support_of(game.meta.key).ENDINGS
    others = [option for option in possible if option.get("action", option)["type"] not in endings]
    option = random.choice(possible if ending or not others else others)
    if "choose" not in option:
        return option
    return to_builtins(filled(game, template_of(option), RandomChoices(random)))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), DEMOS)
def test_a_whole_match_is_played_without_a_recorder(api: httpx.Client, game: str, number: int) -> None:
    setup = GAMES[game].demos[number]
    match = open_match(
        api, game=game, seats=guests(setup.seats), options=to_builtins(setup.options), visibility="private"
    )
    seats, random, step = sitting(api, match), Random(7), match["step"]
    pending, acted = match["pending"], set[int]()
    while pending["type"] != "finished":
        assert pending["type"] == "seats"  # the server answers for chance
        seat = random.choice([*pending["seats"], *pending["optional"]])
        options = legal(seats[seat], match)
        assert {action["seat"] for action in options["actions"]} | {
            template["action"]["seat"] for template in options["templates"]
        } == {seat}
        all_acted = len(acted) == setup.seats
        answer = play(seats[seat], match, chosen(GAMES[game], options, random, ending=all_acted))
        assert answer.status_code == 201, answer.text
        acted.add(seat)
        assert answer.json()["step"] > step
        step, pending = answer.json()["step"], answer.json()["pending"]
    for client in seats:
        seen = client.get(f"{MATCHES}/{match['id']}").json()
        assert (seen["status"], [one["winner"] for one in seen["standings"]].count(None)) == ("finished", 0)
        client.close()
    by = {event["by"] for event in items(api, f"{MATCHES}/{match['id']}/events") if event.get("action", {}).get("seat")}
    assert len(by) == setup.seats - 1  # each seat but 0, by the token of its own


def test_a_seat_plays_for_itself_only(table: tuple[dict[str, Any], list[httpx.Client]], nothing_stored: None) -> None:
    match, seats = table
    for actions, pointer in (
        ([FIRST], "/actions/0/seat"),
        ([DEAL], "/actions/0"),
        ([ROUND[1], ROUND[2]], "/actions/1/seat"),
        ([ROUND[1], DEAL], "/actions/1"),
    ):
        refused = problem(play(seats[1], match, *actions), 403, "forbidden")
        assert refused["pointer"] == pointer
        assert set(refused) == {"type", "title", "status", "detail", "pointer"}


def test_a_seat_cant_have_a_choice_refused_together_with_what_follows(
    table: tuple[dict[str, Any], list[httpx.Client]], nothing_stored: None
) -> None:
    match, seats = table
    refused = problem(play(seats[0], match, FIRST, {"type": "pass", "seat": 0}), 422, "not-possible")
    assert refused["pointer"] == "/actions/1"


def test_what_a_seat_is_told_is_what_it_may_know(table: tuple[dict[str, Any], list[httpx.Client]]) -> None:
    match, seats = table
    answer = play(seats[0], match, FIRST)
    assert answer.status_code == 201
    assert answer.json()["events"][0]["action"] == FIRST
    for seat, client in enumerate(seats):
        path = f"{MATCHES}/{match['id']}"
        dealt = client.get(f"{path}/events", params={"after": 1, "limit": 1}).json()["items"][0]["action"]["hands"]
        hands = [one["hand"] for one in client.get(f"{path}/state").json()["view"]["seats"]]
        for told in (dealt, hands):
            assert ["hidden" in str(hand) for hand in told] == [other != seat for other in range(3)]


@pytest.mark.slow
def test_the_answer_to_a_seats_last_choice_hides_what_the_server_dealt_to_others(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"}, visibility="private")
    seats, pending, dealt = sitting(api, match), match["pending"], list[Any]()
    while not dealt:
        seat = pending["seats"][0]
        answer = play(seats[seat], match, chosen(GAMES["klunker"], legal(seats[seat], match), Random(3))).json()
        dealt = [event["action"]["hands"] for event in answer["events"] if event["action"]["type"] == "deal"]
        pending = answer["pending"]
    assert ["hidden" in str(hand) for hand in dealt[0]] == [
        bool(hand) and other != seat for other, hand in enumerate(dealt[0])
    ]
    for client in seats:
        client.close()


def test_legal_actions_are_told_to_their_own_seat_only(table: tuple[dict[str, Any], list[httpx.Client]]) -> None:
    match, seats = table
    path = f"{MATCHES}/{match['id']}/legal-actions"
    assert seats[1].get(path, params={"seat": 1}).content == seats[1].get(path).content
    problem(seats[1].get(path, params={"seat": 0}), 403, "forbidden")
    problem(seats[1].get(path, params={"seat": 9}), 404, "not-found")
    assert [len(legal(seat, match)["actions"]) > 0 for seat in seats] == [True, False, False]  # seat 0 is to act


def test_a_retry_of_a_seat_is_answered_again(table: tuple[dict[str, Any], list[httpx.Client]]) -> None:
    match, seats = table
    key = {"Idempotency-Key": "the-same-for-every-seat"}
    first = play(seats[0], match, FIRST, headers=key)
    other = play(seats[1], match, ROUND[1], headers=key)
    assert (first.status_code, other.status_code) == (201, 201)
    assert play(seats[0], match, FIRST, headers=key).content == first.content
    problem(play(seats[0], match, ROUND[0] | {"jewels": ["tiara"]}, headers=key), 422, "idempotency-key-reused")


def take_back(client: httpx.Client, match: dict[str, Any], to_step: int) -> httpx.Response:
    return client.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": to_step, "reason": "a slip"})


def test_a_seat_takes_back_its_last_action_until_another_has_acted(
    table: tuple[dict[str, Any], list[httpx.Client]],
) -> None:
    match, seats = table
    assert play(seats[0], match, FIRST).status_code == 201
    assert problem(take_back(seats[1], match, 1), 422, "not-possible")["pointer"] == "/to_step"
    taken = take_back(seats[0], match, 1)
    assert (taken.status_code, taken.json()["step"], taken.json()["pending"]["seats"]) == (201, 1, [0])
    assert play(seats[0], match, FIRST).status_code == 201
    assert play(seats[1], match, ROUND[1]).status_code == 201
    for to_step in (0, 1, 2):
        problem(take_back(seats[0], match, to_step), 422, "not-possible")


def test_where_undo_is_free_a_seat_takes_back_everything_and_is_told_its_own(api: httpx.Client) -> None:
    match = open_match(api, options={"dealing": "server"}, undo="free", visibility="private")
    seats = sitting(api, match)
    acting = match["pending"]["seats"][0]
    assert play(seats[acting], match, legal(seats[acting], match)["actions"][0]).status_code == 201
    other = (acting + 1) % 3
    taken = take_back(seats[other], match, 0)
    assert (taken.status_code, taken.json()["step"]) == (201, 1)  # what was dealt stands
    hands = [one["hand"] for one in seats[other].get(f"{MATCHES}/{match['id']}/state").json()["view"]["seats"]]
    assert ["hidden" in str(hand) for hand in hands] == [seat != other for seat in range(3)]
    for client in seats:
        client.close()


def test_a_seats_token_is_no_recorders(api: httpx.Client, table: tuple[dict[str, Any], list[httpx.Client]]) -> None:
    match, seats = table
    path = f"{MATCHES}/{match['id']}"
    for answer in (
        seats[0].post(f"{path}/amendments", json={"step": 1, "actions": [], "dry_run": True}),
        seats[0].post(f"{path}/restorations", json={"version": 2}),
        seats[0].post(f"{path}/conclusion", json={}),
        seats[0].patch(path, json={"visibility": "public"}),
        seats[0].post(f"{path}/seats/0/token"),
        seats[0].post(MATCHES, json={"game": "klunker", "seats": guests()}),
    ):
        problem(answer, 403, "forbidden")
    elsewhere = open_match(api)
    problem(play(seats[0], elsewhere, DEAL), 403, "forbidden")
    assert seats[0].get(f"{MATCHES}/{elsewhere['id']}/state").json()["viewer"] == "public"
