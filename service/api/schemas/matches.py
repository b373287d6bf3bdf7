"""Matches, as the API takes and gives them."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.pending import Pending
from domain.kernel.points import Points
from domain.kernel.standing import Standing
from domain.match.events import Fork, Ordinal, Origin, Undo, Visibility
from domain.match.parts import Status
from service.api.schemas.common import AnyOptions, ChosenVisibility, component
from service.api.schemas.fairness import Hexadecimal
from service.api.schemas.players import New, PlayerRef
from service.api.schemas.results import ResultAnswer
from service.api.schemas.subjects import SubjectRef
from service.validation.text import MOST_TAGS, TAG_LENGTH

Tags = Annotated[
    tuple[Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": TAG_LENGTH})], ...],
    Meta(max_length=MOST_TAGS, description=f"Words to find it by, each up to {TAG_LENGTH} characters."),
]


class SeatRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who takes a seat: a player known here, or by name somebody new. Exactly one of the two."""

    player: UUID | UnsetType = UNSET
    name: str | UnsetType = UNSET
    new: New = UNSET


class MatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match to be opened."""

    game: Annotated[str, Meta(description="The key of a game, as listed at `/games`.")]
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=16, description="In seat order.")]
    options: Annotated[msgspec.Raw, component("Options")] = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    board: Annotated[
        UUID | UnsetType, Meta(description="A board kept at `/games/{game}/boards`, in place of `options.board`.")
    ] = UNSET
    played_on: Annotated[date | None, Meta(description="The local date at the table; today (UTC) if not given.")] = None
    place: str = ""
    note: str = ""
    visibility: ChosenVisibility = "public"
    tags: Tags = ()
    origin: Annotated[
        Literal["table", "program"],
        Meta(
            description="Who plays: people at a `table`, or in one seat or more a `program`. Such a match doesn't "
            "count, unless `counted` is set later."
        ),
    ] = "table"
    undo: Annotated[
        Undo,
        Meta(
            description="What a seat may take back by itself. `guarded`: its last action, while nobody else has "
            "acted and nothing hidden was revealed; `free`: everything."
        ),
    ] = Undo.GUARDED
    ordinal: Ordinal = 0


class MatchPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Corrections to the facts of a match; what isn't given stays."""

    played_on: date | UnsetType = UNSET
    place: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    visibility: ChosenVisibility | UnsetType = UNSET
    tags: Tags | UnsetType = UNSET
    counted: Annotated[
        bool | UnsetType, Meta(description="Whether it counts in statistics and ratings; a new match does.")
    ] = UNSET
    undo: Undo | UnsetType = UNSET
    ordinal: Ordinal | UnsetType = UNSET
    seats: tuple[SeatRequest, ...] | UnsetType = UNSET


class SeatAnswer(Struct, frozen=True):
    """A seat of a match, and who sits in it.

    Attributes:
        token: who has it sees and plays as this seat; told once, when the match is opened.
        candidates: others who have the name of who is new here, as the request didn't say whether somebody else is
            meant; told in the answer to that request.
    """

    seat: int
    player: PlayerRef
    token: str | UnsetType = UNSET
    candidates: tuple[PlayerRef, ...] | UnsetType = UNSET


class MatchAnswer(Struct, frozen=True, kw_only=True):
    """A match.

    Attributes:
        edition: the edition of the rules it is played by.
        origin: `table` for what people played, `program` for what bots or scripts did, `simulation` for matches that a
            demonstration made, `variation` for lines that were not played.
        undo: what a seat may take back by itself.
        status: `finished` by the rules or by agreement, `abandoned` without a winner, else `playing`.
        version: the number of its events; its ETag begins with it.
        step: the number of actions played.
        counted: whether it counts in statistics and ratings.
        position: after a write, the place in the log that a read model has to reach to show it.
        forked_from: the match that it goes on from, and the last step that both have in common; null of most matches.
        commitment: to the seed by which the service draws now; null where it doesn't deal, and of matches from before
            there were seeds. `/matches/{id}/fairness` tells more.
        deviations: the steps that the rules don't confirm; the owner has imported such a match on trust.
        second_record_of: the match of which this is a second record; null of most matches.
        irregular_steps: those at which something was put otherwise than the rules would have it.
        result: what those who took part say to how it has ended; null until then.
    """

    id: UUID
    game: str
    edition: str
    options: AnyOptions
    seats: tuple[SeatAnswer, ...]
    played_on: date
    place: str
    note: str
    tags: tuple[str, ...]
    visibility: Visibility
    undo: Undo
    origin: Origin
    counted: bool
    status: Status
    version: int
    step: int
    pending: Pending
    standings: tuple[Standing, ...]
    opened_at: datetime
    updated_at: datetime
    position: int | UnsetType = UNSET
    forked_from: Fork | None = None
    commitment: Hexadecimal | None = None
    deviations: tuple[int, ...] = ()
    second_record_of: UUID | None = None
    irregular_steps: tuple[int, ...] = ()
    result: ResultAnswer | None = None
    ordinal: int


class SeatResult(Struct, frozen=True):
    """A seat of a listed match. Score and rank are null where the viewer may not know them."""

    seat: int
    player: PlayerRef
    score: Points | None
    rank: int | None
    winner: bool | None


class MatchItem(Struct, frozen=True):
    """A match in a list.

    Attributes:
        subject: what it is of: the game, or the title of a score sheet.
        counted: whether it counts in statistics and ratings; not where the game was broken off.
        sealed: whether the result is sealed, so that only an arbiter changes the match.
        irregular: whether something stands in it that the rules don't allow.
        duration: the seconds between the first and the last time that the recorder told; null without them.
        options: those of the game that are one value each, as the filter `options` has them.
    """

    id: UUID
    game: str
    subject: SubjectRef
    status: Status
    version: int
    step: int
    seats: tuple[SeatResult, ...]
    played_on: date
    place: str
    note: str
    tags: tuple[str, ...]
    visibility: Visibility
    origin: str
    counted: bool
    sealed: bool
    irregular: bool
    duration: int | None
    opened_at: datetime
    updated_at: datetime
    options: dict[str, str]
    ordinal: int


class MatchPage(Struct, frozen=True):
    """A page of matches."""

    items: tuple[MatchItem, ...]
    next_cursor: str | None
    position: int


class RemovedMatch(Struct, frozen=True):
    """A match that was removed, at its last version."""

    id: UUID
    version: int
    position: int
    dry_run: bool
