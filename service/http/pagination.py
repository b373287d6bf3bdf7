"""Cursors of pages."""

import base64
from typing import Annotated, Any, TypeVar

import msgspec

from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST

T = TypeVar("T")


Place = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]
"""A number in a cursor: a step, a version, a position."""


def make_cursor(*values: Any) -> str:
    """An opaque cursor for a row with these sort values."""
    return base64.urlsafe_b64encode(msgspec.json.encode(values)).decode().rstrip("=")


def read_cursor(cursor: str | None, form: type[T]) -> T | None:
    """The values of :func:`make_cursor`, of the tuple type `form`.

    Raises:
        ProblemError: 400.
    """
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        return msgspec.json.decode(text, type=form)
    except (ValueError, msgspec.MsgspecError) as error:
        raise ProblemError(INVALID_REQUEST, "That cursor isn't one of ours.", parameter="cursor") from error
