"""The event store for tests that don't await: it runs in the loop of a thread of its own."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from inspect import iscoroutinefunction
from threading import Thread
from typing import Any
from uuid import UUID

from domain.codec import AnyEvent
from service.commands.import_records import Importer
from service.commands.notes import NoteStores
from service.commands.play import MatchCommands
from service.eventstore.aggregate_cache import Snapshot
from service.eventstore.event_store import EventStore, event_store
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, SideRows

Run = Callable[[Coroutine[Any, Any, Any]], Any]


class Blocking:
    """Calls the coroutines of `target`, from any thread, as if they were functions."""

    def __init__(self, target: Any, run: Run) -> None:
        self.target = target
        self.run = run

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.target, name)
        if not iscoroutinefunction(found):
            return found
        return lambda *arguments, **options: self.run(found(*arguments, **options))


class BlockingRepository(Blocking):
    """A repository that blocks."""

    def commit(
        self,
        originator_id: UUID,
        before: Any,
        events: Sequence[Any],
        *,
        key: IdempotencyKey | None = None,
        side_rows: SideRows = NO_SIDE_ROWS,
    ) -> Any:
        """Append what was decided on the state `before`, with its fingerprint if that is known."""
        snapshot = None
        if before is not None:
            cached = self.cache.get(originator_id)
            snapshot = cached if cached is not None and cached.state is before else Snapshot(before, None)
        return self.append(originator_id, snapshot, events, key=key, side_rows=side_rows)


class BlockingStore:
    """An event store that blocks."""

    def __init__(self, store: EventStore, run: Run) -> None:
        self.store = store
        self.run = run
        self.log = store.log
        self.matches = BlockingRepository(store.matches, run)
        self.series = BlockingRepository(store.series, run)
        self.people = BlockingRepository(store.people, run)
        self.notes: Any = Blocking(NoteStores(store), run)
        self.importer: Any = Blocking(Importer(store), run)

    def commands(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Any:
        """The commands on matches."""
        return Blocking(MatchCommands(self.store.matches, clock), self.run)

    def append(self, originator_id: UUID, after: int, events: Sequence[AnyEvent], game: str = "", **how: Any) -> int:
        """Append events behind a version, whatever they are, and give the position of the last one."""
        position: int = self.run(
            self.store.group_commit.append(self.log.to_write(originator_id, after, events, game, **how))
        )
        return position


@contextmanager
def opened(conninfo: str) -> Iterator[BlockingStore]:
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="blocking-store")
    thread.start()

    def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result()

    opening = event_store(conninfo)
    try:
        store = run(opening.__aenter__())
        try:
            yield BlockingStore(store, run)
        finally:
            run(opening.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
