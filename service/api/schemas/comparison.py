"""Second records and comparisons, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.alignment import Edit
from domain.kernel.standing import Standing
from domain.match.parts import Status
from service.api.schemas.common import PlayedAction
from service.api.schemas.corrections import AmendmentAnswer

Side = Literal["first", "second"]


class SecondRecordAnswer(Struct, frozen=True, kw_only=True):
    """A second record, and how somebody gets to keep it; told this once.

    Attributes:
        match: its id.
        code: six signs to be typed at `/join`; who joins by it keeps this record, and sees no other.
        url: the page that they are on already, for a link or a QR code.
        expires_at: until when the code can be used.
        token: for a program that keeps the record; a browser's session is told none, nor who may not see that record.
    """

    match: UUID
    code: str
    url: str
    expires_at: datetime
    token: str | UnsetType = UNSET


class ComparedMatch(Struct, frozen=True, kw_only=True):
    """One of two matches that are compared, as the viewer may know it.

    Attributes:
        status: whether it goes on, and how it ended.
    """

    id: UUID
    version: int
    step: int
    status: Status
    viewer: str
    standings: tuple[Standing, ...]


class ComparedAction(Struct, frozen=True, kw_only=True):
    """An action that one of the two has otherwise, and the step that it led to there."""

    step: int
    version: int
    seat: int | None
    type: str
    action: PlayedAction
    sentence: str


class DifferenceAnswer(Struct, frozen=True, kw_only=True):
    """What two records have otherwise.

    Attributes:
        number: from 1, for decisions.
        kind: `replaced`: an action for another; `omitted`: the second lacks it; `inserted`: the first lacks it;
            `exchanged`: two in the other order.
        step: the step of the first match that its actions begin with, or before which it lacks one.
        first, second: the actions on both sides.
    """

    number: int
    kind: Edit
    step: int
    first: tuple[ComparedAction, ...]
    second: tuple[ComparedAction, ...]


class ComparisonAnswer(Struct, frozen=True, kw_only=True):
    """Two records beside each other.

    Attributes:
        first: the match that was asked for.
        second: its second record, or the match that it is compared with.
        alike: how many actions both have.
        differences: in order; none where the records are the same, as far as the viewer knows them.
    """

    first: ComparedMatch
    second: ComparedMatch
    alike: int
    differences: tuple[DifferenceAnswer, ...]


class DecisionRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which side is right in some differences of a comparison."""

    differences: Annotated[
        tuple[Annotated[int, Meta(ge=1)], ...],
        Meta(min_length=1, max_length=1000, description="Their numbers; they are decided together."),
    ]
    side: Annotated[Side, Meta(description="The side that is right: the other one is corrected.")]
    versions: Annotated[
        tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]],
        Meta(description="The versions of both matches in the comparison that the numbers are from."),
    ]
    compared_with: Annotated[UUID | UnsetType, Meta(description="As `with` in the comparison.")] = UNSET
    reason: str = ""
    dry_run: Annotated[bool, Meta(description="Only tell what would come of it.")] = False


class DecisionAnswer(AmendmentAnswer, frozen=True, kw_only=True):
    """What has become of a decision; of a dry run, what would.

    Attributes:
        match: the match that was corrected.
        kept: how many of the actions that followed still stand.
        obstacle: the first that doesn't, if one doesn't.
        dry_run: whether nothing was changed.
    """

    match: UUID
