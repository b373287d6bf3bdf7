"""Goes through a match: forward, back, or with a jump to any step, without folding all that came before it."""

from collections.abc import Iterator
from datetime import datetime
from threading import Lock
from typing import Any, Final, TypeAlias
from uuid import UUID

from cachetools import LRUCache
from msgspec import Struct

from domain.kernel.chapter import Chapter
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from domain.match.events import ActionPlayed
from domain.match.match import Match
from domain.match.perspectives import Perspectives

KEYFRAMES: Final = 32
"""Every so many steps a state is kept: a jump folds fewer actions than this."""

CAPACITY: Final = 8192
"""How many states are kept, of all matches; they share most of what they hold."""


_Event: TypeAlias = tuple[int, datetime]
"""An event of a match: its version, and when it was recorded, since a log that goes back gives versions anew."""
_Key: TypeAlias = tuple[UUID, _Event, tuple[_Event, ...]]


class NoSuchStep(LookupError):  # noqa: N818  # what it is
    """The match hasn't got that far."""


class Position(Struct, frozen=True):
    """A match at one step of the line that stands: what was taken back is no step.

    The last step is shown with all that happened to the match since.

    Attributes:
        match: the whole match, to its end.
        known: what is known now of `step`.
        before: the same of the step before; None where the line begins.
    """

    match: Match
    step: int
    known: Perspectives
    before: Perspectives | None = None

    @property
    def state(self) -> Any:
        """The game's state, as the record knows it."""
        return self.known.state

    @property
    def played(self) -> ActionPlayed[Any, Any] | None:
        """The action that led here; None at step 0."""
        return self.match.line[self.step - 1].played if self.step else None

    @property
    def version(self) -> int:
        """The version of the event that led here."""
        return self.match.line[self.step - 1].version if self.step else 1

    @property
    def is_last(self) -> bool:
        """Whether the match hasn't got further."""
        return self.step == self.match.step

    @property
    def pending(self) -> Pending:
        """What the match waits for here."""
        return self.match.pending if self.is_last else self.match.game.pending(self.state)

    @property
    def chapter(self) -> Chapter:
        """The round and phase in which the action that led here was made, also where it ended them."""
        return self.match.game.chapter((self.before or self.known).state)

    def standings(self, viewer: Viewer) -> tuple[Standing, ...]:
        """How the seats stand here, as `viewer` may know it."""
        if self.is_last:
            return self.match.standings(viewer)
        return self.match.game.standings(self.known.state_for(viewer), viewer)

    def view(self, viewer: Viewer) -> Any:
        """The table as `viewer` knows it."""
        return self.match.game.view(self.known.state_for(viewer), viewer)


class Stepper:
    """Finds the states of matches, and keeps some of them. It may be used from several threads.

    A state is known by its match, the event that led to it, and those that identified something before: whatever is
    corrected later makes other events.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._cache: LRUCache[_Key, Perspectives] = LRUCache(capacity)
        self._lock = Lock()

    def position(self, match_id: UUID, match: Match, step: int) -> Position:
        """`match` at `step`.

        Raises:
            NoSuchStep: it hasn't got that far.
        """
        return next(self.positions(match_id, match, step))

    def positions(self, match_id: UUID, match: Match, first: int = 0, last: int | None = None) -> Iterator[Position]:
        """The steps of `match` from `first` to `last`, or to its end, in order.

        Raises:
            NoSuchStep: it hasn't got as far as `first`.
        """
        if not 0 <= first <= match.step:
            raise NoSuchStep(first)
        last = match.step if last is None else min(last, match.step)
        before = self._known(match_id, match, first - 1) if first else None
        at_hand = first == match.step or first % KEYFRAMES == 0
        known = match.known_next(before, first) if before and not at_hand else self._known(match_id, match, first)
        yield Position(match, first, known, before)
        for step in range(first + 1, last + 1):
            before, known = known, match.known_next(known, step)
            yield Position(match, step, known, before)

    def forget(self) -> None:
        """Keep no state any more."""
        with self._lock:
            self._cache.clear()

    def _known(self, match_id: UUID, match: Match, step: int) -> Perspectives:
        if step == match.step:
            return match.known
        at, known = self._nearest(match_id, match, step)
        while at < step:
            since, at = at, min(step, at - at % KEYFRAMES + KEYFRAMES)
            known = match.known_after(known, since, at)
            if at % KEYFRAMES == 0:
                self._keep(_key(match_id, match, at), known)
        return known

    def _nearest(self, match_id: UUID, match: Match, step: int) -> tuple[int, Perspectives]:
        """The last keyframe before or at `step` that is kept, else the set-up."""
        with self._lock:
            for number in range(step - step % KEYFRAMES, 0, -KEYFRAMES):
                if (known := self._cache.get(_key(match_id, match, number))) is not None:
                    return number, known
        return 0, match.known_at_start()

    def _keep(self, key: _Key, known: Perspectives) -> None:
        with self._lock:
            self._cache[key] = known


def _key(match_id: UUID, match: Match, step: int) -> _Key:
    identified = tuple((one.version, one.event.at) for one in match.identified if one.event.step <= step)
    last = match.line[step - 1]
    return match_id, (last.version, last.played.at), identified
