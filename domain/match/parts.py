"""What a match holds beside its actions."""

from enum import StrEnum
from typing import Any

from msgspec import Struct, convert

from domain.kernel.game import SERVER, AnyGame, ChanceOptions, Options
from domain.match.events import CardsIdentified, MatchOpened


class Identified(Struct, frozen=True, gc=False):
    """Something identified that stands, and the version of its event."""

    version: int
    event: CardsIdentified[Any, Any]


class Commitment(Struct, frozen=True, gc=False):
    """That a seed decides what the server draws in events above the version `since`; `digest` commits to it."""

    since: int
    digest: str


def commitments_after(commitments: tuple[Commitment, ...], version: int, digest: str | None) -> tuple[Commitment, ...]:
    """`commitments` with the one that the event at `version` made, if it did."""
    return commitments if digest is None else (*commitments, Commitment(version, digest))


class Retraction(Struct, frozen=True, gc=False):
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


class EarlyEnd(Struct, frozen=True, gc=False):
    """A match that people ended before the rules did; when it is abandoned nobody has won."""

    reason: str
    abandoned: bool


def options_of(event: MatchOpened, game: AnyGame) -> Options:
    """The options of a match. Where an event doesn't say who deals, it is from when the service did so by default."""
    dealt = {"dealing": SERVER} if issubclass(game.options_type, ChanceOptions) else {}
    options: Options = convert(dealt | event.options, game.options_type)
    return options
