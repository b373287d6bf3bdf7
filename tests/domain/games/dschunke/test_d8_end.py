# clauses are named as in RULES.md
"""D8 The end of the round and of the game."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.events import DschunkeEnded, DschunkePhase
from domain.kernel.cards import HIDDEN
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished
from domain.kernel.viewer import PUBLIC, RECORDER
from tests.domain.games.dschunke.support import (
    board,
    given,
    market,
    offer,
    offers,
    player,
    show_specials,
    sides,
    supply,
    take,
    track,
    use,
)
from tests.domain.games.support import Table

ALL_FIVE = ("grey", "orange", "violet", "brown", "white")


def last_offers(*players: Any, round_: int = 10, **position: Any) -> Table:
    """After the last offers of a round, which are none."""
    table = given(*players, phase=DschunkePhase.OFFER, round_=round_, on=board(), **position)
    return table.plays(*offers(*[""] * len(players)))


def test_D8_1_merchants_move_to_the_next_junk_clockwise() -> None:
    table = last_offers(*sides(3), round_=1, merchants=("white", "grey", "brown"), used=("green", "violet"))
    assert table.view(PUBLIC).merchants == {"green": "grey", "yellow": "orange", "violet": "white"}
    assert table.view(PUBLIC).used == ()


def test_D8_1_in_the_order_of_the_board() -> None:
    order = ["white", "grey", "brown", "orange", "violet"]
    table = Table.opened("dschunke", 3, dealing="secret", board={"junk_order": order}).plays(market("S 1 2 4"))
    table.plays(use(0, "green", "violet"), use(1, "yellow", "grey"), use(2, "violet", "brown"))
    table.plays(*(supply(seat) for seat in range(3)), *offers("", "", ""))
    assert table.view(PUBLIC).merchants == {"green": "white", "yellow": "brown", "violet": "orange"}


def test_D8_1_assistants_one_space_on() -> None:
    spaces = track("load 1", "draw 4", "sell 5")
    table = given(*sides(3), phase=DschunkePhase.OFFER, round_=2, on=board(spaces)).plays(*offers("", "", ""))
    assert table.view(PUBLIC).assistants["assistant-3/4"] == spaces[2]


def test_D8_1_after_the_last_round_too() -> None:
    table = last_offers(*sides(3), merchants=("white", "grey", "brown"))
    assert table.view(PUBLIC).merchants == {"green": "grey", "yellow": "orange", "violet": "white"}


def test_D8_1_a_merchant_that_doesnt_wander_isnt_put_anywhere() -> None:
    given(*sides(3), phase=DschunkePhase.ACT).refuses(use(0, "green", "violet", to="white"), "D8.1")


@pytest.mark.parametrize(("start", "following"), [(0, 1), (2, 0)])
def test_D8_2_the_left_neighbour_is_the_next_first_player(start: int, following: int) -> None:
    table = last_offers(*sides(3), round_=4, start=start, turn=start)
    assert table.view(PUBLIC).start_seat == following
    assert table.view(PUBLIC).round == 5
    assert table.pending == AwaitChance({"type": "turn_market"})


@pytest.mark.parametrize(("junks", "bonus"), [(0, 0), (1, 4), (4, 16), (5, 25)])
def test_D8_3_four_for_each_junk_and_more_for_all_five(junks: int, bonus: int) -> None:
    table = last_offers(player(yen=7), *sides(2), cargo=dict.fromkeys(ALL_FIVE[:junks], (0,)))
    assert table.pending == Finished("D8.3")
    assert table.standings[0].score == 7 + bonus
    assert table.told(DschunkeEnded) == [DschunkeEnded(special_cards=(0, 0, 0), junks=(bonus, 0, 0))]


def test_D8_3_crates_that_arent_visible_dont_count() -> None:
    table = last_offers(*sides(3), cargo={"grey": (0, 0, 0, 1, 1, 1), "white": (0, 0, 0, 1, 1)})
    assert [standing.score for standing in table.standings] == [4, 8, 0]


def test_D8_3_nothing_more_is_played() -> None:
    table = last_offers(*sides(3))
    for action in (offer(0), use(0, "green", "violet"), market("S 1 2 4"), show_specials(0)):
        table.refuses(action, "D8.3")


def test_D8_3_unknown_cards_are_shown_first_in_any_order() -> None:
    table = last_offers(player(unknown_specials=1), player(), player(unknown_specials=2), cargo={"grey": (0, 0)})
    assert table.pending == AwaitSeats((0, 2))
    table.refuses(show_specials(1), "D8.3")
    table.refuses(show_specials(2, "load"), "D1.8")
    table.refuses(show_specials(2, "load", "extra_supply"), "D1.8")
    table.refuses(show_specials(2, "bonus8-grey", "bonus8-grey"), "D1.8")
    table.plays(show_specials(2, "load", "load"))
    assert table.pending == AwaitSeats((0,))
    table.refuses(show_specials(0, "load"), "D1.8")
    table.refuses(offer(0), "D7.1")
    table.plays(show_specials(0, "bonus8-grey"))
    assert table.standings[0].score == 12
    assert isinstance(GAME.pending(table.state), Finished)


def test_D8_3_until_then_nobody_knows_the_scores() -> None:
    table = last_offers(player(unknown_specials=1, yen=5), player(yen=4), player())
    assert [s.score for s in GAME.standings(table.state, PUBLIC)] == [None] * 3
    assert [s.score for s in GAME.standings(table.state, 1)] == [None, 4, None]
    assert [s.score for s in GAME.standings(table.state, RECORDER)] == [5, 4, 0]
    assert [s.rank for s in GAME.standings(table.state, 1)] == [None] * 3


def test_D8_3_then_everybody_does() -> None:
    table = last_offers(player("", "bonus8-grey", "move", yen=5), player(yen=4), player(), cargo={"grey": (0, 0)})
    view = table.view(PUBLIC)
    assert [seat.yen for seat in view.seats] == [5, 4, 0]
    assert view.seats[0].special_cards == ("bonus8-grey", HIDDEN)  # an extra action counts nothing
    assert (view.seats[0].bonus.special_cards, view.seats[0].bonus.junks) == (8, 4)
    assert [s.score for s in GAME.standings(table.state, PUBLIC)] == [17, 4, 0]


@pytest.mark.parametrize(
    ("yen", "hands", "winners", "ranks"),
    [
        ((5, 7, 6), ("9 rice", "", ""), [1], [3, 1, 2]),
        ((7, 7, 6), ("2 rice", "fish", ""), [0], [1, 2, 3]),
        ((7, 7, 6), ("rice", "fish", "9 spices"), [0, 1], [1, 1, 3]),
    ],
)
def test_D8_4_most_yen_wins_then_most_goods(
    yen: Sequence[int], hands: Sequence[str], winners: list[int], ranks: list[int]
) -> None:
    table = last_offers(*(player(hand, yen=n) for hand, n in zip(hands, yen, strict=True)))
    assert table.winners == winners
    assert [standing.rank for standing in table.standings] == ranks


def test_D8_4_a_last_card_is_taken_before_the_end() -> None:
    table = given(*sides(3, "spices"), phase=DschunkePhase.OFFER, round_=10, sold="fish, rice, vegetables")
    table.plays(*offers("spices", "", "")).plays(take(0, "star", "unknown"))
    assert table.pending == AwaitSeats((0,))
