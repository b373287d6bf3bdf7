"""Scores and ranks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.standing import Standing, ranked


def by_score(score: int, _ties: tuple[int, ...]) -> int:
    return score


def fewest_cards(score: int, ties: tuple[int, ...]) -> tuple[int, int]:
    return score, -ties[0]


def test_the_highest_score_is_first() -> None:
    assert ranked([3, 9, 5], [(), (), ()], by_score, ended=True) == (
        Standing(0, 3, (), rank=3, winner=False),
        Standing(1, 9, (), rank=1, winner=True),
        Standing(2, 5, (), rank=2, winner=False),
    )


def test_equal_seats_share_a_rank_and_the_next_is_left_out() -> None:
    standings = ranked([5, 9, 5, 1], [()] * 4, by_score, ended=False)
    assert [standing.rank for standing in standings] == [2, 1, 2, 4]


def test_a_victory_may_be_shared() -> None:
    standings = ranked([7, 7, 1], [()] * 3, by_score, ended=True)
    assert [standing.winner for standing in standings] == [True, True, False]


def test_a_tie_is_broken_as_the_game_says() -> None:
    standings = ranked([7, 7, 7], [(4,), (2,), (3,)], fewest_cards, ended=True)
    assert [standing.rank for standing in standings] == [3, 1, 2]
    assert [standing.tie_breaks for standing in standings] == [(4,), (2,), (3,)]


def test_nobody_has_won_before_the_end() -> None:
    assert [s.winner for s in ranked([7, 1], [(), ()], by_score, ended=False)] == [None, None]


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=8))
def test_somebody_is_first_and_ranks_follow_the_scores(scores: list[int]) -> None:
    standings = ranked(scores, [()] * len(scores), by_score, ended=True)
    assert [standing.seat for standing in standings] == list(range(len(scores)))
    assert any(standing.winner for standing in standings)
    for standing in standings:
        assert standing.rank == 1 + sum(score > (standing.score or 0) for score in scores)


def test_each_score_has_its_tie_breaks() -> None:
    with pytest.raises(ValueError, match="3 scores, and tie-breaks of 2"):
        ranked([3, 9, 5], [(), ()], by_score, ended=True)
