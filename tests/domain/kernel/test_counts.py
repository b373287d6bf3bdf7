"""Multisets and hands."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.counts import Counts, Hand, Kinds, changed, minus, plus, submultisets

FRUIT = Kinds(["apple", "pear", "plum"])
SMALL = st.tuples(*[st.integers(0, 3)] * 3)


def test_items_are_counted_by_kind() -> None:
    assert FRUIT.count(["plum", "apple", "plum"]) == (1, 0, 2)
    assert FRUIT.count([]) == FRUIT.none == (0, 0, 0)


def test_an_item_of_no_kind_is_an_error() -> None:
    with pytest.raises(KeyError):
        FRUIT.count(["stone"])


def test_counts_are_spread_in_the_order_of_the_kinds() -> None:
    assert FRUIT.spread((1, 0, 2)) == ("apple", "plum", "plum")


def test_cards_shown_stay_in_the_hand_and_are_known_now() -> None:
    assert Hand((1, 0, 0), unknown=3).showing((2, 1, 0)) == Hand((2, 1, 0), unknown=1)
    assert Hand((1, 0, 0), unknown=3).showing((1, 0, 0)) == Hand((1, 0, 0), unknown=3)


@pytest.mark.slow
@given(SMALL)
def test_counting_undoes_spreading(counts: Counts) -> None:
    assert FRUIT.count(FRUIT.spread(counts)) == counts


def test_items_are_added_and_removed_one_by_one() -> None:
    assert FRUIT.added((1, 0, 2), ["plum", "pear", "plum"]) == (1, 1, 4)
    assert FRUIT.removed((1, 1, 4), ["plum", "pear", "plum"]) == (1, 0, 2)
    assert FRUIT.added((1, 0, 2), []) == FRUIT.removed((1, 0, 2), []) == (1, 0, 2)


def test_a_table_leaves_out_what_doesnt_occur() -> None:
    assert FRUIT.table((1, 0, 2)) == {"apple": 1, "plum": 2}


def test_kinds_are_listed_and_indexed_in_their_order() -> None:
    assert list(FRUIT) == ["apple", "pear", "plum"]
    assert [FRUIT.index[kind] for kind in FRUIT] == [0, 1, 2]


def test_counts_of_another_length_are_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        FRUIT.spread((1, 2))


def test_sums_and_differences() -> None:
    assert plus((1, 0, 2), (1, 1, 0)) == (2, 1, 2)
    assert minus((2, 1, 2), (1, 1, 0)) == (1, 0, 2)
    assert changed((1, 0, 2), 1, 3) == (1, 3, 2)
    assert changed((1, 0, 2), 2, -2) == (1, 0, 0)


def test_a_hand_is_as_long_as_its_known_and_unknown_cards() -> None:
    assert len(Hand((1, 0, 2), 3)) == 6


def test_cards_beyond_the_known_ones_are_revealed() -> None:
    assert Hand((1, 0, 2), 3).revealed_by((2, 1, 1)) == (1, 1, 0)


@pytest.mark.parametrize(
    ("shown", "may"),
    [
        ((1, 0, 2), True),  # all known
        ((2, 1, 2), True),  # both unknown cards
        ((2, 2, 2), False),  # three unknown cards
        ((3, 0, 0), True),
        ((4, 0, 0), False),  # only two apples are unseen
        ((0, 1, 0), True),
        ((0, 2, 0), False),  # only one pear is
    ],
)
def test_unknown_cards_may_be_any_unseen_ones(shown: Counts, *, may: bool) -> None:
    assert Hand((1, 0, 2), 2).may_hold(shown, unseen=(2, 1, 5)) is may


def test_a_known_hand_holds_what_it_holds_whatever_is_unseen() -> None:
    hand = Hand((1, 0, 2))
    assert hand.may_hold((1, 0, 1), unseen=(0, 0, 0))
    assert not hand.may_hold((0, 1, 0), unseen=(9, 9, 9))


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        ((1, 0, 0), Hand((0, 0, 2), 2)),
        ((0, 1, 0), Hand((1, 0, 2), 1)),
        ((2, 0, 1), Hand((0, 0, 1), 1)),
        ((2, 1, 2), Hand((0, 0, 0), 0)),
    ],
)
def test_shown_cards_leave_the_known_ones_first(shown: Counts, left: Hand) -> None:
    assert Hand((1, 0, 2), 2).without(shown) == left


def test_a_known_hand_loses_what_is_shown() -> None:
    assert Hand((1, 0, 2)).without((1, 0, 1)) == Hand((0, 0, 1))


def test_the_most_of_each_kind_is_bounded_by_the_unknown_and_the_unseen_cards() -> None:
    assert Hand((1, 0, 2), 2).most(unseen=(1, 5, 0)) == (2, 2, 2)


@given(SMALL, st.integers(0, 3), SMALL)
def test_what_a_hand_may_hold_is_what_some_assignment_of_its_unknown_cards_has(
    known: Counts, unknown: int, unseen: Counts
) -> None:
    hand = Hand(known, unknown)
    assignments = [plus(known, extra) for extra in submultisets(unseen, unknown) if sum(extra) == unknown]
    if not assignments:  # fewer unseen cards than unknown ones: no such position
        return
    for shown in product(range(5), repeat=3):
        possible = any(all(map(int.__le__, shown, cards)) for cards in assignments)
        assert hand.may_hold(shown, unseen) is possible
        if possible:
            assert len(hand.without(shown)) == len(hand) - sum(shown)


@given(SMALL, st.integers(0, 9))
def test_submultisets_are_all_of_them_once(most: Counts, size: int) -> None:
    every = [counts for counts in product(*(range(n + 1) for n in most)) if sum(counts) <= size]
    found = list(submultisets(most, size))
    assert sorted(found) == sorted(every)
    assert found[0] == (0, 0, 0)
