# clauses are named as in RULES.md
"""D6 Supply."""

import pytest

from domain.games.dschunke.choices import wording
from domain.games.dschunke.events import DschunkePhase
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import given, player, sides, supply
from tests.names import NAMES

SUPPLY = DschunkePhase.SUPPLY


def test_D6_1_from_the_first_player_on_each_may_draw_one_card_for_each_supply_card() -> None:
    table = given(*sides(3), phase=SUPPLY, start=2, turn=2)
    table.refuses(supply(0, "rice"), "D6.1")
    table.refuses(supply(2, "3 rice"), "D6.1")
    table.plays(supply(2, "rice, fish"), supply(0), supply(1, "spices"))
    assert [len(seat.hand) for seat in table.view(PUBLIC).seats] == [0, 1, 2]
    assert table.state.phase is DschunkePhase.OFFER


@pytest.mark.parametrize(("cards", "allowed"), [(0, 2), (1, 3), (4, 6)])
def test_D6_1_one_more_for_each_such_card(cards: int, allowed: int) -> None:
    table = given(player("", *["extra_supply"] * cards), *sides(2), phase=SUPPLY)
    assert table.admits(supply(0, f"{allowed} rice"))
    table.refuses(supply(0, f"{allowed + 1} rice"), "D6.1")


def test_D6_1_only_what_the_piles_hold() -> None:
    table = given(player(), player("17 rice"), *sides(1), phase=SUPPLY)
    table.refuses(supply(0, "2 rice"), "D6.1")
    table.refuses(supply(0, "mixed"), "D6.1")
    assert table.admits(supply(0, "rice, fish"))


def test_D6_1_everybody_is_asked_even_when_nothing_is_left() -> None:
    table = given(*sides(4, "18 rice", "18 fish", "18 spices", "18 vegetables"), phase=SUPPLY)
    action = {"type": "supply", "seat": 0, "goods": []}
    assert list(table.legal(0)) == [action]
    assert wording(table.state, 0, NAMES, "en").verb(action).label == "Go on, nothing to draw"


def test_D6_1_who_may_draw_is_told_so() -> None:
    table = given(*sides(4, "18 rice", "18 fish", "18 spices", "17 vegetables"), phase=SUPPLY)
    action = {"type": "supply", "seat": 0, "goods": []}
    assert wording(table.state, 0, NAMES, "en").verb(action).label == "Take supplies"


def test_D6_1_with_unknown_hands_what_the_piles_may_hold() -> None:
    """Seat 1 holds eight cards: of rice there may be two in the pile or ten, of fish ten to eighteen."""
    table = given(player("8 rice", *["extra_supply"] * 6), player(unknown=8), *sides(1), phase=SUPPLY)
    assert table.view(PUBLIC).piles_between["rice"] == (2, 10)
    table.plays(supply(0, "8 rice"))
    assert table.view(PUBLIC).piles_between["rice"] == (0, 2)
    assert table.view(PUBLIC).piles_between["fish"] == (10, 18)
    assert table.state.stock.most == (8, 8, 8, 2)
