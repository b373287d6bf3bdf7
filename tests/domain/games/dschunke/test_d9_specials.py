# clauses are named as in RULES.md
"""D9 Special cards."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.bonuses import bonus_of_cards
from domain.games.dschunke.events import DschunkeEarned, DschunkePhase
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import (
    given,
    offers,
    passes,
    play,
    player,
    sides,
    supply,
    swap,
    take,
    use,
)
from tests.domain.games.support import Table, invalid

ACT = DschunkePhase.ACT


def acting(*specials: str, **position: Any) -> Table:
    return given(player("", *specials), *sides(2), phase=ACT, **position)


def swapping(hand: str, *others: Any, cards: int = 1, **position: Any) -> Table:
    return given(player(hand, *["two_goods"] * cards), *others, *sides(2 - len(others)), phase=DschunkePhase.SWAP)


def test_D9_1_one_more_card_in_each_supply_phase() -> None:
    table = given(player("", "extra_supply", "extra_supply"), *sides(2), phase=DschunkePhase.SUPPLY)
    assert table.view(PUBLIC).seats[0].supply_cards == 4
    table.plays(supply(0, "4 rice"))


def test_D9_1_it_is_shown_when_taken() -> None:
    table = given(*sides(3), phase=DschunkePhase.PRIZE).plays(take(0, "star", "extra_supply"))
    assert table.view(PUBLIC).seats[0].special_cards == ("extra_supply",)
    action, facts = GAME.redact(take(0, "star", "extra_supply"), table.facts, 1)
    assert action.card == facts[0].card == "extra_supply"


def test_D9_2_the_owner_wins_ties() -> None:
    table = given(player("rice"), player("rice", "wins_ties"), player(), phase=DschunkePhase.OFFER, card="S 1 2 4")
    assert [seat.yen for seat in table.plays(*offers("rice", "rice", "")).state.seats] == [0, 4, 0]


def test_D9_3_one_or_two_goods_are_put_back_and_as_many_drawn() -> None:
    table = swapping("3 rice")
    table.refuses(swap(0, "", ""), "D9.3")
    table.refuses(swap(0, "rice", "2 fish"), "D9.3")
    table.refuses(swap(0, "3 rice", "3 fish"), "D9.3")
    table.refuses(swap(0, "spices", "fish"), "D9.3")
    assert table.admits(swap(0, "rice", "fish"))
    table.plays(swap(0, "2 rice", "fish, spices"))
    assert table.view(0).seats[0].hand == ("spices", "fish", "rice")
    assert table.view(PUBLIC).piles["rice"] == 17
    assert table.state.phase is ACT


def test_D9_3_what_was_put_back_may_be_drawn_again() -> None:
    table = swapping("rice", player("17 rice"))
    assert table.admits(swap(0, "rice", "rice"))
    table = swapping("fish", player("18 rice"))
    table.refuses(swap(0, "fish", "rice"), "D9.3")


def test_D9_3_an_owner_of_both_is_asked_twice() -> None:
    table = swapping("3 rice", cards=2).plays(swap(0, "rice", "fish"))
    assert (table.asked, table.state.phase) == ((0,), DschunkePhase.SWAP)
    table.plays(swap(0, "fish", "spices"))
    assert table.state.phase is ACT


@pytest.mark.parametrize("swaps", [0, 1])
def test_D9_3_a_pass_ends_it(swaps: int) -> None:
    table = swapping("3 rice", cards=2).plays(*[swap(0, "rice", "fish")] * swaps, passes(0))
    assert table.state.phase is ACT


def test_D9_3_with_unknown_cards_whatever_they_may_be() -> None:
    table = given(player("rice", "two_goods", unknown=1), player("17 fish"), player(), phase=DschunkePhase.SWAP)
    assert table.admits(swap(0, "fish, rice", "2 spices"))
    table.refuses(swap(0, "2 fish", "2 spices"), "D9.3")
    table.plays(swap(0, "fish", "spices"))
    assert table.view(0).seats[0].hand == ("spices", "rice")


def test_D9_4_one_bar_is_loaded_on_any_junk() -> None:
    table = acting("load")
    table.refuses(play(0, "load"), "D9.4")
    table.refuses(play(0, "load", "grey", drawn="rice"), "D9.4")
    table.refuses(play(0, "load", "grey", move=("grey", "white")), "D9.4")
    table.plays(play(0, "load", "grey"))
    assert table.view(PUBLIC).cargo["grey"] == ((0,),)


def test_D9_4_not_without_a_bar() -> None:
    acting("load", cargo={"grey": [0] * 20}).refuses(play(0, "load", "white"), "D9.4")


@pytest.mark.parametrize(("hold", "yen"), [((), 3), ((0, 0), 6)])
def test_D9_5_goods_are_sold_on_the_junk_named(hold: Sequence[int], yen: int) -> None:
    table = acting("sell-brown", cargo={"brown": hold})
    table.refuses(play(0, "sell-brown", "white"), "D9.5")
    table.refuses(play(0, "sell-brown", drawn="rice"), "D9.5")
    assert [fact.yen for fact in table.plays(play(0, "sell-brown")).told(DschunkeEarned)] == [yen]


def test_D9_6_goods_are_drawn_on_any_junk() -> None:
    table = acting("draw", cargo={"white": (0, 0)})
    table.refuses(play(0, "draw"), "D9.6")
    table.refuses(play(0, "draw", move=("white", "grey")), "D9.6")
    table.refuses(play(0, "draw", "grey"), "D5.5")
    table.refuses(play(0, "draw", "grey", "2 rice"), "D5.5")
    assert table.admits(play(0, "draw", "grey", "rice, fish, spices"))
    assert table.admits(play(0, "draw", "white"))
    table.plays(play(0, "draw", "white", "6 rice"))
    assert table.view(0).seats[0].hand == ("rice",) * 6


def test_D9_6_two_players_draw_on_the_grey_junk_from_the_mixed_pile_too() -> None:
    table = given(player("", "draw"), player(), phase=ACT, mixed="8 rice")
    table.refuses(play(0, "draw", "white", "2 rice, mixed"), "D5.5")
    table.plays(play(0, "draw", "grey", "fish, 2 mixed"))
    assert table.view(0).seats[0].hand == ("fish", "unknown", "unknown")


def test_D9_7_a_bar_is_moved_from_a_top_layer_to_another_junk() -> None:
    table = acting("move", cargo={"white": (0, 1), "brown": (1, 1, 0), "grey": (0, 1, 1, 1)})
    table.refuses(play(0, "move"), "D9.7")
    table.refuses(play(0, "move", "white", move=("white", "grey")), "D9.7")
    table.refuses(play(0, "move", move=("white", "white")), "D9.7")
    table.refuses(play(0, "move", move=("grey", "white")), "D9.7")
    table.refuses(play(0, "move", move=("orange", "white")), "D9.7")
    table.plays(play(0, "move", move=("white", "brown")))
    assert table.view(PUBLIC).cargo["white"] == ((1,),)
    assert table.view(PUBLIC).cargo["brown"] == ((1, 1, 0), (0,))
    assert table.view(PUBLIC).visible["brown"] == (5, 4, 0)


def test_D9_7_the_last_bar_of_a_layer_uncovers_the_one_below() -> None:
    table = acting("move", cargo={"grey": (1, 1, 2, 0)})
    table.plays(play(0, "move", move=("grey", "white")))
    assert table.view(PUBLIC).visible["grey"] == (0, 6, 3)


@pytest.mark.parametrize(("hold", "bonus"), [((0,), 0), ((0, 0), 8), ((0, 1, 2, 0), 8), ((0, 0, 0, 1, 1), 0)])
def test_D9_8_eight_yen_for_four_visible_crates(hold: Sequence[int], bonus: int) -> None:
    table = acting("bonus8-violet", cargo={"violet": hold})
    assert bonus_of_cards(table.state, 0) == bonus


@pytest.mark.parametrize(
    ("first", "second", "bonus"),
    [
        ((0, 0), (0,), 12),
        ((0,), (0,), 0),
        ((0, 0), (), 0),
        ((0, 1, 2, 0), (0, 1, 2, 1), 12),
        ((0, 0), (0, 1, 2, 1, 1), 0),
    ],
)
def test_D9_9_twelve_yen_for_five_and_two(first: Sequence[int], second: Sequence[int], bonus: int) -> None:
    table = acting("bonus12-brown-white", cargo={"brown": first, "white": second})
    assert bonus_of_cards(table.state, 0) == bonus


def test_D9_9_bonuses_add_up() -> None:
    cards = ("bonus12-brown-white", "bonus8-brown", "bonus8-white", "bonus12-white-grey", "load")
    table = acting(*cards, cargo={"brown": (0, 0), "white": (0, 0)})
    assert bonus_of_cards(table.state, 0) == 12 + 8 + 8


def test_D9_9_five_different_pairs_of_two_junks() -> None:
    pairs = [["grey", "orange"], ["orange", "violet"], ["violet", "brown"], ["brown", "white"]]

    def wrong(pointer: str, last: list[list[str]]) -> None:
        board = {"bonus_pairs": pairs + last}
        invalid("dschunke", 3, "D9.9", f"/options/board/bonus_pairs{pointer}", board=board)

    wrong("", [])
    wrong("", [["white", "grey"], ["white", "brown"]])
    wrong("/4/1", [["white", "white"]])
    wrong("/4", [["orange", "violet"]])


def test_D9_9_secret_cards_are_hidden_from_others() -> None:
    table = given(*sides(3), phase=DschunkePhase.PRIZE)
    for card in ("bonus8-grey", "unknown"):
        after = Table(GAME, table.state).plays(take(0, "star", card))
        for viewer in (1, PUBLIC):
            action, facts = GAME.redact(take(0, "star", card), after.facts, viewer)
            assert action.card == facts[0].card == "hidden"
            assert after.view(viewer).seats[0].special_cards == ("hidden",)
        assert after.view(0).seats[0].special_cards == (card,)


def test_D9_6_nothing_is_drawn_where_no_pile_is_left() -> None:
    table = given(
        player("18 rice", "draw"),
        player("18 fish"),
        player("18 spices, 18 vegetables"),
        phase=ACT,
        cargo={"white": (0,)},
    )
    assert table.plays(play(0, "draw", "white")).state.extra
    assert table.admits(use(0, "yellow", "grey"))
