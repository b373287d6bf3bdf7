"""Whoever opens many streams, there are places left for others, and for the owner most of all."""

from contextlib import ExitStack

import pytest

from service.auth.access import ANONYMOUS, Principal
from service.live.stream_places import StreamPlaces, Subscriber

READER = Principal("reader", frozenset({"read"}))
OWNER = Principal("owner", frozenset({"read", "record", "annotate", "admin"}))


def opened(places: StreamPlaces, stack: ExitStack, subscriber: Subscriber) -> bool:
    """Whether there was room, which is taken then."""
    if not places.has_room(subscriber):
        return False
    stack.enter_context(places.taken(subscriber))
    return True


@pytest.mark.parametrize("addresses", [1, 2000])
def test_two_thousand_streams_without_a_token_leave_room_for_the_owner(addresses: int) -> None:
    places = StreamPlaces(1000, 100)
    with ExitStack() as streams:
        crowd = [Subscriber.of(ANONYMOUS, f"10.0.{n % addresses // 250}.{n % addresses % 250}") for n in range(2000)]
        assert sum(opened(places, streams, one) for one in crowd) == (100 if addresses == 1 else 750)
        assert opened(places, streams, Subscriber.of(OWNER, "10.0.0.0"))
        assert opened(places, streams, Subscriber.of(READER, "10.0.0.0"))
    assert (places.open, dict(places._shares)) == (0, {})


def test_a_token_has_a_share_wherever_it_comes_from() -> None:
    places = StreamPlaces(1000, 3)
    with ExitStack() as streams:
        got = [opened(places, streams, Subscriber.of(READER, f"10.0.0.{n}")) for n in range(5)]
        assert got == [True] * 3 + [False] * 2
        others = (Principal(f"other {n}", frozenset({"read"})) for n in range(5))
        assert all(opened(places, streams, Subscriber.of(other, "10.0.0.1")) for other in others)
        assert all(opened(places, streams, Subscriber.of(OWNER, "10.0.0.1")) for _ in range(100))


def test_many_tokens_leave_places_for_the_owner() -> None:
    places = StreamPlaces(100, 10)
    with ExitStack() as streams:
        crowd = [Subscriber.of(Principal(f"token {n}", frozenset({"read"})), "10.0.0.1") for n in range(200)]
        assert sum(opened(places, streams, one) for one in crowd) == 95
        assert sum(opened(places, streams, Subscriber.of(OWNER, "10.0.0.1")) for _ in range(200)) == 5
