# clauses are named as in RULES.md
"""D3 Cargo: layers laid crosswise, and what is visible of them."""

from collections.abc import Sequence

import pytest
from hypothesis import given as every
from hypothesis import strategies as st

from domain.games.dschunke.cargo import layers, loaded, top_layer, unloaded, visible
from domain.games.dschunke.events import DschunkePhase
from domain.kernel.viewer import PUBLIC
from tests.domain.games.dschunke.support import given, picture, play, player, sides, use

HOLDS = st.lists(st.integers(0, 3), max_size=20).map(tuple)


def seen(hold: Sequence[int]) -> list[int]:
    return [visible(tuple(hold), seat) for seat in range(3)]


def test_D3_1_three_bars_are_a_layer() -> None:
    assert layers(()) == ()
    assert layers((0, 1)) == ((0, 1),)
    assert layers((0, 1, 2, 0, 0, 0, 1)) == ((0, 1, 2), (0, 0, 0), (1,))


def test_D3_1_the_next_bar_completes_the_layer() -> None:
    assert layers(loaded((0, 1), 2, 2)) == ((0, 1, 2), (2,))


@pytest.mark.parametrize(
    ("hold", "crates"),
    [
        ("", [0, 0, 0]),
        ("0", [3, 0, 0]),
        ("012", [3, 3, 3]),
        ("0120", [5, 2, 2]),
        ("01200", [7, 1, 1]),
        ("012000", [9, 0, 0]),
        ("0010000", [9, 0, 0]),
        ("0111110", [3, 6, 0]),
        ("22200010", [6, 3, 0]),
    ],
)
def test_D3_2_only_uppermost_crates_are_visible(hold: str, crates: list[int]) -> None:
    bars = [int(bar) for bar in hold]
    assert seen(bars) == crates


def test_D3_2_a_full_layer_hides_all_below() -> None:
    assert seen((0, 1, 2, 1, 1, 1)) == [0, 9, 0]


def test_D3_2_one_bar_leaves_two_crates_of_each_bar_below_two_bars_leave_one() -> None:
    assert seen((0, 1, 2, 1)) == [2, 5, 2]
    assert seen((0, 1, 2, 1, 1)) == [1, 7, 1]


@every(HOLDS)
def test_D3_2_as_in_a_picture_of_the_stack(hold: tuple[int, ...]) -> None:
    for seat in range(4):
        assert visible(hold, seat) == picture(hold).count(seat)


def test_D3_3_a_bar_can_only_be_moved_from_the_top_layer() -> None:
    cargo = {"grey": (0, 0, 1, 2), "white": (1,)}
    table = given(player("", "move"), *sides(2), phase=DschunkePhase.ACT, cargo=cargo)
    table.refuses(play(0, "move", move=("grey", "white")), "D9.7")
    table.refuses(play(0, "move", move=("white", "grey")), "D9.7")


@every(HOLDS.filter(bool), st.data())
def test_D3_3_a_moved_bar_leaves_no_gap_in_what_counts(hold: tuple[int, ...], data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from(top_layer(hold)))
    after = unloaded(hold, seat)
    assert layers(after)[:-1] == layers(hold)[: len(layers(after)) - 1]
    assert sorted((*after, seat)) == sorted(hold)
    assert all(len(layer) == 3 for layer in layers(after)[:-1])


def test_D3_3_the_next_bar_fills_the_gap() -> None:
    cargo = {"grey": (1, 1, 1, 0, 1, 2), "white": (1,)}
    merchants = ("violet", "orange", "brown")
    table = given(player("", "move"), *sides(2), phase=DschunkePhase.ACT, cargo=cargo, merchants=merchants)
    table.plays(play(0, "move", move=("grey", "white")))
    assert table.view(PUBLIC).cargo["grey"] == ((1, 1, 1), (1, 2))
    assert table.view(PUBLIC).visible["grey"] == (0, 6, 3)
    table.plays(use(0, "assistant-3/4", "grey"))
    assert table.view(PUBLIC).cargo["grey"] == ((1, 1, 1), (1, 2, 0), (0,))
