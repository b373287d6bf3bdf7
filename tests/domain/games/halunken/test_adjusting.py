"""Irregular play: what was put against the rules lies where it was put, and the rules go on from there."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from domain.games.halunken.actions import (
    HalunkenAdjust,
    HalunkenAdjustment,
    HalunkenCardAdjustment,
    HalunkenPieceAdjustment,
    HalunkenRogueAdjustment,
    HalunkenTurnAdjustment,
)
from domain.games.halunken.events import HalunkenMet, HalunkenPhase, HalunkenPushed, HalunkenStolen
from domain.games.halunken.meta import HalunkenAtTavern, MovementCard, Piece, Spot
from domain.kernel.chance import Pile
from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.pending import AwaitChance
from domain.kernel.seed import SeededChance
from domain.kernel.viewer import PUBLIC
from tests.domain.games.halunken.support import (
    HARBOUR,
    auction,
    bid,
    captains,
    check_conservation,
    choices,
    choose,
    crew,
    displace,
    given,
    passes,
    place,
    place_black_jack,
    player,
    reveal,
    rogue,
    rogues,
    steal,
    surrender,
    turn,
)
from tests.domain.games.support import Table

T = TypeVar("T")


def adjust(*changes: HalunkenAdjustment) -> HalunkenAdjust:
    return HalunkenAdjust(reason="It was played so.", changes=changes)


def goes(words: str, origin: Spot, to: Spot) -> HalunkenRogueAdjustment:
    return HalunkenRogueAdjustment(rogue=rogue(words), from_=origin, to=to)


def stands(piece: Piece, origin: int, to: int) -> HalunkenPieceAdjustment:
    return HalunkenPieceAdjustment(piece=piece, from_=origin, to=to)


def used(piece: Piece, card: int | str) -> HalunkenCardAdjustment:
    return HalunkenCardAdjustment(piece=piece, card=_card(card), used=True)


def unused(piece: Piece, card: int | str) -> HalunkenCardAdjustment:
    return HalunkenCardAdjustment(piece=piece, card=_card(card), used=False)


def _card(card: int | str) -> int | MovementCard:
    return card if isinstance(card, int) else MovementCard(card)


def turn_of(piece: Piece) -> HalunkenTurnAdjustment:
    return HalunkenTurnAdjustment(piece=piece)


def at(tavern: int) -> HalunkenAtTavern:
    return HalunkenAtTavern(tavern)


def plays(table: Table, *changes: HalunkenAdjustment) -> Table:
    """Put the table so; nothing gets lost, and whoever is asked has something to do."""
    table.plays(adjust(*changes))
    check_conservation(table.state)
    assert all(table.legal(seat).actions for seat in table.asked)
    return table


# --- rogues ----------------------------------------------------------------------------------------------------------


def test_H9_1_a_rogue_goes_from_a_crew_to_another_to_the_harbour_and_to_a_tavern() -> None:
    table = given(player(0, "red 4 5"), player(4), player(8))
    plays(table, goes("red 4", 0, 1))
    assert (crew(table, 0), crew(table, 1)) == (set(rogues("red 5")), set(rogues("red 4")))
    plays(table, goes("red 4", 1, HARBOUR), goes("red 5", 0, at(3)))
    assert table.view(PUBLIC).harbour == rogues("red 4")
    assert table.view(PUBLIC).taverns[3].open == rogue("red 5")
    plays(table, goes("red 4", HARBOUR, 2))
    assert crew(table, 2) == set(rogues("red 4"))


def test_H3_6_where_a_rogue_was_taken_from_a_tavern_the_next_one_is_turned_up() -> None:
    table = given(player(0), player(4), player(8), tops={5: "red 4"}, below={5: 1})
    plays(table, goes("red 4", at(5), 0))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [5]})
    below = next(one for one in table.state.unseen)
    table.plays(reveal({5: below.replace("-", " ")}))
    assert table.asked == (0, 1, 2)
    plays(table, goes("red 4", 0, at(0)))
    assert table.asked == (0, 1, 2)


def test_H9_1_a_rogue_is_taken_from_where_it_is() -> None:
    table = given(player(0, "red 4"), player(4), player(8), tops={5: "red 5"}, harbour="red 6")
    for change in (
        goes("red 4", 1, 2),
        goes("red 4", HARBOUR, 2),
        goes("red 4", at(5), 2),
        goes("red 5", 0, 1),
        goes("red 4", 0, 0),
        goes("red 4", 3, 0),
        goes("red 4", 0, 3),
    ):
        table.refuses(adjust(change), "H9.1")
    below = table.state.unseen[0]
    table.refuses(adjust(HalunkenRogueAdjustment(rogue=below, from_=at(13), to=0)), "H9.1")


def test_H2_3_one_rogue_lies_open_on_a_tavern() -> None:
    table = given(player(0, "red 4"), player(4), player(8), tops={5: "red 5"})
    table.refuses(adjust(goes("red 4", 0, at(5))), "H2.3")
    plays(table, goes("red 5", at(5), 0), goes("red 4", 0, at(5)))
    assert table.view(PUBLIC).taverns[5].open == rogue("red 4")


def test_H2_2_before_the_first_round_each_crew_keeps_its_number_of_rogues() -> None:
    table = Table.opened("halunken", 3, mode="introductory", dealing="table")
    table.plays(place(0, 0), reveal({0: "red 4"}), place(1, 1), reveal({1: "red 5"}))
    table.refuses(adjust(goes("red 4", 0, 1)), "H2.2")
    plays(table, goes("red 4", 0, 1), goes("red 5", 1, 0))
    assert (crew(table, 0), crew(table, 1)) == (set(rogues("red 5")), set(rogues("red 4")))
    assert table.asked == (2,)


def test_H5_4_the_standing_bid_stays_in_its_crew() -> None:
    table = auction(player(0, "red 4 5"), player(4, "green 9"), player(8, "violet 3"))
    table.plays(bid(0, "red 4"))
    table.refuses(adjust(goes("red 4", 0, 1)), "H5.4")
    plays(table, goes("red 5", 0, 1))
    assert table.asked == (1,)


def test_H5_3_who_has_no_rogue_left_in_the_auction_passes() -> None:
    table = auction(player(0, "red 4"), player(4, "green 9"), player(8, "violet 3"))
    plays(table, goes("red 4", 0, 2))
    assert table.asked == (1,)
    assert table.view(PUBLIC).black_jack.passed == (0,)


# --- pieces ----------------------------------------------------------------------------------------------------------


def test_H3_8_a_captain_stands_on_another_free_space() -> None:
    table = given(player(0), player(4), player(8), black_jack=12)
    plays(table, stands(0, 0, 5), stands("black_jack", 12, 0))
    assert captains(table) == [5, 4, 8]
    assert table.view(PUBLIC).black_jack.tavern == 0


def test_H3_8_between_the_rounds_a_space_holds_one_piece() -> None:
    table = given(player(0), player(4), player(8))
    table.refuses(adjust(stands(0, 0, 4)), "H3.8")
    plays(table, stands(0, 0, 4), stands(1, 4, 0))
    assert captains(table) == [4, 0, 8]


def test_H1_4_a_piece_is_taken_from_where_it_stands() -> None:
    table = given(player(0), player(4), player(8), black_jack=12)
    for change in (stands(0, 1, 2), stands(0, 0, 0), stands("black_jack", 0, 1), stands(3, 0, 1)):
        table.refuses(adjust(change), "H1.4")
    table = Table.opened("halunken", 3, mode="standard", dealing="table")
    table.refuses(adjust(stands(0, 0, 1)), "H1.4")
    table.refuses(adjust(stands("black_jack", 0, 1)), "H1.4")


def moving(crew_: str = "red 4", top: str = "green 2") -> Table:
    """Seat 0 went to tavern 3 and took a rogue; the next one there is turned up before seat 1 goes 5 to tavern 9."""
    others = (player(4, "violet 5 6"), player(8, "violet 7"))
    table = given(player(0, crew_), *others, tops={3: top, 9: "green 3"}, below={3: 1})
    return table.plays(*choices("3 5 6"))


def test_H3_6_a_captain_went_one_too_far_and_met_who_stands_there() -> None:
    table = moving()
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [3]})
    plays(table, stands(0, 3, 4), goes("green 2", 0, at(3)))
    assert table.told(HalunkenMet) == [HalunkenMet(piece=0, met=1)]
    assert table.asked == (0,)
    assert [action["from"] for action in table.legal(0)] == [1, 1]
    table.plays(steal(0, "violet 6", 1))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=5)]
    assert captains(table)[:2] == [4, 10]


def test_H3_7_who_was_put_elsewhere_has_met_nobody() -> None:
    others = (player(3, "violet 5 6"), player(8, "violet 7"))
    table = given(player(0, "red 4"), *others).plays(*choices("3 6 7"))
    assert table.state.phase is HalunkenPhase.STEAL
    plays(table, stands(0, 3, 2))
    assert not table.told(HalunkenStolen)
    assert captains(table) == [2, 9, 1]
    assert table.state.round == 2


def test_H3_7_what_was_asked_is_asked_anew() -> None:
    others = (player(3, "violet 5 6"), player(8, "violet 7"))
    table = given(player(0, "red 4"), *others).plays(*choices("3 6 7"))
    plays(table, goes("violet 5", 1, 2))
    assert list(table.legal(0)) == [{"type": "steal", "seat": 0, "rogue": "violet-6", "from": 1}]
    plays(table, goes("violet 6", 1, 0))
    assert table.told(HalunkenPushed)[0] == HalunkenPushed(seat=1, to=4)
    assert table.asked == (0, 1, 2)


def test_H3_8_only_the_piece_that_was_put_there_has_met_one() -> None:
    table = moving()
    table.refuses(adjust(stands(0, 3, 8), stands(1, 4, 8)), "H3.8")
    others = (player(3, "violet 5 6"), player(8, "violet 7"), player(10))
    table = given(player(0, "red 4"), *others).plays(*choices("3 6 7 5"))
    table.refuses(adjust(stands(2, 8, 10)), "H3.8")


def test_H5_6_a_captain_that_was_put_on_his_space_robs_and_moves_him() -> None:
    table = given(
        player(0, "red 4"),
        player(4, "violet 5"),
        player(8),
        black_jack=3,
        harbour="red 9",
        tops={2: "green 2"},
        below={2: 1},
        controller=1,
    ).plays(*choices("2 7 7"))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [2]})
    plays(table, stands(0, 2, 3), goes("green 2", 0, at(2)))
    table.plays(steal(0, "red 9", HARBOUR))
    assert table.state.phase is HalunkenPhase.DISPLACE
    plays(table, goes("red 9", 0, HARBOUR))
    assert table.state.phase is HalunkenPhase.DISPLACE
    table.plays(displace(0, "counterclockwise"))
    assert table.view(PUBLIC).black_jack.tavern == 2


def test_H5_7_black_jack_himself_stands_where_nobody_does() -> None:
    table = given(player(0, "red 4"), player(4), player(8), black_jack=12, tops={3: "green 2"}, below={3: 1}).plays(
        *choices("3 7 7")
    )
    table.refuses(adjust(stands("black_jack", 12, 4)), "H5.7")
    plays(table, stands("black_jack", 12, 5))
    assert table.view(PUBLIC).black_jack.tavern == 5


def test_H6_6_for_two_black_jack_meets_who_stands_where_he_was_put() -> None:
    table = given(
        player(0, "red 4 5 6"), player(8, "violet 3"), black_jack=3, tops={5: "green 2"}, below={5: 1}, controller=1
    ).plays(choose(0, "7"), choose(1, "6", "2"))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [5]})
    plays(table, stands("black_jack", 5, 0), goes("green 2", 1, at(5)))
    assert table.asked == (1,)
    table.plays(steal(1, "red 6", 0))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=0, to=1)]


def test_H5_8_whom_he_passed_over_is_robbed_by_the_rules() -> None:
    table = given(player(0, "red 4"), player(2, "violet 5 6"), player(12), black_jack=1, controller=0)
    table.plays(*choices("7 7 7"), turn(3))
    assert table.asked == (0,)
    plays(table, goes("violet 5", 1, 2), goes("red 4", 0, 2))
    assert list(table.legal(0)) == [{"type": "steal", "seat": 0, "rogue": "violet-6", "from": 1}]
    plays(table, goes("violet 6", 1, 2))
    assert table.state.round == 2


def test_H5_9_who_has_no_rogue_left_loses_none() -> None:
    table = given(player(0, "red 4"), player(2, "violet 5"), player(12), black_jack=1)
    table.plays(*choices("7 7 7"), turn(3))
    table.refuses(surrender(0, "red 4"), "H5.9")
    plays(table, goes("violet 5", 1, 0))
    assert table.state.round == 2


# --- movement cards --------------------------------------------------------------------------------------------------


def test_H3_1_a_card_that_was_taken_back_can_be_played_again() -> None:
    table = given(player(0, played="1 2"), player(4, played="1 2"), player(8, played="3 4"))
    table.refuses(choose(0, "1"), "H3.1")
    plays(table, unused(0, "1"))
    assert table.admits(choose(0, "1"))
    view = table.view(PUBLIC).seats[0]
    assert (view.cards, view.played) == (tuple(MovementCard)[:1] + tuple(MovementCard)[2:], (MovementCard.TWO,))
    plays(table, used(0, "rum"))
    assert table.view(PUBLIC).seats[0].played == (MovementCard.RUM, MovementCard.TWO)


def test_H3_1_each_keeps_a_card_for_every_round_to_come() -> None:
    table = given(player(0, played="1 2"), player(4, played="1 2"), player(8, played="3 4"))
    table.refuses(adjust(used(0, "3")), "H3.1")
    plays(table, used(0, "3"), unused(0, "1"))
    assert table.view(PUBLIC).seats[0].played == (MovementCard.THREE, MovementCard.TWO)


def test_H3_1_a_card_is_taken_from_where_it_is_and_after_all_are_shown() -> None:
    table = given(player(0, played="1"), player(4, played="1"), player(8, played="1"))
    table.refuses(adjust(used(0, "1")), "H3.1")
    table.refuses(adjust(unused(0, "2")), "H3.1")
    table.refuses(adjust(unused(3, "2")), "H3.1")
    table.plays(choose(0, "4"))
    table.refuses(adjust(unused(0, "1")), "H3.1")
    plays(table, unused(1, "1"))


def test_H3_2_a_card_that_is_to_be_compared_counts() -> None:
    table = given(player(0, played="1"), player(4, played="1"), player(8, played="1"))
    table.plays(*choices("rum 4 5"))
    assert table.state.phase is HalunkenPhase.NAME_RUM
    table.refuses(adjust(unused(1, "4")), "H3.2")
    plays(table, unused(1, "1"))
    assert table.asked == (0,)


def test_H5_10_black_jacks_cards_are_used_or_not() -> None:
    table = given(player(0, played="1"), player(4, played="1"), player(8, played="1"), black_jack=12, turned=(9,))
    table.refuses(adjust(used("black_jack", 9)), "H5.10")
    table.refuses(adjust(unused("black_jack", 8)), "H5.10")
    plays(table, used("black_jack", 1), used("black_jack", 2), used("black_jack", 3), used("black_jack", 4))
    assert table.view(PUBLIC).black_jack.turned == (4, 3, 2, 1, 9)
    table.refuses(adjust(used("black_jack", 5)), "H5.10")
    plays(table, unused("black_jack", 9), used("black_jack", 5))
    assert table.view(PUBLIC).black_jack.cards == (6, 7, 8, 9, 10, 11, 12)


def test_H6_3_a_card_picked_for_black_jack_is_shown_first() -> None:
    table = given(player(0, played="1"), player(4, played="1"), black_jack=12, turned=(MovementCard.ONE,), controller=0)
    table.plays(choose(0, "2", "3"))
    table.refuses(adjust(unused("black_jack", "1")), "H6.3")
    table.plays(choose(1, "rum"))
    table.refuses(adjust(unused("black_jack", "3")), "H3.2")
    plays(table, unused("black_jack", "1"))
    assert table.asked == (1,)


def test_H6_8_his_card_of_the_round_is_compared_whatever_was_put_back() -> None:
    table = given(player(0, played="1"), player(4, played="1"), black_jack=12, turned=(MovementCard.ONE,))
    table.plays(*choices("2 3"))
    assert table.pending == AwaitChance({"type": "turn_black_jack", "cards": list(table.state.deck)})
    plays(table, unused("black_jack", "1"))
    table.plays(turn("1"))
    assert table.view(PUBLIC).black_jack.tavern == 13
    assert [move.piece for move in table.view(PUBLIC).to_move] == [0, 1]


class Asked:
    """Chance that remembers what it was asked for."""

    since = None

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        self.pile, self.places = pile, places
        return [pile.left[0]]


def test_H5_1_a_card_put_back_is_shuffled_in() -> None:
    table = given(player(0, played="1"), player(4, played="1"), player(8, played="1"), black_jack=12, turned=(9,))
    table.plays(adjust(unused("black_jack", 9)), *choices("7 7 7"))
    chance = Asked()
    table.game.draw(table.state, chance)
    assert (chance.pile.name, [*chance.pile.pieces], [*chance.places]) == ("black_jack 1", [*range(1, 13)], [0])
    cards = {table.game.draw(table.state, SeededChance(bytes([seed]) * 32, 1)).card for seed in range(99)}
    assert cards == set(range(1, 13))


# --- whose turn it is ------------------------------------------------------------------------------------------------


def test_H5_3_another_seat_bids_and_the_auction_goes_on_from_there() -> None:
    table = auction(player(0, "red 4"), player(4, "green 9"), player(8, "violet 3"))
    plays(table, turn_of(2))
    assert table.asked == (2,)
    table.plays(bid(2, "violet 3"))
    assert table.asked == (0,)
    table.plays(passes(0))
    assert table.asked == (1,)
    plays(table, turn_of(0))
    assert table.view(PUBLIC).black_jack.passed == ()
    table.plays(bid(0, "red 4"))
    assert table.asked == (1,)


def test_H3_5_nobody_else_can_be_at_turn_where_the_rules_ask_nobody_else() -> None:
    table = auction(player(0, "red 4"), player(4), player(8, "violet 3"))
    table.refuses(adjust(turn_of(1)), "H3.5")
    table.refuses(adjust(turn_of("black_jack")), "H3.5")
    table.plays(bid(0, "red 4"))
    table.refuses(adjust(turn_of(0)), "H3.5")
    table = given(player(0), player(4), player(8))
    table.refuses(adjust(turn_of(1)), "H3.5")


def test_H2_2_captains_are_placed_in_another_order() -> None:
    table = Table.opened("halunken", 4, mode="standard", start_seat=1, dealing="table")
    table.refuses(adjust(turn_of(1)), "H2.2")
    table.refuses(adjust(turn_of(4)), "H2.2")
    plays(table, turn_of(3))
    table.plays(place(3, 0), reveal({0: "red 4"}))
    table.refuses(adjust(turn_of(3)), "H3.5")
    assert table.asked == (0,)
    table.plays(place(0, 1), reveal({1: "red 5"}), place(1, 2), reveal({2: "red 6"}), place(2, 3), reveal({3: "red 7"}))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": list(range(14))})


def test_H5_2_another_seat_places_black_jack() -> None:
    table = Table.opened("halunken", 3, mode="standard", dealing="table")
    table.plays(place(0, 0), reveal({0: "red 4"}), place(1, 1), reveal({1: "red 5"}), place(2, 2), reveal({2: "red 6"}))
    table.plays(reveal({tavern: one.replace("-", " ") for tavern, one in enumerate(table.state.unseen[:14])}))
    plays(table, turn_of(2))
    table.plays(place_black_jack(2, 9))
    assert table.asked == (2,)


def test_H3_5_another_piece_moves_next() -> None:
    table = moving()
    below = table.state.unseen[0].replace("-", " ")
    plays(table, turn_of(2))
    assert [move.piece for move in table.view(PUBLIC).to_move] == [2, 1]
    table.refuses(adjust(turn_of(2)), "H3.5")
    table.plays(reveal({3: below}))
    assert captains(table) == [3, 9, 0]


# --- the end, and words ----------------------------------------------------------------------------------------------


def test_H4_1_nothing_is_put_otherwise_after_the_end() -> None:
    seven = "1 2 3 4 5 6 7"
    table = given(*(player(tavern, f"red {4 + tavern}", played=seven) for tavern in (0, 4, 5)))
    table.plays(*choices("rum rum rum"))
    table.refuses(adjust(goes("red 4", 0, 1)), "H4.1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_is_told(language: Language) -> None:
    action = adjust(goes("red 4", 0, HARBOUR), goes("red 5", at(3), 1), stands(0, 3, 4), stands("black_jack", 3, 4))
    told = given(player(0), player(4), player(8)).game.sentence(action, (), ("Ada", "Bea", "Cid"), language)
    assert all(word in told for word in ("Ada", "Bea", "Black Jack", "It was played so."))
    action = adjust(used(1, "rum"), unused("black_jack", 12), turn_of(2))
    told = given(player(0), player(4), player(8)).game.sentence(action, (), ("Ada", "Bea", "Cid"), language)
    assert all(word in told for word in ("Bea", "Rum", "Black Jack", "12", "Cid"))
