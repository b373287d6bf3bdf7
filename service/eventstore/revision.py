"""What is asked of an aggregate, and what is decided on its newest state."""

from collections.abc import Callable, Container, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from service.eventstore.aggregate_cache import Aggregate
from service.eventstore.errors import NotFound, PreconditionFailed
from service.eventstore.recorder import IdempotencyKey, SideRows

S = TypeVar("S", bound=Aggregate)
E = TypeVar("E", bound=Any)


class DecidedEvents(Struct, Generic[S, E], frozen=True):
    """Events that were decided, and the state that they lead to, where whoever decided has it anyway."""

    events: Sequence[E]
    state: S | None = None


class WantedRevision(Struct, Generic[S, E], frozen=True):
    """What :meth:`Repository.revise <service.eventstore.repository.Repository.revise>` is asked for."""

    decide: Callable[[S], Sequence[E] | DecidedEvents[S, E]]
    admit: Callable[[S], None]
    if_match: Container[int] | None
    key: IdempotencyKey | None
    side_rows: SideRows
    begin: Sequence[E] | None
    quick: Callable[[S], bool]

    def decided(self, state: S) -> DecidedEvents[S, E]:
        """What is decided on `state`."""
        if state.removed:
            raise NotFound
        self.admit(state)
        if self.if_match is not None and state.version not in self.if_match:
            raise PreconditionFailed(state.version)
        decided = self.decide(state)
        return decided if isinstance(decided, DecidedEvents) else DecidedEvents(decided)
