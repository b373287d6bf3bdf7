"""What a match holds beside its actions."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from domain.match.events import CardsIdentified


class Identified(Struct, frozen=True):
    """Something identified that stands, and the version of its event."""

    version: int
    told: CardsIdentified[Any, Any]


class Commitment(Struct, frozen=True):
    """That a seed decides what the server draws in events above the version `since`; `digest` commits to it."""

    since: int
    digest: str


class Retraction(Struct, frozen=True):
    """That everything after `to_step` was taken back, and the version of the event."""

    version: int
    to_step: int


class Status(StrEnum):
    """How far a match is."""

    PLAYING = "playing"
    FINISHED = "finished"
    """Ended by the rules, or by agreement: it counts as it stands."""
    ABANDONED = "abandoned"
    """Broken off: nobody has won."""


class EarlyEnd(Struct, frozen=True):
    """A match that people ended before the rules did; when it is abandoned nobody has won."""

    reason: str
    abandoned: bool
