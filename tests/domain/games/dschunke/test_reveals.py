"""What a player can't take back alone: something was turned up, or drawn unseen."""

from typing import Any

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.actions import DschunkeDealing
from domain.games.dschunke.events import DschunkePhase
from tests.domain.games.dschunke.support import (
    board,
    deal,
    done,
    given,
    market,
    offer,
    passes,
    place,
    play,
    player,
    show,
    show_specials,
    sides,
    supply,
    swap,
    take,
    take_yen,
    track,
    use,
)
from tests.domain.games.support import Table, TopCards


def reveals(table: Table, *actions: Any) -> bool:
    """Whether the last of `actions` reveals something."""
    for action in actions:
        table.plays(action)
    return GAME.reveals(table.facts)


def test_D2_3_and_D2_4_shuffled_and_dealt_cards_come_up() -> None:
    table = Table.opened("dschunke", 3, dealing="server")
    assert reveals(table, GAME.draw(table.state, TopCards()))
    assert reveals(table, deal(*["6 rice", "6 fish", "6 spices"]))


def test_D2_7_a_received_bar_is_open_until_the_merchants_are_shown() -> None:
    table = Table.opened("dschunke", 3, setup="left_neighbour", dealing="secret")
    for junk in ("grey", "white", "brown"):
        for seat in range(3):
            assert not reveals(table, place(seat, junk, (seat - 1) % 3))
    assert reveals(table, show("grey", "white", "brown"))


def test_D4_1_a_market_card_is_turned_up() -> None:
    assert reveals(given(*sides(3), phase=DschunkePhase.MARKET), market("S 1 2 4"))


def test_D4_3_money_is_told() -> None:
    on = board(track("load 2 Y"))
    table = given(player("rice", "two_goods"), *sides(2), phase=DschunkePhase.SWAP, on=on)
    assert reveals(table, passes(0))


@pytest.mark.parametrize("dealing", [DschunkeDealing.OPEN, DschunkeDealing.SECRET])
def test_D4_3_who_takes_a_special_card_has_looked_through_a_pile(dealing: DschunkeDealing) -> None:
    assert reveals(given(*sides(3), phase=DschunkePhase.PRIZE, dealing=dealing), take(0, "star", "load"))


def test_D4_3_where_the_server_deals_looking_and_taking_both_show_cards() -> None:
    cards = given(*sides(3), phase=DschunkePhase.PRIZE).state.unseen_specials
    pile_cards = (cards[:8], cards[8:16], cards[16:23], cards[23:])
    table = given(*sides(3), phase=DschunkePhase.PRIZE, dealing=DschunkeDealing.SERVER, pile_cards=pile_cards)
    assert reveals(table, take(0, "square"))
    assert reveals(table, take(0, "square", pile_cards[0][0]))


@pytest.mark.parametrize(
    "action",
    [
        use(0, "green", "violet"),
        use(0, "yellow", "grey"),
        use(0, "violet", "brown"),
        play(0, "load", "grey"),
        play(0, "move", move=("white", "grey")),
        play(0, "sell-grey"),
        play(0, "draw", "white"),
    ],
)
def test_D5_1_and_D5_6_loading_selling_and_open_draws_reveal_nothing(action: Any) -> None:
    specials = ("load", "move", "sell-grey", "draw")
    table = given(player("", *specials), *sides(2), phase=DschunkePhase.ACT, cargo={"white": (0,)})
    assert not reveals(table, action)


def test_D5_6_to_be_done_reveals_nothing() -> None:
    table = given(player("", "load"), *sides(2), phase=DschunkePhase.ACT)
    assert not reveals(table, use(0, "yellow", "grey"), done(0))


def test_D6_1_draws_from_the_piles_are_open() -> None:
    assert not reveals(given(*sides(3), phase=DschunkePhase.SUPPLY), supply(0, "rice, fish"))


def test_D7_1_an_offer_reveals_nothing_until_the_last_one_reveals_all() -> None:
    table = given(*sides(3, "rice", "fish", "fish"), phase=DschunkePhase.OFFER)
    assert not reveals(table, offer(2, "fish"), offer(0))
    assert reveals(table, offer(1))


def test_D7_7_yen_instead_of_a_card_reveal_nothing() -> None:
    assert not reveals(given(*sides(3), phase=DschunkePhase.PRIZE, round_=10, sold="rice"), take_yen(0))


def test_D8_3_at_the_end_all_money_and_cards_are_shown() -> None:
    table = given(
        player(unknown_specials=1), player(unknown_specials=1), player(), phase=DschunkePhase.SHOW_SPECIALS, round_=10
    )
    assert not reveals(table, show_specials(0, "load"))
    assert reveals(table, show_specials(1, "move"))


def test_D9_3_goods_are_swapped_with_open_piles() -> None:
    table = given(player("rice", "two_goods"), *sides(2), phase=DschunkePhase.SWAP)
    assert not reveals(table, swap(0, "rice", "fish"))


@pytest.mark.parametrize("dealing", [DschunkeDealing.OPEN, DschunkeDealing.SERVER])
def test_D10_3_a_card_of_the_mixed_pile_comes_unseen(dealing: DschunkeDealing) -> None:
    table = given(*sides(2), phase=DschunkePhase.SUPPLY, mixed="2 rice, fish", dealing=dealing)
    assert not reveals(Table(GAME, table.state), supply(0, "rice"))
    assert reveals(table, supply(0, "mixed"))
