"""Matches and series in the log: read at their newest version, written with optimistic concurrency."""

from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from threading import Lock
from time import sleep
from typing import Any, Final, Generic, Protocol, TypeVar, assert_never, cast
from uuid import UUID

from eventsourcing.persistence import StoredEvent

import domain.annotations.annotations
import domain.match.match
import domain.series.series
import domain.variations.variations
from domain.annotations.annotations import Annotations
from domain.annotations.events import AnnotationEvent, AnnotationsBegun
from domain.codec import UnreadableEvent, fingerprint_of
from domain.match.events import MatchEvent, MatchOpened
from domain.match.match import Match
from domain.registry import UnknownGame
from domain.series.events import SeriesEvent, SeriesOpened
from domain.series.series import Series
from domain.variations.events import VariationEvent, VariationsBegun
from domain.variations.variations import Variations
from service.eventstore.course import (
    Append,
    Call,
    Course,
    Effect,
    Load,
    Pause,
    Snapshot,
    commitment,
    creation,
    revision,
)
from service.eventstore.errors import DamagedLog, KeyReused, LogWentBack, NotFound
from service.eventstore.log import AppendResult, EventLog, KnownVersion
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, SideRows

CACHED: Final = 1024
"""How many matches, and how many series, are kept folded; each is a few dozen kilobytes."""


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
        self.game_of = game_of
        self._cache: OrderedDict[UUID, Snapshot[S]] = OrderedDict()
        self._cache_lock = Lock()
        self.capacity = CACHED
        """How many are kept folded; those that are used again and again."""
        log.rewinds.subscribe(self.forget)

    def load(self, originator_id: UUID) -> S:
        """The aggregate after all its events.

        Raises:
            NotFound: there is none.
        """
        return self.newest(originator_id).state

    def newest(self, originator_id: UUID) -> Snapshot[S]:
        """The aggregate after all its events; raises as :meth:`load`.

        Where the log went back behind what is at hand, all that is remembered is dropped.
        """
        before = self.snapshot(originator_id)
        try:
            stored = self.log.newer(known(originator_id, before))
        except LogWentBack:
            before, stored = None, self.log.newer(known(originator_id, None))
            self.drop(originator_id, stored)
        return self.follow(originator_id, before, stored)

    def follow(self, originator_id: UUID, before: Snapshot[S] | None, newer: Sequence[StoredEvent]) -> Snapshot[S]:
        """The aggregate after `newer`, which are all events that came since it was `before`.

        Raises:
            NotFound: there is none.
            DamagedLog: they can't be folded.
        """
        state, version = (None, 0) if before is None else (before.state, before.state.version)
        newest = self._folded(originator_id, state, self.log.read(newer, version))
        if newest is None or newest.removed:
            raise NotFound(originator_id)
        if newer:
            snapshot = Snapshot(newest, fingerprint_of(newer[-1].state))
        else:
            assert before is not None  # noqa: S101  # or there would be nothing to fold
            snapshot = before
        self.remember(originator_id, snapshot)
        return snapshot

    def at_version(self, originator_id: UUID, version: int) -> S:
        """The aggregate after its first `version` events, even if it was removed later.

        Raises:
            NotFound: there aren't so many.
        """
        cached = self.cached(originator_id)
        if cached is not None and cached.version == version:
            return cached
        then = self._folded(originator_id, None, self.log.events(originator_id, upto=version))
        if then is None or then.version != version:
            raise NotFound(originator_id)
        return then

    def _folded(self, originator_id: UUID, before: S | None, newer: Iterable[tuple[int, E]]) -> S | None:
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
        decide: Callable[[], Sequence[E]],
        *,
        key: IdempotencyKey | None = None,
        beside: SideRows = NO_SIDE_ROWS,
    ) -> AppendResult:
        """Store a new aggregate, or give what `key` made before.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        return self._followed(creation(self, originator_id, decide, key=key, beside=beside))

    def revise(
        self,
        originator_id: UUID,
        decide: Callable[[S], Sequence[E]],
        *,
        admit: Callable[[S], None] = lambda _: None,
        if_match: Container[int] | None = None,
        key: IdempotencyKey | None = None,
        beside: SideRows = NO_SIDE_ROWS,
        quick: bool = False,
    ) -> AppendResult:
        """Append what `decide` makes of the newest state, and all that comes with it, or nothing.

        `decide` may be called several times: on a state that others have written to since, and for a request that was
        done before. Only its answer on the newest state counts. No events, no write. What `key` made before is given
        again. `quick` tells an event loop that `decide` takes well below a millisecond.

        `admit` is asked first, each time, and raises for who may not know the newest state: that one isn't told its
        version either, nor again what was told when it still might.

        Raises:
            NotFound, StaleVersion, KeyReused, TooBusy: as the names say, and what `admit` and `decide` raise.
        """
        course = revision(
            self, originator_id, decide, admit=admit, if_match=if_match, key=key, beside=beside, quick=quick
        )
        return self._followed(course)

    def commit(
        self,
        originator_id: UUID,
        before: S | None,
        events: Sequence[E],
        *,
        key: IdempotencyKey | None = None,
        beside: SideRows = NO_SIDE_ROWS,
    ) -> AppendResult:
        """Append `events`, which were decided on `before`, and all that comes with them, or nothing.

        Raises:
            VersionConflict: it has moved on, or the key was used meanwhile.
        """
        snapshot = self.snapshot(originator_id)
        if before is None:
            snapshot = None
        elif snapshot is None or snapshot.state is not before:
            snapshot = Snapshot(before, None)
        course = commitment(self, originator_id, snapshot, events, key=key, beside=beside)
        return self._followed(course)

    def _followed(self, course: Course) -> AppendResult:
        """What `course` comes to, in this thread."""
        try:
            effect = next(course)
            while True:
                try:
                    answer = self._done(effect)
                except Exception as error:  # noqa: BLE001  # the course's to judge
                    effect = course.throw(error)
                else:
                    effect = course.send(answer)
        except StopIteration as end:
            return cast("AppendResult", end.value)

    def _done(self, effect: Effect) -> Any:
        match effect:
            case Call():
                return effect.function()
            case Load():
                return self.newest(effect.originator_id)
            case Append():
                return self.log.store(effect.write)
            case Pause():
                sleep(effect.seconds)
                return None
            case _:
                assert_never(effect)

    def made_by(self, key: IdempotencyKey | None) -> AppendResult | None:
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

    def cached(self, originator_id: UUID) -> S | None:
        """The newest state at hand; others may have written since."""
        snapshot = self.snapshot(originator_id)
        return None if snapshot is None else snapshot.state

    def snapshot(self, originator_id: UUID) -> Snapshot[S] | None:
        """The newest state at hand, with what identifies it."""
        with self._cache_lock:
            snapshot = self._cache.get(originator_id)
            if snapshot is not None:
                self._cache.move_to_end(originator_id)
            return snapshot

    def remember(self, originator_id: UUID, newest: Snapshot[S]) -> None:
        """Have `newest` at hand, if nothing newer is."""
        with self._cache_lock:
            cached = self._cache.get(originator_id)
            if cached is None or cached.state.version < newest.state.version:
                self._cache[originator_id] = newest
            self._cache.move_to_end(originator_id)
            if len(self._cache) > self.capacity:
                self._cache.popitem(last=False)

    def drop(self, originator_id: UUID, stored: Sequence[StoredEvent]) -> None:
        """Have nothing at hand that isn't in the log any more, where now there is what is `stored`.

        Where nothing is left, it was erased on purpose, as notes of a match that is removed; else the log went back.
        """
        if stored:
            self.log.rewinds.notice(originator_id=str(originator_id))
        else:
            with self._cache_lock:
                self._cache.pop(originator_id, None)

    def forget(self) -> None:
        """Have nothing at hand any more."""
        with self._cache_lock:
            self._cache.clear()


def known(originator_id: UUID, snapshot: Snapshot[Any] | None) -> KnownVersion:
    """How far an aggregate is known to whom has this `snapshot` of it."""
    if snapshot is None or snapshot.fingerprint is None:
        return KnownVersion(originator_id)
    return KnownVersion(originator_id, snapshot.state.version, snapshot.fingerprint)


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
