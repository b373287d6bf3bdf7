"""Variations, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.annotations.audience import Audience
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from domain.variations.commands import MAX_MOVES
from replays.frames import ChapterTitle, PlayedView
from service.api.schemas.common import AnyAction, AnyView, component

Moves = Annotated[
    tuple[Annotated[msgspec.Raw, component("Action")], ...],
    Meta(
        min_length=1,
        max_length=MAX_MOVES,
        description="The moves, in order; what chance brings is told, too, also where the server deals.",
    ),
]


class VariationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that was not played.

    Attributes:
        audience: for its author alone (`private`), for whoever has a token (`shared`), or for everybody (`public`).
    """

    step: Annotated[int, Meta(ge=0, le=1_000_000, description="The step of the match, or of `parent`, that it leaves.")]
    actions: Moves
    parent: Annotated[UUID | UnsetType, Meta(description="The variation that it leaves.")] = UNSET
    title: str = ""
    audience: Audience = Audience.SHARED


class VariationPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes to a variation; what isn't given stays.

    Attributes:
        audience: for whom it is meant.
    """

    title: str | UnsetType = UNSET
    audience: Audience | UnsetType = UNSET
    keep: Annotated[int, Meta(ge=1, description="How many of its moves stay, counted from the first.")] | UnsetType = (
        UNSET
    )


class MovesRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a variation goes on."""

    actions: Moves


class VariationObstacle(Struct, frozen=True):
    """The first move of a variation that the rules refuse.

    Attributes:
        step: the step that it would lead to; 0 when the line that the variation leaves doesn't get so far.
        clause: the clause of the rules that it breaks.
        message: what is wrong, for people.
    """

    step: int
    clause: str
    message: str


class VariationAnswer(Struct, frozen=True, kw_only=True):
    """A variation, and what the rules say of it on the match as it is now.

    Attributes:
        author: the id of the token that made it.
        mine: whether that is the token of this request.
        parent: the variation that it leaves; null when it leaves the match.
        step: the step of the match, or of the parent, that it leaves; null when the action that led there is gone.
        last_step: that step, or the one it was last.
        detached: whether it has no place any more, or what it leaves hasn't.
        begins_at: how many actions come before it; null when it can't begin.
        title: for people.
        audience: for whom it is meant.
        actions: its moves.
        standing: how many of them stand.
        obstacle: why it doesn't go on behind those; null when all stand.
        pending: what the match would wait for behind those; null when it can't begin.
        version: counts its changes; its ETag begins with it.
        created_at: when it was made.
        updated_at: when it was changed last.
    """

    id: UUID
    author: str
    mine: bool
    parent: UUID | None
    step: int | None
    last_step: int
    detached: bool
    begins_at: int | None
    title: str
    audience: Audience
    actions: tuple[AnyAction, ...]
    standing: int
    obstacle: VariationObstacle | None
    pending: Pending | None
    version: int
    created_at: datetime
    updated_at: datetime


class VariationPage(Struct, frozen=True):
    """A page of variations, in the order in which they were made."""

    items: tuple[VariationAnswer, ...]
    next_cursor: str | None


class VariationFrame(Struct, frozen=True):
    """The table after a move of a variation.

    Attributes:
        step: the number of its moves so far; 0 is where it begins.
        chapter: the round and phase in which the move was made, also where it ended them; those of the table where it
            begins.
        played: the move; null where it begins.
        view: the table as the viewer would know it.
        changes: a JSON Patch (RFC 6902) that makes `view`, `standings` and `pending` of this frame out of those of the
            frame before; empty where it begins.
    """

    step: int
    chapter: ChapterTitle
    played: PlayedView | None
    view: AnyView
    standings: tuple[Standing, ...]
    pending: Pending
    changes: tuple[dict[str, Any], ...]


class VariationFramePage(Struct, frozen=True):
    """A page of the frames of a variation."""

    items: tuple[VariationFrame, ...]
    next_cursor: str | None
