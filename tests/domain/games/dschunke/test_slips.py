"""Slips at the table of Dschunke: each is recorded as it was played, and the match to its true end."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.dschunke.actions import DschunkeUse
from domain.games.dschunke.events import DschunkeDrew, DschunkePhase
from domain.games.dschunke.meta import MIXED, DschunkeSource
from domain.kernel.pending import Finished
from tests.domain.games.dschunke.support import (
    check_conservation,
    check_end,
    given,
    offer,
    play,
    player,
    sides,
    supply,
    swap,
    take,
    take_yen,
    use,
)
from tests.domain.games.play import Step
from tests.domain.games.slips import Sample, as_it_was, plays_somehow, proposed, refused
from tests.domain.games.support import Table

ACT, EVENT, OFFER, PRIZE, SUPPLY, SWAP = (
    DschunkePhase.ACT,
    DschunkePhase.EVENT,
    DschunkePhase.OFFER,
    DschunkePhase.PRIZE,
    DschunkePhase.SUPPLY,
    DschunkePhase.SWAP,
)


def draws(sample: Sample) -> Iterator[tuple[Step, tuple[DschunkeSource, ...]]]:
    """Each draw with a worker from the junks' piles, and its goods."""
    for step in sample.steps():
        drew = [fact for fact in step.facts if isinstance(fact, DschunkeDrew)]
        if isinstance(step.action, DschunkeUse) and drew and MIXED not in drew[0].goods:
            yield step, drew[0].goods


@pytest.mark.parametrize("name", ["dschunke-standard-4-open", "dschunke-left-neighbour-3-secret"])
def test_D5_5_one_card_too_few_was_drawn_and_the_match_is_recorded_to_its_true_end(name: str) -> None:
    """Who misses it later has drawn it in the meantime; all but some goods in hand ends as in the sample."""
    sample = Sample(name)
    found = list(draws(sample))
    assert found
    for step, goods in found[:: max(1, len(found) // 6)]:
        table = Table(sample.game, step.before)
        short = replace(step.action, goods=goods[:-1])
        table.plays(as_it_was(table, proposed(table, short)[0]))
        assert len(table.state.seats[short.seat].hand) == len(step.before.seats[short.seat].hand) + len(goods) - 1
        for action in sample.actions[step.number :]:
            plays_somehow(table, action)
            check_conservation(table.state)
        assert isinstance(table.pending, Finished)
        check_end(table.state, {key: told for key, told in sample.end.items() if key not in {"goods_in_hand", "piles"}})


def allowed_after(table: Table, action: Any) -> bool:
    """Whether the first proposal for a refused action allows it."""
    (first, *_) = proposed(table, action)
    there = Table(table.game, table.state).plays(as_it_was(table, first))
    check_conservation(there.state)
    return not refused(there, action)


def left_by(table: Table, action: Any) -> Table:
    """The table as the likeliest proposal leaves it that doesn't allow the refused action afterwards."""
    for changes in proposed(table, action):
        there = Table(table.game, table.state).plays(as_it_was(table, changes))
        check_conservation(there.state)
        if refused(there, action):
            return there
    raise AssertionError("every proposal allows it")


def test_D5_1_acting_out_of_turn_and_with_a_worker_that_was_used() -> None:
    table = given(*sides(3), phase=ACT, used=("yellow",))
    assert allowed_after(table, use(1, "green", "violet"))
    assert allowed_after(table, use(0, "yellow", "grey"))
    assert allowed_after(table, use(2, "yellow", "grey"))
    assert allowed_after(given(*sides(3), phase=SUPPLY), supply(2, "rice"))


def test_D5_2_a_merchant_stood_elsewhere() -> None:
    table = given(*sides(3), phase=ACT)
    assert allowed_after(table, use(0, "green", "white"))
    there = left_by(table, use(0, "green", "grey"))
    assert there.state.cargo[0] == (0, 0)
    assert there.asked == (1,)


def test_D5_3_bars_that_a_seat_didnt_have_came_from_a_junk() -> None:
    table = given(*sides(3), phase=ACT, cargo={"grey": (0,) * 20})
    table.refuses(use(0, "green", "violet"), "D5.3")
    changes = proposed(table, use(0, "green", "violet"))[0]
    there = Table(table.game, table.state).plays(as_it_was(table, changes), use(0, "green", "violet"))
    assert [len(hold) for hold in there.state.cargo] == [18, 0, 2, 0, 0]


def test_D7_1_goods_that_a_seat_didnt_have_came_from_the_piles_or_another_hand() -> None:
    assert allowed_after(given(*sides(3, "rice", "2 fish"), phase=OFFER), offer(0, "2 rice"))
    table = given(*sides(3, "rice", "18 fish"), phase=OFFER)
    assert allowed_after(table, offer(0, "rice, fish"))
    assert [change.from_ for (change,) in proposed(table, offer(0, "fish"))] == [1]


def test_D6_1_more_was_drawn_than_allowed_or_than_the_piles_had() -> None:
    table = given(*sides(3, "18 rice"), phase=SUPPLY)
    assert len(left_by(table, supply(0, "3 fish")).state.seats[0].hand) == 21
    assert allowed_after(table, supply(0, "rice"))


def test_D9_3_goods_were_swapped_that_werent_there() -> None:
    table = given(player("rice", "two_goods"), player("18 fish"), player(), phase=SWAP)
    assert allowed_after(table, swap(0, "spices", "rice"))
    assert allowed_after(table, swap(0, "rice", "fish"))


def test_D4_3_a_card_was_taken_from_a_pile_that_was_used() -> None:
    table = given(*sides(3), phase=EVENT, taken_from=("star",))
    there = left_by(table, take(0, "star", "load"))
    assert (there.asked, there.state.seats[0].specials) == ((1,), ("load",))


def test_D7_7_yen_were_taken_before_the_last_round() -> None:
    there = left_by(given(*sides(3), phase=PRIZE, sold="spices"), take_yen(0))
    assert (there.state.phase, there.state.seats[0].yen) == (OFFER, 3)


def test_D5_6_an_extra_action_was_played_by_who_had_no_such_card() -> None:
    table = given(player("", "load"), player(), player(), phase=ACT, played=("draw",))
    for action in (play(0, "draw", "brown", drawn="3 fish"), play(1, "load", "grey"), play(0, "sell-white")):
        assert allowed_after(table, action)
    busy = given(player("", "load", "move", "sell-grey"), player(), player(), phase=ACT, extra=True)
    assert left_by(busy, play(0, "load", "grey")).state.cargo[0] == (0,)
    assert left_by(busy, play(0, "sell-grey")).state.seats[0].yen == 3
