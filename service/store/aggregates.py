"""Matches and series in the log: read at their newest version, written with optimistic concurrency."""

from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from random import uniform
from threading import Lock
from time import sleep
from typing import Any, Final, Generic, Protocol, TypeVar
from uuid import UUID

import domain.annotations.annotations
import domain.match.match
import domain.series.series
import domain.variations.variations
from domain.annotations.annotations import Annotations
from domain.annotations.events import AnnotationEvent, AnnotationsBegun
from domain.codec import UnreadableEvent
from domain.match.events import MatchEvent, MatchOpened
from domain.match.match import Match
from domain.registry import UnknownGame
from domain.series.events import SeriesEvent, SeriesOpened
from domain.series.series import Series
from domain.variations.events import VariationEvent, VariationsBegun
from domain.variations.variations import Variations
from service.store.log import EventLog, VersionConflict, Written
from service.store.recorder import Key, NewPlayer, SeatToken

ATTEMPTS: Final = 40
"""How often a write is decided anew when others are faster."""

CACHED: Final = 1024
"""How many matches, and how many series, are kept folded; each is a few kilobytes."""


class NotThere(LookupError):  # noqa: N818  # what it is
    """There is no such match or series, or it was removed."""


class StaleVersion(Exception):  # noqa: N818  # what it is
    """It is at `current`, not at the version that the writer asked for."""

    def __init__(self, current: int) -> None:
        super().__init__(f"it is at version {current}")
        self.current = current


class DamagedLog(Exception):  # noqa: N818  # what it is
    """An aggregate's events can't be folded any more: they were damaged, or are another software's."""

    def __init__(self, originator_id: UUID, reason: str) -> None:
        super().__init__(f"{originator_id}: {reason}")


class KeyReused(Exception):  # noqa: N818  # what it is
    """The idempotency key belongs to another request."""


class TooBusy(Exception):  # noqa: N818  # what it is
    """Other writers were faster, too many times in a row."""


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
E = TypeVar("E", bound=Any)


class AggregateStore(Generic[S, E]):
    """The aggregates of one kind. Calls block; they may come from several threads."""

    def __init__(
        self,
        log: EventLog,
        opening: type[Any],
        fold: Callable[[S | None, Iterable[E]], S | None],
        game_of: Callable[[S], str],
    ) -> None:
        self.log = log
        self._opening = opening
        self.fold = fold
        self._game_of = game_of
        self._cache: OrderedDict[UUID, S] = OrderedDict()
        self._cache_lock = Lock()

    def load(self, originator_id: UUID) -> S:
        """The aggregate after all its events.

        Raises:
            NotThere: there is none.
        """
        cached = self._cached(originator_id)
        newest = self._folded(
            originator_id, cached, self.log.events(originator_id, after=cached.version if cached else 0)
        )
        if newest is None or newest.removed:
            raise NotThere(originator_id)
        self._remember(originator_id, newest)
        return newest

    def at_version(self, originator_id: UUID, version: int) -> S:
        """The aggregate after its first `version` events, even if it was removed later.

        Raises:
            NotThere: there is none.
        """
        cached = self._cached(originator_id)
        if cached is not None and cached.version == version:
            return cached
        then = self._folded(originator_id, None, self.log.events(originator_id, upto=version))
        if then is None:
            raise NotThere(originator_id)
        return then

    def _folded(self, originator_id: UUID, before: S | None, newer: Iterator[tuple[int, E]]) -> S | None:
        """`before` after the `newer` events; None where there are none, or where they are another kind's."""
        try:
            events = [event for _, event in newer]
        except (UnreadableEvent, UnknownGame) as error:
            raise DamagedLog(originator_id, str(error)) from error
        if before is None and not (events and isinstance(events[0], self._opening)):
            return None
        try:
            return self.fold(before, events)
        except Exception as error:  # folding never refuses, so the events are at fault
            raise DamagedLog(originator_id, f"{type(error).__name__}: {error}") from error

    def events(
        self, originator_id: UUID, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> Iterator[tuple[int, E]]:
        """Its events with their versions, in order: those above `after`, up to `upto`."""
        return self.log.events(originator_id, after=after, upto=upto, limit=limit)

    def create(
        self,
        originator_id: UUID,
        events: Sequence[E],
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
        tokens: Sequence[SeatToken] = (),
    ) -> Written:
        """Store a new aggregate, or give what `key` made before.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        if done := self.made_by(key):
            return done
        try:
            return self.commit(originator_id, None, events, key=key, players=players, tokens=tokens)
        except VersionConflict:  # the same request was sent twice at once
            if done := self.made_by(key):
                return done
            raise

    def revise(
        self,
        originator_id: UUID,
        decide: Callable[[S], Sequence[E]],
        *,
        admit: Callable[[S], None] = lambda _: None,
        if_match: Container[int] | None = None,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
    ) -> Written:
        """Append what `decide` makes of the newest state, and all that comes with it, or nothing.

        When others are faster, it is decided anew. No events, no write. What `key` made before is given again.

        `admit` is asked first, each time, and raises for who may not know the newest state: that one isn't told its
        version either, nor again what was told when it still might.

        Raises:
            NotThere, StaleVersion, KeyReused, TooBusy: as the names say, and what `admit` and `decide` raise.
        """
        for attempt in range(ATTEMPTS):
            newest = self.load(originator_id)
            admit(newest)
            if done := self.made_by(key):  # looked up after the load: what made it newer may be the same request
                return done
            if if_match is not None and newest.version not in if_match:
                raise StaleVersion(newest.version)
            events = decide(newest)
            if not events:
                position = self.log.position_of(originator_id, newest.version)
                return Written(originator_id, newest.version + 1, newest.version, position, ())
            try:
                return self.commit(originator_id, newest, events, key=key, players=players)
            except VersionConflict:
                sleep(uniform(0, min(0.05, 0.002 * attempt)))  # noqa: S311  # spreads writers that collide
        raise TooBusy(originator_id)

    def commit(
        self,
        originator_id: UUID,
        before: S | None,
        events: Sequence[E],
        *,
        key: Key | None = None,
        players: Sequence[NewPlayer] = (),
        tokens: Sequence[SeatToken] = (),
    ) -> Written:
        """Append `events`, which were decided on `before`, and all that comes with them, or nothing.

        Raises:
            VersionConflict: it has moved on, or the key was used meanwhile.
        """
        after = self.fold(before, events)
        if after is None:
            raise ValueError("nothing to commit")
        start = before.version if before else 0
        written = self.log.append(
            originator_id, start, events, self._game_of(after), key=key, players=players, tokens=tokens
        )
        self._remember(originator_id, after)
        return written

    def made_by(self, key: Key | None) -> Written | None:
        """What `key` made already; a request that comes again is answered by it, whatever has changed since.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        made = self.log.made_by(key) if key else None
        if made is None or key is None:
            return None
        if made.digest != key.digest:
            raise KeyReused(key.key)
        return made.written

    def _cached(self, originator_id: UUID) -> S | None:
        with self._cache_lock:
            cached = self._cache.get(originator_id)
            if cached is not None:
                self._cache.move_to_end(originator_id)
            return cached

    def _remember(self, originator_id: UUID, newest: S) -> None:
        with self._cache_lock:
            cached = self._cache.get(originator_id)
            if cached is None or cached.version < newest.version:
                self._cache[originator_id] = newest
            self._cache.move_to_end(originator_id)
            if len(self._cache) > CACHED:
                self._cache.popitem(last=False)


def match_store(log: EventLog) -> "MatchStore":
    """The matches of a log."""
    return AggregateStore(log, MatchOpened, domain.match.match.fold, lambda match: match.game.meta.key)


def series_store(log: EventLog) -> "SeriesStore":
    """The series of a log."""
    return AggregateStore(log, SeriesOpened, domain.series.series.fold, lambda series: series.game)


def annotations_store(log: EventLog) -> "AnnotationsStore":
    """The annotations of the matches of a log; each match's are stored under an id of their own."""
    return AggregateStore(log, AnnotationsBegun, domain.annotations.annotations.fold, lambda _: "")


def variations_store(log: EventLog) -> "VariationsStore":
    """The variations of the matches of a log; each match's are stored under an id of their own."""
    return AggregateStore(log, VariationsBegun, domain.variations.variations.fold, lambda _: "")


MatchStore = AggregateStore[Match, MatchEvent]
SeriesStore = AggregateStore[Series, SeriesEvent]
AnnotationsStore = AggregateStore[Annotations, AnnotationEvent]
VariationsStore = AggregateStore[Variations, VariationEvent]
