"""Kept boards, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Struct

from service.api.schemas.common import component


class BoardRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board and cards of a box, to be kept under a name."""

    name: str
    board: Annotated[msgspec.Raw, component("Board")]


class BoardAnswer(Struct, frozen=True):
    """A kept board, the defaults filled in."""

    id: UUID
    game: str
    name: str
    board: Annotated[msgspec.Raw, component("Board")]
    created_at: datetime


class BoardPage(Struct, frozen=True):
    """A page of boards."""

    items: tuple[BoardAnswer, ...]
    next_cursor: str | None
