"""The audit trail, as the API gives it."""

from datetime import datetime

from msgspec import Struct


class AuditItem(Struct, frozen=True, kw_only=True):
    """Something that somebody did.

    Attributes:
        id: grows from entry to entry.
        token_id: the token by which, itself or by a session; null for a command, and where none was needed.
        label: the name of that token.
        account: the account of the machine, for a command.
        action: an operation of the API, a page, or a command.
        subject: the address that it was done to, or what a command was given.
        result: the address of what it made, if anything.
    """

    id: int
    at: datetime
    token_id: str | None
    label: str | None
    account: str | None
    action: str
    subject: str
    result: str | None


class AuditPage(Struct, frozen=True):
    """A page of the trail, the newest first."""

    items: tuple[AuditItem, ...]
    next_cursor: str | None
