"""The course of a write, apart from how it waits.

A course decides on the state at hand, which may be behind what others have written: the version that an append names
tells. Only when something stands against the write is the newest state loaded, and what counts is what is decided on
that. So most writes take a single call of the database.

A course is a generator: it yields what has to be done next and is sent the result, or thrown the error. Who follows it
waits in his own way, be it in a thread or in an event loop.
"""

from collections.abc import Callable, Container, Generator, Sequence
from functools import partial
from random import uniform
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from uuid import UUID

from msgspec import Struct

from service.store.errors import NotThere, StaleVersion, TooBusy, VersionConflict
from service.store.log import Written
from service.store.recorder import NOTHING, Beside, Key

if TYPE_CHECKING:
    from service.store.aggregates import AggregateStore

ATTEMPTS: Final = 40
"""How often a write is decided anew when others are faster."""


class Call(Struct, frozen=True):
    """Something to be called; unless it is `quick`, it may block or take long."""

    function: Callable[[], Any]
    quick: bool = False


class Append(Struct, frozen=True):
    """Events to be stored behind the version `after`, with what comes with them; the answer is a `Written`."""

    originator_id: UUID
    after: int
    events: Sequence[Any]
    game: str
    key: Key | None
    beside: Beside


class Load(Struct, frozen=True):
    """The newest state of an aggregate to be read."""

    originator_id: UUID


class Pause(Struct, frozen=True):
    """Time to be let pass."""

    seconds: float


Effect: TypeAlias = Call | Load | Append | Pause
Course: TypeAlias = Generator[Effect, Any, Written]

S = TypeVar("S", bound=Any)
E = TypeVar("E", bound=Any)


def creation(
    store: "AggregateStore[S, E]",
    originator_id: UUID,
    decide: Callable[[], Sequence[E]],
    *,
    key: Key | None,
    beside: Beside,
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
    key: Key | None,
    beside: Beside,
    quick: bool,
) -> Course:
    """Append what `decide` makes of the newest state, or give what `key` made; see :meth:`AggregateStore.revise`."""
    state = store.cached(originator_id)
    for attempt in range(ATTEMPTS):
        events: Sequence[E] = ()
        refusal: Exception | None = None
        conflict = False
        if state is not None:
            try:
                events = yield Call(partial(_decided, state, decide, admit, if_match), quick)
            except Exception as error:  # noqa: BLE001  # perhaps only because others have written meanwhile
                refusal = error
        if events:
            try:
                return (yield from commitment(store, originator_id, state, events, key=key, beside=beside))
            except VersionConflict:
                conflict = True
                yield Pause(uniform(0, min(0.05, 0.002 * attempt)))  # noqa: S311  # spreads writers that collide
        newest: S = yield Load(originator_id)
        admit(newest)
        # Looked up after the load: what made it newer may be the same request.
        if key is not None and (done := (yield Call(partial(store.made_by, key)))):
            return done  # type: ignore[no-any-return]
        if state is not None and newest.version == state.version and not conflict:
            if refusal is not None:
                raise refusal
            position = yield Call(partial(store.log.position_of, originator_id, newest.version))
            return Written(originator_id, newest.version + 1, newest.version, position, ())
        state = newest
    raise TooBusy("Others were faster, many times in a row.")


def _decided(
    state: S, decide: Callable[[S], Sequence[E]], admit: Callable[[S], None], if_match: Container[int] | None
) -> Sequence[E]:
    if state.removed:
        raise NotThere
    admit(state)
    if if_match is not None and state.version not in if_match:
        raise StaleVersion(state.version)
    return decide(state)


def commitment(
    store: "AggregateStore[S, E]",
    originator_id: UUID,
    before: S | None,
    events: Sequence[E],
    *,
    key: Key | None = None,
    beside: Beside = NOTHING,
) -> Course:
    """Append `events`, which were decided on `before`; see :meth:`AggregateStore.commit`."""
    after = store.fold(before, events)
    if after is None:
        raise ValueError("nothing to commit")
    start = before.version if before is not None else 0
    written: Written = yield Append(originator_id, start, events, store.game_of(after), key, beside)
    store.remember(originator_id, after)
    return written
