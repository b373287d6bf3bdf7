"""Histories by hand: the checker names each kind of fault, and finds none where there is none."""

from collections.abc import Mapping
from typing import Final

import pytest
from msgspec.structs import replace

from tests.drill.checker import Fault, findings
from tests.drill.history import Acknowledgement, Event, History, Logs, Read, Write

OPENED: Final = Event(1, 10, None)
SOUND: Final[Logs] = {"m": [OPENED, Event(2, 11, "a"), Event(3, 12, "b"), Event(4, 14, "c")], "n": [Event(1, 13, None)]}

FIRST: Final = Write(0, "m", ("a", "b"), sent=1.0, acknowledged=Acknowledgement(1.5, version=3, position=12))
SECOND: Final = Write(0, "m", ("c",), sent=2.0, acknowledged=Acknowledgement(2.5, version=4, position=14))
EARLY: Final = Read(1, "m", sent=1.6, at=1.7, version=3, values={2: "a", 3: "b"})
LATE: Final = Read(1, "m", sent=2.6, at=2.7, version=4, values={4: "c"})
HISTORY: Final = History([FIRST, SECOND], [EARLY, LATE])


def faults(history: History, logs: Mapping[str, list[Event]] | Logs) -> set[Fault]:
    return {finding.fault for finding in findings(history, logs)}


def of_m(*values: tuple[int, int, str | None]) -> Logs:
    """Logs in which the match has these events, of version, position and value."""
    return {"m": [Event(*value) for value in values]}


def test_nothing_is_found_where_all_is_as_it_was_told() -> None:
    assert findings(HISTORY, SOUND) == []


def test_a_write_without_an_answer_may_be_there_or_not() -> None:
    unknown = replace(SECOND, acknowledged=None)
    without = of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"))
    assert findings(History([FIRST, unknown], [EARLY]), SOUND) == []
    assert findings(History([FIRST, unknown], [EARLY]), without) == []


@pytest.mark.parametrize(
    ("logs", "named"),
    [
        pytest.param(of_m((1, 10, None), (2, 11, "a"), (3, 12, "b")), {Fault.LOST}, id="the last one is missing"),
        pytest.param({}, {Fault.LOST}, id="all are missing"),
        pytest.param(
            of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"), (4, 14, "c"), (5, 15, "c")),
            {Fault.DOUBLED},
            id="it was stored again",
        ),
        pytest.param(
            of_m((1, 10, None), (2, 11, "b"), (3, 12, "a"), (4, 14, "c")),
            {Fault.REORDERED, Fault.MISPLACED},
            id="two of a request were exchanged",
        ),
        pytest.param(
            of_m((1, 10, None), (2, 11, "c"), (3, 12, "a"), (4, 14, "b")),
            {Fault.REORDERED, Fault.MISPLACED},
            id="the later request came first",
        ),
        pytest.param(
            of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"), (4, 15, "c")), {Fault.MISPLACED}, id="at another position"
        ),
        pytest.param(
            of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"), (4, 13, "x"), (5, 14, "c")),
            {Fault.INVENTED, Fault.MISPLACED},
            id="one that nobody sent",
        ),
        pytest.param(
            of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"), (5, 14, "c")),
            {Fault.BROKEN, Fault.MISPLACED},
            id="a version is missing",
        ),
        pytest.param(
            of_m((1, 13, None), (2, 11, "a"), (3, 12, "b"), (4, 14, "c")),
            {Fault.BROKEN},
            id="positions that don't grow",
        ),
    ],
)
def test_what_is_wrong_with_a_log_is_named(logs: Logs, named: set[Fault]) -> None:
    assert faults(History(HISTORY.writes, []), logs) == named


def test_what_was_shown_and_is_gone_is_named() -> None:
    unknown = replace(SECOND, acknowledged=None)
    gone = of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"))
    other = of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"), (4, 14, "d"))
    third = Write(1, "m", ("d",), sent=3.0, acknowledged=Acknowledgement(3.5, version=4, position=14))
    assert faults(History([FIRST, unknown], [LATE]), gone) == {Fault.UNDONE}
    assert faults(History([FIRST, unknown, third], [LATE]), other) == {Fault.UNDONE}


def test_a_version_that_was_shown_without_its_values_and_is_gone_is_named() -> None:
    gone = of_m((1, 10, None), (2, 11, "a"), (3, 12, "b"))
    bare = replace(LATE, values={})
    assert faults(History([FIRST, replace(SECOND, acknowledged=None)], [bare]), gone) == {Fault.UNDONE}


@pytest.mark.parametrize("client", [0, 1, 2])
def test_a_read_behind_an_acknowledgement_is_named_whoever_asks(client: int) -> None:
    stale = Read(client, "m", sent=2.6, at=2.7, version=3, values={3: "b"})
    assert faults(History(HISTORY.writes, [stale]), SOUND) == {Fault.WENT_BACK}


def test_a_read_behind_another_read_is_named() -> None:
    again = Read(1, "m", sent=2.8, at=2.9, version=3, values={})
    unknown = replace(SECOND, acknowledged=None)
    assert faults(History([FIRST, unknown], [LATE, again]), SOUND) == {Fault.WENT_BACK}


def test_a_read_at_the_time_of_a_write_may_show_either() -> None:
    meanwhile = Read(1, "m", sent=2.4, at=2.9, version=3, values={})
    assert findings(History(HISTORY.writes, [meanwhile]), SOUND) == []


def test_order_holds_among_clients_where_one_was_answered_before_the_other_began() -> None:
    logs = {
        "m": [OPENED, Event(2, 21, "a"), Event(3, 22, "b")],
        "n": [Event(1, 13, None), Event(2, 14, "c")],
    }
    first = replace(FIRST, acknowledged=Acknowledgement(1.5, version=3, position=22))
    later = Write(1, "n", ("c",), sent=2.0, acknowledged=Acknowledgement(2.5, version=2, position=14))
    assert faults(History([first, later], []), logs) == {Fault.REORDERED}
    assert findings(History([first, replace(later, sent=1.2)], []), logs) == []


def test_a_late_retry_of_a_clients_own_write_is_out_of_order() -> None:
    """It was given up, the next one was acknowledged, and then it was stored after all."""
    unknown = Write(0, "m", ("a",), sent=1.0, acknowledged=None)
    next_one = Write(0, "m", ("b",), sent=1.5, acknowledged=Acknowledgement(1.8, version=2, position=11))
    late = of_m((1, 10, None), (2, 11, "b"), (3, 12, "a"))
    assert faults(History([unknown, next_one], []), late) == {Fault.REORDERED}
