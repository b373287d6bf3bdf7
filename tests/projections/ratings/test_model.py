"""The model: what it promises beyond the library's own tests."""

from collections.abc import Sequence
from itertools import permutations, product
from math import hypot, isclose, isfinite
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart, PlackettLuce

from projections.ratings.model import TAU, Rating, model, rated

MODEL = model()

Ranks = tuple[int, ...]


@pytest.mark.parametrize(
    "ranks", [(1, 2), (1, 1), (1, 2, 3), (1, 1, 3), (1, 2, 2), (3, 1, 2, 4), (1, 1, 1, 1), (5, 4, 3, 2, 1)]
)
def test_it_is_the_library_with_the_parameters_it_has_by_itself(ranks: tuple[int, ...]) -> None:
    random = Random(repr(ranks))
    before = [Rating(random.uniform(10, 40), random.uniform(1, 8)) for _ in ranks]
    model = BradleyTerryPart(window_size=15)
    teams = model.rate([[model.rating(one.mu, one.sigma)] for one in before], ranks=list(ranks))
    for ours, (one,) in zip(rated(before, ranks), teams, strict=True):
        assert isclose(ours.mu, one.mu, rel_tol=1e-12)
        assert isclose(ours.sigma, one.sigma, rel_tol=1e-12)


def test_as_many_opponents_are_compared_as_a_match_can_have() -> None:
    """Also in the largest match the first gains from the last, whom no narrower window would reach."""
    before = [Rating()] * 16
    ranks = tuple(range(1, 17))
    among_equals = rated(before, ranks)[0].mu
    assert rated([*before[:-1], Rating(80, 1)], ranks)[0].mu > among_equals


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


def test_the_order_of_seats_makes_no_difference() -> None:
    people = [(Rating(25 + n, 8 - n), n) for n in range(1, 5)]
    usual = dict(zip(people, rated([rating for rating, _ in people], [rank for _, rank in people]), strict=True))
    for order in permutations(people):
        after = rated([rating for rating, _ in order], [rank for _, rank in order])
        assert after == [usual[person] for person in order]


# --- what holds for every result -------------------------------------------------------------------------------------


def ways_to_rank(opponents: int) -> set[Ranks]:
    """Every result that so many opponents can have."""
    return {ranks_of(scores) for scores in product(range(opponents), repeat=opponents)}


def ranks_of(scores: Sequence[int]) -> Ranks:
    return tuple(1 + sum(other < score for other in scores) for score in scores)


def breaches(model: Any, ranks: Ranks) -> int:
    """How often one of equal players, better placed than another, isn't shown above that one."""
    after = model.rate([[model.rating()] for _ in ranks], ranks=[float(rank) for rank in ranks])
    shown = [one.ordinal() for (one,) in after]
    return sum(ranks[a] < ranks[b] and shown[a] < shown[b] for a, b in permutations(range(len(ranks)), 2))


def test_of_all_ways_to_rank_up_to_five_equals_none_breaks_the_order() -> None:
    """Plackett-Luce breaks it for 384 pairs."""
    every = [ranks for opponents in (2, 3, 4, 5) for ranks in ways_to_rank(opponents)]
    assert len(every) == 632
    assert sum(breaches(MODEL, ranks) for ranks in every) == 0
    assert sum(breaches(PlackettLuce(), ranks) for ranks in every) == 384
    for ranks in every:
        after = rated([Rating()] * len(ranks), ranks)
        by_rank = dict(zip(ranks, after, strict=True))
        assert after == [by_rank[rank] for rank in ranks], "equal places of equals are rated alike"
        assert sorted(by_rank, key=lambda rank: -by_rank[rank].mu) == sorted(by_rank)


RATINGS = st.builds(Rating, st.floats(-60, 110), st.floats(0.05, 60))
"""From a newcomer to somebody of whom much is known, far apart; and much less certain than anybody is."""


@st.composite
def results(draw: st.DrawFn) -> tuple[list[Rating], Ranks]:
    """Two to eight opponents, some of them equals, and how they ended."""
    few = draw(st.lists(RATINGS, min_size=1, max_size=3))
    before = draw(st.lists(st.sampled_from(few), min_size=2, max_size=8))
    scores = draw(st.lists(st.integers(0, 4), min_size=len(before), max_size=len(before)))
    return before, ranks_of(scores)


@pytest.mark.slow
@given(results())
def test_of_equals_who_ends_better_gains_more_and_who_ends_equal_the_same(result: tuple[list[Rating], Ranks]) -> None:
    before, ranks = result
    after = rated(before, ranks)
    for a, b in permutations(range(len(before)), 2):
        if before[a] == before[b]:
            assert (after[a] == after[b]) or ranks[a] != ranks[b]
            assert after[a].mu >= after[b].mu or ranks[a] > ranks[b]
            assert after[a].shown >= after[b].shown or ranks[a] > ranks[b]


@pytest.mark.slow
@given(results(), st.data())
def test_a_better_place_never_brings_less(result: tuple[list[Rating], Ranks], data: st.DataObject) -> None:
    """Whatever the ratings: one opponent passes others, who stay as they were among themselves."""
    before, ranks = result
    mover = data.draw(st.integers(0, len(before) - 1))
    better = list(ranks)
    better[mover] = data.draw(st.integers(0, ranks[mover]))
    after = rated(before, ranks)[mover]
    assert rated(before, ranks_of(better))[mover].mu >= after.mu or better[mover] == ranks[mover]


@given(results())
def test_a_sole_winner_never_falls_and_a_sole_last_never_rises(result: tuple[list[Rating], Ranks]) -> None:
    before, ranks = result
    after = rated(before, ranks)
    for place, rank in enumerate(ranks):
        if ranks.count(rank) == 1:
            assert after[place].mu >= before[place].mu or rank > 1
            assert after[place].mu <= before[place].mu or rank < max(ranks)


@given(RATINGS, RATINGS)
def test_a_draw_of_two_brings_them_nearer_to_each_other_and_equals_nowhere(one: Rating, other: Rating) -> None:
    weak, strong = sorted((one, other), key=lambda rating: rating.mu)
    weaker, stronger = rated([weak, strong], (1, 1))
    assert weaker.mu >= weak.mu
    assert stronger.mu <= strong.mu
    if one.mu == other.mu:
        assert (weaker.mu, stronger.mu) == (weak.mu, strong.mu)


@pytest.mark.slow
@given(results())
def test_ratings_stay_numbers_and_get_no_less_certain_but_for_tau(result: tuple[list[Rating], Ranks]) -> None:
    before, ranks = result
    for old, new in zip(before, rated(before, ranks), strict=True):
        assert isfinite(new.mu)
        assert 0 < new.sigma <= hypot(old.sigma, TAU)


@st.composite
def team_results(draw: st.DrawFn) -> tuple[list[list[Rating]], Ranks]:
    """Two to five teams of one to three, of equal and of unequal size, some of them equals."""
    few = draw(st.lists(st.lists(RATINGS, min_size=1, max_size=3), min_size=1, max_size=3))
    teams = draw(st.lists(st.sampled_from(few), min_size=2, max_size=5))
    scores = draw(st.lists(st.integers(0, 3), min_size=len(teams), max_size=len(teams)))
    return teams, ranks_of(scores)


@pytest.mark.slow
@given(team_results())
def test_the_order_holds_for_teams_too(result: tuple[list[list[Rating]], Ranks]) -> None:
    teams, ranks = result
    before = [[MODEL.rating(one.mu, one.sigma) for one in team] for team in teams]
    after = MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    for a, b in permutations(range(len(teams)), 2):
        if teams[a] == teams[b]:
            for one, other in zip(after[a], after[b], strict=True):
                if ranks[a] == ranks[b]:
                    assert isclose(one.mu, other.mu, rel_tol=1e-9, abs_tol=1e-9)
                    assert isclose(one.sigma, other.sigma, rel_tol=1e-9)
                elif ranks[a] < ranks[b]:
                    assert one.mu >= other.mu


@pytest.mark.slow
@given(team_results(), st.data())
def test_a_better_place_never_brings_less_to_any_of_a_team(
    result: tuple[list[list[Rating]], Ranks], data: st.DataObject
) -> None:
    teams, ranks = result
    mover = data.draw(st.integers(0, len(teams) - 1))
    better = list(ranks)
    better[mover] = data.draw(st.integers(0, ranks[mover]))
    before = [[MODEL.rating(one.mu, one.sigma) for one in team] for team in teams]
    now = MODEL.rate(before, ranks=[float(rank) for rank in ranks])[mover]
    then = MODEL.rate(before, ranks=[float(rank) for rank in ranks_of(better)])[mover]
    if better[mover] < ranks[mover]:
        assert all(high.mu >= low.mu - 1e-9 for high, low in zip(then, now, strict=True))
