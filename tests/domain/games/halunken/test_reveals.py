"""What a player can't take back alone: picked cards were shown, or a card was turned up."""

from typing import Any

from domain.games.halunken import GAME
from domain.games.halunken.events import HalunkenPhase
from tests.domain.games.halunken.support import (
    auction,
    bid,
    choices,
    choose,
    displace,
    given,
    passes,
    place,
    player,
    reveal,
    steal,
    turn,
)
from tests.domain.games.support import Table


def reveals(table: Table, *actions: Any) -> bool:
    """Whether the last of `actions` reveals something."""
    for action in actions:
        table.plays(action)
    return GAME.reveals(table.facts)


def test_H2_2_a_first_rogue_is_seen_when_it_is_drawn() -> None:
    table = Table.opened("halunken", 3, dealing="table")
    assert not reveals(table, place(0, 4))
    assert reveals(table, reveal({4: "red 9"}))


def test_H3_1_a_pick_reveals_nothing_until_the_last_one_reveals_all() -> None:
    table = given(player(0), player(4), player(8))
    assert not reveals(table, choose(2, "1"), choose(0, "2"))
    assert reveals(table, choose(1, "3"))


def test_H3_6_the_next_rogue_of_a_pile_is_turned_up() -> None:
    table = given(player(0), player(4), player(8), tops={1: "red 9"}, below={1: 1})
    table.plays(*choices("1 2 3"))
    assert reveals(table, reveal({1: "red 4"}))


def test_H3_7_a_crew_lies_open() -> None:
    table = given(player(0), player(1, "red 9"), player(8)).plays(*choices("1 1 2"))
    table = given(player(0), player(2, "red 9"), player(8)).plays(*choices("2 3 1"))
    assert table.asked == (0,)
    assert not reveals(table, steal(0, "red 9", 1))


def test_H5_3_a_bid_lies_open() -> None:
    table = auction(player(0, "red 9"), player(4, "red 8"), player(8, "red 7"))
    assert not reveals(table, bid(0, "red 9"))
    assert not reveals(table, passes(1))


def test_H5_6_moving_black_jack_aside_reveals_nothing() -> None:
    table = given(player(0), player(4), player(8), black_jack=1)
    table.plays(*choices("1 2 3"))
    assert table.state.phase is HalunkenPhase.DISPLACE
    assert not reveals(table, displace(0))


def test_H5_7_black_jacks_card_is_turned_up() -> None:
    table = given(player(0), player(4), player(8), black_jack=12).plays(*choices("1 2 3"))
    assert reveals(table, turn(1))
