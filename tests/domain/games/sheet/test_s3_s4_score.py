"""S3 Points, S4 The end."""

from decimal import Decimal
from typing import Any

import pytest

from domain.games.sheet import GAME
from domain.games.sheet.actions import SheetEnd, SheetScore
from domain.kernel.figures import counted
from domain.kernel.legal import Ranking
from domain.kernel.pending import Finished
from tests.domain.games.support import Table


def scored(*values: str, **options: Any) -> Table:
    """A sheet with one row on which this is written, a value a seat."""
    table = Table.opened("sheet", len(values), **options)
    return table.plays(*(SheetScore(seat=seat, row="points", value=value) for seat, value in enumerate(values)))


def ranks(table: Table) -> list[int | None]:
    return [standing.rank for standing in table.standings]


def scores(table: Table) -> list[Any]:
    return [standing.score for standing in table.standings]


def test_S3_1_rows_are_added_exactly_those_of_minus_points_subtracted() -> None:
    rows = [
        {"key": "cards", "label": ""},
        {"key": "debts", "label": "", "minus": True},
        {"key": "bid", "label": "", "counts": False},
    ]
    table = Table.opened("sheet", 1, rows=rows, rounds=2)
    table.plays(
        SheetScore(seat=0, row="cards", round=1, value="0.1"),
        SheetScore(seat=0, row="cards", round=2, value="0.2"),
        SheetScore(seat=0, row="debts", round=2, value="5"),
        SheetScore(seat=0, row="bid", round=1, value="100"),
    )
    assert scores(table) == [Decimal("-4.7")]


def test_S3_1_whole_points_are_whole_numbers() -> None:
    table = scored("1.5+1.5", "10.50", "1110000")
    assert [repr(score) for score in scores(table)] == ["3", "Decimal('10.5')", "1110000"]


def test_S3_2_without_anything_readable_there_are_no_points() -> None:
    assert scores(scored("5", "", "49-46ish")) == [5, None, None]


def test_S3_3_a_team_has_the_points_of_all_its_members() -> None:
    assert scores(scored("5", "4", "3", "", teams=["a", "b", "a", "b"])) == [8, 4, 8, 4]
    assert scores(scored("5", "4", "about 3", "1", teams=["a", "b", "a", ""])) == [None, 4, None, 1]


def test_the_sheet_to_look_at_is_filled_in_and_closed_and_most_points_win() -> None:
    (demo,) = GAME.demos
    table = Table(GAME, GAME.initial(demo)).plays(*GAME.demo_play)
    assert isinstance(GAME.pending(table.state), Finished)
    assert demo.options.rounds is not None
    assert len(GAME.demo_play) == demo.seats * demo.options.rounds + 1
    (winner,) = (one for one in table.standings if one.winner)
    assert winner.score == max(scores(table))


def test_S4_1_the_first_seat_closes_the_sheet() -> None:
    table = scored("5", "4")
    table.refuses(SheetEnd(seat=1), "S4.1")
    assert table.plays(SheetEnd()).pending == Finished("S4.1")


def test_S4_2_the_most_points_win_and_equal_ones_share() -> None:
    table = scored("5", "7", "", "7.0").plays(SheetEnd())
    assert (table.winners, ranks(table)) == ([1, 3], [3, 1, 4, 1])


def test_S4_2_or_the_fewest() -> None:
    table = scored("5", "-7", "", winning="lowest").plays(SheetEnd())
    assert (table.winners, ranks(table)) == ([1], [2, 1, 3])


@pytest.mark.parametrize("winning", ["highest", "lowest"])
def test_S4_2_nobody_wins_where_nobody_has_points(winning: str) -> None:
    assert scored("", "?", winning=winning).plays(SheetEnd()).winners == []


def test_S4_2_who_plays_alone_wins_by_having_points() -> None:
    assert scored("42").plays(SheetEnd()).winners == [0]


def test_S4_3_winners_who_are_named_go_before_points() -> None:
    table = scored("5", "7", "7", "9").plays(SheetEnd(winners=(2, 0)))
    assert (table.winners, ranks(table)) == ([0, 2], [1, 4, 1, 3])


def test_S4_3_places_that_are_named_go_before_points() -> None:
    table = scored("5", "7", "9").plays(SheetEnd(ranks=(1, 3, 1)))
    assert (table.winners, ranks(table)) == ([0, 2], [1, 3, 1])


@pytest.mark.parametrize(
    "end",
    [
        SheetEnd(winners=(0,), lost=True),
        SheetEnd(winners=(0,), ranks=(1, 2)),
        SheetEnd(unfinished=True, lost=True),
        SheetEnd(winners=()),
        SheetEnd(winners=(2,)),
        SheetEnd(winners=(1, 1)),
        SheetEnd(ranks=(1,)),
        SheetEnd(ranks=(1, 3)),
    ],
)
def test_S4_3_what_cannot_have_been_is_refused(end: SheetEnd) -> None:
    scored("5", "7").refuses(end, "S4.3")


def test_S4_4_where_points_do_not_decide_only_those_win_who_are_named() -> None:
    assert scored("5", "7", winning="told").plays(SheetEnd()).winners == []
    assert scored("5", "7", winning="told").plays(SheetEnd(winners=(0,))).winners == [0]


def test_S4_4_who_plays_together_has_won_or_lost() -> None:
    table = scored("5", "7", winning="cooperative")
    table.refuses(SheetEnd(), "S4.4")
    table.refuses(SheetEnd(ranks=(1, 2)), "S4.4")
    assert table.plays(SheetEnd(winners=(0, 1))).winners == [0, 1]
    assert ranks(table) == [1, 1]


def test_S4_4_some_of_those_who_play_together_may_have_won() -> None:
    table = scored("5", "7", winning="cooperative").plays(SheetEnd(winners=(1,)))
    assert (table.winners, ranks(table)) == ([1], [2, 1])


def test_S4_5_members_of_a_team_win_together_and_share_the_place() -> None:
    table = scored("5", "9", "3", "", teams=["a", "b", "a", "b"]).plays(SheetEnd(winners=(2,)))
    assert (table.winners, ranks(table)) == ([0, 2], [1, 3, 1, 3])
    table = scored("5", "9", "3", teams=["a", "b", "a"]).plays(SheetEnd(ranks=(2, 1, 3)))
    assert (table.winners, ranks(table)) == ([1], [2, 1, 2])


@pytest.mark.parametrize("winning", ["highest", "lowest", "told", "cooperative"])
def test_S4_6_where_all_have_lost_or_the_game_was_broken_off_nobody_wins(winning: str) -> None:
    assert scored("5", "7", winning=winning).plays(SheetEnd(lost=True)).winners == []
    table = scored("5", "7", winning=winning).plays(SheetEnd(unfinished=True))
    assert (table.winners, ranks(table)) == ([], [1, 1])


def test_places_that_are_named_are_listed_and_few_are_kept() -> None:
    template = scored(*"1" * 16).legal(0).templates[-1]
    assert template.rank == {"ranks": Ranking(16, 16)}
    assert next(iter(template))["ranks"] == [1] * 16


def test_entries_are_counted_and_what_is_corrected_counts_once() -> None:
    table = Table.opened("sheet", 2)
    values = ("about 3", "about 4", "5", "")
    line = [table.plays(SheetScore(seat=1, row="points", value=value)).facts for value in values]
    entries, unreadable = GAME.figures
    assert [counted(unreadable, line[:n], 2) for n in range(5)] == [(0, 0), (0, 1), (0, 1), (0, 0), (0, 0)]
    assert [counted(entries, line[:n], 2) for n in range(5)] == [(0, 0), (0, 1), (0, 1), (0, 1), (0, 0)]


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({}, (0, 1, 2, 3)),
        ({"teams": ["a", "b", "a", "b"]}, (0, 1, 0, 1)),
        ({"teams": ["", "b", "", "b"]}, (0, 1, 2, 1)),
        ({"winning": "cooperative", "teams": ["a", "b", "a", "b"]}, (0, 0, 0, 0)),
    ],
)
def test_S4_5_teams_are_sides_and_who_plays_together_is_on_one(options: dict[str, Any], sides: tuple[int, ...]) -> None:
    table = Table.opened("sheet", 4, **options)
    assert GAME.sides(table.state.options, 4) == sides


def test_S4_2_the_fewest_points_are_the_best_where_they_win() -> None:
    assert [
        GAME.lowest_wins(scored("1", winning=winning).state.options)
        for winning in ("highest", "lowest", "told", "cooperative")
    ] == [False, True, False, False]


def test_S4_6_a_game_is_broken_off_when_the_players_say_so() -> None:
    ends = (SheetEnd(), SheetEnd(lost=True), SheetEnd(unfinished=True))
    assert [GAME.broken_off(scored("5", "3").plays(end).state) for end in ends] == [False, False, True]
    assert not GAME.broken_off(scored("5", "3").state)
