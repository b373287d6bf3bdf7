"""How many tokens that are no good an address may send."""

import pytest

from service.auth.rate_limit import Failures


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_failures_up_to_the_limit_are_answered_as_what_they_are(clock: Clock) -> None:
    failures = Failures(3, 60.0, clock)
    assert [failures.count("192.0.2.1") for _ in range(5)] == [None, None, None, 20, 20]


def test_who_waits_as_told_is_let_through_again_once(clock: Clock) -> None:
    failures = Failures(3, 60.0, clock)
    for _ in range(3):
        failures.count("192.0.2.1")
    clock.now += 8.5
    wait = failures.count("192.0.2.1")
    assert wait == 12
    assert failures.exhausted("192.0.2.1")
    clock.now += wait
    assert not failures.exhausted("192.0.2.1")
    assert [failures.count("192.0.2.1"), failures.count("192.0.2.1")] == [None, 20]


def test_after_a_whole_window_all_is_forgiven(clock: Clock) -> None:
    failures = Failures(3, 60.0, clock)
    for _ in range(10):
        failures.count("192.0.2.1")
    clock.now += 60
    assert [failures.count("192.0.2.1") for _ in range(4)] == [None, None, None, 20]


def test_addresses_are_counted_apart(clock: Clock) -> None:
    failures = Failures(1, 60.0, clock)
    assert failures.count("192.0.2.1") is None
    assert failures.count("192.0.2.2") is None
    assert failures.count("192.0.2.1") == 60


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::2%eth1"),
        ("", ""),
    ],
)
def test_addresses_that_one_client_can_choose_from_are_one(clock: Clock, one: str, other: str) -> None:
    failures = Failures(1, 60.0, clock)
    assert failures.count(one) is None
    assert failures.count(other) == 60


def test_other_networks_are_others(clock: Clock) -> None:
    failures = Failures(1, 60.0, clock)
    assert failures.count("2001:db8:1:2::1") is None
    assert failures.count("2001:db8:1:3::1") is None


def test_memory_is_bounded_and_the_longest_ago_is_forgotten_first(clock: Clock) -> None:
    failures = Failures(1, 60.0, clock, remembered=100)
    for number in range(1000):
        failures.count(f"192.0.{number // 250}.{number % 250}")
    assert len(failures) == 100
    assert failures.exhausted("192.0.3.249")
    assert not failures.exhausted("192.0.0.0")
