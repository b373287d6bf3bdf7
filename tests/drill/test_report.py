"""The figures of a drill: the longest time without writes is that of the fault during which it was."""

import pytest

from tests.drill.faults import Episode
from tests.drill.report import Gap, gaps


def episode(what: str, began: float) -> Episode:
    return Episode(what, "db1", began, undone=began + 5, healed=began + 8)


@pytest.mark.parametrize(
    ("answered", "seconds"),
    [
        ([9.0, 10.5, 11.0, 12.0], 1.5),
        ([9.0, 17.0, 18.0], 8.0),
        ([9.0, 9.9, 11.9], 2.0),
        ([13.0, 14.0], 3.0),
        ([9.0, 9.5], float("inf")),
        ([], float("inf")),
    ],
    ids=["between two", "across its beginning", "the longest", "nothing before", "nothing any more", "nothing at all"],
)
def test_the_longest_time_without_writes_since_a_fault(answered: list[float], seconds: float) -> None:
    (gap,) = gaps([episode("primary killed", 10.0)], answered)
    assert gap.what == "primary killed"
    assert gap.seconds == pytest.approx(seconds)


def test_each_fault_has_the_time_until_the_next_one() -> None:
    episodes = [episode("primary killed", 10.0), episode("service frozen", 20.0)]
    answered = [9.0, 16.0, 19.5, 20.5, 23.0]
    assert gaps(episodes, answered) == [Gap("primary killed", 7.0), Gap("service frozen", 2.5)]
    assert gaps(episodes, [9.0, 10.5, 23.0]) == [Gap("primary killed", 9.5), Gap("service frozen", 12.5)]
