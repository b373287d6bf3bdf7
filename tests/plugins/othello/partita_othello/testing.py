"""What the tests of all games need to know of Othello beside what they find out."""

from partita_othello import OthelloState
from partita_othello.board import EMPTY

MOST_STEPS = 60


def check_conservation(state: OthelloState) -> None:
    """Discs are never taken away (O2.3), and there are as many squares as ever."""
    assert len(state.board) == state.size**2
    assert set(state.board) <= {EMPTY, 0, 1}
    assert sum(seat != EMPTY for seat in state.board) >= 4
