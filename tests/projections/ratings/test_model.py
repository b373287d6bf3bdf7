"""The model: what it promises beyond the library's own tests."""

from itertools import permutations
from math import isclose
from random import Random

import pytest
from openskill.models import PlackettLuce

from projections.ratings.model import Rating, rated


@pytest.mark.parametrize(
    "ranks", [(1, 2), (1, 1), (1, 2, 3), (1, 1, 3), (1, 2, 2), (3, 1, 2, 4), (1, 1, 1, 1), (5, 4, 3, 2, 1)]
)
def test_it_is_the_library_with_the_parameters_it_has_by_itself(ranks: tuple[int, ...]) -> None:
    random = Random(repr(ranks))
    before = [Rating(random.uniform(10, 40), random.uniform(1, 8)) for _ in ranks]
    model = PlackettLuce()
    teams = model.rate([[model.rating(one.mu, one.sigma)] for one in before], ranks=list(ranks))
    assert rated(before, ranks) == [Rating(one.mu, one.sigma) for (one,) in teams]


def test_nobody_is_anything_at_first() -> None:
    assert Rating().shown == 0


def test_who_wins_rises_who_loses_falls_and_all_are_known_better() -> None:
    first, second, third = rated([Rating()] * 3, (1, 2, 3))
    assert first.mu > second.mu > third.mu
    assert first.mu > Rating().mu > third.mu
    assert all(one.sigma < Rating().sigma for one in (first, second, third))


def test_those_who_tie_are_rated_alike() -> None:
    first, second, third = rated([Rating()] * 3, (1, 1, 3))
    assert first == second
    assert first.mu > third.mu


def test_a_surprise_counts_more() -> None:
    strong, weak = Rating(30, 2), Rating(20, 2)
    as_expected, _ = rated([strong, weak], (1, 2))
    _, surprising = rated([strong, weak], (2, 1))
    assert as_expected.mu - strong.mu < surprising.mu - weak.mu


def test_the_order_of_seats_makes_no_difference_but_for_rounding() -> None:
    people = [(Rating(25 + n, 8 - n), n) for n in range(1, 5)]
    usual = dict(zip(people, rated([rating for rating, _ in people], [rank for _, rank in people]), strict=True))
    for order in permutations(people):
        after = rated([rating for rating, _ in order], [rank for _, rank in order])
        for person, rating in zip(order, after, strict=True):
            assert isclose(rating.mu, usual[person].mu, rel_tol=1e-12)
            assert isclose(rating.sigma, usual[person].sigma, rel_tol=1e-12)
