"""The aggregates that are used again and again, as their newest known event left them."""

from threading import Lock
from typing import Final, Generic, Protocol, TypeVar
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct

from service.eventstore.log import KnownVersion

CACHED: Final = 1024
"""How many aggregates of one kind are cached at most."""

EVENTS_EACH: Final = 80
"""The events that there is room for in each of these. Long aggregates take the room of several: so many events as fit,
in whatever games, are below 60 MB (``make bench ARGS="--only size"``)."""


class Aggregate(Protocol):
    """What is folded from the events of one originator."""

    @property
    def version(self) -> int:
        """The number of its events."""
        ...

    @property
    def removed(self) -> bool:
        """Whether it is to be shown no longer."""
        ...


S = TypeVar("S", bound=Aggregate)


class Snapshot(Struct, Generic[S], frozen=True, gc=False):
    """An aggregate as its events made it, and the fingerprint of the last one; None where that isn't known."""

    state: S
    fingerprint: bytes | None


class AggregateCache(Generic[S]):
    """The least recently used ones go first. It may be used from several threads.

    One alone is cached however long it is.
    """

    def __init__(self, capacity: int = CACHED) -> None:
        most = capacity * EVENTS_EACH

        def room(snapshot: Snapshot[S]) -> int:
            return min(max(snapshot.state.version, EVENTS_EACH), most)

        self._snapshots: LRUCache[UUID, Snapshot[S]] = LRUCache(most, room)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._snapshots)

    def get(self, originator_id: UUID) -> Snapshot[S] | None:
        """The newest known state of an aggregate; others may have written since."""
        with self._lock:
            return self._snapshots.get(originator_id)

    def put(self, originator_id: UUID, snapshot: Snapshot[S]) -> None:
        """Cache `snapshot`, unless a newer one is cached."""
        with self._lock:
            cached = self._snapshots.get(originator_id)
            if cached is None or cached.state.version < snapshot.state.version:
                self._snapshots[originator_id] = snapshot

    def pop(self, originator_id: UUID) -> None:
        """Drop one aggregate, if it is cached."""
        with self._lock:
            self._snapshots.pop(originator_id, None)

    def clear(self) -> None:
        """Drop all."""
        with self._lock:
            self._snapshots.clear()


def known_version(originator_id: UUID, snapshot: Snapshot[S] | None) -> KnownVersion:
    """How far an aggregate is known to whom has this `snapshot` of it."""
    if snapshot is None or snapshot.fingerprint is None:
        return KnownVersion(originator_id)
    return KnownVersion(originator_id, snapshot.state.version, snapshot.fingerprint)
