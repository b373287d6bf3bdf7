"""Slips at the table of Halunken und Spelunken: each is recorded as it was played, and the match to its end."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.halunken.actions import HalunkenCardAdjustment, HalunkenChoose, HalunkenReveal, HalunkenTops
from domain.games.halunken.meta import BLACK_JACK, STEPS, TAVERNS, WORTH, MovementCard
from domain.games.halunken.state import HalunkenState
from domain.kernel.pending import AwaitChance, Finished
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
    player,
    reveal,
    rogue,
    steal,
    surrender,
    turn,
)
from tests.domain.games.play import Step
from tests.domain.games.slips import Sample, as_it_was, proposed, refused
from tests.domain.games.support import Table, TopCards


def one_too_far(sample: Sample) -> Iterator[tuple[Step, int]]:
    """Each step after which the rogue below the one that a captain just took waits, and the next tavern is free."""
    for step in sample.steps():
        state: HalunkenState = step.after
        if len(state.waiting) == 1 and isinstance(state.mover, int) and state.order:
            (tavern,) = state.waiting
            beyond = (tavern + 1) % TAVERNS
            lies = state.open[beyond] is not None and state.face_down[beyond]
            if state.stands_at(state.mover) == tavern and beyond in state.free_spaces and lies:
                yield step, beyond


def goes_on(table: Table, action: Any) -> None:
    """Play `action` if the rules allow it, else what comes first of what they do."""
    if not refused(table, action):
        table.plays(action)
    else:
        table.plays(chosen(table))


def chosen(table: Table) -> Any:
    """What comes first of what the rules allow."""
    if isinstance(table.pending, AwaitChance):
        return table.game.draw(table.state, TopCards())
    return table.legal(table.asked[0]).actions[0]


@pytest.mark.parametrize("name", ["halunken-intro-3", "halunken-standard-4", "halunken-two-2"])
def test_H3_6_a_captain_went_one_too_far_and_the_match_is_recorded_to_its_end(name: str) -> None:
    sample = Sample(name)
    found = list(one_too_far(sample))
    assert found
    for step, beyond in found[:: max(1, len(found) // 3)]:
        before: HalunkenState = step.after
        table, seat = Table(sample.game, before), before.mover
        assert isinstance(seat, int)
        taken, there = before.seats[seat].crew[-1], before.open[beyond]
        next_one = HalunkenReveal(rogues=HalunkenTops.of({beyond: before.unseen[0]}))
        changes = proposed(table, next_one)[0]
        table.plays(as_it_was(table, changes))
        assert captains(table)[seat] == beyond
        assert {there, taken} & crew(table, seat) == {there}
        table.plays(next_one)
        for action in [*sample.actions[step.number :], *[None] * 200]:
            if isinstance(table.pending, Finished):
                break
            goes_on(table, action or passes(0))
            check_conservation(table.state)
        assert isinstance(table.pending, Finished)
        for standing, each in zip(table.standings, table.state.seats, strict=True):
            doubled = [one for one in each.crew if each.doubled and one.startswith(each.doubled)]
            assert standing.score == sum(WORTH[one] for one in (*each.crew, *doubled))


def went_one_too_far(sample: Sample) -> Iterator[tuple[Table, int]]:
    """The sample as it is if a captain, by a card of one less, still went where it stands in the sample; and that step.

    The table is put so when the rogue there is turned up, which the rules refuse: the piece had stopped before it.
    """
    steps = list(sample.steps())
    for number, step in enumerate(steps):
        if not isinstance(step.action, HalunkenChoose) or step.action.card not in STEPS:
            continue
        card = next((one for one, far in STEPS.items() if far == STEPS[step.action.card] - 1), None)
        table = Table(sample.game, step.before)
        if card is None or refused(table, replace(step.action, card=card)):
            continue
        table.plays(replace(step.action, card=card))
        for later, other in enumerate(steps[number + 1 :], start=number + 1):
            if not refused(table, other.action):
                table.plays(other.action)
                continue
            if isinstance(other.action, HalunkenReveal) and (found := proposed(table, other.action)):
                cards = ((card, False), (step.action.card, True))
                marked = (HalunkenCardAdjustment(piece=step.action.seat, card=one, used=used) for one, used in cards)
                adjust = as_it_was(table, (*found[0], *marked))
                if not refused(table, adjust):
                    yield table.plays(adjust), later
            break


@pytest.mark.parametrize(("name", "least"), [("halunken-two-2", 1), ("halunken-standard-4", 3)])
def test_H3_2_a_captain_went_one_too_far_and_the_match_ends_as_the_sample(name: str, least: int) -> None:
    sample, ends = Sample(name), 0
    *_, last = sample.steps()
    for table, number in went_one_too_far(sample):
        for action in sample.actions[number:]:
            if refused(table, action):
                break
            table.plays(action)
            check_conservation(table.state)
        else:
            assert isinstance(table.pending, Finished)
            assert table.standings == Table(sample.game, last.after).standings
            ends += 1
    assert ends >= least


def allowed_after(table: Table, action: Any) -> bool:
    """Whether the first proposal for a refused action allows it."""
    (first, *_) = proposed(table, action)
    there = Table(table.game, table.state).plays(as_it_was(table, first))
    check_conservation(there.state)
    return not refused(there, action)


def left_by(table: Table, action: Any) -> Table:
    """The table as the likeliest proposal leaves it."""
    there = Table(table.game, table.state).plays(as_it_was(table, proposed(table, action)[0]))
    check_conservation(there.state)
    return there


def test_H5_3_a_bid_out_of_turn_with_a_rogue_of_somebody_else() -> None:
    table = auction(player(0, "red 4"), player(4, "green 9"), player(8, "violet 3"))
    assert allowed_after(table, bid(1, "green 9"))
    assert allowed_after(table, bid(0, "green 9"))
    assert allowed_after(table, bid(2, "green 9"))
    assert allowed_after(table, passes(1))


def test_H3_1_a_card_was_played_twice() -> None:
    table = given(player(0, played="1 2"), player(4, played="1 2"), player(8, played="3 4"))
    assert allowed_after(table, choose(0, "2"))
    two = given(player(0, played="1"), player(4, played="1"), black_jack=12, turned=(MovementCard.ONE,), controller=0)
    assert allowed_after(two, choose(0, "1", "1"))


def test_H5_10_his_card_was_turned_up_twice() -> None:
    table = given(player(0, played="1"), player(4, played="1"), player(8, played="1"), black_jack=12, turned=(9,))
    table.plays(*choices("7 7 7"))
    assert allowed_after(table, turn(9))


def test_H2_2_a_captain_was_placed_out_of_turn() -> None:
    table = Table.opened("halunken", 3, mode="introductory", dealing="table")
    assert allowed_after(table, place(2, 4))


def test_H3_7_a_rogue_was_stolen_lost_or_black_jack_moved_without_any_right() -> None:
    table = given(player(0, "red 4"), player(4, "green 9"), player(8), black_jack=12, harbour="red 5")
    assert crew(left_by(table, steal(0, "green 9", 1)), 0) == {rogue("red 4"), rogue("green 9")}
    assert rogue("red 5") in crew(left_by(table, steal(0, "red 5", HARBOUR)), 0)
    assert rogue("red 4") in left_by(table, surrender(0, "red 4")).state.harbour
    assert left_by(table, displace(0)).state.stands_at(BLACK_JACK) == 13


def test_H9_1_what_cant_have_been_has_no_proposal() -> None:
    table = given(player(0, "red 4"), player(4, "green 9"), player(8))
    assert not proposed(table, steal(0, "green 8", 1))
    assert not proposed(table, reveal({0: "red 4"}))
    assert not proposed(table, reveal({0: "red 5", 1: "red 6"}))
