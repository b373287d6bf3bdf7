"""Invitations, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from service.auth.access import Role

LIFETIME: Final = 12 * 3600
"""The seconds that a code can be used where nothing else is said: an evening."""


class InvitationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody is to be let in for. No more than who invites may do."""

    role: Literal["recorder", "annotator", "reader", "seat"]
    match: Annotated[UUID | UnsetType, Meta(description="The match of the seat.")] = UNSET
    seat: Annotated[int, Meta(ge=0, le=15)] | UnsetType = UNSET
    label: Annotated[str, Meta(description="What the tokens of those who join are called in lists.")] = ""
    lifetime: Annotated[int, Meta(ge=60, le=30 * 24 * 3600, description="The seconds that the code can be used.")] = (
        LIFETIME
    )
    uses: Annotated[int, Meta(ge=1, le=100, description="How many browsers may join by it.")] = 1


class InvitationItem(Struct, frozen=True, kw_only=True):
    """An invitation, without its code.

    Attributes:
        created_by: the id of the token by which it was made; when that is revoked, so are those who joined.
    """

    id: UUID
    label: str
    role: Role | None
    match: UUID | None
    seat: int | None
    created_at: datetime
    created_by: str
    expires_at: datetime
    uses: int
    used: int
    withdrawn_at: datetime | None


class InvitationAnswer(InvitationItem, frozen=True, kw_only=True):
    """An invitation that was made.

    Attributes:
        code: six signs to be typed at `/join`; told this once.
        url: the page that they are on already, for a link or a QR code.
    """

    code: str
    url: str


class InvitationPage(Struct, frozen=True):
    """A page of invitations, the newest first."""

    items: tuple[InvitationItem, ...]
    next_cursor: str | None
