"""A test for each clause; `pytest --partita-game othello` adds those of all games."""

import pytest
from partita_othello import GAME, OthelloOptions, OthelloPlace, OthelloState
from partita_othello.board import EMPTY, beginning, place_of

from partita.kernel import AwaitSeats, Finished, InvalidSetup, RuleViolation, Setup


def state_of(*rows: str, turn: int | None = 0) -> OthelloState:
    """A position as it looks: X is dark, O is light."""
    board = tuple({"X": 0, "O": 1}.get(square, EMPTY) for row in rows for square in row)
    return OthelloState(len(rows), board, turn)


def after(state: OthelloState, seat: int, square: str) -> OthelloState:
    (fact,) = GAME.decide(state, OthelloPlace(seat=seat, square=square))
    return GAME.evolve(state, fact)


def refused(state: OthelloState, seat: int, square: str) -> str:
    with pytest.raises(RuleViolation) as error:
        GAME.decide(state, OthelloPlace(seat=seat, square=square))
    return error.value.clause


START = GAME.initial(Setup(2, OthelloOptions()))


def test_O1_1_two_players_and_a_board_of_8_or_6() -> None:
    assert len(START.board) == 64
    small = GAME.initial(Setup(2, OthelloOptions(size=6)))
    assert len(small.board) == 36
    assert place_of("a1", 8) == 0
    assert refused(small, 0, "h1") == "O1.1"
    with pytest.raises(InvalidSetup):
        GAME.initial(Setup(3, OthelloOptions()))


def test_O1_2_four_discs_in_the_middle() -> None:
    lying = {square: START.board[place_of(square, 8) or 0] for square in ("d4", "e4", "d5", "e5")}
    assert lying == {"d4": 1, "e4": 0, "d5": 0, "e5": 1}
    assert sum(seat != EMPTY for seat in beginning(6)) == 4


def test_O1_3_dark_begins() -> None:
    assert GAME.pending(START) == AwaitSeats((0,))
    assert GAME.starting_seat(OthelloOptions()) == 0


def test_O2_1_the_players_take_turns() -> None:
    now = after(START, 0, "d3")
    assert GAME.pending(now) == AwaitSeats((1,))
    assert refused(now, 0, "c3") == "O2.1"


def test_O2_2_a_row_has_to_be_outflanked() -> None:
    assert {action.square for action in GAME.legal_actions(START, 0).actions} == {"d3", "c4", "f5", "e6"}
    assert refused(START, 0, "d4") == "O2.2"
    assert refused(START, 0, "a1") == "O2.2"


def test_O2_3_all_outflanked_rows_are_turned_over() -> None:
    now = state_of("X.....", ".O....", "..O...", ".OO.OX", "......", "......")
    (fact,) = GAME.decide(now, OthelloPlace(seat=0, square="d4"))
    assert set(fact.turned) == {"b2", "c3", "e4"}


def test_O2_4_who_can_place_none_passes() -> None:
    now = state_of("XO.OX.", "......", "......", "......", "......", "OX....", turn=0)
    (fact,) = GAME.decide(now, OthelloPlace(seat=0, square="c1"))
    assert not fact.passed
    now = state_of("XO....", "XO....", "......", "......", "......", "......", turn=0)
    (fact,) = GAME.decide(now, OthelloPlace(seat=0, square="c1"))
    assert fact.passed
    assert GAME.evolve(now, fact).turn == 0


def test_O3_1_it_ends_when_neither_can() -> None:
    now = after(state_of("XO....", "......", "......", "......", "......", "......"), 0, "c1")
    assert GAME.pending(now) == Finished("O3.1")
    assert refused(now, 1, "a2") == "O3.1"


def test_O3_2_each_disc_is_a_point() -> None:
    now = state_of("XXO...", "......", "......", "......", "......", "......", turn=None)
    assert [(one.score, one.winner) for one in GAME.standings(now, 0)] == [(2, True), (1, False)]
    even = state_of("XO....", "......", "......", "......", "......", "......", turn=None)
    assert [one.winner for one in GAME.standings(even, 0)] == [True, True]
