"""What the clients of a drill sent and were answered, and what the log holds in the end.

Times are those of one clock, in seconds. A value is written by one action of one write and never again, so that it can
be told from all others wherever it turns up.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct


class Acknowledgement(Struct, frozen=True):
    """What the service answered to a write.

    Attributes:
        version: of the match after the last value.
        position: of the last value, among all events.
    """

    at: float
    version: int
    position: int


class Write(Struct, frozen=True):
    """Values that a client sent in one request, in this order.

    Attributes:
        sent: when it was sent for the first time.
        acknowledged: None where the outcome was never learned.
    """

    client: int
    match: str
    values: tuple[str, ...]
    sent: float
    acknowledged: Acknowledgement | None


class Read(Struct, frozen=True):
    """What a client was shown of a match.

    Attributes:
        values: those that it was shown, by version.
    """

    client: int
    match: str
    sent: float
    at: float
    version: int
    values: Mapping[int, str]


class Event(Struct, frozen=True):
    """An event of a match as it is stored; the first one, which opens the match, has no value."""

    version: int
    position: int
    value: str | None


Logs: TypeAlias = Mapping[str, Sequence[Event]]
"""The events of each match, in the order of their versions."""


class History(Struct):
    """All that happened, in any order."""

    writes: list[Write]
    reads: list[Read]
