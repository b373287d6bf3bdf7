# clauses are named as in RULES.md
"""D5 Actions."""

from collections.abc import Sequence

import pytest

from domain.games.dschunke.events import (
    DschunkeDrew,
    DschunkeEarned,
    DschunkeForfeited,
    DschunkeLoaded,
    DschunkePhase,
    DschunkeRanOut,
)
from domain.games.dschunke.meta import DschunkeJunk
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import board, done, given, play, player, sides, supply, take, track, use
from tests.domain.games.support import Table

ACT = DschunkePhase.ACT
EXTRA = DschunkePhase.EXTRA


def earned(table: Table) -> list[int]:
    return [fact.yen for fact in table.told(DschunkeEarned)]


def test_D5_1_from_the_first_player_on_each_takes_one_action() -> None:
    table = given(*sides(3), phase=ACT, start=1, turn=1)
    table.refuses(use(0, "green", "violet"), "D5.1")
    table.plays(use(1, "green", "violet"), use(2, "yellow", "grey"), use(0, "violet", "brown"))
    assert table.state.phase is DschunkePhase.SUPPLY
    table.refuses(use(1, "assistant-3/4", "white"), "D5.1")


def test_D5_1_who_was_used_can_not_be_used_again_in_this_round() -> None:
    table = given(*sides(3), phase=ACT).plays(use(0, "green", "violet"))
    assert table.view(PUBLIC).used == ("green",)
    table.refuses(use(1, "green", "violet"), "D5.1")


def test_D5_2_a_merchant_acts_where_it_stands() -> None:
    table = given(*sides(3), phase=ACT, merchants=("white", "grey", "brown"))
    for junk in ("grey", "orange", "violet", "brown"):
        table.refuses(use(0, "green", junk), "D5.2")
    assert table.admits(use(0, "green", "white"))


def test_D5_2_an_assistant_acts_where_no_merchant_stands() -> None:
    table = given(*sides(3), phase=ACT, merchants=("white", "grey", "brown"))
    for junk in ("white", "grey", "brown"):
        table.refuses(use(0, "assistant-3/4", junk), "D5.2")
    for junk in ("orange", "violet"):
        assert table.admits(use(0, "assistant-3/4", junk))


@pytest.mark.parametrize(("round_", "yen"), [(1, 3), (2, 5)])
def test_D5_2_an_assistant_does_what_the_space_of_the_round_says(round_: int, yen: int) -> None:
    spaces = board(track("sell 3", "sell 5"))
    table = given(*sides(3), phase=ACT, round_=round_, on=spaces).plays(use(0, "assistant-3/4", "white"))
    assert earned(table) == [yen]


@pytest.mark.parametrize(("space", "bars"), [("load 1", 1), ("load 2", 2), ("load 3", 3)])
def test_D5_2_an_assistant_may_load_another_number(space: str, bars: int) -> None:
    table = given(*sides(3), phase=ACT, on=board(track(space))).plays(use(0, "assistant-3/4", "white"))
    assert table.told(DschunkeLoaded) == [DschunkeLoaded(seat=0, junk=DschunkeJunk.WHITE, bars=bars)]


def test_D5_3_two_bars_are_loaded() -> None:
    table = given(*sides(3), phase=ACT).plays(use(0, "green", "violet"))
    assert table.view(PUBLIC).cargo["violet"] == ((0, 0),)
    assert table.view(PUBLIC).seats[0].bars_left == 18


def test_D5_3_with_one_left_one() -> None:
    table = given(*sides(3), phase=ACT, cargo={"grey": [0] * 19}).plays(use(0, "green", "violet"))
    assert table.view(PUBLIC).cargo["violet"] == ((0,),)
    assert table.view(PUBLIC).seats[0].bars_left == 0


def test_D5_3_with_none_left_nobody_can_load() -> None:
    table = given(*sides(3), phase=ACT, cargo={"grey": [0] * 20})
    table.refuses(use(0, "green", "violet"), "D5.3")
    table.refuses(use(0, "assistant-3/4", "white"), "D5.3")
    assert table.admits(use(0, "yellow", "grey"))


ONLY_LOADING: dict[str, Sequence[int]] = {"grey": [2] * 20}


def test_D5_3_for_whom_nobody_is_usable_the_action_is_forfeited() -> None:
    table = given(*sides(3), phase=ACT, turn=1, used=("yellow",), cargo=ONLY_LOADING)
    table.plays(use(1, "violet", "brown"))
    assert table.told(DschunkeForfeited) == [DschunkeForfeited(seat=2)]
    assert table.state.phase is DschunkePhase.SUPPLY


def test_D5_3_who_forfeits_may_still_play_an_extra_action() -> None:
    players = (*sides(2), player("", "sell-grey"))
    table = given(*players, phase=ACT, turn=1, used=("yellow",), cargo=ONLY_LOADING)
    table.plays(use(1, "violet", "brown"))
    assert table.asked == (2,)
    assert table.admits(done(2))
    table.plays(play(2, "sell-grey"))
    assert table.state.phase is DschunkePhase.SUPPLY


def test_D5_3_the_last_bar_loaded_as_an_extra_action_may_leave_nobody_usable() -> None:
    players = (*sides(2), player("", "load"))
    table = given(*players, phase=ACT, turn=2, used=("yellow", "violet"), cargo={"grey": [2] * 19})
    table.plays(play(2, "load", "white"))
    assert table.told(DschunkeForfeited)
    assert table.state.phase is DschunkePhase.SUPPLY


@pytest.mark.parametrize(("hold", "yen"), [((), 3), ((1, 1), 3), ((0,), 3), ((0, 0), 6), ((0, 0, 1, 0, 0), 8)])
def test_D5_4_one_yen_for_each_visible_crate_but_at_least_three(hold: Sequence[int], yen: int) -> None:
    table = given(*sides(3), phase=ACT, cargo={"grey": hold}).plays(use(0, "yellow", "grey"))
    assert earned(table) == [yen]


def test_D5_4_seven_visible_crates_bring_seven_yen() -> None:
    """A worked example of the rules."""
    table = given(*sides(3), phase=ACT, cargo={"grey": (0, 1, 2, 0, 0)}).plays(use(0, "yellow", "grey"))
    assert earned(table) == [7]
    assert table.state.seats[0].yen == 7


@pytest.mark.parametrize(("hold", "cards"), [((), 3), ((0,), 3), ((0, 0), 6), ((0, 0, 0), 9)])
def test_D5_5_as_many_cards_as_visible_crates_but_at_least_three(hold: Sequence[int], cards: int) -> None:
    table = given(*sides(3), phase=ACT, cargo={"brown": hold}).plays(use(0, "violet", "brown"))
    assert table.view(0).seats[0].hand == ("fish",) * cards
    assert table.view(PUBLIC).piles["fish"] == 18 - cards


def test_D5_5_what_the_pile_lacks_comes_from_other_junks() -> None:
    table = given(player(), player("16 fish"), *sides(1), phase=ACT)
    table.refuses(use(0, "violet", "brown"), "D5.5")
    table.refuses(use(0, "violet", "brown", "3 fish"), "D5.5")
    table.refuses(use(0, "violet", "brown", "fish, 2 rice"), "D5.5")
    table.refuses(use(0, "violet", "brown", "2 fish"), "D5.5")
    table.refuses(use(0, "violet", "brown", "2 fish, 2 rice"), "D5.5")
    table.refuses(use(0, "violet", "brown", "2 fish, mixed"), "D5.5")
    assert table.admits(use(0, "violet", "brown", "2 fish, spices"))
    table.plays(use(0, "violet", "brown", "2 fish, rice"))
    assert table.view(0).seats[0].hand == ("fish", "fish", "rice")


def test_D5_5_goods_may_be_named_without_a_choice_and_left_out() -> None:
    table = given(*sides(3), phase=ACT)
    assert table.admits(use(0, "violet", "brown", "3 fish"))
    assert table.admits(use(0, "violet", "brown"))
    table.refuses(use(0, "violet", "brown", "2 fish, rice"), "D5.5")
    table.refuses(use(0, "green", "violet", "fish"), "D5.5")
    table.refuses(use(0, "yellow", "grey", ""), "D5.5")


def test_D5_5_on_the_grey_junk_from_any_junks() -> None:
    table = given(*sides(3), phase=ACT, merchants=("white", "brown", "grey"), cargo={"grey": (0, 0)})
    table.refuses(use(0, "violet", "grey"), "D5.5")
    table.refuses(use(0, "violet", "grey", "5 rice"), "D5.5")
    table.refuses(use(0, "violet", "grey", "5 rice, mixed"), "D5.5")
    table.plays(use(0, "violet", "grey", "2 rice, spices, fish, 2 vegetables"))
    assert len(table.view(0).seats[0].hand) == 6


def test_D5_5_on_the_grey_junk_without_a_choice_when_one_pile_is_left() -> None:
    hands = ("18 spices", "18 vegetables", "17 fish")
    table = given(*sides(3, *hands), phase=ACT, merchants=("white", "brown", "grey"))
    table.refuses(use(0, "violet", "grey"), "D5.5")
    table = given(*sides(3, *hands[:2], "18 fish"), phase=ACT, merchants=("white", "brown", "grey"))
    assert table.plays(use(0, "violet", "grey")).told(DschunkeDrew)[0].goods == ("rice",) * 3


@pytest.mark.parametrize("junk", ["brown", "grey"])
def test_D5_5_what_no_pile_can_give_is_forfeited(junk: str) -> None:
    table = given(
        *sides(3, "18 spices, 16 rice", "18 vegetables", "18 fish"), phase=ACT, merchants=("white", "orange", junk)
    )
    table.plays(use(0, "violet", junk))
    assert table.told(DschunkeDrew)[0].goods == ("rice", "rice")
    table = given(
        *sides(3, "18 spices, 18 rice", "18 vegetables", "18 fish"), phase=ACT, merchants=("white", "orange", junk)
    )
    assert table.admits(use(0, "violet", junk, ""))
    assert not table.plays(use(0, "violet", junk)).told(DschunkeDrew)


def test_D5_5_with_unknown_hands_every_draw_that_is_possible_may_be_told() -> None:
    """Perhaps the hand of seat 1 holds most of the fish, perhaps none."""
    table = given(player(), player(unknown=17), *sides(1), phase=ACT)
    assert table.view(PUBLIC).piles_between["fish"] == (1, 18)
    assert table.admits(use(0, "violet", "brown", "3 fish"))
    assert table.admits(use(0, "violet", "brown", "fish, 2 rice"))
    table.refuses(use(0, "violet", "brown", "3 rice"), "D5.5")
    table.plays(use(0, "violet", "brown", "fish, 2 rice"))
    assert [fact.good for fact in table.told(DschunkeRanOut)] == ["fish"]
    assert table.view(PUBLIC).piles == {"spices": 18, "vegetables": 18, "fish": 0, "rice": 16}


def test_D5_5_with_unknown_hands_nothing_told_means_that_there_was_no_choice() -> None:
    """The other 56 cards can't all lie in one pile: without a choice there were at least three fish."""
    table = given(player(), player(unknown=16), *sides(1), phase=ACT).plays(use(0, "violet", "brown"))
    assert table.view(0).seats[0].hand == ("fish",) * 3
    assert table.view(PUBLIC).piles_between["fish"] == (0, 15)
    assert not table.told(DschunkeRanOut)


def test_D5_5_an_own_pile_that_may_suffice_is_not_guessed() -> None:
    """Without a choice, too, if the six cards in the piles are rice alone, or rice beside one or two fish."""
    hands = ("16 spices, 15 vegetables", "12 fish, 12 rice", "")
    players = [player(hand, unknown=n) for hand, n in zip(hands, (0, 0, 11), strict=True)]
    table = given(*players, phase=ACT, merchants=("white", "orange", "brown"))
    assert table.state.stock.in_piles == 6
    table.refuses(use(0, "violet", "brown"), "D5.5")
    for drawn in ("3 fish", "3 rice", "fish, 2 rice", "2 fish, rice"):
        assert table.admits(use(0, "violet", "brown", drawn))


def test_D5_5_with_unknown_hands_a_draw_without_a_choice_may_tell_what_the_piles_are() -> None:
    """Six cards lie in the piles. Only if all are rice is there no choice; so many of another good there can't be."""
    hands = ("16 spices, 15 vegetables", "16 fish, 12 rice", "")
    players = [player(hand, unknown=n) for hand, n in zip(hands, (0, 0, 7), strict=True)]
    table = given(*players, phase=ACT, merchants=("white", "orange", "grey"))
    assert table.state.stock.in_piles == 6
    assert table.plays(use(0, "violet", "grey")).told(DschunkeDrew)[0].goods == ("rice",) * 3
    table = given(*players, phase=ACT, merchants=("white", "orange", "brown"), cargo={"brown": (0, 0)})
    table.refuses(use(0, "violet", "brown"), "D5.5")


@pytest.mark.parametrize("junk", ["grey", "brown"])
def test_D5_5_not_even_when_all_that_is_left_is_drawn(junk: str) -> None:
    """Two cards are left, and the record doesn't know which."""
    hands = ("18 spices, 14 vegetables", "18 fish, 16 rice", "")
    players = [player(hand, unknown=n) for hand, n in zip(hands, (0, 0, 4), strict=True)]
    table = given(*players, phase=ACT, merchants=("white", "orange", junk))
    assert table.state.stock.in_piles == 2
    table.refuses(use(0, "violet", junk), "D5.5")
    for drawn in ("2 rice", "rice, vegetables", "2 vegetables"):
        assert table.admits(use(0, "violet", junk, drawn))


def test_D5_5_named_goods_are_needed_where_there_is_a_choice_for_certain() -> None:
    players = (player("17 fish"), player(unknown=4), player())
    given(*players, phase=ACT, merchants=("white", "orange", "brown")).refuses(use(0, "violet", "brown"), "D5.5")


def test_D5_5_left_out_where_all_that_is_left_is_known() -> None:
    hands = ("18 spices, 15 vegetables", "18 fish, 17 rice", "")
    players = [player(hand, unknown=n) for hand, n in zip(hands, (0, 0, 4), strict=True)]
    table = given(*players, phase=ACT, merchants=("white", "orange", "brown"))
    assert not table.plays(use(0, "violet", "brown")).told(DschunkeDrew)
    table = given(*sides(3, "18 spices, 16 vegetables", "17 fish, 18 rice"), phase=ACT)
    assert table.plays(use(0, "violet", "brown")).told(DschunkeDrew)[0].goods == ("fish", "vegetables", "vegetables")


def test_D5_5_unless_several_draws_would_leave_none() -> None:
    players = (player("18 spices, 14 vegetables"), player("18 fish, 14 rice"), player(unknown=4))
    given(*players, phase=ACT, merchants=("white", "orange", "grey")).refuses(use(0, "violet", "grey"), "D5.5")


def test_D5_6_an_extra_action_comes_directly_before_the_own_one() -> None:
    table = given(player("", "sell-grey", "move"), *sides(2), phase=ACT, cargo={"white": (0,)})
    table.refuses(done(0), "D5.6")
    table.plays(play(0, "sell-grey"))
    assert table.asked == (0,)
    table.refuses(play(0, "move", move=("white", "grey")), "D5.6")
    table.plays(use(0, "green", "violet"))
    assert table.asked == (1,)


def test_D5_6_or_directly_after_it() -> None:
    table = given(player("", "sell-grey"), *sides(2), phase=ACT).plays(use(0, "green", "violet"))
    assert (table.asked, table.state.phase) == ((0,), EXTRA)
    table.refuses(use(0, "yellow", "grey"), "D5.1")
    table.plays(play(0, "sell-grey"))
    assert (table.asked, table.state.phase) == ((1,), ACT)


def test_D5_6_one_extra_action_a_round() -> None:
    table = given(player("", "load", "load"), *sides(2), phase=ACT)
    table.plays(use(0, "green", "violet"), play(0, "load", "white"))
    table.refuses(play(0, "load", "white"), "D5.6")
    assert table.asked == (1,)


@pytest.mark.parametrize("special", ["sell-white", "bonus8-grey", "bonus12-grey-orange", "move"])
def test_D5_6_everybody_with_a_secret_card_is_asked_whether_it_can_be_played_or_not(special: str) -> None:
    table = given(player("", special, "extra_supply"), *sides(2), phase=ACT, cargo={"white": (1,)})
    table.plays(use(0, "yellow", "grey"))
    assert (table.asked, table.state.phase) == ((0,), EXTRA)
    assert table.plays(done(0)).asked == (1,)


def test_D5_6_also_with_an_unknown_card() -> None:
    table = given(player(unknown_specials=1), *sides(2), phase=ACT).plays(use(0, "yellow", "grey"))
    assert (table.asked, table.state.phase) == ((0,), EXTRA)
    table.plays(play(0, "sell-brown"))
    assert table.state.seats[0].unknown_specials == 0


def test_D5_6_nobody_with_always_cards_only_is_asked() -> None:
    table = given(player("", "extra_supply", "wins_ties", "two_goods"), *sides(2), phase=ACT)
    assert table.plays(use(0, "yellow", "grey")).asked == (1,)


def test_D5_6_a_card_is_played_by_who_can_have_it() -> None:
    table = given(player("", "load"), player("", "sell-grey"), player(unknown_specials=1), phase=ACT, played=("move",))
    table.refuses(play(0, "sell-grey"), "D5.6")
    table.refuses(play(0, "bonus8-grey"), "D5.6")
    table.refuses(play(1, "sell-grey"), "D5.6")
    table.plays(use(0, "yellow", "grey"), done(0), use(1, "green", "violet"), done(1))
    table.refuses(play(2, "sell-grey"), "D5.6")
    assert table.admits(play(2, "sell-white"))
    assert table.admits(play(2, "load", "white"))


def test_D5_6_a_card_played_is_out() -> None:
    table = given(player("", "sell-grey"), *sides(2), phase=ACT).plays(play(0, "sell-grey"))
    assert table.view(PUBLIC).special_cards_played == ("sell-grey",)
    assert table.view(0).seats[0].special_cards == ()
    assert not table.admits(take(0, "star", "sell-grey"))
    assert not table.admits(supply(0))
