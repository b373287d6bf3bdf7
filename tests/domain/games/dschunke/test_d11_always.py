# clauses are named as in RULES.md
"""D11 What is always true, and what the record can tell of cards that it doesn't know."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import assume
from hypothesis import given as every
from hypothesis import strategies as st

from domain.games.dschunke import GAME
from domain.games.dschunke.meta import GOODS
from domain.games.dschunke.stock import DschunkeStock, bounded
from domain.kernel.counts import Counts, Hand, minus
from tests.domain.games.dschunke.support import SETUPS, check_conservation
from tests.domain.games.play import RandomChoices, play


@pytest.mark.slow
def test_D11_1_no_card_and_no_bar_gets_lost() -> None:
    for number, setup in enumerate(SETUPS.values()):
        check_conservation(GAME.initial(setup))
        for step in play(GAME, setup, RandomChoices(Random(number)), 900):
            check_conservation(step.after)


SMALL = st.tuples(*[st.integers(0, 3)] * 4)


@st.composite
def stocks(draw: st.DrawFn) -> DschunkeStock:
    """A stock of few cards, with bounds that some assignment keeps."""
    hidden = draw(SMALL)
    least = tuple(draw(st.integers(0, n)) for n in hidden)
    most = tuple(draw(st.integers(n, 3)) for n in hidden)
    unplaced = tuple(draw(st.integers(n, 5)) for n in most)
    return bounded(unplaced, sum(hidden), least, most)


def assignments(stock: DschunkeStock) -> Iterator[Counts]:
    """Everything that the hidden cards may be."""
    ranges = (range(low, high + 1) for low, high in zip(stock.least, stock.most, strict=True))
    return (counts for counts in product(*ranges) if sum(counts) == stock.hidden)


def contains(whole: Counts, part: Counts) -> bool:
    return all(map(int.__le__, part, whole))


@pytest.mark.slow
@every(stocks())
def test_D11_1_the_bounds_of_the_piles_are_tight(stock: DschunkeStock) -> None:
    piles = [minus(stock.unplaced, hidden) for hidden in assignments(stock)]
    assert stock.pile_least == tuple(map(min, zip(*piles, strict=True)))
    assert stock.pile_most == tuple(map(max, zip(*piles, strict=True)))
    assert {sum(pile) for pile in piles} == {stock.in_piles}


@every(stocks(), SMALL)
def test_D11_1_what_is_drawable_is_what_some_assignment_leaves_in_the_piles(
    stock: DschunkeStock, drawn: Counts
) -> None:
    possible = any(contains(minus(stock.unplaced, hidden), drawn) for hidden in assignments(stock))
    assert (GOODS.spread(drawn) in stock.drawable(0, sum(drawn))) == possible
    if possible:
        left = [hidden for hidden in assignments(stock) if contains(minus(stock.unplaced, hidden), drawn)]
        assert sorted(assignments(stock.drawn(drawn))) == sorted(left)


@every(stocks(), SMALL, st.integers(0, 4), SMALL)
def test_D11_1_what_is_showable_is_what_some_assignment_puts_into_the_hand(
    stock: DschunkeStock, known: Counts, unknown: int, shown: Counts
) -> None:
    assume(unknown <= stock.hidden)
    hand = Hand(known, unknown)
    revealed = hand.revealed_by(shown)
    fits = [hidden for hidden in assignments(stock) if contains(hidden, revealed)]
    possible = sum(revealed) <= unknown and bool(fits)
    assert (GOODS.spread(shown) in stock.showable(hand)) == possible
    if possible:
        assert sorted(assignments(stock.identified(revealed))) == sorted(minus(hidden, revealed) for hidden in fits)


@every(stocks(), st.integers(0, 3), st.data())
def test_D11_1_a_pile_that_is_counted_leaves_what_fits(stock: DschunkeStock, place: int, data: st.DataObject) -> None:
    cards = data.draw(st.integers(stock.pile_least[place], stock.pile_most[place]))
    left = [hidden for hidden in assignments(stock) if stock.unplaced[place] - hidden[place] == cards]
    assert sorted(assignments(stock.with_pile(place, cards))) == sorted(left)
