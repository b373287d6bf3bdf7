"""Goods are left out of a draw only where one draw is possible by all that the record knows (D5.5)."""

import httpx
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from domain.games.dschunke.events import DschunkeDrew
from domain.games.dschunke.meta import DschunkeSource
from domain.registry import GAMES
from tests.cases.logs import before_last, decided_otherwise, opened, read, recorded_before, seen
from tests.domain.games.play import on_wire
from tests.service.scenes import MATCHES, guests, open_match, play, played, problem

CASES = {
    "dschunke-4-draw-all-left": "vegetables fish fish",
    "dschunke-3-draw-all-left": "spices spices spices spices spices rice rice",
    "dschunke-4-draw-own-pile": "vegetables vegetables vegetables",
}
"""The logs, and what was drawn in truth."""

EVERY_CASE = pytest.mark.parametrize("name", CASES)


@EVERY_CASE
def test_G1_what_is_drawn_is_not_guessed(name: str) -> None:
    table, last = before_last(name)
    assert last.goods is None
    table.refuses(last, "D5.5")


@EVERY_CASE
def test_G1_a_draw_without_goods_is_not_listed_there(name: str) -> None:
    table, last = before_last(name)
    assert last not in table.legal(last.seat).actions
    assert [template for template in table.legal(last.seat).templates if template.action == to_builtins(last)]


@EVERY_CASE
def test_G1_the_goods_that_were_drawn_are_accepted(name: str) -> None:
    table, last = before_last(name)
    assert table.admits(replace(last, goods=tuple(map(DschunkeSource, CASES[name].split()))))


@EVERY_CASE
def test_G1_what_was_recorded_before_keeps_its_outcome(name: str) -> None:
    table, view = recorded_before(name)
    assert seen(table) == view
    assert decided_otherwise(name) == [len(read(name, "recorded")["events"]) - 1]
    (seat,) = table.asked
    table.plays(table.legal(seat).actions[0])


def test_G1_goods_are_left_out_where_there_was_no_choice() -> None:
    """Four hands of eight unknown cards: the other piles can't be one alone, so the own one sufficed."""
    log = read("dschunke-4-draw-all-left")
    table = opened(log).plays(*(on_wire(GAMES["dschunke"], wire) for wire in log["actions"][:21]))
    assert log["actions"][20].keys() == {"type", "seat", "worker", "junk", "to"}
    assert [fact.goods for fact in table.told(DschunkeDrew)] == [("spices",) * 3]


@EVERY_CASE
def test_G1_over_http_all_but_the_last_action_is_recorded(api: httpx.Client, name: str) -> None:
    log = read(name)
    match = open_match(api, game=log["game"], seats=guests(log["seats"]), options=log["options"])
    *actions, last = log["actions"]
    played(api, match, *actions)
    refused = problem(play(api, match, last), 422, "rule-violation")
    assert refused["clause"] == "D5.5"
    listed = api.get(f"{MATCHES}/{match['id']}/legal-actions", params={"seat": last["seat"]}).json()
    assert last not in listed["actions"]
    played(api, match, {**last, "goods": CASES[name].split()})
