"""Tokens, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from service.auth.access import GivenRole, Role, Scope


class TokenRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token to be made, by a role or by scopes. Exactly one of the two."""

    label: str
    role: Annotated[GivenRole | UnsetType, Meta(description="A name for a set of scopes, or `seat`.")] = UNSET
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=4)] | UnsetType = UNSET
    match: Annotated[UUID | UnsetType, Meta(description="The match of a seat's token.")] = UNSET
    seat: Annotated[int, Meta(ge=0, le=15)] | UnsetType = UNSET
    expires_at: Annotated[
        Annotated[datetime, Meta(tz=True)] | None,
        Meta(description="When it ceases to be good; with its offset from UTC."),
    ] = None


class TokenItem(Struct, frozen=True, kw_only=True):
    """A token that was given, without what makes it one.

    Attributes:
        id: names it, in the log too, where `by` tells what was recorded with it.
    """

    id: str
    label: str
    role: Role | None
    scopes: tuple[Scope, ...]
    match: UUID | None
    seat: int | None
    created_at: datetime
    created_by: str | None
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


class TokenAnswer(TokenItem, frozen=True, kw_only=True):
    """A token that was made.

    Attributes:
        token: the whole token, for the header `Authorization: Bearer …`; told this once.
    """

    token: str


class TokenPage(Struct, frozen=True):
    """A page of tokens, the newest first."""

    items: tuple[TokenItem, ...]
    next_cursor: str | None
