"""H4 End and score."""

import pytest

from domain.games.halunken.events import HalunkenEnded, HalunkenRoundBegan
from domain.kernel.pending import Finished
from domain.kernel.viewer import PUBLIC
from tests.domain.games.halunken.support import (
    bid,
    choices,
    choose,
    given,
    passes,
    player,
    reveal,
    rogues,
    steal,
    turn,
)
from tests.domain.games.support import Table

SEVEN = "1 2 3 4 5 6 7"


def last_round(*crews: str) -> Table:
    """Everybody has the Rum left."""
    return given(*(player(3 * seat, words, played=SEVEN) for seat, words in enumerate(crews)))


def ended(*crews: str) -> Table:
    return last_round(*crews).plays(*choices("rum " * len(crews)))


def test_H4_1_the_game_ends_after_eight_rounds() -> None:
    table = last_round("red 4", "red 5", "red 6")
    assert table.view(PUBLIC).round == 8
    assert [standing.winner for standing in table.standings] == [None] * 3
    table.plays(*choices("rum rum rum"))
    assert table.told(HalunkenEnded) == [HalunkenEnded()]
    assert table.pending == Finished("H4.1")
    assert table.view(PUBLIC).round == 8


def test_H4_1_not_before() -> None:
    table = given(*(player(3 * seat, played="1 2 3 4 5 6") for seat in range(3))).plays(*choices("rum rum rum"))
    assert table.told(HalunkenEnded) == []
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=8)]


def test_H4_1_the_last_card_turned_up_is_told_before_the_end() -> None:
    table = given(*(player(3 * seat, played=SEVEN) for seat in range(3)), tops={0: "red 4"}, below={0: 1})
    table.plays(*choices("rum rum rum"))
    assert table.told(HalunkenEnded) == []
    table.plays(reveal({0: "red 5"}))
    assert table.told(HalunkenEnded) == [HalunkenEnded()]


def test_H4_1_nothing_is_played_afterwards() -> None:
    table = ended("red 4", "red 5", "red 6")
    for action in (choose(0, "1"), bid(0, "red 4"), passes(0), steal(0, "red 5", 1), turn(1)):
        table.refuses(action, "H4.1")
    table.refuses(reveal({0: "red 7"}), "H3.6")
    assert [list(table.legal(seat)) for seat in range(3)] == [[]] * 3


@pytest.mark.parametrize(
    ("words", "colour", "score"),
    [
        ("violet 3 4 5, yellow 1 2, green 2 3 4 5 6", "green", 12 + 3 + 2 * 20),
        ("red 4", "red", 8),
        ("", None, 0),
        ("red 4 5, yellow 12", "red", 18 + 12),
        ("red 4 5, yellow 1 2", "red", 18 + 3),
        ("red 4 6, yellow 2 9", "yellow", 10 + 22),
        ("red 7, violet 7, green 7, yellow 7", "yellow", 21 + 14),
        ("red 7, violet 7, green 7", "green", 14 + 14),
        ("red 7, violet 7", "violet", 7 + 14),
        ("violet 3 6, red 4 5, yellow 12", "violet", 12 + 9 + 18),
    ],
)
def test_H4_2_the_colour_with_most_cards_counts_double(words: str, colour: str | None, score: int) -> None:
    table = ended(words, "", "")
    assert table.view(PUBLIC).seats[0].doubled == colour
    assert table.standings[0].score == score


def test_H4_2_standings_during_a_match_count_what_is_there_now() -> None:
    table = last_round("red 4", "red 5 6", "")
    assert [standing.score for standing in table.standings] == [8, 22, 0]
    assert [standing.rank for standing in table.standings] == [2, 1, 3]


def test_H4_3_most_points_win() -> None:
    assert ended("red 4", "red 5 6", "violet 3").winners == [1]


def test_H4_3_equal_points_share_the_victory() -> None:
    table = ended("red 9", "violet 9", "green 2")
    assert table.winners == [0, 1]
    assert [standing.rank for standing in table.standings] == [1, 1, 3]
    assert [standing.tie_breaks for standing in table.standings] == [()] * 3


def test_H9_1_a_standing_bid_stays_in_the_crew_until_it_is_paid() -> None:
    table = given(player(0, "red 4"), player(4, "red 5"), player(8, "red 6"), black_jack=12, opener=0)
    table.plays(*choices("1 2 3"), turn(1), bid(0, "red 4"))
    assert rogues("red 4")[0] in table.view(PUBLIC).seats[0].crew
    table.plays(passes(1), passes(2))
    assert table.view(PUBLIC).seats[0].crew == ()
    assert table.view(PUBLIC).harbour == rogues("red 4")
