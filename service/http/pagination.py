"""Cursors of pages."""

import base64
from datetime import date
from typing import Annotated, Any, TypeVar

import msgspec

from domain.match.events import MOST_ORDINAL
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.queries.order_of_play import OrderOfPlay

T = TypeVar("T")


_Ordinal = Annotated[int, msgspec.Meta(ge=0, le=MOST_ORDINAL)]
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


def read_order_of_play(cursor: str | None) -> OrderOfPlay | None:
    """The place in the order of play that :func:`make_cursor` made a cursor of.

    Raises:
        ProblemError: 400.
    """
    return read_cursor(cursor, tuple[date, _Ordinal, Place])
