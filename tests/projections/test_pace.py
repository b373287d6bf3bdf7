"""Rows come soon as long as little is recorded, and in larger transactions when a great deal is."""

import pytest

from projections import pace
from projections.pace import Pace


class Recording:
    """So many events a second, processed at some pace."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 50.0
        monkeypatch.setattr(pace, "monotonic", lambda: self.now)
        self.pace = Pace()
        self.pauses = [0.0]

    def go_on(self, rate: float, seconds: float, work_seconds: float = 0.004) -> None:
        until = self.now + seconds
        while self.now < until:
            took = self.pauses[-1] + work_seconds
            self.now += took
            self.pauses.append(self.pace.pause(int(rate * took), work_seconds))


@pytest.mark.parametrize("rate", [10, 500, 2_500])
def test_rows_come_soon_at_a_table_or_many(monkeypatch: pytest.MonkeyPatch, rate: float) -> None:
    recording = Recording(monkeypatch)
    recording.go_on(rate, 2)
    assert set(recording.pauses[1:]) == {0.01}


def test_transactions_get_larger_when_a_great_deal_is_recorded_and_small_again_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recording = Recording(monkeypatch)
    recording.go_on(4_000, 1)
    assert recording.pauses[-5:] == [0.03] * 5
    recording.go_on(1_000, 1)
    assert recording.pauses[-5:] == [0.01] * 5


def test_a_burst_is_no_rush(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(monkeypatch)
    recording.go_on(100, 1)
    recording.go_on(10_000, 0.02)
    assert set(recording.pauses[1:]) == {0.01}


def test_who_works_for_long_rests_for_half_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(monkeypatch)
    recording.go_on(500, 1, work_seconds=0.2)
    assert recording.pauses[-1] == pytest.approx(0.1)
