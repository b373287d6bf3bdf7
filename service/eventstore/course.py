"""The course of a write, apart from how it waits.

A course decides on the state at hand, which may be behind what others have written, or ahead of a database that went
back: the event that a write has to follow tells. Only when something stands against the write is the newest state
loaded, and what counts is what is decided on that. So most writes take a single call of the database.

A course is a generator: it yields what has to be done next and is sent the result, or thrown the error. Who follows it
waits in his own way, be it in a thread or in an event loop.
"""

from collections.abc import Callable, Container, Generator, Sequence
from functools import partial
from random import uniform
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID

from msgspec import Struct

from service.eventstore.errors import NotFound, Overloaded, PreconditionFailed, VersionConflict
from service.eventstore.log import AppendResult
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, SideRows, Write

if TYPE_CHECKING:
    from service.eventstore.aggregates import AggregateStore

ATTEMPTS: Final = 40
"""How often a write is decided anew when others are faster."""


class Call(Struct, frozen=True):
    """Something to be called; unless it is `quick`, it may block or take long."""

    function: Callable[[], Any]
    quick: bool = False


class Append(Struct, frozen=True):
    """A write to be stored; the answer is its position."""

    write: Write


class Load(Struct, frozen=True):
    """The newest state of an aggregate to be read; the answer is a `Snapshot`."""

    originator_id: UUID


class Pause(Struct, frozen=True):
    """Time to be let pass."""

    seconds: float


Effect: TypeAlias = Call | Load | Append | Pause
Course: TypeAlias = Generator[Effect, Any, AppendResult]

S = TypeVar("S", bound=Any)
E = TypeVar("E", bound=Any)


class Snapshot(Struct, Generic[S], frozen=True):
    """An aggregate as its events made it, and the fingerprint of the last one; None where that isn't known."""

    state: S
    fingerprint: bytes | None


def creation(
    store: "AggregateStore[S, E]",
    originator_id: UUID,
    decide: Callable[[], Sequence[E]],
    *,
    key: IdempotencyKey | None,
    beside: SideRows,
) -> Course:
    """Store a new aggregate, or give what `key` made before; see :meth:`AggregateStore.create`."""
    if key is not None and (done := (yield Call(partial(store.made_by, key)))):
        return done  # type: ignore[no-any-return]
    events = yield Call(decide, quick=True)
    try:
        return (yield from commitment(store, originator_id, None, events, key=key, beside=beside))
    except VersionConflict:  # the same request was sent twice at once
        if key is not None and (done := (yield Call(partial(store.made_by, key)))):
            return done  # type: ignore[no-any-return]
        raise


def revision(
    store: "AggregateStore[S, E]",
    originator_id: UUID,
    decide: Callable[[S], Sequence[E]],
    *,
    admit: Callable[[S], None],
    if_match: Container[int] | None,
    key: IdempotencyKey | None,
    beside: SideRows,
    quick: bool,
) -> Course:
    """Append what `decide` makes of the newest state, or give what `key` made; see :meth:`AggregateStore.revise`."""
    before = store.snapshot(originator_id)
    for attempt in range(ATTEMPTS):
        events: Sequence[E] = ()
        refusal: Exception | None = None
        conflict = False
        if before is not None:
            try:
                events = yield Call(partial(_decided, before.state, decide, admit, if_match), quick)
            except Exception as error:  # noqa: BLE001  # perhaps only because others have written meanwhile
                refusal = error
        if events:
            try:
                return (yield from commitment(store, originator_id, before, events, key=key, beside=beside))
            except VersionConflict:
                conflict = True
                yield Pause(uniform(0, min(0.05, 0.002 * attempt)))  # noqa: S311  # spreads writers that collide
        newest: Snapshot[S] = yield Load(originator_id)
        admit(newest.state)
        # Looked up after the load: what made it newer may be the same request.
        if key is not None and (done := (yield Call(partial(store.made_by, key)))):
            return done  # type: ignore[no-any-return]
        if before is not None and newest.fingerprint == before.fingerprint and not conflict:
            if refusal is not None:
                raise refusal
            version = newest.state.version
            position = yield Call(partial(store.log.position_of, originator_id, version))
            return AppendResult(originator_id, version + 1, version, position, ())
        before = newest
    raise Overloaded("Others were faster, many times in a row.")


def _decided(
    state: S, decide: Callable[[S], Sequence[E]], admit: Callable[[S], None], if_match: Container[int] | None
) -> Sequence[E]:
    if state.removed:
        raise NotFound
    admit(state)
    if if_match is not None and state.version not in if_match:
        raise PreconditionFailed(state.version)
    return decide(state)


def commitment(
    store: "AggregateStore[S, E]",
    originator_id: UUID,
    before: Snapshot[S] | None,
    events: Sequence[E],
    *,
    key: IdempotencyKey | None = None,
    beside: SideRows = NO_SIDE_ROWS,
) -> Course:
    """Append `events`, which were decided on `before`; see :meth:`AggregateStore.commit`."""
    after = store.fold(None if before is None else before.state, events)
    if after is None:
        raise ValueError("nothing to commit")
    start, predecessor = (0, None) if before is None else (before.state.version, before.fingerprint)
    write = store.log.to_write(
        originator_id, start, events, store.game_of(after), key=key, beside=beside, predecessor=predecessor
    )
    position: int = yield Append(write)
    store.remember(originator_id, Snapshot(after, write.fingerprint))
    return AppendResult(originator_id, start + 1, start + len(events), position, tuple(events))
