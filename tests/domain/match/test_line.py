"""The line of a match: a tuple to whoever looks, and cheap to make longer."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.match.events import ActionPlayed
from domain.match.line import Line, Ply

AT = datetime(2026, 11, 28, tzinfo=UTC)


def ply(version: int, by: str = "ada") -> Ply:
    played: ActionPlayed[Any, Any] = ActionPlayed(step=version, action=None, outcome=(), at=AT, by=by)
    return Ply(version, played)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 30), st.sampled_from(["longer", "much longer", "shorter"]), st.integers(0, 30), st.text()
        )
    )
)
def test_lines_are_what_tuples_would_be(changes: list[tuple[int, str, int, str]]) -> None:
    """Whichever line is continued or cut, all others stay as they are."""
    lines: list[tuple[Line, tuple[Ply, ...]]] = [(Line(), ())]
    for which, change, number, by in changes:
        line, plies = lines[which % len(lines)]
        if change == "longer":
            one = ply(len(plies) + 1, by)
            lines.append((line.plus(one), (*plies, one)))
        elif change == "much longer":
            more = [ply(len(plies) + 1 + place, by) for place in range(1 + number % 4)]
            lines.append((line.plus(*more), (*plies, *more)))
        else:
            step = number % (len(plies) + 1)
            lines.append((line[:step], plies[:step]))
    for line, plies in lines:
        assert tuple(line) == plies
        assert len(line) == len(plies)
        assert tuple(line[1:-1]) == plies[1:-1]
        assert tuple(line[1:-1].plus(ply(9))) == (*plies[1:-1], ply(9))
        assert [line[place] for place in range(-len(plies), len(plies))] == [*plies, *plies]
        assert line == Line(plies)
        assert hash(line) == hash(Line(plies))


def test_threads_that_continue_one_line() -> None:
    line = Line([ply(1)])
    with ThreadPoolExecutor(8) as pool:
        longer = list(pool.map(lambda by: line.plus(ply(2, str(by))), range(400)))
    assert [tuple(each) for each in longer] == [(ply(1), ply(2, str(by))) for by in range(400)]


def test_a_long_line_grows_as_a_short_one() -> None:
    def grown(line: Line, number: int) -> tuple[Line, float]:
        start = perf_counter()
        for _ in range(number):
            line = line.plus(ply(len(line) + 1))
        return line, perf_counter() - start

    line, _ = grown(Line(), 100)
    taken = []
    for _ in range(20):
        line, seconds = grown(line, 1000)
        taken.append(seconds)
    assert min(taken[10:]) < 4 * min(taken[:5])
    assert len(line) == 20_100
