"""How long seats took, as the API gives it."""

from msgspec import Struct


class ThoughtAnswer(Struct, frozen=True):
    """An action of a seat that was asked for it.

    Attributes:
        step: that it led to.
        seconds: between the action by which the seat came to be asked and this one, by their `played_at`.
    """

    step: int
    seat: int
    seconds: float


class SeatThinking(Struct, frozen=True):
    """How long a seat took in all.

    Attributes:
        actions: how many of its actions are known to have taken a time.
        total: seconds of all of them.
        mean: seconds of one of them; null without any.
        longest: the one that took longest, the first of equal ones; null without any.
    """

    seat: int
    actions: int
    total: float
    mean: float | None
    longest: ThoughtAnswer | None


class ThinkingAnswer(Struct, frozen=True):
    """How long the seats of a match took.

    Attributes:
        actions: those of which it is known, in order.
    """

    version: int
    seats: tuple[SeatThinking, ...]
    actions: tuple[ThoughtAnswer, ...]


class ThinkingTotal(Struct, frozen=True):
    """How long seats took, where times were told.

    Attributes:
        actions: how many actions are known to have taken a time.
        total: seconds of all of them.
        mean: seconds of one of them; null without any.
    """

    actions: int
    total: float
    mean: float | None
