"""Series, as the API takes and gives them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.points import Points
from domain.match.events import Visibility
from domain.series.series import MAX_ARBITERS
from service.api.schemas.common import ChosenVisibility
from service.api.schemas.players import PlayerRef

SealNeeded = Annotated[bool, Meta(description="Whether only matches whose result is sealed count.")]
SealsAfter = Annotated[
    int | None,
    Meta(
        description="The hours after which the result of a match in it seals by itself, if nobody disputes it; null "
        "for never."
    ),
]
Arbiters = Annotated[
    tuple[str, ...],
    Meta(
        max_length=MAX_ARBITERS,
        description="The ids of the tokens that arbitrate its matches; if there are none, every arbiter's.",
    ),
]


IrregularCounts = Annotated[
    bool, Meta(description="Whether matches count in which something was played against the rules and stood.")
]


class SeriesRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A series to be opened: matches of `game` by the same `players`, in whatever seats."""

    game: Annotated[str, Meta(description="The key of a game, as listed at `/games`.")]
    players: Annotated[tuple[UUID, ...], Meta(max_length=16)]
    length: Annotated[int, Meta(description="How many matches make the series.")] = 3
    title: str = ""
    visibility: ChosenVisibility = "public"
    matches: Annotated[tuple[UUID, ...], Meta(max_length=100, description="Matches that count from the start.")] = ()
    seal_needed: SealNeeded = False
    seals_after: SealsAfter = None
    arbiters: Arbiters = ()
    irregular: IrregularCounts = True


class SeriesPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Corrections to the facts of a series; what isn't given stays."""

    length: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    visibility: ChosenVisibility | UnsetType = UNSET
    seal_needed: SealNeeded | UnsetType = UNSET
    seals_after: SealsAfter | UnsetType = UNSET
    arbiters: Arbiters | UnsetType = UNSET
    irregular: IrregularCounts | UnsetType = UNSET


class SeriesMatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match that is to count in a series."""

    match: UUID


class SeriesMatch(Struct, frozen=True):
    """A match of a series.

    Attributes:
        finished: whether it counts: it has ended, and the reader may know its scores; its result is sealed, where the
            series needs that.
    """

    id: UUID
    finished: bool


class SeriesStandingAnswer(Struct, frozen=True):
    """How a player stands in a series.

    Attributes:
        total: the points of the finished matches together.
        scores: the points in each match of the series, in order; null where one doesn't count, or not yet, and where
            the player has no points in it, or doesn't sit in it any more, since its seats were corrected.
        winner: null until all matches are finished; equal totals share the victory.
    """

    player: PlayerRef
    total: Points
    scores: tuple[Points | None, ...]
    rank: int | None
    winner: bool | None


class SeriesAnswer(Struct, frozen=True, kw_only=True):
    """A series.

    Attributes:
        length: how many matches make the series.
        status: `playing`, or `finished` when all its matches count.
        version: the number of its events; its ETag begins with it.
        seal_needed: whether only matches whose result is sealed count.
        seals_after: the hours after which the result of a match in it seals by itself; null for never.
        arbiters: the ids of the tokens that arbitrate its matches; if there are none, every arbiter's.
        irregular: whether matches count in which something was played against the rules and stood.
        position: the place in the log that the totals had got to; after a write, that of the write, which the totals
            may reach a moment later.
    """

    id: UUID
    game: str
    title: str
    length: int
    status: str
    version: int
    visibility: Visibility
    matches: tuple[SeriesMatch, ...]
    standings: tuple[SeriesStandingAnswer, ...]
    opened_at: datetime
    updated_at: datetime
    position: int
    seal_needed: bool
    seals_after: int | None
    arbiters: tuple[str, ...]
    irregular: bool


class SeriesItem(Struct, frozen=True):
    """A series in a list."""

    id: UUID
    game: str
    title: str
    length: int
    players: tuple[PlayerRef, ...]
    matches: tuple[UUID, ...]
    version: int
    visibility: Visibility
    opened_at: datetime
    updated_at: datetime


class SeriesPage(Struct, frozen=True):
    """A page of series, the newest first."""

    items: tuple[SeriesItem, ...]
    next_cursor: str | None
    position: int
