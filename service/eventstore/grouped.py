"""Matches and series as the event loop has them: what many requests write at once is stored together."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar, assert_never, cast
from uuid import UUID
from weakref import WeakValueDictionary

from service.eventstore.aggregates import AggregateStore, known
from service.eventstore.course import Append, Call, Course, Effect, Load, Pause, Snapshot, creation, revision
from service.eventstore.errors import LogWentBack
from service.eventstore.event_loader import MOST_EVENTS, EventLoader
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import AppendResult, EventLog
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, SideRows

S = TypeVar("S", bound=Any)
E = TypeVar("E", bound=Any)


QUICK_EVENTS: Final = 128
"""Events that are folded at once, while other requests wait; more are left to a thread."""


class InThread(Protocol):
    """Calls a function that blocks, in another thread."""

    def __call__(self, function: Callable[[], Any], /) -> Awaitable[Any]:
        """What it returns, or raises."""
        ...


class GroupedStore(Generic[S, E]):
    """An :class:`AggregateStore` for one event loop, with the same answers and errors, to be awaited.

    Writes of one aggregate take turns, so that only another process can get in between.
    """

    def __init__(self, store: AggregateStore[S, E], group: GroupCommit, news: EventLoader, in_thread: InThread) -> None:
        self._store = store
        self._group = group
        self._news = news
        self._in_thread = in_thread
        self._turns: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    @property
    def log(self) -> EventLog:
        """What is written to."""
        return self._store.log

    async def load(self, originator_id: UUID) -> S:
        """See :meth:`AggregateStore.load`."""
        return (await self._newest(originator_id)).state

    async def _newest(self, originator_id: UUID) -> Snapshot[S]:
        """See :meth:`AggregateStore.newest`."""
        before = self._store.snapshot(originator_id)
        try:
            stored = await self._news.answer(known(originator_id, before))
        except LogWentBack:
            before, stored = None, await self._news.answer(known(originator_id, None))
            self._store.drop(originator_id, stored)
        if len(stored) == MOST_EVENTS:  # and there may be more
            return cast("Snapshot[S]", await self._in_thread(lambda: self._store.newest(originator_id)))

        def followed() -> Snapshot[S]:
            return self._store.follow(originator_id, before, stored)

        return followed() if len(stored) <= QUICK_EVENTS else cast("Snapshot[S]", await self._in_thread(followed))

    async def at_version(self, originator_id: UUID, version: int) -> S:
        """See :meth:`AggregateStore.at_version`."""
        cached = self._store.cached(originator_id)
        if cached is not None and cached.version == version:
            return cached
        return cast("S", await self._in_thread(lambda: self._store.at_version(originator_id, version)))

    async def made_by(self, key: IdempotencyKey | None) -> AppendResult | None:
        """See :meth:`AggregateStore.made_by`."""
        return None if key is None else await self._in_thread(lambda: self._store.made_by(key))

    async def create(
        self,
        originator_id: UUID,
        decide: Callable[[], Sequence[E]],
        *,
        key: IdempotencyKey | None = None,
        beside: SideRows = NO_SIDE_ROWS,
    ) -> AppendResult:
        """See :meth:`AggregateStore.create`.

        Raises:
            TooBusy: too many requests are writing.
        """
        with self._group.place():
            return await self._followed(creation(self._store, originator_id, decide, key=key, beside=beside))

    async def revise(
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
        """See :meth:`AggregateStore.revise`.

        Raises:
            TooBusy: too many requests are writing, too.
        """
        turn = self._turns.setdefault(originator_id, asyncio.Lock())
        with self._group.place():
            async with turn:
                course = revision(
                    self._store,
                    originator_id,
                    decide,
                    admit=admit,
                    if_match=if_match,
                    key=key,
                    beside=beside,
                    quick=quick,
                )
                return await self._followed(course)

    async def _followed(self, course: Course) -> AppendResult:
        """What `course` comes to; the loop goes on meanwhile."""
        try:
            effect = next(course)
            while True:
                try:
                    answer = await self._done(effect)
                except Exception as error:  # noqa: BLE001  # the course's to judge
                    effect = course.throw(error)
                else:
                    effect = course.send(answer)
        except StopIteration as end:
            return cast("AppendResult", end.value)

    async def _done(self, effect: Effect) -> Any:
        match effect:
            case Call():
                return effect.function() if effect.quick else await self._in_thread(effect.function)
            case Load():
                return await self._newest(effect.originator_id)
            case Append():
                return await self._group.append(effect.write)
            case Pause():
                await asyncio.sleep(effect.seconds)
                return None
            case _:
                assert_never(effect)
