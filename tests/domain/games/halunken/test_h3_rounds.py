"""H3 A round."""

import pytest

from domain.games.halunken.events import (
    HalunkenChosen,
    HalunkenMove,
    HalunkenMoved,
    HalunkenOrdered,
    HalunkenPhase,
    HalunkenPushed,
    HalunkenRevealed,
    HalunkenRoundBegan,
    HalunkenRumNamed,
    HalunkenShown,
    HalunkenTook,
)
from domain.games.halunken.meta import Piece
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from tests.domain.games.halunken.support import (
    captains,
    cards,
    choices,
    choose,
    crew,
    displace,
    given,
    name_rum,
    player,
    reveal,
    rogue,
    rogues,
    steal,
    turn,
)
from tests.domain.games.support import Table


def three(*crews: str) -> Table:
    """Three captains before the taverns 0, 4 and 8."""
    crews = (*crews, "", "", "")[:3]
    return given(*(player(4 * seat, words) for seat, words in enumerate(crews)))


def ordered(table: Table) -> HalunkenOrdered:
    (fact,) = table.told(HalunkenOrdered)
    return fact


# --- H3.1: pick a card -----------------------------------------------------------------------------------------------


def test_H3_1_everybody_picks_at_the_same_time_in_any_order() -> None:
    table = three()
    for asked, action in (((0, 1, 2), choose(1, "3")), ((0, 2), choose(2, "4")), ((0,), choose(0, "6"))):
        assert table.asked == asked
        table.plays(action)
        table.refuses(action, "H3.1")
    assert table.told(HalunkenShown) == [HalunkenShown(cards=cards("6 3 4"))]


@pytest.mark.parametrize(("viewer", "seen"), [(1, "3"), (RECORDER, "3"), (0, "hidden"), (PUBLIC, "hidden")])
def test_H3_1_who_has_picked_is_open_and_what_is_secret(viewer: Viewer, seen: str) -> None:
    table = three().plays(choose(1, "3"))
    assert [each.chosen for each in table.view(viewer).seats] == [None, seen, None]
    assert table.view(viewer).seats[1].cards == cards("1 2 3 4 5 6 7 rum")
    assert table.view(viewer).seats[1].played == ()


@pytest.mark.parametrize(("viewer", "seen"), [(1, "3"), (RECORDER, "3"), (0, "hidden"), (PUBLIC, "hidden")])
def test_H3_1_the_log_hides_a_choice_for_ever(viewer: Viewer, seen: str) -> None:
    table = three().plays(choose(1, "3"))
    action, facts = table.game.redact(choose(1, "3"), table.facts, viewer)
    assert action.card == seen
    assert [fact.card for fact in facts if isinstance(fact, HalunkenChosen)] == [seen]
    assert action.black_jack is None


def test_H3_1_the_last_choice_reveals_all_to_all() -> None:
    table = three().plays(*choices("6 3"))
    table.plays(choose(2, "4"))
    action, facts = table.game.redact(choose(2, "4"), table.facts, PUBLIC)
    assert action.card == "hidden"
    assert [fact.cards for fact in facts if isinstance(fact, HalunkenShown)] == [cards("6 3 4")]
    assert [each.played for each in table.view(PUBLIC).seats] == [cards("6"), cards("3"), cards("4")]
    assert [each.chosen for each in table.view(PUBLIC).seats] == [None] * 3


def test_H3_1_a_card_played_is_not_used_again() -> None:
    table = given(player(0, played="3 rum"), player(4, played="1 2"), player(8, played="1 2"))
    table.refuses(choose(0, "3"), "H3.1")
    table.refuses(choose(0, "rum"), "H3.1")
    assert [action["card"] for action in table.legal(0)] == ["1", "2", "4", "5", "6", "7"]
    table.plays(choose(1, "3"))


def test_H3_1_the_only_card_left_is_picked_all_the_same() -> None:
    table = given(*(player(4 * seat, played="1 2 3 4 5 6 7") for seat in range(3)))
    assert table.asked == (0, 1, 2)
    assert [action["card"] for action in table.legal(0)] == ["rum"]


def test_H3_1_a_seat_that_is_not_there_picks_nothing() -> None:
    three().refuses(choose(3, "1"), "H3.1")


def test_H3_1_nobody_picks_a_card_for_black_jack() -> None:
    three().refuses(choose(0, "1", "2"), "H6.3")
    given(player(0), player(4), player(8), black_jack=12, controller=0).refuses(choose(0, "1", "2"), "H6.3")


# --- H3.2, H3.3: equal cards, Rum ------------------------------------------------------------------------------------


def test_H3_2_two_equal_cards_cancel() -> None:
    table = three().plays(*choices("5 3 5"))
    assert ordered(table) == HalunkenOrdered(stay=(0, 2), moves=(HalunkenMove(1, 3),))
    assert captains(table) == [0, 7, 8]


def test_H3_2_three_equal_cards_cancel() -> None:
    table = three().plays(*choices("5 5 5"))
    assert ordered(table) == HalunkenOrdered(stay=(0, 1, 2), moves=())
    assert captains(table) == [0, 4, 8]
    assert table.asked == (0, 1, 2)
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2)]


def test_H3_2_two_pairs_cancel() -> None:
    table = given(*(player(3 * seat) for seat in range(4))).plays(*choices("5 2 2 5"))
    assert ordered(table) == HalunkenOrdered(stay=(0, 1, 2, 3), moves=())


def test_H3_2_two_rums_cancel_and_name_nothing() -> None:
    table = three().plays(*choices("rum rum 4"))
    assert ordered(table) == HalunkenOrdered(stay=(0, 1), moves=(HalunkenMove(2, 4),))
    assert captains(table) == [0, 4, 12]


def test_H3_3_a_single_rum_names_a_value_after_the_cards_are_seen() -> None:
    table = three().plays(*choices("2 rum 4"))
    assert table.told(HalunkenShown) == [HalunkenShown(cards=cards("2 rum 4"))]
    assert table.told(HalunkenOrdered) == []
    assert table.asked == (1,)
    assert table.view(PUBLIC).turn == 1
    table.refuses(name_rum(0, 3), "H3.3")
    table.plays(name_rum(1, 3))
    assert table.told(HalunkenRumNamed) == [HalunkenRumNamed(seat=1, piece=1, value=3)]
    assert ordered(table).moves == (HalunkenMove(0, 2), HalunkenMove(1, 3), HalunkenMove(2, 4))
    assert captains(table) == [2, 7, 12]


def test_H3_3_no_value_that_another_card_shows() -> None:
    table = three().plays(*choices("2 rum 4"))
    for value in (2, 4, 0, 8):
        table.refuses(name_rum(1, value), "H3.3")
    assert [action["value"] for action in table.legal(1)] == [1, 3, 5, 6, 7]


def test_H3_3_cancelled_values_count_as_shown() -> None:
    table = three().plays(*choices("5 rum 5"))
    assert table.asked == (1,)
    table.refuses(name_rum(1, 5), "H3.3")
    table.plays(name_rum(1, 6))
    assert ordered(table) == HalunkenOrdered(stay=(0, 2), moves=(HalunkenMove(1, 6),))


def test_H3_3_the_rum_is_named_before_anybody_collects() -> None:
    table = given(player(0), player(4), player(8), tops={0: "red 4", 8: "red 5"})
    table.plays(*choices("5 rum 5"))
    assert table.told(HalunkenTook) == []
    table.plays(name_rum(1, 1))
    assert [fact.piece for fact in table.told(HalunkenTook)] == [0, 2]


def test_H3_3_the_value_of_another_round_is_forgotten() -> None:
    table = three().plays(*choices("2 rum 4"), name_rum(1, 3), *choices("rum 5 6"))
    assert table.asked == (0,)
    assert table.view(PUBLIC).rum is None


# --- H3.4 to H3.6: collect and move ----------------------------------------------------------------------------------


def test_H3_4_who_stays_collects_before_the_others_move() -> None:
    table = given(player(0), player(4), player(8), tops={0: "red 4", 7: "red 5", 8: "red 6"}, below={0: 1, 8: 2})
    table.plays(*choices("5 3 5"))
    assert [(fact.piece, fact.rogue) for fact in table.told(HalunkenTook)] == [(0, "red-4"), (2, "red-6")]
    assert table.told(HalunkenMoved) == []
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [0, 8]})
    table.refuses(choose(0, "1"), "H3.6")
    table.plays(reveal({8: "red 7"}))
    assert table.told(HalunkenMoved) == []
    table.plays(reveal({0: "red 8"}))
    assert table.told(HalunkenMoved) == [HalunkenMoved(piece=1, to=7)]
    assert crew(table, 1) == set(rogues("red 5"))


def test_H3_4_an_empty_tavern_gives_nothing() -> None:
    table = three().plays(*choices("5 3 5"))
    assert table.told(HalunkenTook) == []


def test_H3_5_the_lowest_value_moves_first() -> None:
    table = three().plays(*choices("6 3 4"))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [1, 2, 0]


def test_H3_5_rum_counts_as_the_value_named() -> None:
    table = three().plays(*choices("6 rum 4"), name_rum(1, 5))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [2, 1, 0]


def test_H3_5_the_next_piece_waits_for_the_next_card() -> None:
    table = given(player(0), player(4), player(8), tops={7: "red 4"}, below={7: 1})
    table.plays(*choices("6 3 4"))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [1]
    assert table.view(PUBLIC).to_move == (HalunkenMove(2, 4), HalunkenMove(0, 6))
    assert table.view(PUBLIC).turn is None
    table.plays(reveal({7: "red 5"}))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [2, 0]


def test_H3_6_the_open_rogue_is_taken_and_the_next_one_turned_up() -> None:
    table = given(player(0), player(4), player(8), tops={7: "red 4"}, below={7: 2})
    table.plays(*choices("6 3 4"))
    assert table.told(HalunkenTook) == [HalunkenTook(piece=1, tavern=7, rogue=rogue("red 4"), to=1)]
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [7]})
    table.refuses(reveal({6: "red 5"}), "H3.6")
    table.plays(reveal({7: "red 5"}))
    assert table.told(HalunkenRevealed) == [HalunkenRevealed(tavern=7, rogue=rogue("red 5"))]
    assert table.state.face_down[7] == 1
    assert crew(table, 1) == set(rogues("red 4"))


def test_H3_6_after_the_last_rogue_nothing_is_turned_up() -> None:
    table = given(player(0), player(4), player(8), tops={7: "red 4"})
    table.plays(*choices("6 3 4"))
    assert table.asked == (0, 1, 2)
    assert table.state.open[7] is None


def test_H3_6_an_empty_tavern_gives_nothing() -> None:
    table = three().plays(*choices("6 3 4"))
    assert table.told(HalunkenTook) == []
    assert [crew(table, seat) for seat in range(3)] == [set()] * 3


# --- H3.7: captains meet ---------------------------------------------------------------------------------------------


def meeting(newcomer: str, occupant: str, top: str | None = None) -> Table:
    """Seat 0 goes to tavern 4, where seat 1 stands; the third captain stays away."""
    tops = {} if top is None else {4: top}
    table = given(player(0, newcomer), player(4, occupant), player(9, "violet 3"), tops=tops)
    return table.plays(*choices("4 6 7"))


def test_H3_7_an_equal_crew_is_robbed() -> None:
    table = meeting("red 4", "green 5")
    assert table.asked == (0,)
    assert list(table.legal(0)) == [{"type": "steal", "seat": 0, "rogue": "green-5", "from": 1}]
    table.plays(steal(0, "green 5", 1))
    assert crew(table, 0) == set(rogues("red 4, green 5"))
    assert crew(table, 1) == set()


def test_H3_7_a_larger_crew_is_robbed_of_a_rogue_of_choice() -> None:
    table = meeting("red 4", "green 5 6")
    assert table.asked == (0,)
    assert [action["rogue"] for action in table.legal(0)] == ["green-5", "green-6"]
    table.refuses(steal(0, "red 4", 1), "H3.7")
    table.refuses(steal(0, "violet 3", 2), "H3.7")
    table.refuses(steal(0, "green 5", "harbour"), "H3.7")
    table.refuses(steal(0, "green 5", 9), "H3.7")
    table.refuses(steal(1, "red 4", 0), "H3.7")
    table.plays(steal(0, "green 6", 1))
    assert crew(table, 1) == set(rogues("green 5"))


def test_H3_7_a_smaller_crew_is_not_robbed_but_pushed() -> None:
    table = meeting("red 4 5", "green 5")
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=5)]
    assert crew(table, 1) == set(rogues("green 5"))
    assert captains(table) == [4, 11, 2]  # pushed before its own move


def test_H3_7_the_card_of_the_tavern_is_taken_first_and_counts() -> None:
    table = meeting("red 4", "green 5", top="red 5")
    assert crew(table, 0) == set(rogues("red 4 5"))
    assert crew(table, 1) == set(rogues("green 5"))

    table = meeting("red 4", "green 5 6", top="red 5")
    assert table.asked == (0,)


def test_H3_7_the_next_card_is_turned_up_before_the_theft() -> None:
    table = given(player(0), player(4, "red 4"), player(9), tops={4: "red 5"}, below={4: 1})
    table.plays(*choices("4 6 7"))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [4]})
    table.plays(reveal({4: "red 6"}))
    assert table.asked == (0,)
    assert table.state.phase is HalunkenPhase.STEAL


def test_H3_7_the_theft_is_not_a_choice_to_leave() -> None:
    table = meeting("red 4", "green 5")
    assert len(list(table.legal(0))) == 1
    table.refuses(choose(0, "1"), "H3.1")


def test_H3_7_an_empty_crew_has_nothing_to_take() -> None:
    table = meeting("", "")
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=5)]


def test_H3_7_the_push_comes_after_the_theft() -> None:
    table = meeting("red 4", "green 5")
    assert captains(table)[:2] == [4, 4]
    assert table.told(HalunkenPushed) == []
    table.plays(steal(0, "green 5", 1))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=5)]


def test_H3_7_who_is_pushed_takes_nothing() -> None:
    table = given(player(0), player(4), player(8), tops={5: "red 4"})
    table.plays(*choices("4 6 7"))
    assert [fact.to for fact in table.told(HalunkenPushed)] == [5]
    assert table.told(HalunkenTook) == []
    assert table.state.open[5] == rogue("red 4")


def test_H3_7_a_push_goes_over_several_pieces() -> None:
    table = given(player(0), player(4), player(5), player(6))
    table.plays(choose(0, "4"), choose(1, "5"), choose(2, "6"), choose(3, "6"))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=7)]


def test_H3_7_a_push_goes_over_black_jack() -> None:
    table = given(player(0), player(4), player(6), black_jack=5)
    table.plays(*choices("4 7 7"))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=7)]
    assert table.state.black_jack == 5


def test_H3_7_a_push_goes_on_around_the_circle() -> None:
    others = (player(0), player(1), player(2))
    table = given(player(13), *others, rest=9)
    table.plays(*choices("1 5 5 5"))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=3)]

    table = given(player(12), player(13), player(0), player(1), rest=9)
    table.plays(*choices("1 5 5 5"))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=2)]


def test_H3_7_who_was_pushed_moves_on_from_there() -> None:
    table = meeting("", "")
    moved = {fact.piece: fact.to for fact in table.told(HalunkenMoved)}
    expected: dict[Piece, int] = {0: 4, 1: 5 + 6, 2: (9 + 7) % 14}
    assert moved == expected


def test_H3_8_a_space_holds_one_piece() -> None:
    table = given(player(0), player(4), player(8), black_jack=12, tops={}, rest=3)
    table.plays(*choices("4 2 1"))
    # seat 2 goes to 9, seat 1 to 6, seat 0 to 4, which is free by then
    assert captains(table) == [4, 6, 9]
    table.plays(turn(6))
    assert table.state.black_jack == 5
    spaces = [*captains(table), table.state.black_jack]
    assert len(set(spaces)) == 4


def test_H3_8_black_jack_makes_room() -> None:
    table = given(player(0), player(4), player(8), black_jack=2).plays(*choices("2 4 7"))
    assert table.asked == (0,)
    table.plays(displace(0, "clockwise"))
    assert table.state.black_jack == 3
