"""Aggregates in the log: read at their newest version, and the only way to write them."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from contextlib import aclosing
from typing import Any, Final, Generic, Protocol, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from domain.codec import UnreadableEvent
from domain.registry import UnknownGame
from service.eventstore.aggregate_cache import Aggregate, AggregateCache, Snapshot, known_version
from service.eventstore.aggregate_type import AggregateType
from service.eventstore.errors import LogWentBack, NotFound, PreconditionFailed, VersionConflict, unreadable
from service.eventstore.event_loader import MOST_EVENTS, EventLoader
from service.eventstore.group_commit import GroupCommit
from service.eventstore.idempotency import find_by_key
from service.eventstore.leafed_events import LeafedEvents
from service.eventstore.log import AppendResult, EventLog
from service.eventstore.optimistic_write import optimistic_write
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, SideRows

QUICK_EVENTS: Final = 1_050
"""Events that are folded at once, at 2 to 5 µs each: a thread would hold the interpreter for such 5 ms as well."""

S = TypeVar("S", bound=Aggregate)
E = TypeVar("E", bound=Any)


class InThread(Protocol):
    """Calls a function that blocks, in another thread."""

    def __call__(self, function: Callable[..., Any], /, *arguments: Any) -> Awaitable[Any]:
        """What it returns, or raises."""
        ...


class _Change(Struct, Generic[S, E], frozen=True):
    """What :meth:`Repository.revise` is asked for."""

    decide: Callable[[S], Sequence[E]]
    admit: Callable[[S], None]
    if_match: Container[int] | None
    key: IdempotencyKey | None
    side_rows: SideRows
    begin: Sequence[E] | None
    quick: Callable[[S], bool]

    def events(self, state: S) -> Sequence[E]:
        """What is decided on `state`."""
        if state.removed:
            raise NotFound
        self.admit(state)
        if self.if_match is not None and state.version not in self.if_match:
            raise PreconditionFailed(state.version)
        return self.decide(state)


class Repository(Generic[S, E]):
    """The aggregates of one kind, in one event loop.

    Writes of one aggregate take turns, so that only another process can get in between.
    """

    def __init__(
        self,
        kind: AggregateType[S, E],
        log: EventLog,
        group_commit: GroupCommit,
        event_loader: EventLoader,
        pool: AsyncConnectionPool[AsyncConnection[Any]],
        in_thread: InThread,
    ) -> None:
        self.log = log
        self.cache: AggregateCache[S] = AggregateCache()
        self._kind = kind
        self._group_commit = group_commit
        self._event_loader = event_loader
        self._pool = pool
        self._in_thread = in_thread
        self._turns: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()
        log.rewinds.subscribe(self.cache.clear)

    # --- reading ---

    async def load(self, originator_id: UUID) -> S:
        """The aggregate after all its events.

        Raises:
            NotFound: there is none, or it was removed.
            UnreadableLog: its events can't be folded.
        """
        return (await self._newest(originator_id)).state

    def cached(self, originator_id: UUID) -> S | None:
        """The newest state that is known without a question to the database; others may have written since."""
        snapshot = self.cache.get(originator_id)
        return None if snapshot is None else snapshot.state

    async def at_version(self, originator_id: UUID, version: int) -> S:
        """The aggregate after its first `version` events, even if it was removed later.

        Raises:
            NotFound: there aren't so many.
            UnreadableLog: as of :meth:`load`.
        """
        cached = self.cached(originator_id)
        if cached is not None and cached.version == version:
            return cached
        then: S = await self._in_thread(self.read_version, originator_id, version)
        return then

    def read_version(self, originator_id: UUID, version: int) -> S:
        """As :meth:`at_version`, for who is in a thread: it blocks."""
        stored = self.log.stored(originator_id, upto=version)
        then = self._folded(originator_id, None, self._read(originator_id, stored, 0))
        if then is None or then.version != version:
            raise NotFound(originator_id)
        return then

    def events(
        self, originator_id: UUID, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> Iterator[tuple[int, E]]:
        """Its events with their versions, in order: those above `after`, up to `upto`. It blocks."""
        return self.log.events(originator_id, after=after, upto=upto, limit=limit)

    async def find_by_key(self, key: IdempotencyKey | None) -> AppendResult | None:
        """What `key` made before: a request that comes again is answered by it, whatever has changed since.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        made = None if key is None else await find_by_key(self._pool, key)
        if made is None:
            return None

        def events() -> tuple[E, ...]:
            stored = self.log.events(made.resource, after=made.first_version - 1, upto=made.last_version)
            return tuple(event for _, event in stored)

        return AppendResult(
            made.resource, made.first_version, made.last_version, made.position, await self._in_thread(events)
        )

    # --- writing ---

    async def create(
        self,
        originator_id: UUID,
        decide: Callable[[], Sequence[E]],
        *,
        key: IdempotencyKey | None = None,
        side_rows: SideRows = NO_SIDE_ROWS,
    ) -> AppendResult:
        """Store a new aggregate and `side_rows`, which `decide` may still fill; or give what `key` made before.

        Raises:
            VersionConflict: there is one with this id.
            KeyReused: `key` belongs to another request.
            Overloaded: too many requests are writing.
        """
        with self._group_commit.place():
            if (made := await self.find_by_key(key)) is not None:
                return made
            try:
                return await self.append(originator_id, None, decide(), key=key, side_rows=side_rows)
            except VersionConflict:  # perhaps since the same request was sent twice at once
                if (made := await self.find_by_key(key)) is not None:
                    return made
                raise

    async def revise(
        self,
        originator_id: UUID,
        decide: Callable[[S], Sequence[E]],
        *,
        admit: Callable[[S], None] = lambda _: None,
        if_match: Container[int] | None = None,
        key: IdempotencyKey | None = None,
        side_rows: SideRows = NO_SIDE_ROWS,
        begin: Sequence[E] | None = None,
        quick: Callable[[S], bool] = lambda _: False,
    ) -> AppendResult:
        """Append what `decide` makes of the newest state, and `side_rows`, which it may still fill, or nothing.

        `decide` may be called several times: on a state that others have written to since, and for a request that was
        done before. Only its answer on the newest state counts. No events, no write. What `key` made before is given
        again. `decide` is called in a thread and may block, unless it is `quick` on a state: well below a millisecond.

        `admit` is asked first, each time, and raises for who may not know the newest state: that one isn't told its
        version either, nor again what was told when it still might.

        With `begin`, an aggregate that there isn't is begun with these events; `decide` gets the state after them.

        Raises:
            NotFound, PreconditionFailed, KeyReused, Overloaded: as the names say; what `admit` and `decide` raise.
        """
        change = _Change(decide, admit, if_match, key, side_rows, begin, quick)
        turn = self._turns.setdefault(originator_id, asyncio.Lock())
        with self._group_commit.place():
            async with turn:
                written = await self._revised_as_cached(originator_id, change)
                if written is not None:
                    return written
                return await optimistic_write(lambda: self._revised(originator_id, change))

    async def _revised_as_cached(self, originator_id: UUID, change: _Change[S, E]) -> AppendResult | None:
        """What is decided on the state that is cached, so that most writes take a single call of the database.

        None where it takes the newest state to tell: nothing is cached, it is behind the log or, if that went back,
        ahead of it; or the decision is a refusal, perhaps only because others have written meanwhile.
        """
        cached = self.cache.get(originator_id)
        if cached is None:
            return None
        try:
            events = await self._decided(cached.state, change)
        except Exception:  # noqa: BLE001  # whatever it is, it comes again on the newest state
            return None
        if not events:
            return None
        try:
            return await self.append(originator_id, cached, events, key=change.key, side_rows=change.side_rows)
        except VersionConflict:
            return None

    async def _revised(self, originator_id: UUID, change: _Change[S, E]) -> AppendResult:
        """What is decided on the newest state.

        Raises:
            VersionConflict: another process wrote meanwhile.
        """
        try:
            newest = await self._newest(originator_id)
        except NotFound:
            if change.begin is None:
                raise
            newest = None
        if newest is not None:
            change.admit(newest.state)
        # Asked for after the load: what made it newer may be the same request.
        if (made := await self.find_by_key(change.key)) is not None:
            return made
        if newest is None:
            return await self._begun(originator_id, change)
        events = await self._decided(newest.state, change)
        if events:
            return await self.append(originator_id, newest, events, key=change.key, side_rows=change.side_rows)
        version = newest.state.version
        position = await self._in_thread(self.log.position_of, originator_id, version)
        return AppendResult(originator_id, version + 1, version, position, ())

    async def _begun(self, originator_id: UUID, change: _Change[S, E]) -> AppendResult:
        beginning = change.begin or ()
        state: Any = self._kind.fold(None, beginning)
        events = [*beginning, *await self._decided(state, change)]
        return await self.append(originator_id, None, events, key=change.key, side_rows=change.side_rows)

    async def _decided(self, state: S, change: _Change[S, E]) -> Sequence[E]:
        if change.quick(state):
            return change.events(state)
        events: Sequence[E] = await self._in_thread(change.events, state)
        return events

    async def append(
        self,
        originator_id: UUID,
        before: Snapshot[S] | None,
        events: Sequence[E],
        *,
        key: IdempotencyKey | None = None,
        side_rows: SideRows = NO_SIDE_ROWS,
    ) -> AppendResult:
        """Append `events`, which were decided on `before`, and all that comes with them, or nothing.

        Raises:
            VersionConflict: `before` isn't the newest state, or the key was used meanwhile.
        """
        after = self._kind.fold(None if before is None else before.state, events)
        if after is None:
            raise ValueError("nothing to append")
        start, predecessor = (0, None) if before is None else (before.state.version, before.fingerprint)
        game = self._kind.game_of(after)
        write = self.log.to_write(
            originator_id, start, events, game, key=key, side_rows=side_rows, predecessor=predecessor
        )
        position = await self._group_commit.append(write)
        self.cache.put(originator_id, Snapshot(after, write.fingerprint))
        return AppendResult(originator_id, start + 1, start + len(events), position, tuple(events))

    # --- folding ---

    async def _newest(self, originator_id: UUID) -> Snapshot[S]:
        """The aggregate after all its events; raises as :meth:`load`."""
        try:
            newest = await self._advanced(originator_id, self.cache.get(originator_id))
        except LogWentBack:
            self.cache.pop(originator_id)
            newest = await self._advanced(originator_id, None)
            if newest is not None:  # else it was erased on purpose, as notes of a match that is removed
                self.log.rewinds.notice(originator_id=str(originator_id))
        if newest is None or newest.state.removed:
            raise NotFound(originator_id)
        self.cache.put(originator_id, newest)
        return newest

    async def _advanced(self, originator_id: UUID, snapshot: Snapshot[S] | None) -> Snapshot[S] | None:
        """What has become of `snapshot`; None where there is no such aggregate.

        Raises:
            LogWentBack: its newest event isn't there any more.
        """
        state, version = (None, 0) if snapshot is None else (snapshot.state, snapshot.state.version)
        events: list[E] = []
        fingerprint = b""
        async with aclosing(self._event_loader.parts(known_version(originator_id, snapshot))) as parts:
            async for part in parts:
                after = version + len(events)
                if len(part) <= MOST_EVENTS:
                    events += self._read(originator_id, part, after)
                else:
                    events += await self._in_thread(self._read, originator_id, part, after)
                _, fingerprint = part.end
        if not events:
            return snapshot
        if len(events) > QUICK_EVENTS:
            newest = await self._in_thread(self._folded, originator_id, state, events)
        else:
            newest = self._folded(originator_id, state, events)
        return None if newest is None else Snapshot(newest, fingerprint)

    def _read(self, originator_id: UUID, stored: LeafedEvents, after: int) -> list[E]:
        """What is `stored` above the version `after`; raises as :meth:`load`."""
        try:
            return self.log.read_all(stored, after)
        except (UnreadableEvent, UnknownGame) as error:
            raise unreadable(originator_id, error) from error

    def _folded(self, originator_id: UUID, before: S | None, newer: Sequence[E]) -> S | None:
        """`before` after the `newer` events; None where there are none, or where they are another kind's."""
        if before is None and not (newer and isinstance(newer[0], self._kind.opening)):
            return None
        try:
            return self._kind.fold(before, newer)
        except Exception as error:  # folding never refuses, so the events are at fault
            raise unreadable(originator_id, error) from error
