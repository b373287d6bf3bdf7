"""How long the seats took for their actions, by the times at the table that the recorder told."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from domain.kernel.pending import AwaitSeats, Pending
from domain.match.match import Match


class ThoughtAction(Struct, frozen=True):
    """An action of a seat that was asked for it, the step that it led to, and how many seconds that took."""

    step: int
    seat: int
    seconds: float


class ThinkingTime(Struct, frozen=True):
    """What the thoughts of a seat come to.

    Attributes:
        actions: how many of its actions are known to have taken a time.
        total: the seconds that they took together.
        longest: the one that took longest, the first of equal ones; None without any.
    """

    seat: int
    actions: int
    total: float
    longest: ThoughtAction | None

    @property
    def mean(self) -> float | None:
        """The seconds that one of them took; None without any."""
        return self.total / self.actions if self.actions else None


def thoughts_of(match: Match) -> Iterator[ThoughtAction]:
    """The actions of which it is known how long they took, in order.

    A seat's time runs from the action by which it came to be asked until its own, so that of several seats that are
    asked at once each has its own time. It isn't known where either of the two actions was recorded without
    `played_at`, or the first one with a later one. While chance is awaited, nobody's time runs; seats that may act
    without being asked for it have none. Breaks aren't told from thinking.
    """
    if not any(ply.played.played_at for ply in match.line):
        return
    asked_since: dict[int, datetime | None] = {}
    for now in match.steps(0):
        played = now.line[now.step - 1].played if now.step else None
        moment = None if played is None else played.played_at
        if played is not None and played.action.seat is not None:
            since = asked_since.pop(played.action.seat, None)
            if since is not None and moment is not None and since <= moment:
                yield ThoughtAction(now.step, played.action.seat, (moment - since).total_seconds())
        asked_since = {seat: asked_since.get(seat, moment) for seat in _asked(now.pending)}


def thinking_times(thoughts: Iterable[ThoughtAction], seats: int) -> tuple[ThinkingTime, ...]:
    """The sums of all `seats`, in seat order."""
    by_seat: list[list[ThoughtAction]] = [[] for _ in range(seats)]
    for thought in thoughts:
        by_seat[thought.seat].append(thought)
    return tuple(
        ThinkingTime(
            seat=seat,
            actions=len(own),
            total=sum(thought.seconds for thought in own),
            longest=max(own, key=lambda thought: thought.seconds, default=None),
        )
        for seat, own in enumerate(by_seat)
    )


def _asked(pending: Pending) -> tuple[int, ...]:
    return pending.seats if isinstance(pending, AwaitSeats) else ()
