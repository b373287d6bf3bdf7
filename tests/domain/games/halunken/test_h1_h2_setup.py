"""H1 Contents, H2 Set-up."""

from collections import Counter

import pytest

from domain.games.halunken.events import HalunkenDrawn, HalunkenPhase, HalunkenRevealed, HalunkenRoundBegan
from domain.games.halunken.meta import COLOUR, WORTH, Rogue
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC
from tests.domain.games.halunken.support import (
    bid,
    captains,
    choices,
    choose,
    crew,
    displace,
    given,
    name_rum,
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
from tests.domain.games.support import Table, TopCards, invalid

OPEN_CARDS = """
    red 9, green 7, yellow 10, green 8, yellow 1, yellow 11, yellow 6, green 4, violet 6, yellow 5, green 2, red 11,
    green 11, yellow 12
"""
TOPS = dict(enumerate(OPEN_CARDS.split(",")))


def opened(seats: int = 3, mode: str = "introductory", start_seat: int = 0) -> Table:
    return Table.opened("halunken", seats, mode=mode, start_seat=start_seat, dealing="table")


def with_captains(mode: str = "introductory") -> Table:
    """Captains of three seats stand before the taverns 0, 4 and 8."""
    table = opened(mode=mode)
    for seat, first in enumerate(("red 7", "yellow 8", "green 6")):
        table.plays(place(seat, 4 * seat), reveal({4 * seat: first}))
    return table


def test_H1_1_forty_two_rogues_in_four_colours() -> None:
    assert Counter(COLOUR.values()) == {"red": 9, "violet": 10, "green": 11, "yellow": 12}
    by_colour = {colour: [WORTH[one] for one in Rogue if COLOUR[one] == colour] for colour in COLOUR.values()}
    assert by_colour == {
        "red": [4, 5, 6, 7, 8, 9, 10, 11, 15],
        "violet": [3, 4, 5, 6, 7, 8, 9, 10, 11, 14],
        "green": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13],
        "yellow": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    }


def test_H1_1_each_rogue_is_there_once() -> None:
    table = with_captains()
    table.refuses(reveal({0: "red 7"}), "H1.1")
    table.refuses(reveal({0: "red 9", 1: "red 9"}), "H1.1")
    table.plays(reveal({0: "red 9"}))
    table.refuses(reveal({1: "red 9"}), "H1.1")


@pytest.mark.parametrize("lies_in", ["crew", "harbour", "tavern"])
def test_H1_1_a_rogue_that_lies_elsewhere_is_not_turned_up(lies_in: str) -> None:
    table = given(
        player(0, "red 4" if lies_in == "crew" else ""),
        player(4),
        player(8),
        black_jack=12,
        harbour="red 4" if lies_in == "harbour" else "",
        tops={2: "red 5", 3: "red 4" if lies_in == "tavern" else "red 6"},
        below={2: 1},
    )
    table.plays(*choices("2 5 6"))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [2]})
    table.refuses(reveal({2: "red 4"}), "H1.1")
    table.plays(reveal({2: "red 7"}))


@pytest.mark.parametrize(("seats", "mode"), [(3, "introductory"), (4, "standard"), (2, "two_players")])
def test_H1_2_a_captain_and_eight_movement_cards_each(seats: int, mode: str) -> None:
    for each in opened(seats, mode).view(PUBLIC).seats:
        assert each.cards == ("1", "2", "3", "4", "5", "6", "7", "rum")
        assert each.captain is None
        assert each.crew == ()


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_H1_2_there_are_captains_for_two_to_four(seats: int) -> None:
    invalid("halunken", seats, "H1.2", "/seats", mode="standard")


@pytest.mark.parametrize("mode", ["introductory", "standard"])
def test_H6_1_two_have_a_game_of_their_own(mode: str) -> None:
    invalid("halunken", 2, "H6.1", "/options/mode", mode=mode)
    invalid("halunken", 3, "H6.1", "/options/mode", mode="two_players")
    invalid("halunken", 4, "H6.1", "/options/mode", mode="two_players")


def test_H1_3_black_jack_has_twelve_cards_and_none_in_the_introductory_game() -> None:
    assert opened(mode="standard").view(PUBLIC).black_jack.cards == tuple(range(1, 13))
    assert opened(mode="introductory").view(PUBLIC).black_jack is None


def test_H1_4_fourteen_taverns_in_a_circle() -> None:
    table = opened()
    assert len(table.view(PUBLIC).taverns) == 14
    table.refuses(place(0, 14), "H2.2")
    table.refuses(place(0, -1), "H2.2")


def test_H1_4_movement_is_clockwise_around_the_circle() -> None:
    table = given(player(12), player(3), player(13), rest=9)
    table.plays(*choices("3 6 2"))
    assert captains(table) == [1, 9, 1 + 1]  # the last one finds tavern 1 taken, and pushes


def test_H2_1_three_rogues_lie_face_down_on_each_tavern() -> None:
    table = opened()
    assert [(tavern.open, tavern.face_down) for tavern in table.view(PUBLIC).taverns] == [(None, 3)] * 14
    assert table.state.unseen == tuple(Rogue)


@pytest.mark.parametrize(("start", "order"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])])
def test_H2_2_captains_are_placed_in_seat_order(start: int, order: list[int]) -> None:
    table = opened(4, start_seat=start)
    for number, seat in enumerate(order):
        assert table.asked == (seat,)
        table.refuses(place((seat + 1) % 4, 13), "H2.2")
        table.plays(place(seat, 2 * number), reveal({2 * number: f"green {number + 2}"}))
    assert table.state.phase is HalunkenPhase.OPEN


def test_H2_2_the_start_seat_must_be_one_of_the_table() -> None:
    invalid("halunken", 3, "H2.2", "/options/start_seat", mode="introductory", start_seat=3)


def test_H2_2_a_captain_stands_on_a_free_space() -> None:
    table = opened().plays(place(0, 5), reveal({5: "red 7"}))
    table.refuses(place(1, 5), "H2.2")
    assert not table.admits(place(1, 5))
    assert len(list(table.legal(1))) == 13


def test_H2_2_the_top_rogue_is_taken_and_seen_only_then() -> None:
    table = opened().plays(place(0, 5))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [5]})
    assert crew(table, 0) == set()
    table.refuses(place(1, 6), "H2.2")
    table.refuses(reveal({6: "red 7"}), "H2.2")
    table.refuses(reveal({}), "H2.2")
    table.plays(reveal({5: "red 7"}))
    assert table.told(HalunkenDrawn) == [HalunkenDrawn(seat=0, tavern=5, rogue=rogue("red 7"))]
    assert crew(table, 0) == set(rogues("red 7"))
    assert table.view(PUBLIC).taverns[5].face_down == 2
    assert table.view(PUBLIC).taverns[5].open is None


def test_H2_2_the_last_first_rogue_and_the_next_of_that_tavern_are_two_reports() -> None:
    table = opened()
    for seat in range(3):
        table.plays(place(seat, seat))
        table.refuses(reveal({seat: "red 4", seat + 1: "red 5"}), "H2.2")
        table.plays(reveal({seat: f"yellow {seat + 1}"}))
    assert table.pending == AwaitChance({"type": "reveal", "taverns": list(range(14))})


def test_H2_3_the_top_card_of_every_tavern_is_turned_up() -> None:
    table = with_captains().plays(reveal(TOPS))
    assert len(table.told(HalunkenRevealed)) == 14
    assert [tavern.open for tavern in table.view(PUBLIC).taverns] == [rogue(words) for words in TOPS.values()]
    assert [tavern.face_down for tavern in table.view(PUBLIC).taverns] == [1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 2, 2]
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=1)]
    assert table.asked == (0, 1, 2)


def test_H2_3_any_part_of_the_fourteen_may_be_told_first() -> None:
    table = with_captains()
    for tavern in reversed(range(1, 14)):
        table.plays(reveal({tavern: TOPS[tavern]}))
        table.refuses(reveal({tavern: "red 15"}), "H2.3")
        table.refuses(choose(0, "1"), "H2.3")
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [0]})
    table.plays(reveal({0: TOPS[0]}))
    assert table.asked == (0, 1, 2)


def test_H2_3_a_server_draws_all_that_waits_from_the_rogues_never_seen() -> None:
    table = with_captains()
    drawn = table.game.draw(table.state, TopCards())
    unseen = [one for one in Rogue if one not in rogues("red 7, yellow 8, green 6")]
    assert list(drawn.rogues.by_tavern.items()) == list(enumerate(unseen[:14]))


def test_H2_2_nothing_else_is_done_at_the_set_up() -> None:
    table = opened(mode="standard")
    table.refuses(place_black_jack(0, 3), "H5.2")
    table.refuses(bid(0, "red 4"), "H5.3")
    table.refuses(passes(0), "H5.3")
    table.refuses(choose(0, "1"), "H3.1")
    table.refuses(name_rum(0, 1), "H3.3")
    table.refuses(steal(0, "red 4", 1), "H3.7")
    table.refuses(displace(0), "H5.6")
    table.refuses(surrender(0, "red 4"), "H5.9")
    table.refuses(turn(3), "H5.7")
    table.refuses(reveal({0: "red 4"}), "H3.6")
