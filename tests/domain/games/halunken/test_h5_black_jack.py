"""H5.6 to H5.10: Black Jack is met, moves and robs."""

import pytest

from domain.games.halunken.events import (
    HalunkenBlackJackMoved,
    HalunkenDisplaced,
    HalunkenEnded,
    HalunkenMoved,
    HalunkenPhase,
    HalunkenRoundBegan,
    HalunkenSpared,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTook,
)
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC
from tests.domain.games.halunken.support import (
    captains,
    choices,
    crew,
    displace,
    given,
    player,
    reveal,
    rogues,
    steal,
    surrender,
    turn,
)
from tests.domain.games.support import Table

HARBOUR = "harbour"


# --- H5.6: a captain meets him ---------------------------------------------------------------------------------------


def met(crew_: str = "", harbour: str = "", top: str | None = None, controller: int | None = None) -> Table:
    """Seat 0 goes to tavern 4, where Black Jack stands; the others stay."""
    tops = {} if top is None else {4: top}
    others = (player(5, "violet 3"), player(9, "violet 4"))
    table = given(player(0, crew_), *others, black_jack=4, harbour=harbour, tops=tops, controller=controller)
    return table.plays(*choices("4 6 6"))


@pytest.mark.parametrize("controller", [None, 0, 1])
def test_H5_6_a_captain_takes_a_rogue_from_the_harbour(controller: int | None) -> None:
    table = met("red 4 5 6", harbour="green 5 6", controller=controller)
    assert table.asked == (0,)
    assert [(action["rogue"], action["from"]) for action in table.legal(0)] == [
        ("green-5", HARBOUR),
        ("green-6", HARBOUR),
    ]
    table.refuses(steal(0, "violet 3", 1), "H5.6")
    table.refuses(steal(0, "red 7", "harbour"), "H5.6")
    table.plays(steal(0, "green 6", "harbour"))
    assert crew(table, 0) == set(rogues("red 4 5 6, green 6"))
    assert table.view(PUBLIC).harbour == rogues("green 5")


def test_H5_6_the_rogue_of_the_tavern_comes_first() -> None:
    table = met(harbour="green 5", top="red 4")
    assert [fact.rogue for fact in table.told(HalunkenTook) if fact.piece == 0] == ["red-4"]
    assert table.asked == (0,)


def test_H5_6_an_empty_harbour_gives_nothing() -> None:
    table = met("red 4")
    assert table.state.phase is HalunkenPhase.DISPLACE
    assert table.asked == (0,)


def test_H5_6_then_black_jack_is_moved_aside() -> None:
    table = met(harbour="green 5")
    table.refuses(displace(0), "H5.6")
    table.plays(steal(0, "green 5", "harbour"))
    assert table.state.phase is HalunkenPhase.DISPLACE
    table.refuses(displace(1), "H5.6")
    table.plays(displace(0, "counterclockwise"))
    assert table.told(HalunkenDisplaced) == [HalunkenDisplaced(to=3)]


def test_H5_6_to_the_nearest_free_space_over_others() -> None:
    assert met().plays(displace(0, "clockwise")).told(HalunkenDisplaced) == [HalunkenDisplaced(to=6)]
    table = given(player(0), player(3), player(2), black_jack=4)
    table.plays(*choices("4 6 6"), displace(0, "counterclockwise"))
    assert table.told(HalunkenDisplaced) == [HalunkenDisplaced(to=1)]


def test_H5_6_the_next_piece_goes_after_that() -> None:
    table = given(player(0), player(6), player(9), black_jack=4)
    table.plays(*choices("4 5 6"))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [0]
    table.plays(displace(0))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [1, 2]


# --- H5.7: he moves --------------------------------------------------------------------------------------------------


def standing(*spaces: int, black_jack: int = 0, controller: int | None = None, crews: tuple[str, ...] = ()) -> Table:
    """All captains stay, and Black Jack's card is turned up next."""
    words = (*crews, *[""] * len(spaces))
    players = [player(space, each) for space, each in zip(spaces, words, strict=False)]
    return given(*players, black_jack=black_jack, controller=controller, rest=1).plays(*choices("1 " * len(spaces)))


def moved(table: Table) -> HalunkenBlackJackMoved:
    (fact,) = table.told(HalunkenBlackJackMoved)
    return fact


def test_H5_7_he_moves_after_all_captains() -> None:
    table = given(player(0), player(4), player(8), black_jack=12, tops={11: "red 4"}, below={11: 1})
    table.plays(*choices("1 2 3"))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [0, 1, 2]
    table.refuses(turn(1), "H3.6")
    table.plays(reveal({11: "red 5"}))
    assert table.pending == AwaitChance({"type": "turn_black_jack", "cards": list(range(1, 13))})


@pytest.mark.parametrize("card", [1, 5, 12])
def test_H5_7_as_far_as_his_card_says_clockwise(card: int) -> None:
    table = standing(3, 3 + 3, 3 + 6, black_jack=13).plays(turn(card))
    assert moved(table).to == (13 + card) % 14


@pytest.mark.parametrize(
    ("spaces", "card", "to"),
    [
        ((5, 9, 10), 5, 6),
        ((5, 6, 7), 5, 8),
        ((12, 9, 10), 12, 13),
        ((12, 13, 5), 12, 0),
        ((11, 12, 13), 11, 0),
        ((11, 12, 13), 12, 0),
    ],
)
def test_H5_7_from_an_occupied_space_he_goes_on_to_the_first_empty_one(
    spaces: tuple[int, ...], card: int, to: int
) -> None:
    assert moved(standing(*spaces).plays(turn(card))).to == to


def test_H5_7_he_collects_nothing() -> None:
    table = given(player(3), player(5), player(8), black_jack=0, tops={2: "red 4"})
    table.plays(*choices("1 1 1"), turn(2))
    assert table.state.open[2] == rogues("red 4")[0]
    assert table.view(PUBLIC).harbour == ()


# --- H5.8: controlled ------------------------------------------------------------------------------------------------


def test_H5_8_the_controller_robs_opponents_in_the_order_passed() -> None:
    table = standing(7, 5, 2, 9, controller=3, crews=("red 4 5 6", "violet 4 5 6", "green 4 5 6", "yellow 4"))
    table.plays(turn(8))
    assert moved(table) == HalunkenBlackJackMoved(to=8, passed=(2, 1, 0))
    assert table.asked == (3,)
    table.refuses(steal(3, "red 4", 0), "H5.8")
    table.refuses(steal(3, "green 7", 2), "H5.8")
    table.refuses(surrender(2, "green 4"), "H5.9")
    table.plays(steal(3, "green 5", 2))
    assert table.asked == (3,)
    assert [action["rogue"] for action in table.legal(3)] == ["violet-4", "violet-5", "violet-6"]
    table.plays(steal(3, "violet 6", 1), steal(3, "red 4", 0))
    assert crew(table, 3) == set(rogues("yellow 4, green 5, violet 6, red 4"))
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2, opener=3)]


def test_H5_8_whom_he_does_not_pass_is_not_robbed() -> None:
    table = standing(7, 5, 2, controller=0, crews=("red 4", "violet 4 5", "green 4 5")).plays(turn(4))
    assert moved(table).passed == (2,)
    table.plays(steal(0, "green 5", 2))
    assert table.told(HalunkenRoundBegan) != []


def test_H5_8_whom_he_hops_over_at_the_end_is_robbed_too() -> None:
    table = standing(4, 5, 9, controller=2, crews=("red 4 5", "violet 4 5", "green 4")).plays(turn(4))
    assert moved(table) == HalunkenBlackJackMoved(to=6, passed=(0, 1))
    table.plays(steal(2, "red 5", 0), steal(2, "violet 5", 1))
    assert crew(table, 2) == set(rogues("green 4, red 5, violet 5"))


def test_H5_8_after_a_full_circle_everybody_has_been_passed() -> None:
    table = standing(12, 13, 5, controller=None, crews=("red 4", "violet 4", "green 4")).plays(turn(12))
    assert moved(table) == HalunkenBlackJackMoved(to=0, passed=(2, 0, 1))


def test_H5_8_the_controllers_own_captain_is_no_target() -> None:
    table = standing(2, 5, 9, controller=0, crews=("red 4", "violet 4", "green 4")).plays(turn(7))
    assert moved(table).passed == (1,)


def test_H5_8_an_opponent_with_fewer_cards_is_spared() -> None:
    table = standing(2, 5, 9, controller=2, crews=("red 4", "violet 4 5", "green 4 5")).plays(turn(7))
    assert table.told(HalunkenSpared) == [HalunkenSpared(seat=0)]
    assert [action["from"] for action in table.legal(2)] == [1, 1]


def test_H5_8_as_many_as_at_that_moment() -> None:
    table = standing(2, 5, 9, controller=2, crews=("red 4 5", "violet 4 5", "green 4 5")).plays(turn(7))
    table.plays(steal(2, "red 4", 0))
    assert table.told(HalunkenSpared) == [HalunkenSpared(seat=1)]
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2, opener=2)]


def test_H5_8_an_empty_crew_is_spared() -> None:
    table = standing(2, 5, 9, controller=2).plays(turn(7))
    assert table.told(HalunkenSpared) == [HalunkenSpared(seat=0), HalunkenSpared(seat=1)]
    assert table.told(HalunkenStolen) == []


# --- H5.9: uncontrolled ----------------------------------------------------------------------------------------------


def test_H5_9_everybody_passed_loses_a_card_of_the_own_choice() -> None:
    table = standing(2, 5, 9, crews=("red 4", "violet 4 5 6", "green 4")).plays(turn(7))
    assert table.asked == (0,)
    table.refuses(surrender(1, "violet 4"), "H5.9")
    table.refuses(surrender(0, "red 5"), "H5.9")
    table.refuses(steal(0, "red 4", 0), "H3.7")
    table.plays(surrender(0, "red 4"))
    assert table.told(HalunkenSurrendered) == [HalunkenSurrendered(seat=0, rogue=rogues("red 4")[0])]
    assert table.asked == (1,)
    assert [action["rogue"] for action in table.legal(1)] == ["violet-4", "violet-5", "violet-6"]
    table.plays(surrender(1, "violet 5"))
    assert table.view(PUBLIC).harbour == rogues("red 4, violet 5")
    assert table.view(PUBLIC).round == 2


def test_H5_9_those_hopped_over_too() -> None:
    table = standing(4, 5, 9, crews=("red 4", "violet 4", "green 4")).plays(turn(4))
    assert moved(table).passed == (0, 1)
    table.plays(surrender(0, "red 4"), surrender(1, "violet 4"))
    assert crew(table, 1) == set()


def test_H5_9_an_empty_crew_is_skipped() -> None:
    table = standing(2, 5, 9, crews=("", "violet 4", "")).plays(turn(12))
    assert table.told(HalunkenSpared) == [HalunkenSpared(seat=0)]
    assert table.asked == (1,)
    table.plays(surrender(1, "violet 4"))
    assert table.told(HalunkenSpared) == [HalunkenSpared(seat=2)]


# --- H5.10: his cards ------------------------------------------------------------------------------------------------


def test_H5_10_a_card_is_used_once() -> None:
    table = standing(3, 6, 9, black_jack=10).plays(turn(1), *choices("2 2 2"))
    table.refuses(turn(1), "H5.10")
    table.refuses(turn(13), "H5.10")
    table.refuses(turn("2"), "H5.10")
    table.plays(turn(2))
    assert table.view(PUBLIC).black_jack.turned == (1, 2)


def test_H5_10_eight_are_used_and_the_harbour_scores_for_nobody() -> None:
    seven = "1 2 3 4 5 6 7"
    table = given(
        *(player(3 * seat, "red 4" if seat == 0 else "", played=seven) for seat in range(3)),
        black_jack=12,
        harbour="yellow 10 11 12",
        turned=(1, 2, 3, 4, 5, 6, 7),
    )
    table.plays(*choices("rum rum rum"), turn(12), surrender(0, "red 4"))
    assert table.told(HalunkenEnded) == [HalunkenEnded()]
    assert table.view(PUBLIC).black_jack.cards == (8, 9, 10, 11)
    assert [standing.score for standing in table.standings] == [0, 0, 0]
    assert captains(table) == [0, 3, 6]
