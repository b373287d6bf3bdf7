"""Who drew only from an old mixed pile holds what that one could contain (D10.3)."""

import httpx
from msgspec.structs import replace

from domain.games.dschunke.meta import DschunkeGood
from tests.cases.logs import before_last, decided_otherwise, read, recorded_before, seen
from tests.service.scenes import guests, open_match, play, played, problem

NAME = "dschunke-2-mixed-piles"


def test_G2_a_card_that_no_pile_drawn_from_held_is_refused() -> None:
    table, last = before_last(NAME)
    assert last.goods == (DschunkeGood.SPICES,)
    table.refuses(last, "D7.1")


def test_G2_what_is_listed_follows() -> None:
    """Seat 0 knows no spices, and drew fish and vegetables: an offer listed is one that is accepted."""
    table, last = before_last(NAME)
    (template,) = table.legal(0).templates
    assert not template.choose["goods"].of.get("spices")
    for goods in template.choose["goods"]:
        table.game.decide(table.state, replace(last, goods=tuple(map(DschunkeGood, goods))))


def test_G2_who_drew_from_the_new_pile_may_hold_what_it_was_made_of() -> None:
    table, last = before_last(NAME)
    assert table.admits(replace(last, seat=1))


def test_G2_what_was_recorded_before_keeps_its_outcome() -> None:
    table, view = recorded_before(NAME)
    assert seen(table) == view
    assert decided_otherwise(NAME) == [15]
    (seat,) = table.asked
    table.plays(table.legal(seat).actions[0])


def test_G2_over_http_the_offer_is_refused(api: httpx.Client) -> None:
    log = read(NAME)
    match = open_match(api, game=log["game"], seats=guests(log["seats"]), options=log["options"])
    *actions, last = log["actions"]
    played(api, match, *actions)
    assert problem(play(api, match, last), 422, "rule-violation")["clause"] == "D7.1"
    played(api, match, {**last, "goods": ["fish", "vegetables"]})
