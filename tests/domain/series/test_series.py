"""A series: what can be done with it, and who is ahead."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.match.events import Visibility
from domain.series.events import SeriesEvent
from domain.series.series import (
    Series,
    SeriesViolation,
    add_match,
    describe_series,
    fold,
    open_series,
    remove_series,
    take_out_match,
)
from domain.series.standings import series_standings

AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "owner"}
ANNA, BERTO, CARLA = (UUID(int=n) for n in (1, 2, 3))
PLAYERS = (ANNA, BERTO, CARLA)


def opened(length: int = 3) -> Series:
    series = fold(None, [open_series("klunker", PLAYERS, length, title="Winter", **BY)])
    assert series is not None
    return series


def after(series: Series, *events: SeriesEvent) -> Series:
    newest = fold(series, events)
    assert newest is not None
    return newest


def refused(pointer: str) -> Any:
    return pytest.raises(SeriesViolation, match=f"^{pointer}: ")


def test_a_series_begins_without_matches() -> None:
    series = opened()
    assert (series.version, series.game, series.players, series.matches) == (1, "klunker", PLAYERS, ())


@pytest.mark.parametrize("players", [(), PLAYERS[:2], (*PLAYERS, *(uuid4() for _ in range(3)))])
def test_the_game_must_be_for_so_many_players(players: tuple[UUID, ...]) -> None:
    with refused("/players"):
        open_series("klunker", players, 3, **BY)


def test_nobody_plays_twice() -> None:
    with refused("/players"):
        open_series("klunker", (ANNA, ANNA, BERTO), 3, **BY)


@pytest.mark.parametrize("length", [-1, 0, 101])
def test_a_series_has_from_1_to_100_matches(length: int) -> None:
    with refused("/length"):
        open_series("klunker", PLAYERS, length, **BY)


def test_matches_count_in_the_order_in_which_they_were_added() -> None:
    one, two = uuid4(), uuid4()
    series = opened()
    series = after(series, add_match(series, one, "klunker", PLAYERS, **BY))
    series = after(series, add_match(series, two, "klunker", reversed(PLAYERS), **BY))
    assert series.matches == (one, two)
    assert after(series, take_out_match(series, one, **BY)).matches == (two,)


def test_a_match_that_does_not_fit_is_refused() -> None:
    match = uuid4()
    series = opened(length=1)
    with refused("/match"):
        add_match(series, match, "halunken", PLAYERS, **BY)
    with refused("/match"):
        add_match(series, match, "klunker", (ANNA, BERTO, uuid4()), **BY)
    with refused("/match"):
        take_out_match(series, match, **BY)
    series = after(series, add_match(series, match, "klunker", PLAYERS, **BY))
    with refused("/match"):
        add_match(series, match, "klunker", PLAYERS, **BY)
    with refused("/match"):
        add_match(series, uuid4(), "klunker", PLAYERS, **BY)


def test_what_is_told_about_a_series_can_be_corrected() -> None:
    series = opened()
    series = after(series, describe_series(series, title="Spring", visibility=Visibility.PRIVATE, **BY))
    assert (series.title, series.visibility, series.length) == ("Spring", Visibility.PRIVATE, 3)


def test_a_series_is_never_shorter_than_its_matches() -> None:
    series = opened()
    for _ in range(2):
        series = after(series, add_match(series, uuid4(), "klunker", PLAYERS, **BY))
    with refused("/length"):
        describe_series(series, length=1, **BY)
    assert after(series, describe_series(series, length=2, **BY)).length == 2


def test_a_removed_series_says_so() -> None:
    assert after(opened(), remove_series("a slip", **BY)).removed


def test_H4_4_the_totals_are_added_and_the_highest_wins() -> None:
    games = [{ANNA: 40, BERTO: 50, CARLA: 10}, {ANNA: 60, BERTO: 20, CARLA: 10}, {ANNA: 5, BERTO: 30, CARLA: 90}]
    standings = series_standings(PLAYERS, 3, games)
    assert [standing.total for standing in standings] == [105, 100, 110]
    assert [standing.rank for standing in standings] == [2, 3, 1]
    assert [standing.winner for standing in standings] == [False, False, True]


def test_nobody_has_won_before_all_matches_are_finished() -> None:
    standings = series_standings(PLAYERS, 3, [{ANNA: 40, BERTO: 50, CARLA: 10}, None])
    assert [standing.scores for standing in standings] == [(40, None), (50, None), (10, None)]
    assert {standing.winner for standing in standings} == {None}


def test_equal_totals_share_the_victory() -> None:
    standings = series_standings(PLAYERS, 1, [{ANNA: 40, BERTO: 40, CARLA: 10}])
    assert [standing.rank for standing in standings] == [1, 1, 3]
    assert [standing.winner for standing in standings] == [True, True, False]


def test_who_has_no_points_has_no_rank_and_does_not_win() -> None:
    standings = series_standings(PLAYERS, 1, [{ANNA: -4, BERTO: -2}])
    assert [standing.rank for standing in standings] == [2, 1, None]
    assert [standing.winner for standing in standings] == [False, True, False]
    nobody = series_standings(PLAYERS, 2, [{}, None])
    assert {(standing.rank, standing.winner) for standing in nobody} == {(None, None)}
