"""What those who took part say to a result, and whether it is sealed; folded from the events of a match."""

from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.match.events import (
    ConfirmedBy,
    DisputeDecided,
    DisputeWithdrawn,
    MatchDescribed,
    MatchEvent,
    MatchRemoved,
    ResultConfirmed,
    ResultDisputed,
    ResultSealed,
    SealBroken,
    SealedBy,
)

_S = TypeVar("_S", bound="Confirmation | Dispute")


class ResultStatus(StrEnum):
    """How firm the result of a match is that has ended."""

    PROVISIONAL = "provisional"
    DISPUTED = "disputed"
    SEALED = "sealed"


class Confirmation(Struct, frozen=True, gc=False):
    """That a seat takes the result; recorded `at` a time (UTC) `by` a token.

    Attributes:
        imported: whether a record says so that was imported; nobody has verified here that it was that seat.
    """

    seat: int
    how: ConfirmedBy
    at: datetime
    by: str
    imported: bool = False


class Dispute(Struct, frozen=True, gc=False):
    """That a seat says the match is recorded wrongly at `step`, and why; recorded `at` a time (UTC) `by` a token."""

    seat: int
    how: ConfirmedBy
    step: int
    comment: str
    at: datetime
    by: str


class Seal(Struct, frozen=True, gc=False):
    """That the result stands; sealed `at` a time (UTC) `by` a token, or by the clock."""

    how: SealedBy
    at: datetime
    by: str


class Sealing(Struct, frozen=True, gc=False):
    """What is said to the result as it is now.

    The result is what stands on the line, how people ended it, and who sat where. Whatever changes one of these voids
    what was said before. Notes, tags and the like are no part of it.

    Attributes:
        since: the version of the event since which the result is as it is.
        since_at: when that was recorded.
        confirmations: one a seat, in seat order.
        disputes: one a seat, in seat order; as long as there is one, nothing seals the result.
        imported: the version of the last event that came with a record.
    """

    since: int
    since_at: datetime
    confirmations: tuple[Confirmation, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    seal: Seal | None = None
    imported: int = 0

    @property
    def status(self) -> ResultStatus:
        """How firm the result is, if there is one."""
        if self.seal is not None:
            return ResultStatus.SEALED
        return ResultStatus.DISPUTED if self.disputes else ResultStatus.PROVISIONAL

    def confirmed_by(self, seat: int) -> bool:
        """Whether `seat` has confirmed the result."""
        return any(confirmation.seat == seat for confirmation in self.confirmations)

    def all_confirm(self, seats: int) -> bool:
        """Whether each of the `seats` has confirmed the result."""
        return len(self.confirmations) == seats

    def dispute_of(self, seat: int) -> Dispute | None:
        """What `seat` disputes, if it does."""
        return next((dispute for dispute in self.disputes if dispute.seat == seat), None)


def sealing_after(sealing: Sealing, version: int, event: MatchEvent) -> Sealing:
    """`sealing` after `event`, which is recorded as `version`."""
    match event:
        case ResultConfirmed():
            imported = version <= sealing.imported
            confirmation = Confirmation(event.seat, event.how, event.at, event.by, imported)
            return replace(sealing, confirmations=_with(sealing.confirmations, confirmation))
        case ResultDisputed():
            dispute = Dispute(event.seat, event.how, event.step, event.comment, event.at, event.by)
            return replace(
                sealing,
                confirmations=_without(sealing.confirmations, event.seat),
                disputes=_with(sealing.disputes, dispute),
            )
        case DisputeWithdrawn() | DisputeDecided():
            return replace(sealing, disputes=_without(sealing.disputes, event.seat))
        case ResultSealed():
            return replace(sealing, seal=Seal(event.how, event.at, event.by))
        case SealBroken():
            return replace(sealing, seal=None)
        case MatchDescribed() | MatchRemoved():
            return sealing
        case _:
            return Sealing(version, event.at, imported=sealing.imported)


def _without(said: tuple[_S, ...], seat: int) -> tuple[_S, ...]:
    return tuple(one for one in said if one.seat != seat)


def _with(said: tuple[_S, ...], new: _S) -> tuple[_S, ...]:
    return tuple(sorted((*_without(said, new.seat), new), key=lambda one: one.seat))
