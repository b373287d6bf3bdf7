"""The cache of aggregates: how much goes into it."""

from uuid import UUID

from msgspec import Struct

from service.eventstore.aggregate_cache import EVENTS_EACH, AggregateCache, Snapshot


class Aggregated(Struct, frozen=True):
    version: int
    removed: bool = False


def cached(capacity: int, *versions: int) -> list[int]:
    """Which of the aggregates with so many events are cached, when all were put in, one after the other."""
    cache: AggregateCache[Aggregated] = AggregateCache(capacity)
    for number, version in enumerate(versions):
        cache.put(UUID(int=number), Snapshot(Aggregated(version), None))
    return [number for number in range(len(versions)) if cache.get(UUID(int=number)) is not None]


def test_short_ones_are_counted() -> None:
    assert cached(3, 1, EVENTS_EACH, 2, 1) == [1, 2, 3]


def test_a_long_one_takes_the_room_of_several() -> None:
    assert cached(3, 1, 1, 1, 2 * EVENTS_EACH) == [2, 3]
    assert cached(3, 1, 1, 1, EVENTS_EACH + 1) == [2, 3]


def test_one_that_grows_takes_the_room_of_others() -> None:
    cache: AggregateCache[Aggregated] = AggregateCache(3)
    for number in range(3):
        cache.put(UUID(int=number), Snapshot(Aggregated(1), None))
    cache.put(UUID(int=2), Snapshot(Aggregated(3 * EVENTS_EACH), None))
    assert len(cache) == 1
    assert cache.get(UUID(int=2)) is not None


def test_one_alone_is_cached_however_long_it_is() -> None:
    assert cached(2, 1, 100 * EVENTS_EACH) == [1]
