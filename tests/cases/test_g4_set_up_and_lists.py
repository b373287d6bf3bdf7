"""What is named in a set-up, and what is listed as legal."""

from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from domain.kernel.pending import AwaitSeats
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import invalid, support_of

EVERY_SETUP = [
    pytest.param(key, name, id=f"{key}-{name}") for key in GAMES for name in support_of(key).SETUPS if "server" in name
]


def test_G4_a_wrong_number_of_seats_cites_who_gets_what() -> None:
    for seats in (1, 5):
        invalid("dschunke", seats, "D2.1", "/seats")


def test_G4_the_places_of_the_merchants_are_data_of_the_box(api: httpx.Client) -> None:
    options = api.get("/openapi.json").json()["components"]["schemas"]["DschunkeOptions"]["properties"]
    assert "(D1.9)" in options["merchants"]["description"]
    assert "a default" in options["merchants"]["description"]
    clauses = {clause["number"]: clause["text"] for clause in api.get("/api/v1/games/dschunke").json()["clauses"]}
    assert "where the three merchants begin" in clauses["D1.9"]


@pytest.mark.parametrize(("key", "name"), EVERY_SETUP)
def test_G4_nothing_is_listed_that_must_not_be_sent(key: str, name: str) -> None:
    for action in listed_in(key, name):
        assert None not in action.values(), action


def listed_in(key: str, name: str) -> Iterator[dict[str, Any]]:
    game = GAMES[key]
    for step in play(game, support_of(key).SETUPS[name], RandomChoices(Random(13)), support_of(key).MOST_STEPS):
        pending = game.pending(step.before)
        for seat in pending.seats if isinstance(pending, AwaitSeats) else ():
            yield from game.legal_actions(step.before, seat).listed


def test_G4_black_jacks_card_is_listed_for_nobody_in_the_introductory_game(api: httpx.Client) -> None:
    options = {"mode": "introductory", "dealing": "server"}
    opened = {"game": "halunken", "seats": [{"name": "Ada"}, {"name": "Bea"}, {"name": "Cid"}], "options": options}
    match = api.post("/api/v1/matches", json=opened).raise_for_status().json()["id"]
    for seat in range(3):
        api.post(
            f"/api/v1/matches/{match}/actions",
            json={"actions": [{"type": "place_captain", "seat": seat, "tavern": 4 * seat}]},
        ).raise_for_status()
    listed = api.get(f"/api/v1/matches/{match}/legal-actions").json()["actions"]
    assert [action["type"] for action in listed] == ["choose"] * 24
    assert not any("black_jack" in action for action in listed)
    api.post(f"/api/v1/matches/{match}/actions", json={"actions": [listed[0]]}).raise_for_status()
