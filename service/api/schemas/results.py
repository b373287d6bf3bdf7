"""Results, as the API takes and gives them: confirmed, disputed, sealed, changed by arbiters."""

from datetime import date, datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.standing import Standing
from domain.match.events import ConfirmedBy, SealedBy, Undo, Visibility
from domain.match.parts import Status
from domain.match.sealing import ResultStatus
from service.api.schemas.common import AnyAction
from service.api.schemas.players import PlayerRef

Pin = Annotated[str, Meta(pattern="^[0-9]{4}$", max_length=4, description="Four digits.")]

SeatPin = Annotated[
    Pin | UnsetType,
    Meta(description="The PIN of who sits there, on the recorder's phone; the token of the seat takes none."),
]

Seat = Annotated[int, Meta(ge=0)]


class PinRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A PIN for a person, who confirms results by it."""

    pin: Pin
    old: Annotated[Pin | UnsetType, Meta(description="The one until now, if there is one.")] = UNSET


class ConfirmationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a seat takes the result."""

    seat: Seat
    result: Annotated[int, Meta(ge=1, description="The result that was seen: `since` of the match's `result`.")]
    pin: SeatPin = UNSET


class DisputeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a seat doesn't take the result."""

    seat: Seat
    step: Annotated[int, Meta(ge=0, description="The step that is recorded wrongly; 0 is the set-up.")]
    comment: Annotated[str, Meta(description="What is wrong there.")]
    pin: SeatPin = UNSET


class WithdrawalRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a seat no longer disputes the result."""

    pin: SeatPin = UNSET


class RulingRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why an arbiter decides so."""

    reason: Annotated[str, Meta(description="It can't be empty.")]


class ConfirmationAnswer(Struct, frozen=True):
    """A seat that takes the result.

    Attributes:
        how: by the `seat`'s own token, or by the `pin` of who sits there, on the recorder's phone.
        imported: whether a record says so that was imported: nobody has verified here that it was that seat.
    """

    seat: int
    how: ConfirmedBy
    at: datetime
    imported: bool


class DisputeAnswer(Struct, frozen=True):
    """A seat that doesn't take the result.

    Attributes:
        how: by the `seat`'s own token, or by the `pin` of who sits there.
        step: the step that is recorded wrongly.
        comment: what is wrong there; as long as the match keeps secrets, for that seat and the recorder only.
    """

    seat: int
    how: ConfirmedBy
    step: int
    at: datetime
    comment: str | UnsetType = UNSET


class SealAnswer(Struct, frozen=True):
    """The seal of a result.

    Attributes:
        how: by the `confirmations` of all seats, by `time`, or by an `arbiter`.
    """

    how: SealedBy
    at: datetime


class ResultAnswer(Struct, frozen=True):
    """The result of a match that has ended, and what those who took part say to it.

    Attributes:
        status: `provisional` until all seats have confirmed it, `disputed` as long as one seat disputes it, `sealed`
            when only an arbiter may change it.
        since: the version of the event since which it is as it is; a confirmation names it.
        confirmations: the seats that take it.
        disputes: the seats that don't.
        seal: null until it is sealed.
    """

    status: ResultStatus
    since: int
    confirmations: tuple[ConfirmationAnswer, ...]
    disputes: tuple[DisputeAnswer, ...]
    seal: SealAnswer | None


class ResultWritten(Struct, frozen=True):
    """What was said to a result, stored.

    Attributes:
        version: that of the match.
        position: the place in the log that a read model has to reach to show it.
        result: as it is now.
    """

    version: int
    position: int
    result: ResultAnswer


class StepAction(Struct, frozen=True):
    """An action of a match, and the step that it leads to."""

    step: int
    action: AnyAction


class StepIdentification(Struct, frozen=True):
    """Cards that were identified at a step.

    Attributes:
        held: which they are, for who may know them.
    """

    step: int
    seat: int
    held: Any = UNSET


class MatchFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Those facts of a match that a change concerns.

    Attributes:
        status: `finished`, `abandoned`, or `playing`.
        reason: why people ended it; null where the rules did.
        actions: those between the first and the last step that differ.
        identifications: the cards that were identified later.
    """

    status: Status | UnsetType = UNSET
    reason: str | UnsetType | None = UNSET
    seats: tuple[PlayerRef, ...] | UnsetType = UNSET
    actions: tuple[StepAction, ...] | UnsetType = UNSET
    identifications: tuple[StepIdentification, ...] | UnsetType = UNSET
    standings: tuple[Standing, ...] | UnsetType = UNSET
    played_on: date | UnsetType = UNSET
    place: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    counted: bool | UnsetType = UNSET
    undo: Undo | UnsetType = UNSET
    ordinal: int | UnsetType = UNSET


class ChangeAnswer(Struct, frozen=True, kw_only=True):
    """What an arbiter has changed in a sealed match.

    Attributes:
        version: that of the event that broke the seal.
        last_version: that of the event that put it back; null while the match goes on without a result.
        by: the id of the arbiter's token.
        reason: the arbiter's; as long as the match keeps secrets, for the recorder only.
        before, after: the facts that differ, and no others.
    """

    version: int
    last_version: int | None
    at: datetime
    by: str
    reason: str | UnsetType
    before: MatchFacts
    after: MatchFacts


class ChangeList(Struct, frozen=True):
    """What arbiters have changed in a match, in order."""

    items: tuple[ChangeAnswer, ...]
